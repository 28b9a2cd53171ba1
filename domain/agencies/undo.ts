import { formatMore } from "../counts.ts";
import { upperFirst } from "../names.ts";
import type { Permission, Role } from "../roles.ts";
import type { Action, AuditEntry, Entity } from "./audit.ts";
import { type FieldChange, listFieldChanges, lowerLabel } from "./auditFields.ts";
import { describeEntry, describeSubject } from "./auditWords.ts";
import { explainForbidden, type RecordChange } from "./permissions.ts";

// Undo writes a new operation that reverses an earlier one. This file defines what can be undone, by
// whom, and the messages.

/** Maximum age of "my last action". */
export const LAST_MS = 24 * 60 * 60_000;

/** An entry in the history of a record or a user. */
export interface HistoryItem {
  /** Null if it was written before operations had ids. */
  operation: string | null;
  at: string;
  userId: { _id: string; name: string };
  action: Action;
  entity: Entity;
  id: string;
  summary: string;
  fields: FieldChange[];
  /** The operation that it undid or redid. */
  undoes: string | null;
  isUndone: boolean;
  canUndo: boolean;
  /** Why not, or "". */
  reason: string;
}

export interface OfRecord {
  entity: Entity;
  id: string;
}

/** A deleted record that may be restored. */
export interface TrashItem {
  _id: string;
  entity: Entity;
  id: string;
  summary: string;
  /** Rupees; null if the record is not about money. */
  amount: number | null;
  at: string;
  userId: { _id: string; name: string };
  canRestore: boolean;
  reason: string;
}

export interface Undone {
  operation: string;
  undoes: string;
  summary: string;
}

const SIGN_IN = "Sign-ins and roles cannot be undone; change them again.";

/** Why changes of an entity cannot be undone. Other entities can. */
const NO_UNDO: Partial<Record<Entity, string>> = {
  User: SIGN_IN,
  Token: SIGN_IN,
  Invitation: SIGN_IN,
  Lock: "Move the lock back on the Locks page, with a reason. Final locks cannot be moved.",
  Exception: "End the exception on the Locks page.",
  Closing: "Move the lock back on the Locks page to reopen the month.",
  Responsible: "Choose another person on the overview.",
  ShareLink: "A shared link cannot be undone; turn it off instead.",
  ReminderRules: "Reminder settings cannot be undone; change them again.",
  ReminderSwitch: "Switch it back instead.",
  Statement: "Delete the statement on its page, or import its file again.",
  TaxBook: "Begin the tax book on another day instead, or with other balances.",
  Series: "Change, pause or end the series instead.",
};

type Entry = Pick<AuditEntry, "action" | "entity" | "payload">;

/**
 * Why deleting a receipt cannot be undone: its dialog says that it cannot be undone (specification,
 * section 2).
 */
export const RESTORE_RECEIPT = "An owner can restore a deleted receipt from the trash.";

/** Whether these entries of an operation delete a receipt, which only the trash can restore. */
export const deletesReceipt = (entries: Entry[]): boolean =>
  entries.some(
    ({ action, entity, payload }) =>
      action === "DELETE" && entity === "Receipt" && payload.undoes === undefined,
  );

/** Returns why these entries of an operation can never be undone, or undefined if they can. */
export function explainNoUndo(entries: Entry[]): string | undefined {
  for (const { action, entity, payload } of entries) {
    if (action === "VIEW") return "A download cannot be undone.";
    const reason = NO_UNDO[entity];
    if (reason) return reason;
    if ((entity === "Import" && action === "DELETE") || "importId" in payload) {
      return "An undone import cannot be redone: import the file again.";
    }
    if (entity === "Gstr2b" && action === "CREATE") return "Load the portal's file again.";
    const { before, after } = payload as Record<"after" | "before", Fields>;
    if (entity === "Metadata" && before?.logoUrl !== after?.logoUrl) {
      return "Documents were printed with this logo; choose another logo instead.";
    }
    if (entity === "Metadata" && before?.requireSecondFactor !== after?.requireSecondFactor) {
      return "An owner can switch the second-factor requirement on or off.";
    }
    if (entity === "Metadata" && before?.closedUntil !== after?.closedUntil) {
      return "An owner can close the agency, and restore it within 30 days.";
    }
  }
  return undefined;
}

/** Whether the author of these changes can undo them. Does not check later changes of the records. */
export const mayBeUndone = (
  entries: RecordChange[],
  who: { userId: string; role: Role },
): boolean =>
  !explainNoUndo(entries) &&
  !deletesReceipt(entries) &&
  !explainForbidden(
    entries.map((entry) => ({ ...toReversedEntry(entry), follows: entry.follows ?? false })),
    who,
  );

/** Whether a write changed no row, because the values were the same. */
export const isNothing = (entries: Entry[]): boolean =>
  entries.every(({ action, payload: { before, after } }) => {
    const [was, is] = [before, after].map((one) => JSON.stringify(one));
    // Declining a proposal again changes nothing either.
    const isDeclinedAgain = ((after ?? before) as Fields)?.declined !== undefined;
    return action === "UPDATE" && (isDeclinedAgain || (before !== undefined && was === is));
  });

