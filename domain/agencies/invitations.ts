import * as v from "valibot";
import { email, name, password, strictObject } from "../fields.ts";
import type { Role } from "../roles.ts";
import { code } from "./secondFactors.ts";
import { role } from "./team.ts";

export const INVITATION_STATES = ["OPEN", "USED", "WITHDRAWN"] as const;

/** Days until a link expires. */
export const INVITATION_DAYS = 7;

export const NewInvitation = strictObject({ email, name: name("Name"), role });
export type NewInvitation = v.InferOutput<typeof NewInvitation>;

export interface Invitation {
  _id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  /** Until this time the link can be used once. */
  expiresAt: string;
}

/** A new invitation. Its link is shown only once. */
export interface MadeInvitation {
  invitation: Invitation;
  url: string;
  /** Whether the server also sent the link by e-mail. */
  isMailed: boolean;
}

/** An invitation as its link shows it. */
export interface Invited {
  agencyName: string;
  name: string;
  email: string;
  role: Role;
  /** Whether the person already has a password. */
  isKnown: boolean;
}

const token = v.pipe(
  v.string("The link is incomplete"),
  v.maxLength(100, "The link is incomplete"),
);

export const InvitationLink = strictObject({ token });

/**
 * An existing user joins with their password, and a code if an authenticator app is on. A new user
 * chooses a password.
 */
export const Joining = strictObject({
  token,
  name: v.optional(name("Name")),
  password,
  code: v.optional(code),
});
export type Joining = v.InferOutput<typeof Joining>;
