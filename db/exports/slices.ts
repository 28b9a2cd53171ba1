import { asc, eq, sql } from "drizzle-orm";
import type { Family } from "../../domain/documents/kinds.ts";
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documentLines, documents } from "../schema/documents.ts";
import { accounts } from "../schema/ledger.ts";
import { settlements } from "../schema/settlements.ts";

// Reads the rows of an export a few hundred at a time, so that it neither holds all of them nor keeps others
// waiting.

export type DocumentRow = typeof documents.$inferSelect;
export type SettlementRow = typeof settlements.$inferSelect;

/** The number of rows of a slice. */
export const SLICE_ROWS = 500;

/** Yields rows a slice at a time. `readAfter` returns those after the last row of the slice before. */
export async function* inSlices<Row>(
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await readAfter(last);
    last = rows.at(-1);
    if (!last) return;
    yield rows;
    await Bun.sleep(0); // Reading a local file never yields on its own.
  }
}

/** Yields a family's documents, oldest first. */
export const readDocumentSlices = (read: Read, tenant: Tenant, family: Family) =>
  inSlices<DocumentRow>((last) => {
    const beyond = last && sql`(${documents.date}, ${documents.id}) > (${last.date}, ${last.id})`;
    return read
      .select()
      .from(documents)
      .where(forAgency(tenant, documents, eq(documents.family, family), beyond))
      .orderBy(asc(documents.date), asc(documents.id))
      .limit(SLICE_ROWS);
  });

/** Returns the documents' lines in order, by document. */
export async function readLines(read: Read, tenant: Tenant, rows: DocumentRow[]) {
  const those = isIn(
    documentLines.documentId,
    rows.map(({ id }) => id),
  );
  const lines = await read
    .select()
    .from(documentLines)
    .where(forAgency(tenant, documentLines, those))
    .orderBy(asc(documentLines.documentId), asc(documentLines.line));
  return Map.groupBy(lines, ({ documentId }) => documentId);
}

/** Returns the documents' settlements of a kind, oldest first, by document. */
export async function readSettlements(
  read: Read,
  tenant: Tenant,
  rows: Pick<DocumentRow, "id">[],
  kind: SettlementRow["kind"],
) {
  const those = isIn(
    settlements.documentId,
    rows.map(({ id }) => id),
  );
  const found = await read
    .select()
    .from(settlements)
    .where(forAgency(tenant, settlements, those, eq(settlements.kind, kind)))
    .orderBy(asc(settlements.date), asc(settlements.id));
  return Map.groupBy(found, ({ documentId }) => documentId);
}

/** Returns the numbers and dates of documents by id. */
export async function readNamed(read: Read, tenant: Tenant, ids: string[]) {
  const { id, number, date, grandTotalPaise } = documents;
  const rows = await read
    .select({ id, number, date, grandTotalPaise })
    .from(documents)
    .where(forAgency(tenant, documents, isIn(id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the names of accounts by id. */
export async function readAccountNames(read: Read, tenant: Tenant): Promise<Map<string, string>> {
  const { id, name } = accounts;
  const rows = await read.select({ id, name }).from(accounts).where(forAgency(tenant, accounts));
  return new Map(rows.map((row) => [row.id, row.name]));
}
