// Permissions: section 6 of the specification as a table. Server, screens and tests use it, and no other
// code interprets roles.

export const ROLES = ["owner", "staff", "accountant"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  owner: "Owner",
  staff: "Staff",
  accountant: "Accountant",
};

/**
 * Restricted actions, and the error for users without the permission (specification, sections 2 and 6).
 */
export const PERMISSIONS = {
  "enter books": "Only owners and staff can add and change this.",
  "manage metadata": "Only agency owners can manage metadata settings.",
  "manage team": "Only agency owners can manage team members.",
  "view team": "Only agency owners can manage team members.",
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
  "delete deposits": "Only agency owners can delete TDS deposits.",
  "delete payments": "Only agency owners can delete payments.",
  "update invoice settings": "Only owners can update invoice settings",
  "begin the tax book": "Only agency owners can begin the tax book.",
  "undo filings": "Only agency owners can undo the filing of a return.",
  "move books in": "Only agency owners can import books.",
  "export the agency": "Only agency owners can export the whole agency.",
  "close the agency": "Only agency owners can close or restore the agency.",
  "undo imports": "Only agency owners can undo imports.",
  "accept gaps": "Only agency owners can import a statement with a gap.",
  "delete statements": "Only agency owners can delete statements.",
  "post at upload": "Only agency owners can accept bank lines at upload.",
  "close accounts": "Only agency owners can close an account up to a day.",
  "view statements": "Only the owner and the accountant can view statements.",
  "set kinds": "Only the owner and the accountant can change the kind of a category.",
  "set ledgers": "Only the owner and the accountant can change opening balances.",
  "set Tally names": "Only the owner and the accountant can change names for Tally.",
  "keep journals": "Only the owner and the accountant can keep journals.",
  "close books": "Only the owner and the accountant can close the books.",
  "set close items": "Only the owner and the accountant can change own items.",
  "close months": "Only agency owners, and accountants they allow, can close a month.",
  "reopen books": "Only agency owners can reopen closed books or make them final.",
  "give exceptions": "Only agency owners can add lock exceptions.",
  "set up e-mail": "Only agency owners can set up e-mail.",
  "set up reminders": "Only agency owners can set up reminders.",
  "approve payments": "Only agency owners can approve payments and set the approval limit.",
  "check books": "Only agency owners can check the books.",
} as const;
export type Permission = keyof typeof PERMISSIONS;

const WITH_ACCOUNTANT: readonly Role[] = ["owner", "accountant"];

/** Roles with a permission, if not only the owner. */
const SHARED: { [P in Permission]?: readonly Role[] } = {
  "enter books": ["owner", "staff"],
  "view team": WITH_ACCOUNTANT,
  "view audit log": WITH_ACCOUNTANT,
  "view statements": WITH_ACCOUNTANT,
  "set kinds": WITH_ACCOUNTANT,
  "set ledgers": WITH_ACCOUNTANT,
  "keep journals": WITH_ACCOUNTANT,
  "check books": WITH_ACCOUNTANT,
  "close books": WITH_ACCOUNTANT,
  "set close items": WITH_ACCOUNTANT,
  // If an owner allows it: see `mayCloseMonths`.
  "close months": WITH_ACCOUNTANT,
  "set Tally names": WITH_ACCOUNTANT,
};

/** Prefix of access tokens. A token has its user's permissions, but can only read. */
export const TOKEN_PREFIX = "bahi_";

/** Returns the roles with a permission: the owner by default, everyone if no permission is needed. */
export const rolesFor = (permission: Permission | undefined): readonly Role[] =>
  permission ? (SHARED[permission] ?? ["owner"]) : ROLES;

/** Whether a user may close months: owners, and accountants if an owner allows it. */
export const mayCloseMonths = (role: Role, accountantMayClose: boolean): boolean =>
  role === "owner" || (role === "accountant" && accountantMayClose);

export const isPermitted = (role: Role, permission: Permission | undefined): boolean =>
  rolesFor(permission).includes(role);

/**
 * Returns CSS classes that hide an element from roles without the permission. Pages are the same for all
 * roles.
 */
export const hiddenFrom = (permission: Permission | undefined): string =>
  ofOthers("not", permission);

/** Returns CSS classes that show an element only to roles without the permission. */
export const shownInstead = (permission: Permission): string => ofOthers("only", permission);

const ofOthers = (what: "not" | "only", permission: Permission | undefined) =>
  ROLES.filter((role) => !isPermitted(role, permission))
    .map((role) => `${what}-${role}`)
    .join(" ");
