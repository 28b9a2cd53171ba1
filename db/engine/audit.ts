import { sql } from "drizzle-orm";
import type { Action, Entity } from "../../domain/agencies/audit.ts";
import { beginChain, computeHead } from "../../domain/agencies/chain.ts";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { explainForbidden, type RecordChange } from "../../domain/agencies/permissions.ts";
import { isSensitive } from "../../domain/agencies/presence.ts";
import { mayBeUndone } from "../../domain/agencies/undo.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Role } from "../../domain/roles.ts";
import { auditLog } from "../schema/agencies.ts";
import type { Read, Write } from "./books.ts";
import { newId } from "./id.ts";
import { insertRows } from "./insertRows.ts";
import { computeNextDigest } from "./journal.ts";
import type { Outcome } from "./outcome.ts";
import { assertPresent } from "./presence.ts";
import { nowFor, type Tenant } from "./tenant.ts";

/** The author of a change. "bahi" finishes work that was already permitted, so it needs no role. */
export type Author = Pick<Tenant, "agencyId" | "userId" | "at" | "mustProve"> & {
  role: Role | "bahi";
};

export type Change = RecordChange;

/**
 * Logs a change in the transaction that makes it, so neither is saved without the other. Returns the new hash
 * of the log.
 * @throws Refusal "forbidden" if the role may not make this change; FactorNeeded "proof" if the change is
 * sensitive and the session is not recent
 */
export function recordChange(
  tx: Write,
  who: Author,
  action: Action,
  entity: Entity,
  payload: Change["payload"],
): Promise<Checkpoint> {
  return recordChanges(tx, who, [{ action, entity, payload }]);
}

/** The series and the date that created a record, for the log. */
export interface SeriesOrigin {
  _id: string;
  title: string;
  date: string;
}

/** Returns the log entry for a transaction created by a document. */
export const toTransactionChange = (after: object): Change => ({
  action: "CREATE",
  entity: "Transaction",
  payload: { after },
});

/** Logs several changes of one transaction, in order. */
export function recordChanges(tx: Write, who: Author, changes: Change[]): Promise<Checkpoint> {
  // Queued, because callers may log several changes without awaiting the first.
  const ends = chainEnds.get(tx) ?? new Map<number, Promise<End>>();
  chainEnds.set(tx, ends);
  const before = ends.get(who.agencyId) ?? findCheckpoint(tx, who);
  const appended = before.then((end) => append(tx, who, end, changes));
  ends.set(who.agencyId, appended);
  return appended;
}

/** The end of the hash chain within a transaction, and what the transaction has logged. */
interface End extends Checkpoint {
  /** Id of the transaction's first entry. */
  operation?: string;
  outcome?: Outcome;
}
/** By transaction and agency, because a new password is logged in each of a person's agencies. */
const chainEnds = new WeakMap<Write, Map<number, Promise<End>>>();

/** Returns the operation id if the transaction has logged anything for the agency. */
export const findLoggedOperation = async (
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
): Promise<string | undefined> => (await chainEnds.get(tx)?.get(agencyId))?.operation;

/** Returns what a transaction has logged for the agency, to report once it is committed. */
export const findOutcome = async (tx: Write, agencyId: number): Promise<Outcome> =>
  (await chainEnds.get(tx)?.get(agencyId))?.outcome ?? {};

async function append(tx: Write, who: Author, end: End, changes: Change[]): Promise<End> {
  const { agencyId, userId, role } = who;
  const why = role === "bahi" ? undefined : explainForbidden(changes, { role, userId });
  if (why) throw new Refusal("forbidden", why);
  if (role !== "bahi" && changes.some(isSensitive)) assertPresent(who);
  let { seq, head, operation } = end;
  const journal = await computeNextDigest(tx, agencyId, seq + 1);
  const rows = changes.map(({ action, entity, payload }, place) => {
    // The first entry carries the digest of all rows changed since the last entry.
    const logged = place === 0 && journal ? { ...payload, rows: journal } : payload;
    const entry = { at: nowFor(who), userId, action, entity, payload: JSON.stringify(logged) };
    const id = newId();
    seq++;
    head = computeHead(head, { seq, _id: id, ...entry });
    operation ??= id;
    return { agencyId, id, ...entry, seq, head, operation };
  });
  await insertRows(tx, auditLog, rows);
  const outcome = { ...end.outcome };
  if (operation && changes.some(({ action }) => action !== "VIEW")) {
    outcome.operation = operation;
    if (role !== "bahi" && !mayBeUndone(changes, { role, userId })) outcome.hasNoUndo = true;
  }
  if (changes.some(({ action }) => action === "VIEW")) outcome.head = { seq, head };
  return { seq, head, outcome, ...(operation && { operation }) };
}

/** Returns the hash after the given entry of an agency's log, or after the last. Entry 0 is the start. */
export async function findCheckpoint(
  read: Pick<Read, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  seq?: number,
): Promise<Checkpoint> {
  const position = seq ?? sql`(SELECT max(seq) FROM audit_log WHERE agency_id = ${agencyId})`;
  const [found] = await read.all<{ slug: string; seq: number | null; head: string }>(sql`
    SELECT slug, seq, head FROM agencies
    LEFT JOIN audit_log ON agency_id = agencies.id AND seq = ${position} WHERE agencies.id = ${agencyId}`);
  if (found?.seq) return { seq: found.seq, head: found.head };
  return { seq: 0, head: beginChain(found?.slug ?? "") };
}
