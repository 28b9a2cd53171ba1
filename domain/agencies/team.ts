import * as v from "valibot";
import { email, name, password, strictObject } from "../fields.ts";
import { ROLES, type Role } from "../roles.ts";
import { code } from "./secondFactors.ts";

/** Who is signed in. */
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

/** An agency that a person is in. */
export interface Seat {
  agencySlug: string;
  agencyName: string;
  role: Role;
}

export interface SignedIn {
  token: string;
  user: User;
  /** All agencies of the person, where there are several. */
  agencies?: Seat[];
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

/** The slug that an agency's name suggests (specification, section 5); blank where it has no Latin letter. */
export function suggestSlug(agencyName: string): string {
  const slug = agencyName
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");
  return slug === "-" ? "" : slug;
}

const agencySlug = v.pipe(v.string("Name the agency"), v.nonEmpty("Name the agency"));

/**
 * The agency: of somebody who is in several, the one to sign in to. The code: if an authenticator app is on.
 */
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

/** A blank password keeps the present one. */
export const MemberChange = strictObject({
  name: name("Name"),
  email,
  password: v.optional(
    v.union([v.literal(""), password], "Password must be at least 6 characters"),
  ),
  role,
});
export type MemberChange = v.InferOutput<typeof MemberChange>;

/** One's own name and password. A new password needs the present one; "" is none. */
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

/** The part of it that a form for a new password holds. */
export const PasswordChange = strictObject({
  currentPassword: v.pipe(
    v.string("Current password is required"),
    v.nonEmpty("Current password is required"),
  ),
  newPassword: password,
});

/** What PUT /users/profile answers: a token where the password is another, for this session to go on. */
export interface ChangedProfile {
  user: User;
  token?: string;
}
