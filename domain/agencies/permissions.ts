import { isPermitted, PERMISSIONS, type Permission, type Role } from "../roles.ts";
import type { Action, Entity } from "./audit.ts";

// The permission that a change needs, derived from its audit log entry. Every write is logged, so a rule
// checked there applies to every path.

/** The permission that a change needs, or `everyone`. */
export type Needed = Permission | "everyone";

/** The permissions to create, update and delete a record. */
export interface RecordPermissions {
  create: Needed;
  update: Needed;
  remove: Needed;
}

const all = (needed: Needed): RecordPermissions => ({
  create: needed,
  update: needed,
  remove: needed,
});

const BOOKS = all("enter books");

/**
 * Permissions by record, for every path: a request, a batch, undo, redo, a restore from the trash, an
 * import, a bank line. `permissionFor` refines updates by the changed fields.
 */
export const RECORD_PERMISSIONS: Record<Entity, RecordPermissions> = {
  Transaction: { ...BOOKS, remove: "delete transactions" },
  Account: BOOKS,
  Category: BOOKS,
  Metadata: all("manage metadata"),
  Client: BOOKS,
  Invoice: { ...BOOKS, update: "edit invoices" },
  Payment: { ...BOOKS, remove: "delete payments" },
  Receipt: { ...BOOKS, remove: "delete receipts" },
  User: all("manage team"),
  InvoiceSettings: all("update invoice settings"),
  ReceiptSettings: all("update receipt settings"),
  Import: { ...BOOKS, remove: "undo imports" },
  Token: all("everyone"),
  Note: { ...BOOKS, update: "edit invoices", remove: "cancel notes" },
  Application: { ...BOOKS, remove: "cancel notes" },
  Voucher: { ...BOOKS, update: "cancel advances", remove: "cancel advances" },
  Estimate: BOOKS,
  Statement: { ...BOOKS, remove: "delete statements" },
  Match: BOOKS,
  BankRule: BOOKS,
  BankAccount: all("close accounts"),
  TaxBook: all("begin the tax book"),
  Filing: { ...all("everyone"), remove: "undo filings" },
  Journal: all("keep journals"),
  Ledger: all("set ledgers"),
  Vendor: BOOKS,
  Item: BOOKS,
  ImportMapping: BOOKS,
  View: all("everyone"),
  Comment: all("everyone"),
  Bill: { ...BOOKS, remove: "cancel bills" },
  Deposit: { ...all("everyone"), remove: "delete deposits" },
  TdsStatement: { ...all("everyone"), remove: "delete deposits" },
  PartnerPayment: all("keep journals"),
  VendorAdvance: { ...BOOKS, remove: "delete payments" },
  Gstr2b: all("everyone"),
  Attachment: BOOKS,
  Lock: all("close books"),
  Exception: all("give exceptions"),
  // An update marks its documents as shared.
  Closing: { ...all("close months"), update: "enter books" },
  CloseItem: all("set close items"),
  CloseMark: all("everyone"),
  Responsible: all("close books"),
  Invitation: all("manage team"),
  Series: BOOKS,
  Approval: { ...BOOKS, update: "approve payments" },
  ApprovalLimit: all("approve payments"),
  ShareLink: BOOKS,
  Mail: BOOKS,
  MailSettings: all("set up e-mail"),
  ReminderRules: all("set up reminders"),
  ReminderSwitch: BOOKS,
};

export const isNeedMet = (role: Role, needed: Needed): boolean =>
  needed === "everyone" || isPermitted(role, needed);

/** A change of a record in the audit log. */
export interface RecordChange {
  action: Action;
  entity: Entity;
  payload: { before?: unknown; after?: unknown } | Record<string, unknown>;
  /**
   * Whether it follows from another change of the same write, which is checked instead: a draft updated
   * with its client, or a row replaced by its split. Not logged.
   */
  follows?: boolean;
}

type Fields = Record<string, unknown>;

const readSides = ({ payload }: RecordChange): [Fields, Fields] => {
  const { before, after } = payload as { before?: Fields; after?: Fields };
  return [before ?? {}, after ?? {}];
};

/** Returns the names of fields that differ. */
function changedFields(change: RecordChange): string[] {
  const [before, after] = readSides(change);
  return Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}

