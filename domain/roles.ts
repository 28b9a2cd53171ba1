// Who may do what: the specification's section 6 as one table. The server, the screens and the tests read
// it; nobody else knows what a role means.

export const ROLES = ["owner", "staff"] as const;
export type Role = (typeof ROLES)[number];

/** What only an owner may do, and what anybody else is told (specification, sections 2 and 6). */
export const OWNERS_ONLY = {
  "manage metadata": "Only agency owners can manage metadata settings.",
  "manage team": "Only agency owners can manage team members.",
  "view audit log": "Only agency owners can view audit logs.",
  "delete transactions": "Only agency owners can delete transactions.",
  "delete receipts": "Only agency owners can delete receipts.",
  "update receipt settings": "Only owners can update receipt settings",
  "edit invoices": "Only agency owners can edit invoices.",
  "cancel notes": "Only agency owners can cancel notes.",
  "refund notes": "Only agency owners can refund notes.",
  "write off invoices": "Only agency owners can write off invoices.",
  "cancel advances": "Only agency owners can cancel advances.",
  "refund advances": "Only agency owners can refund advances.",
  "cancel bills": "Only agency owners can cancel bills.",
  "delete deposits": "Only agency owners can delete deposits of TDS.",
  "delete payments": "Only agency owners can delete payments.",
  "update invoice settings": "Only owners can update invoice settings",
  "undo filings": "Only agency owners can undo the filing of a return.",
  "move books in": "Only agency owners can move books in.",
  "undo imports": "Only agency owners can undo imports.",
  "accept gaps": "Only agency owners can take a statement with a gap.",
  "delete statements": "Only agency owners can delete statements.",
  "close accounts": "Only agency owners can close an account up to a day.",
  "view statements": "Only the owner and the accountant can see statements.",
  "set kinds": "Only agency owners can change what a category is in the statements.",
  "set ledgers": "Only agency owners can change opening balances.",
  "set Tally names": "Only the owner and the accountant can change names for Tally.",
  "keep journals": "Only agency owners can keep journals.",
  "close books": "Only the owner and the accountant can close the books.",
  "reopen books": "Only agency owners can open closed books again, or make them final.",
  "give exceptions": "Only agency owners can give exceptions from a lock.",
  "check books": "Only agency owners can check the books.",
} as const;
export type Permission = keyof typeof OWNERS_ONLY;

/** What an access token begins with: whoever comes with one may do what their role may, and only read. */
export const TOKEN_PREFIX = "bahi_";

/** The deeds of the table are the owner's; the rest is everybody's and has no name here. */
export const rolesFor = (permission: Permission | undefined): readonly Role[] =>
  permission ? ["owner"] : ROLES;

export const isPermitted = (role: Role, permission: Permission | undefined): boolean =>
  rolesFor(permission).includes(role);
