import { type SQL, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { describeAction } from "../../domain/agencies/undo.ts";
import { formatDate, formatMoment, today } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Tenant } from "../engine/tenant.ts";
import { UNDOABLE } from "../tables/tables.ts";
import { type Image, TABLES } from "./images.ts";
import { entriesAt, type From, findOperation, type Logged } from "./operations.ts";

// Messages for undos that are not possible: the cause, its author and its time.

export const conflict = (why: string) => new Refusal("conflict", why);

/** Names the change that prevents restoring a row. */
export async function nameLastChange(from: From, tenant: Tenant, image: Image): Promise<string> {
  const entry = await findImageEntry(from, tenant, image);
  if (!entry) return "It has been changed since";
  return `${entry.userId.name} ${describeAction(entry)} ${formatWhen(entry.at)}`;
}

/** Finds the log entry of a snapshot: its record's, or the main one of its operation. */
async function findImageEntry(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  { seq, record, table }: Image,
): Promise<Logged | undefined> {
  const at = (await entriesAt(from, tenant, [seq])).get(seq);
  if (!at?.operation) return at;
  const entries = (await findOperation(from, tenant, at.operation))?.entries ?? [];
  const ofRecord = entries.find(({ payload }) =>
    [payload.after, payload.before].some(
      (one) => (one as { _id?: string } | undefined)?._id === record,
    ),
  );
  const isPart = UNDOABLE[table]?.parts !== undefined;
  return ofRecord ?? (isPart ? at : undefined) ?? at;
}

/** Formats as `at 11:04`, or for another day as `on 22 Nov 2026 at 11:04`. */
function formatWhen(at: string): string {
  const [day, time] = formatMoment(at).split(", ");
  return day === formatDate(today()) ? `at ${time}` : `on ${day} at ${time}`;
}

/** Explains a database error in words; undefined if the error is not a rule of the books. */
export async function explainRefusal(
  tx: From,
  tenant: Tenant,
  image: Image,
  error: unknown,
): Promise<string | undefined> {
  const message = readConstraint(error);
  if (message === undefined) return undefined;
  if (/FOREIGN KEY/.test(message)) return (await describeReference(tx, tenant, image)) ?? NEEDED;
  const unique = /UNIQUE constraint failed: (\w+)/.exec(message)?.[1];
  if (unique) return TAKEN[unique] ?? "A record with the same name or number already exists";
  const check = /CHECK constraint failed: (\w+)/.exec(message)?.[1];
  if (check) return FIGURES[check] ?? "Its amounts no longer fit the books";
  return undefined;
}

/** Returns the constraint's own message, which never quotes user input. */
function readConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!String((cause as { code?: unknown }).code).startsWith("SQLITE_CONSTRAINT")) continue;
    // Locks have their own messages.
    if (/books are (closed|final)/.test(cause.message)) return undefined;
    return cause.message;
  }
  return undefined;
}

const NEEDED = "A later record depends on it";
const TAKEN: Record<string, string> = {
  accounts: "Another account has this name",
  categories: "Another category has this name",
  documents: "Another document has this number",
  receipts: "Another receipt has this number",
  filings: "The return for this period is already filed",
  match_entries: "Another bank line is already matched with this transaction",
  gstr2b_rows: "The bill is matched with another row of GSTR-2B",
  settlements: "The money of this payment now belongs to another payment",
};
const FIGURES: Record<string, string> = {
  documents_settled: "The invoice has since been paid another way",
  documents_used: "The note or voucher has since been used another way",
};

/** Describes what refers to a row that should be deleted, and who created it. */
async function describeReference(
  from: From,
  tenant: Tenant,
  image: Image,
): Promise<string | undefined> {
  const { agencyId } = tenant;
  for (const [name, table] of TABLES) {
    for (const key of getTableConfig(table).foreignKeys) {
      const { columns, foreignTable, foreignColumns } = key.reference();
      if (getTableConfig(foreignTable).name !== image.table) continue;
      const last = columns.at(-1)?.name;
      if (!last || foreignColumns.at(-1)?.name !== UNDOABLE[image.table]?.record) continue;
      const journaled = UNDOABLE[name];
      const record: SQL = journaled?.record ? sql.raw(journaled.record) : sql`''`;
      const [user] = await from.all<{ record: string }>(sql`SELECT ${record} AS record
        FROM ${sql.identifier(name)} WHERE agency_id = ${agencyId}
          AND ${sql.identifier(last)} = ${image.record} LIMIT 1`);
      if (!user) continue;
      const [made] = await from.all<{ seq: number }>(sql`SELECT seq FROM row_images
        WHERE agency_id = ${agencyId} AND record = ${user.record} AND of_table = ${name}
          AND action IN ('I', 'U', 'D')
        ORDER BY seq DESC LIMIT 1`);
      const one = { ...image, table: name, record: user.record };
      const entry = made && (await findImageEntry(from, tenant, { ...one, seq: made.seq }));
      if (!entry) return NEEDED;
      return `${entry.userId.name} ${describeAction(entry)} ${formatWhen(entry.at)}, which needs it`;
    }
  }
  return undefined;
}
