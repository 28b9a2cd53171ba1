import { isPermitted, PERMISSIONS, type Permission, type Role } from "../roles.ts";
import type { Action, Entity } from "./audit.ts";

// What a change takes, read from the log entry that it writes. Every write is logged, so a rule that is
// checked there holds on every path.

/** What a change takes: a permission, or nothing beyond being a member. */
export type Needed = Permission | "everyone";

/** What it takes to create, update and delete a record. */
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

/** What owners and staff create, update and delete alike. */
const BOOKS = all("enter books");

/**
 * The role table by record: what it takes to change one, on every path (a call, a batch, undo, redo, a
 * restore from the trash, an import, a bank line). `permissionFor` refines updates by what changed.
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
  Filing: { ...all("everyone"), remove: "undo filings" },
  Journal: all("keep journals"),
  Ledger: all("set ledgers"),
  Vendor: BOOKS,
  Bill: { ...BOOKS, remove: "cancel bills" },
  Deposit: { ...all("everyone"), remove: "delete deposits" },
  Gstr2b: all("everyone"),
  Attachment: BOOKS,
  Lock: all("close books"),
  Exception: all("give exceptions"),
  Closing: all("close months"),
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

/** A change of a record, as the log has it. */
export interface RecordChange {
  action: Action;
  entity: Entity;
  payload: { before?: unknown; after?: unknown } | Record<string, unknown>;
  /**
   * It follows from another change of the same write, which takes the permission: a draft that follows its
   * client, a row that makes way for its split. Not logged.
   */
  follows?: boolean;
}

type Fields = Record<string, unknown>;

const sidesOf = ({ payload }: RecordChange): [Fields, Fields] => {
  const { before, after } = payload as { before?: Fields; after?: Fields };
  return [before ?? {}, after ?? {}];
};

/** Names of the fields that differ. */
function changedFields(change: RecordChange): string[] {
  const [before, after] = sidesOf(change);
  return Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}

const KIND_FIELDS = ["kind", "ledger", "itc", "blockedBy"];
/** What differs between two states of a document. */
const STATE_FIELDS = ["status", "cancelledAt", "sentAt", "irn", "einvoice"];

/** What an update takes where that depends on what it changes; undefined for the table's rule. */
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
  User: (change, userId) => (sidesOf(change)[1]._id === userId ? "everyone" : undefined),
  Invitation: (change) => (sidesOf(change)[1].state === "used" ? "everyone" : undefined),
};

const isOrWas = (change: RecordChange, state: string, field = "status") =>
  changedFields(change).includes(field) && sidesOf(change).some((side) => side[field] === state);

/** The same of a creation. */
const CREATIONS: { [E in Entity]?: (after: Fields, userId: string) => Needed | undefined } = {
  Account: ({ openingBalance }) => (openingBalance ? "set ledgers" : undefined),
  Voucher: ({ kind }) => (kind === "REFUND_VOUCHER" ? "refund advances" : undefined),
  User: ({ _id }, userId) => (_id === userId ? "everyone" : undefined),
};

/** What a change takes, of whoever makes it. */
export function permissionFor(change: RecordChange, userId = ""): Needed {
  const { action, entity, follows } = change;
  if (action === "VIEW" || follows) return "everyone";
  const [before, after] = sidesOf(change);
  // What a document books comes and goes with the document, whose own entry takes the permission.
  if (entity === "Transaction" && (before.source ?? after.source)) return "everyone";
  const rule = RECORD_PERMISSIONS[entity];
  if (action === "CREATE") return CREATIONS[entity]?.(after, userId) ?? rule.create;
  if (action === "DELETE") {
    return entity === "Account" && before.openingBalance ? "set ledgers" : rule.remove;
  }
  return UPDATES[entity]?.(change, userId) ?? rule.update;
}

/** Drafts follow these: what is billed to a client, or by the agency, is as they are now. */
const FOLLOWED: Entity[] = ["Client", "Metadata", "InvoiceSettings", "Payment", "Application"];

/** Marks the changes of one operation that follow from others of it. */
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
  change.entity === "Transaction" && !sidesOf(change).some(({ source }) => source);

/** Why somebody of this role may not make these changes of one operation; undefined if they may. */
export function whyForbidden(
  changes: RecordChange[],
  { role, userId }: { role: Role; userId: string },
): string | undefined {
  for (const change of withFollowers(changes)) {
    const needed = permissionFor(change, userId);
    if (needed !== "everyone" && !isNeedMet(role, needed)) return PERMISSIONS[needed];
  }
  return undefined;
}
