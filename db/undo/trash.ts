import { sql } from "drizzle-orm";
import type { Entity } from "../../domain/agencies/audit.ts";
import {
  describeRecord,
  findReadPermission,
  type TrashItem,
  type Undone,
} from "../../domain/agencies/undo.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import type { Tenant } from "../engine/tenant.ts";
import { explainNoUndoNow, toRecordId } from "./history.ts";
import { entriesAt, findOperation, type Logged, type Operation, undoStatus } from "./operations.ts";
import { undoDeletion } from "./undo.ts";

// Deleted records that were not restored, newest first. Restoring a record undoes its deletion.

const AT_ONCE = 50;
/** Maximum rows skipped in one call if few match the filter. */
const PASSED = 500;

/** The trash filter. Without fields, it matches everything. */
export interface TrashFilter {
  before?: number | undefined;
  /** Part of the name. */
  q?: string | undefined;
  entity?: Entity | undefined;
  userId?: string | undefined;
}

interface Row {
  table: string;
  id: string;
  seq: number;
}

export async function listTrash(
  tenant: Tenant,
  filter: TrashFilter = {},
): Promise<{ items: TrashItem[]; next: number | null }> {
  const items: TrashItem[] = [];
  const deletions = new Deletions(tenant);
  let next = filter.before ?? null;
  for (let passed = 0; passed < PASSED && items.length < AT_ONCE; passed += AT_ONCE) {
    const slice = await listSlice(tenant, deletions, { ...filter, before: next ?? undefined });
    items.push(...slice.items);
    next = slice.next;
    if (next === null) break;
  }
  return { items, next };
}

async function listSlice(
  tenant: Tenant,
  deletions: Deletions,
  { before, ...filter }: TrashFilter,
): Promise<{ items: TrashItem[]; next: number | null }> {
  const from = tenant.books.read;
  const rows = await from.all<Row>(sql`SELECT of_table AS "table", id, seq
    FROM trash INDEXED BY trash_by_time
    WHERE agency_id = ${tenant.agencyId} AND seq < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY seq DESC LIMIT ${AT_ONCE}`);
  const at = await entriesAt(
    from,
    tenant,
    rows.map(({ seq }) => seq),
  );
  const items: TrashItem[] = [];
  for (const row of rows) {
    if (filter.userId && at.get(row.seq)?.userId._id !== filter.userId) continue;
    const found = await deletions.of(row, at);
    // Entries booked by a document are deleted and restored with it.
    if (!found || (found.entry.entity === "Transaction" && isBooked(found.entry))) continue;
    if (!isPermitted(tenant.role, findReadPermission(found.entry.entity))) continue;
    if (matchesFilter(found.entry, filter))
      items.push(toItem(row, found, await deletions.whyNot(found)));
  }
  return { items, next: rows.length === AT_ONCE ? (rows.at(-1)?.seq ?? null) : null };
}

/** @throws Refusal "missing"; "conflict" that says what prevents it */
export async function restore(tenant: Tenant, id: string): Promise<Undone> {
  const from = tenant.books.read;
  const [row] = await from.all<Row>(sql`SELECT of_table AS "table", id, seq FROM trash
    WHERE agency_id = ${tenant.agencyId} AND id = ${id}
      AND of_table IN (SELECT of_table FROM row_images INDEXED BY row_images_of_record
        WHERE agency_id = ${tenant.agencyId} AND record = ${id})`);
  const at = row && (await entriesAt(from, tenant, [row.seq])).get(row.seq);
  if (!at?.operation) throw new Refusal("missing", "It is not in the trash");
  return undoDeletion(tenant, at.operation);
}

interface Deletion {
  operation: string;
  entry: Logged;
  entries: Logged[];
}

/** Loads each deletion once, because it may have deleted a thousand records. */
class Deletions {
  private readonly operations = new Map<string, Promise<Operation | undefined>>();
  private readonly reasons = new Map<string, Promise<string>>();

  constructor(private readonly tenant: Tenant) {}

  async of({ id, seq }: Row, at: Map<number, Logged>): Promise<Deletion | undefined> {
    const operation = at.get(seq)?.operation;
    if (!operation) return undefined;
    const { read } = this.tenant.books;
    const finding = this.operations.get(operation) ?? findOperation(read, this.tenant, operation);
    this.operations.set(operation, finding);
    const found = await finding;
    const entry = found?.entries.find((one) => one.action === "DELETE" && toRecordId(one) === id);
    return found && entry && { operation: found.id, entry, entries: found.entries };
  }

  whyNot({ operation, entries }: Deletion): Promise<string> {
    const known = this.reasons.get(operation);
    if (known) return known;
    const { tenant } = this;
    const reason = undoStatus(tenant.books.read, tenant, operation).then((status) =>
      explainNoUndoNow(tenant, { id: operation, entries }, status, { ofTrash: true }),
    );
    this.reasons.set(operation, reason);
    return reason;
  }
}

const matchesFilter = (entry: Logged, { q = "", entity }: TrashFilter): boolean =>
  (!entity || entry.entity === entity) &&
  describeRecord(entry).toLowerCase().includes(q.toLowerCase());

type Fields = Record<string, unknown> | undefined;

const isBooked = ({ payload }: Logged) => (payload.before as Fields)?.source !== undefined;

function toItem({ id }: Row, { entry }: Deletion, reason: string): TrashItem {
  const { amount, grandTotal } = (entry.payload.before as Fields) ?? {};
  const { at, entity, userId } = entry;
  const money = amount ?? grandTotal;
  return {
    _id: id,
    entity,
    id,
    summary: describeRecord(entry),
    at,
    amount: typeof money === "number" ? money : null,
    userId: { _id: userId._id, name: userId.name },
    canRestore: reason === "",
    reason,
  };
}
