import { name, strictObject } from "../fields.ts";

export const NewToken = strictObject({ name: name("Name") });
export type NewToken = { name: string };

/** A token for a machine: long-lived, read-only, with the role of its user. */
export interface ApiToken {
  _id: string;
  name: string;
  user: { _id: string; name: string };
  createdAt: string;
  /** A day in India; "" for never. */
  lastUsedOn: string;
}

/** What making one answers. The secret is shown this once. */
export interface MadeToken {
  token: ApiToken;
  secret: string;
}
