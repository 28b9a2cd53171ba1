import { can } from "../browser/session.ts";

/**
 * The fields of accounts and categories for members who enter transactions. An accountant changes the others:
 * opening balances and kinds. The server enforces this.
 */
const MEMBERS_FIELDS = ["name", "type", "isActive"];

export const isClosed = (name: string): boolean =>
  MEMBERS_FIELDS.includes(name) && !can("enter books");