type Fields = Record<string, unknown> | undefined;

/** Entities that not every member may read, so their history is restricted too. */
const READS: Partial<Record<Entity, Permission>> = {
  User: "view audit log",
  Token: "view audit log",
  Invitation: "view audit log",
  Lock: "view audit log",
  Exception: "view audit log",
  Journal: "view statements",
  Ledger: "view statements",
};

/**
 * Returns the permission to read a record's history or see it in the trash. Undefined means that every
 * member may.
 */
export const findReadPermission = (entity: Entity): Permission | undefined => READS[entity];

/**
 * Returns why a member cannot undo another member's action, or undefined if they can. Owners can undo
 * everyone's actions, others only their own. An undo needs the permission of its own change: to undo a
 * creation is to delete.
 */
export function explainNotTheirs(
  caller: { userId: string; role: Role },
  author: { _id: string; name: string },
  entries: Entry[],
): string | undefined {
  const isOwn = caller.userId === author._id;
  if (!isOwn && caller.role !== "owner") return `Only ${author.name} or an owner can undo this.`;
  return explainForbidden(
    entries.map((entry) => toReversedEntry(entry)),
    caller,
  );
}

/** Returns the log entry of an undo, which is the reverse change. */
export function toReversedEntry({ action, entity, payload }: Entry, undoes = "") {
  const { before, after } = payload;
  const turned = { CREATE: "DELETE", DELETE: "CREATE", UPDATE: "UPDATE", VIEW: "VIEW" } as const;
  const sides = {
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
  return { action: turned[action], entity, payload: { ...sides, ...(undoes && { undoes }) } };
}

const VERBS = { CREATE: "Added", UPDATE: "Changed", DELETE: "Deleted", VIEW: "Downloaded" };

/**
 * Summarizes an operation by its main entry: `Deleted: Cab to Baner and back, ₹460.00`.
 * @param counts numbers of entries by entity, if only some entries are given
 */
export function summarizeOperation(entries: AuditEntry[], counts?: Map<Entity, number>): string {
  const first = findMainEntry(entries);
  if (!first) return "";
  const name = describeRecord(first);
  const rest = describeRest(entries, counts);
  if (isStatusNow(first, "DRAFT")) return `${name}${rest} is a draft again`;
  return `${findVerb(first)}: ${name}${rest}`;
}

function findVerb(entry: AuditEntry): string {
  if (entry.action === "CREATE" && entry.payload.undoes !== undefined) return "Restored";
  return isStatusNow(entry, "CANCELLED") ? "Cancelled" : VERBS[entry.action];
}

/** Whether an update changed a document's status to this one. */
function isStatusNow({ action, payload }: AuditEntry, status: string): boolean {
  const { before, after } = payload as Record<"after" | "before", Fields>;
  return action === "UPDATE" && after?.status === status && before?.status !== status;
}

/** Prefers the entry that caused a transaction, then the first entry. */
function findMainEntry(entries: AuditEntry[]): AuditEntry | undefined {
  const shown = entries.filter(({ entity }) => !SECONDARY.includes(entity));
  return shown.find(({ entity }) => entity !== "Transaction") ?? shown[0] ?? entries[0];
}

const SECONDARY: Entity[] = ["Category", "Account"];

const describeRest = (entries: AuditEntry[], counts?: Map<Entity, number>) => {
  const of = findMainEntry(entries)?.entity;
  const shown = entries.filter(({ entity }) => entity === of).length;
  return formatMore(((of && counts?.get(of)) ?? shown) - 1);
};

export function describeRecord(entry: AuditEntry): string {
  const subject = describeSubject(entry);
  const amount = entry.entity === "Payment" ? undefined : formatAmount(entry);
  return amount ? `${subject}, ${amount}` : subject;
}

const AMOUNTS = ["Amount", "Grand total"];

function formatAmount(entry: AuditEntry): string | undefined {
  const { after, before } = entry.payload;
  const whole = { ...entry, action: "CREATE" as const, payload: { after: after ?? before } };
  return listFieldChanges(whole).find(({ field }) => AMOUNTS.includes(field))?.after;
}

/** Describes an action on its own line, with record and amount. */
export function describeActionInFull(entry: AuditEntry): string {
  const isChange = entry.action === "UPDATE";
  const sentence = isChange
    ? `${describeEntry(entry)} (${describeSubject(entry)})`
    : `${VERBS[entry.action]} ${describeRecord(entry)}`;
  return upperFirst(sentence);
}

/** Describes an action as the reason why an earlier one can no longer be undone. */
export function describeAction(entry: AuditEntry): string {
  const { action } = entry;
  if (action === "CREATE") return `added ${describeSubject(entry)}`;
  if (action === "DELETE") return `deleted ${describeSubject(entry)}`;
  const [first] = listFieldChanges(entry);
  if (!first) return `changed ${describeSubject(entry)}`;
  return `changed the ${lowerLabel(first.field)}`;
}