const KIND_FIELDS = ["kind", "ledger", "itc", "blockedBy"];
/** Fields that differ between states of a document. */
const STATE_FIELDS = ["status", "cancelledAt", "sentAt", "irn", "einvoice"];

/** Permissions of updates that depend on the changed fields. Undefined means the table's rule. */
const UPDATES: { [E in Entity]?: (change: RecordChange, userId: string) => Needed | undefined } = {
  Category: (change) =>
    changedFields(change).every((field) => KIND_FIELDS.includes(field)) ? "set kinds" : undefined,
  Account: (change) =>
    changedFields(change).includes("openingBalance") ? "set ledgers" : undefined,
  Invoice: (change) => {
    const changed = changedFields(change);
    if (changed.includes("writtenOff")) return "write off invoices";
    return changed.some((field) => STATE_FIELDS.includes(field)) ? "enter books" : undefined;
  },
  Note: (change) => {
    const changed = changedFields(change);
    if (changed.includes("refunded")) return "refund notes";
    if (isOrWas(change, "CANCELLED")) return "cancel notes";
    return changed.some((field) => STATE_FIELDS.includes(field)) ? "enter books" : undefined;
  },
  Bill: (change) => (isOrWas(change, "CANCELLED") ? "cancel bills" : undefined),
  Approval: (change) => (isOrWas(change, "withdrawn", "state") ? "everyone" : undefined),
  User: (change, userId) => (readSides(change)[1]._id === userId ? "everyone" : undefined),
  Invitation: (change) => (readSides(change)[1].state === "used" ? "everyone" : undefined),
};

const isOrWas = (change: RecordChange, state: string, field = "status") =>
  changedFields(change).includes(field) && readSides(change).some((side) => side[field] === state);

/** Permissions of creations that depend on the fields. Undefined means the table's rule. */
const CREATIONS: { [E in Entity]?: (after: Fields, userId: string) => Needed | undefined } = {
  Account: ({ openingBalance }) => (openingBalance ? "set ledgers" : undefined),
  Voucher: ({ kind }) => (kind === "REFUND_VOUCHER" ? "refund advances" : undefined),
  User: ({ _id }, userId) => (_id === userId ? "everyone" : undefined),
};

/**
 * Returns the permission that a change needs.
 * @param userId of the person who makes it
 */
export function permissionFor(change: RecordChange, userId = ""): Needed {
  const { action, entity, follows } = change;
  if (action === "VIEW" || follows) return "everyone";
  const [before, after] = readSides(change);
  // A document creates and deletes its own transactions; the document's own entry is checked.
  if (entity === "Transaction" && (before.source ?? after.source)) return "everyone";
  const rule = RECORD_PERMISSIONS[entity];
  if (action === "CREATE") return CREATIONS[entity]?.(after, userId) ?? rule.create;
  if (action === "DELETE") {
    return entity === "Account" && before.openingBalance ? "set ledgers" : rule.remove;
  }
  return UPDATES[entity]?.(change, userId) ?? rule.update;
}

/** Records that drafts follow: a draft always shows current client and agency details. */
const FOLLOWED: Entity[] = ["Client", "Metadata", "InvoiceSettings", "Payment", "Application"];

/** Marks changes that follow from others of the same operation. */
export function withFollowers<C extends RecordChange>(changes: C[]): C[] {
  const areSplitAnew = (["CREATE", "DELETE"] as const).every((action) =>
    changes.some((one) => one.action === action && isPlainEntry(one)),
  );
  const areFollowed = changes.some(({ entity }) => FOLLOWED.includes(entity));
  return changes.map((change) => {
    const isDraft = change.action === "UPDATE" && ["Invoice", "Estimate"].includes(change.entity);
    const follows = (areSplitAnew && isPlainEntry(change)) || (areFollowed && isDraft);
    return follows ? { ...change, follows } : change;
  });
}

const isPlainEntry = (change: RecordChange) =>
  change.entity === "Transaction" && !readSides(change).some(({ source }) => source);

/** Returns why a role cannot make these changes of one operation, or undefined if it can. */
export function explainForbidden(
  changes: RecordChange[],
  { role, userId }: { role: Role; userId: string },
): string | undefined {
  if (role === "owner") return undefined;
  for (const change of withFollowers(changes)) {
    const needed = permissionFor(change, userId);
    if (needed !== "everyone" && !isNeedMet(role, needed)) return PERMISSIONS[needed];
  }
  return undefined;
}
