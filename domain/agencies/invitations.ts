import * as v from "valibot";
import { email, name, password, strictObject } from "../fields.ts";
import type { Role } from "../roles.ts";
import { code } from "./secondFactors.ts";
import { role } from "./team.ts";

export const INVITATION_STATES = ["OPEN", "USED", "WITHDRAWN"] as const;

/** For how many days a link can be used. */
export const INVITATION_DAYS = 7;

export const NewInvitation = strictObject({ email, name: name("Name"), role });
export type NewInvitation = v.InferOutput<typeof NewInvitation>;

/** One that nobody has used yet. */
export interface Invitation {
  _id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  /** A moment; before it the link can be used, once. */
  expiresAt: string;
}

/** The link is shown only once. */
export interface MadeInvitation {
  invitation: Invitation;
  url: string;
  /** Whether the server has mailed a link to the person, too. */
  isMailed: boolean;
}

/** What whoever holds the link is told. */
export interface Invited {
  agencyName: string;
  name: string;
  email: string;
  role: Role;
  /** Whether they have a password already. */
  isKnown: boolean;
}

const token = v.pipe(
  v.string("The link is incomplete"),
  v.maxLength(100, "The link is incomplete"),
);

export const InvitationLink = strictObject({ token });

/** A known person joins with their password, and the code of their app if it is on; a new one sets it. */
export const Joining = strictObject({
  token,
  name: v.optional(name("Name")),
  password,
  code: v.optional(code),
});
export type Joining = v.InferOutput<typeof Joining>;
