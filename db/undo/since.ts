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

// A record goes back to an earlier version: what was done to it since is taken back, the newest first, in one
// write. That is a new version as any other: what it took back was not undone, and it can be undone itself.

const MOST = 100;

/**
 * Takes back an operation and whatever was done to that record after it.
 * @throws Refusal "missing"; "conflict" that says what stands in the way, and who did it
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

/** One of each record, from what it was to what it is: between the two it never was anything. */
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

/** Undefined where it was not there before, and is not now. */
function merge(one: Change, other: Change): Change | undefined {
  const { before } = one.payload;
  const { before: _, ...rest } = other.payload;
  if (before === undefined) return rest.after ? { ...one, payload: rest } : undefined;
  const action = rest.after === undefined ? "DELETE" : "UPDATE";
  return { ...other, action, payload: { before, ...rest } };
}

/** Those that the log tells of this record, the oldest first. @throws Refusal "missing" */
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

/** What was undone since is as if it had never been, and so is its undo. */
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
