import { andMore } from "../counts.ts";
import { upperFirst } from "../names.ts";
import type { Permission, Role } from "../roles.ts";
import { isPermitted } from "../roles.ts";
import type { Action, AuditEntry, Entity } from "./audit.ts";
import { type FieldChange, fieldsOf, lower } from "./auditFields.ts";
import { sentenceOfEntry, subjectOf } from "./auditWords.ts";

// Undo: a new write that takes one back. What it may not take back, who may, and what people are told.

/** How long somebody may take back what they may not delete. */
const OWN_MS = 10 * 60_000;
/** What "the last thing that I did" may be. */
export const LAST_MS = 24 * 60 * 60_000;

/** One entry of a record's history, or of what somebody did. */
export interface HistoryItem {
  /** Null of what was written before operations had names. */
  operation: string | null;
  at: string;
  userId: { _id: string; name: string };
  action: Action;
  entity: Entity;
  /** The record's. */
  id: string;
  summary: string;
  fields: FieldChange[];
  /** The operation that it took back, or did again. */
  undoes: string | null;
  isUndone: boolean;
  canUndo: boolean;
  /** Why not; "" where it can. */
  reason: string;
}

/** A record, as its history is asked for. */
export interface OfRecord {
  entity: Entity;
  id: string;
}

/** Something deleted, that may come back. */
export interface TrashItem {
  _id: string;
  entity: Entity;
  id: string;
  summary: string;
  /** Rupees; null of what is no money. */
  amount: number | null;
  at: string;
  userId: { _id: string; name: string };
  canRestore: boolean;
  reason: string;
}

/** What an undo or a redo did. */
export interface Undone {
  operation: string;
  undoes: string;
  summary: string;
}

const SIGN_IN = "Who may sign in, and as what, is changed again, not undone.";

/** Why nothing of an entity can be undone; what is not named here can. */
const NO_UNDO: Partial<Record<Entity, string>> = {
  User: SIGN_IN,
  Token: SIGN_IN,
  Invitation: SIGN_IN,
  Lock: "A lock is moved back on the page Locks, with a reason; a final one never.",
  Exception: "An exception is ended on the page Locks.",
  Closing: "Move the lock back on the page Locks to open the month again.",
  ShareLink: "A link that was given away is ended, not undone.",
  ReminderRules: "Reminders are switched and worded anew, not undone.",
  ReminderSwitch: "The switch is moved back instead.",
  Statement: "Remove the statement on its page, or bring its file again.",
  Series: "A series is changed, paused or ended instead.",
};

type Entry = Pick<AuditEntry, "action" | "entity" | "payload">;

/** Why these entries of one operation can never be undone; undefined where they can. */
export function whyNoUndo(entries: Entry[]): string | undefined {
  for (const { action, entity, payload } of entries) {
    if (action === "VIEW") return "What has left the books cannot be called back.";
    const reason = NO_UNDO[entity];
    if (reason) return reason;
    if (entity === "Import" && action === "DELETE") return "Import the file again.";
    if (entity === "Gstr2b" && action === "CREATE") return "Load the portal's file again.";
    const { before, after } = payload as Record<"after" | "before", Fields>;
    if (entity === "Metadata" && before?.logoUrl !== after?.logoUrl) {
      return "Papers were printed with this logo; choose another one instead.";
    }
  }
  return undefined;
}

/** Whether what was saved was there before: of a write that has touched no row. */
export const isNothing = (entries: Entry[]): boolean =>
  entries.every(({ action, payload: { before, after } }) => {
    const [was, is] = [before, after].map((one) => JSON.stringify(one));
    // Who says no to the same once more changes nothing either.
    const isSaidAgain = ((after ?? before) as Fields)?.declined !== undefined;
    return action === "UPDATE" && (isSaidAgain || (before !== undefined && was === is));
  });

type Fields = Record<string, unknown> | undefined;

/** Who may change, and who may delete, where that is not everybody who enters the books. */
const MAY: Partial<Record<Entity, { change?: Permission; remove?: Permission } | "all">> = {
  Transaction: { remove: "delete transactions" },
  Receipt: { remove: "delete receipts" },
  Payment: { remove: "delete payments" },
  Application: { remove: "cancel notes" },
  Invoice: { remove: "edit invoices" },
  Note: { remove: "edit invoices" },
  Voucher: { remove: "cancel advances" },
  Bill: { remove: "cancel bills" },
  Metadata: { change: "manage metadata" },
  InvoiceSettings: { change: "update invoice settings" },
  ReceiptSettings: { change: "update receipt settings" },
  Import: { remove: "undo imports" },
  BankAccount: { change: "close accounts" },
  Filing: "all",
  Gstr2b: "all",
  Deposit: "all",
  ApprovalLimit: { change: "approve payments" },
  Journal: { change: "keep journals" },
  Ledger: { change: "set ledgers" },
};
const DELETES_OF_ALL: Partial<Record<Entity, Permission>> = {
  Filing: "undo filings",
  Deposit: "delete deposits",
};

/** Of these not everybody may read what they are, so nor what they were. */
const READS: Partial<Record<Entity, Permission>> = {
  User: "view audit log",
  Token: "view audit log",
  Invitation: "view audit log",
  Lock: "view audit log",
  Exception: "view audit log",
  Journal: "view statements",
  Ledger: "view statements",
};

