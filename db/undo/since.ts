import { sql } from "drizzle-orm";
import {
  deletesReceipt,
  type OfRecord,
  RESTORE_RECEIPT,
  type Undone,
} from "../../domain/agencies/undo.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type Change, findLoggedOperation, recordChanges } from "../engine/audit.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { toRecordId } from "./history.ts";
import { entriesAt, findOperation, type Operation, undoStatus } from "./operations.ts";
import { conflict } from "./refusals.ts";
import { findUndoneImport, reverse } from "./undo.ts";

// Restores a record to an earlier version by undoing later changes to it, newest first, in one transaction.
// That is a new version: the undone operations do not count as undone, and it can itself be undone.

const MOST = 100;

/**
 * Undoes an operation and all later changes to the record.
 * @throws Refusal "missing"; "conflict" that says what prevents it and who did that
 */
export function undoSince(tenant: Tenant, id: string, of: OfRecord): Promise<Undone> {
  return withIdempotency(tenant, async (tx) => {
    const all = await operationsSince(tx, tenant, id, of);
    const left = await withoutPairs(tx, tenant, all);
    if (left.length === 0) throw conflict("This is already the current version");
    if (left.length > MOST) throw conflict(`More than ${MOST} changes have been made since`);
    if (left.some(({ entries }) => deletesReceipt(entries))) throw conflict(RESTORE_RECEIPT);
    if (left.some(findUndoneImport))
      throw conflict("It came from an import, which is undone as a whole");
    const changes: Change[] = [];
    let summary = "";
    for (const operation of left.toReversed()) {
      const reversed = await reverse(tx, tenant, operation);
      changes.push(...reversed.changes);
      ({ summary } = reversed);
    }
    const merged = mergeChanges(changes);
    await recordChanges(tx, tenant, merged.length > 0 ? merged : changes);
    return { operation: (await findLoggedOperation(tx, tenant)) ?? "", undoes: id, summary };
  });
}

/** Merges the changes of each record into one, from its first state to its last. */
function mergeChanges(changes: Change[]): Change[] {
  const merged = new Map<string, Change>();
  for (const [n, change] of changes.entries()) {
    const id = toRecordId(change);
    const key = id ? `${change.entity} ${id}` : `${n}`;
    const earlier = merged.get(key);
    const both = earlier ? merge(earlier, change) : change;
    if (both) merged.set(key, both);
    else merged.delete(key);
  }
  return [...merged.values()];
}

/** Returns undefined if the record exists neither before nor after. */
function merge(one: Change, other: Change): Change | undefined {
  const { before } = one.payload;
  const { before: _, ...rest } = other.payload;
  if (before === undefined) return rest.after ? { ...one, payload: rest } : undefined;
  const action = rest.after === undefined ? "DELETE" : "UPDATE";
  return { ...other, action, payload: { before, ...rest } };
}

/** Lists the logged operations on this record, oldest first. @throws Refusal "missing" */
async function operationsSince(
  tx: Write,
  tenant: Tenant,
  id: string,
  of: OfRecord,
): Promise<Operation[]> {
  const isAboutRecord = ({ entries }: Operation) =>
    entries.some((entry) => entry.entity === of.entity && toRecordId(entry) === of.id);
  const first = await findOperation(tx, tenant, id);
  if (!first || !isAboutRecord(first)) throw new Refusal("missing", "Operation not found");
  const rows = await tx.all<{ seq: number }>(sql`SELECT DISTINCT seq
    FROM row_images INDEXED BY row_images_of_record
    WHERE agency_id = ${tenant.agencyId} AND record = ${of.id} AND seq >= ${first.entries[0]?.seq}
    ORDER BY seq`);
  const seqs = rows.map(({ seq }) => seq);
  const at = await entriesAt(tx, tenant, seqs);
  const ids = new Set(seqs.flatMap((seq) => at.get(seq)?.operation ?? []));
  const found: Operation[] = [];
  for (const one of ids) {
    const operation = await findOperation(tx, tenant, one);
    if (operation && isAboutRecord(operation)) found.push(operation);
  }
  return found;
}

/** Removes operations that were undone, together with their undo. */
async function withoutPairs(
  tx: Write,
  tenant: Tenant,
  operations: Operation[],
): Promise<Operation[]> {
  const left = new Map<string, Operation>();
  for (const operation of operations) {
    const { undoes } = await undoStatus(tx, tenant, operation.id);
    if (undoes === null || !left.delete(undoes)) left.set(operation.id, operation);
  }
  return [...left.values()];
}
