import { name, strictObject } from "../fields.ts";

export const NewToken = strictObject({ name: name("Name") });
export type NewToken = { name: string };

/** A long-lived, read-only access token for programs, with its user's role. */
export interface ApiToken {
  _id: string;
  name: string;
  user: { _id: string; name: string };
  createdAt: string;
  /** A day in India; "" for never. */
  lastUsedOn: string;
}

/** The response to creating a token. The secret is shown only once. */
export interface MadeToken {
  token: ApiToken;
  secret: string;
}