/** What it takes to read the history of something, or to see it in the trash; undefined: nothing. */
export const readingOf = (entity: Entity): Permission | undefined => READS[entity];

/** What a category is in the statements, of which the accountant decides as well. */
const KIND_FIELDS = ["kind", "ledger", "itc", "blockedBy"];

/**
 * Why somebody may not take back what somebody did; undefined where they may. Everybody their own, and owners
 * anyone's; and what somebody made they may take back for some minutes even where they may not delete it.
 */
export function whyNotTheirs(
  asker: { userId: string; role: Role },
  doer: { _id: string; name: string },
  entries: (Entry & { at: string })[],
  now: number,
): string | undefined {
  const isOwn = asker.userId === doer._id;
  if (!isOwn && asker.role !== "owner") return `Only ${doer.name} or an owner can undo this.`;
  for (const entry of entries) {
    const { change, remove } = permissionsOf(entry);
    const isFresh = isOwn && now - Date.parse(entry.at) <= OWN_MS;
    if (change && !isPermitted(asker.role, change)) return NOT_YOURS;
    if (entry.action === "CREATE" && remove && !isPermitted(asker.role, remove) && !isFresh) {
      return "Only an owner can delete this; its maker can for ten minutes.";
    }
  }
  return undefined;
}

const NOT_YOURS = "You may not change this.";

function permissionsOf({ entity, action, payload }: Entry) {
  const { before, after } = payload as Record<"after" | "before", Fields>;
  if (entity === "Category" && action === "UPDATE") {
    const changed = Object.keys({ ...before, ...after }).filter(
      (key) => before?.[key] !== after?.[key],
    );
    const isKind = changed.every((key) => KIND_FIELDS.includes(key));
    return { change: (isKind ? "set kinds" : "enter books") satisfies Permission as Permission };
  }
  const may = MAY[entity];
  if (may === "all") return { remove: DELETES_OF_ALL[entity] };
  return { change: may?.change ?? ("enter books" as Permission), remove: may?.remove };
}

/** The entry that logs an undo of an entry: the same change the other way round. */
export function reversed({ action, entity, payload }: Entry, undoes: string) {
  const { before, after } = payload;
  const turned = { CREATE: "DELETE", DELETE: "CREATE", UPDATE: "UPDATE", VIEW: "VIEW" } as const;
  const sides = {
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
  return { action: turned[action], entity, payload: { ...sides, undoes } };
}

const VERBS = { CREATE: "Added", UPDATE: "Changed", DELETE: "Deleted", VIEW: "Downloaded" };

/**
 * What an operation did, by its foremost entry: `Deleted: Cab to Baner and back, ₹460.00`. `counts` says how
 * many entries it has of each entity where some alone are given.
 */
export function summaryOf(entries: AuditEntry[], counts?: Map<Entity, number>): string {
  const first = foremost(entries);
  if (!first) return "";
  const undone = first.payload.undoes !== undefined && first.action === "CREATE";
  return `${undone ? "Restored" : VERBS[first.action]}: ${nameOf(first)}${restOf(entries, counts)}`;
}

/** What made money move says it best, then whatever came first. */
function foremost(entries: AuditEntry[]): AuditEntry | undefined {
  const shown = entries.filter(({ entity }) => !BESIDE.includes(entity));
  return shown.find(({ entity }) => entity !== "Transaction") ?? shown[0] ?? entries[0];
}

const BESIDE: Entity[] = ["Category", "Account"];

const restOf = (entries: AuditEntry[], counts?: Map<Entity, number>) => {
  const of = foremost(entries)?.entity;
  const shown = entries.filter(({ entity }) => entity === of).length;
  return andMore(((of && counts?.get(of)) ?? shown) - 1);
};

/** The name of a record, and its amount. */
export function nameOf(entry: AuditEntry): string {
  const subject = subjectOf(entry);
  const amount = entry.entity === "Payment" ? undefined : amountOf(entry);
  return amount ? `${subject}, ${amount}` : subject;
}

const AMOUNTS = ["Amount", "Grand total"];

function amountOf(entry: AuditEntry): string | undefined {
  const { after, before } = entry.payload;
  const whole = { ...entry, action: "CREATE" as const, payload: { after: after ?? before } };
  return fieldsOf(whole).find(({ field }) => AMOUNTS.includes(field))?.after;
}

/** What somebody did, on a line of its own: of which record, and with its amount. */
export function deedInFull(entry: AuditEntry): string {
  const isChange = entry.action === "UPDATE";
  const sentence = isChange
    ? `${sentenceOfEntry(entry)}, of ${subjectOf(entry)}`
    : `${VERBS[entry.action]} ${nameOf(entry)}`;
  return upperFirst(sentence);
}

/** What somebody did, as the reason why something else can no longer be undone. */
export function deedOf(entry: AuditEntry): string {
  const { action } = entry;
  if (action === "CREATE") return `added ${subjectOf(entry)}`;
  if (action === "DELETE") return `deleted ${subjectOf(entry)}`;
  const [first] = fieldsOf(entry);
  if (!first) return `changed ${subjectOf(entry)}`;
  return `changed the ${lower(first.field)}`;
}
