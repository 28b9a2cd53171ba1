import { formatMore } from "../counts.ts";
import { upperFirst } from "../names.ts";
import type { Permission, Role } from "../roles.ts";
import type { Action, AuditEntry, Entity } from "./audit.ts";
import { type FieldChange, listFieldChanges, lowerLabel } from "./auditFields.ts";
import { describeEntry, describeSubject } from "./auditWords.ts";
import { explainForbidden, type RecordChange } from "./permissions.ts";

// Undo: a new write that takes one back. What it may not take back, who may, and what people are told.

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

const SIGN_IN = "Sign-ins and roles cannot be undone; change them again.";

/** Why nothing of an entity can be undone; what is not named here can. */
const NO_UNDO: Partial<Record<Entity, string>> = {
  User: SIGN_IN,
  Token: SIGN_IN,
  Invitation: SIGN_IN,
  Lock: "Move the lock back on the page Locks, with a reason. Final locks never move.",
  Exception: "End the exception on the page Locks.",
  Closing: "Move the lock back on the page Locks to reopen the month.",
  ShareLink: "A shared link cannot be undone; turn it off instead.",
  ReminderRules: "Reminder settings cannot be undone; change them again.",
  ReminderSwitch: "Move the switch back instead.",
  Statement: "Delete the statement on its page, or import its file again.",
  TaxBook: "Begin the tax book on another day instead, or from other balances.",
  Series: "Change, pause or end the series instead.",
};

type Entry = Pick<AuditEntry, "action" | "entity" | "payload">;

/**
 * Why the deletion of a receipt cannot be undone: its dialog says that it cannot be undone (specification,
 * section 2).
 */
export const RESTORE_RECEIPT = "An owner can restore a deleted receipt from the trash.";

/** Whether these entries of one operation delete a receipt, which only the trash brings back. */
export const deletesReceipt = (entries: Entry[]): boolean =>
  entries.some(
    ({ action, entity, payload }) =>
      action === "DELETE" && entity === "Receipt" && payload.undoes === undefined,
  );

/** Why these entries of one operation can never be undone; undefined where they can. */
export function explainNoUndo(entries: Entry[]): string | undefined {
  for (const { action, entity, payload } of entries) {
    if (action === "VIEW") return "Data that has left the books cannot be called back.";
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
  }
  return undefined;
}

/** Whether the author of these changes can undo them. Later changes of the records are not checked. */
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

/** Whether what was saved was there before: of a write that has touched no row. */
export const isNothing = (entries: Entry[]): boolean =>
  entries.every(({ action, payload: { before, after } }) => {
    const [was, is] = [before, after].map((one) => JSON.stringify(one));
    // Who says no to the same once more changes nothing either.
    const isSaidAgain = ((after ?? before) as Fields)?.declined !== undefined;
    return action === "UPDATE" && (isSaidAgain || (before !== undefined && was === is));
  });

type Fields = Record<string, unknown> | undefined;

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
export const findReadPermission = (entity: Entity): Permission | undefined => READS[entity];

/**
 * Why a member may not undo what another did; undefined if they may. Owners undo anyone's work and others
 * their own, and an undo takes the permission of the change that it makes: to undo a creation is to delete.
 */
export function explainNotTheirs(
  asker: { userId: string; role: Role },
  doer: { _id: string; name: string },
  entries: Entry[],
): string | undefined {
  const isOwn = asker.userId === doer._id;
  if (!isOwn && asker.role !== "owner") return `Only ${doer.name} or an owner can undo this.`;
  return explainForbidden(
    entries.map((entry) => toReversedEntry(entry)),
    asker,
  );
}

/** The entry that logs an undo of an entry: the same change the other way round. */
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
 * What an operation did, by its foremost entry: `Deleted: Cab to Baner and back, ₹460.00`. `counts` says how
 * many entries it has of each entity where some alone are given.
 */
export function summarizeOperation(entries: AuditEntry[], counts?: Map<Entity, number>): string {
  const first = foremost(entries);
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

/** Whether an update has brought a document to a status. */
function isStatusNow({ action, payload }: AuditEntry, status: string): boolean {
  const { before, after } = payload as Record<"after" | "before", Fields>;
  return action === "UPDATE" && after?.status === status && before?.status !== status;
}

/** What made money move says it best, then whatever came first. */
function foremost(entries: AuditEntry[]): AuditEntry | undefined {
  const shown = entries.filter(({ entity }) => !BESIDE.includes(entity));
  return shown.find(({ entity }) => entity !== "Transaction") ?? shown[0] ?? entries[0];
}

const BESIDE: Entity[] = ["Category", "Account"];

const describeRest = (entries: AuditEntry[], counts?: Map<Entity, number>) => {
  const of = foremost(entries)?.entity;
  const shown = entries.filter(({ entity }) => entity === of).length;
  return formatMore(((of && counts?.get(of)) ?? shown) - 1);
};

/** The name of a record, and its amount. */
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

/** What somebody did, on a line of its own: of which record, and with its amount. */
export function describeActionInFull(entry: AuditEntry): string {
  const isChange = entry.action === "UPDATE";
  const sentence = isChange
    ? `${describeEntry(entry)}, of ${describeSubject(entry)}`
    : `${VERBS[entry.action]} ${describeRecord(entry)}`;
  return upperFirst(sentence);
}

/** What somebody did, as the reason why something else can no longer be undone. */
export function describeAction(entry: AuditEntry): string {
  const { action } = entry;
  if (action === "CREATE") return `added ${describeSubject(entry)}`;
  if (action === "DELETE") return `deleted ${describeSubject(entry)}`;
  const [first] = listFieldChanges(entry);
  if (!first) return `changed ${describeSubject(entry)}`;
  return `changed the ${lowerLabel(first.field)}`;
}
