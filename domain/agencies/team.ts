import * as v from "valibot";
import { email, name, password, strictObject } from "../fields.ts";
import { ROLES, type Role } from "../roles.ts";
import type { ClosedAgency } from "./closedAgency.ts";
import { code } from "./secondFactors.ts";

export interface User {
  _id: string;
  name: string;
  email: string;
  role: Role;
  agencyName: string;
  agencySlug: string;
}

export interface Member {
  _id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
}

/** A membership of the user. */
export interface Seat {
  agencySlug: string;
  agencyName: string;
  role: Role;
}

export interface SignedIn {
  token: string;
  user: User;
  /** All agencies of the user, if there are several. */
  agencies?: Seat[];
  /** The agency is closed: its owner can only restore it. */
  closed?: ClosedAgency;
}

export const Registration = strictObject({
  name: name("Name"),
  email,
  password,
  agencyName: name("Agency name"),
  agencySlug: v.pipe(
    v.string("Slug must be at least 2 characters"),
    v.toLowerCase(),
    v.minLength(2, "Slug must be at least 2 characters"),
    v.maxLength(200, "Slug is too long"),
    v.regex(/^[a-z0-9-]+$/, "Slug must contain only lowercase letters, numbers, and hyphens"),
  ),
});
export type Registration = v.InferOutput<typeof Registration>;

/**
 * Suggests a slug for an agency's name (specification, section 5). Returns "" if the name has no Latin
 * letter.
 */
export function suggestSlug(agencyName: string): string {
  const slug = agencyName
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");
  return slug === "-" ? "" : slug;
}

const agencySlug = v.pipe(v.string("Name the agency"), v.nonEmpty("Name the agency"));

/** `agencySlug` chooses among several agencies; `code` is required if an authenticator app is on. */
export const Credentials = strictObject({
  email,
  password,
  code: v.optional(code),
  agencySlug: v.optional(agencySlug),
});
export type Credentials = v.InferOutput<typeof Credentials>;

export const Switch = strictObject({ agencySlug });

export const role = v.optional(
  v.picklist(ROLES, "Role must be owner, staff or accountant"),
  "staff",
);

export const NewMember = strictObject({ name: name("Name"), email, password, role });
export type NewMember = v.InferOutput<typeof NewMember>;

/** An empty password means no change. */
export const MemberChange = strictObject({
  name: name("Name"),
  email,
  password: v.optional(
    v.union([v.literal(""), password], "Password must be at least 6 characters"),
  ),
  role,
});
export type MemberChange = v.InferOutput<typeof MemberChange>;

/**
 * Change of the user's own name and password. A new password requires the current one; "" means no
 * change.
 */
export const ProfileChange = strictObject({
  name: v.optional(name("Name")),
  currentPassword: v.optional(
    v.pipe(v.string("Current password is required"), v.maxLength(128, "Password is too long")),
    "",
  ),
  newPassword: v.optional(
    v.union([v.literal(""), password], "Password must be at least 6 characters"),
    "",
  ),
});
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

/** The fields of a form for a new password. */
export const PasswordChange = strictObject({
  currentPassword: v.pipe(
    v.string("Current password is required"),
    v.nonEmpty("Current password is required"),
  ),
  newPassword: password,
});

/** Response of PUT /users/profile. `token` replaces this session's token after a password change. */
export interface ChangedProfile {
  user: User;
  token?: string;
}
