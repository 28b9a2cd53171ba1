import { eq, sql } from "drizzle-orm";
import { recordChange } from "../engine/audit.ts";
import type { Books, Write } from "../engine/books.ts";
import { findFounder } from "../engine/founder.ts";
import { forAgency } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { addDigests, computeImportDigest } from "../imports/digests.ts";
import { imports } from "../schema/imports.ts";
import { listTables, rowJson } from "../tables/journalTriggers.ts";
import { schemaModules } from "../tables/schema.ts";
import { JOURNALED } from "../tables/tables.ts";

/**
 * Starts the row journal of older books: stores their current rows under a log entry. Each agency is one
 * transaction, so a stopped start can continue.
 */
export async function beginJournals(books: Books): Promise<void> {
  const agencies = await books.write.all<{ id: number }>(sql`SELECT id FROM agencies
    WHERE EXISTS (SELECT 1 FROM audit_log WHERE agency_id = agencies.id)
      AND NOT EXISTS (SELECT 1 FROM row_images INDEXED BY row_images_of_record
        WHERE agency_id = agencies.id AND record = 'agencies' AND of_table = 'agencies'
          AND action IN ('I', 'b') AND was IS NOT NULL)`);
  for (const { id } of agencies) await writeTransaction({ books }, (tx) => begin(tx, id));
  await journalTaxBooks(books);
}

/** Tables whose journal started later. */
const LATER = ["tax_books"];

/** Starts the journal of tax books that are older than it. */
async function journalTaxBooks(books: Books): Promise<void> {
  const agencies = await books.write.all<{ id: number }>(sql`
    SELECT agency_id AS id FROM tax_books t WHERE NOT EXISTS (SELECT 1 FROM row_images r
      INDEXED BY row_images_of_record WHERE r.agency_id = t.agency_id AND r.record = 'tax_books'
        AND r.of_table = 'tax_books')
      AND EXISTS (SELECT 1 FROM audit_log WHERE agency_id = t.agency_id)`);
  for (const { id } of agencies) {
    await writeTransaction({ books }, async (tx) => {
      await storeRows(tx, id, LATER);
      const userId = await findFounder(tx, id);
      await recordChange(tx, { agencyId: id, userId, role: "bahi" }, "UPDATE", "TaxBook", {
        journal: "From here on the log covers when the tax book begins",
      });
    });
  }
}

async function begin(tx: Write, agencyId: number): Promise<void> {
  await storeRows(tx, agencyId, Object.keys(JOURNALED));
  const userId = await findFounder(tx, agencyId);
  const who = { agencyId, userId, role: "bahi" } as const;
  const digests = await digestImports(tx, agencyId);
  await recordChange(tx, who, "UPDATE", "Metadata", {
    journal: "From here on the log covers every row",
    imports: digests,
  });
}

/** Stores the current rows of tables under the next log entry. */
async function storeRows(tx: Write, agencyId: number, names: string[]): Promise<void> {
  for (const [name, table] of listTables(schemaModules)) {
    const journaled = names.includes(name) && JOURNALED[name];
    if (!journaled) continue;
    const { agency = "agency_id", record, parts = [] } = journaled;
    const key = record ? `t.${record}` : `'${name}'`;
    const part = parts.map((column) => `t.${column}`).join(" || ' ' || ") || "''";
    const only = name === "transactions" ? sql` AND import_id IS NULL` : sql``;
    await tx.run(sql`INSERT INTO row_images
      SELECT ${agencyId}, next, count + row_number() OVER (), ${name}, ${sql.raw(key)}, ${sql.raw(part)}, 'b',
        ${sql.raw(rowJson(table, "t"))}
      FROM (SELECT next,
          (SELECT count(*) FROM row_images WHERE agency_id = ${agencyId} AND seq = next) AS count
        FROM (SELECT max(seq) + 1 AS next FROM audit_log WHERE agency_id = ${agencyId}))
      CROSS JOIN ${sql.raw(name)} t WHERE t.${sql.raw(agency)} = ${agencyId}${only}`);
  }
}

/** Returns the digests of all imports, by id. */
async function digestImports(tx: Write, agencyId: number): Promise<Record<string, string>> {
  const rows = await tx
    .select()
    .from(imports)
    .where(forAgency({ agencyId }, imports, eq(imports.state, "done")));
  const digests: Record<string, string> = {};
  for (const row of rows) {
    await addDigests(tx, row, row.knownEntry);
    digests[row.id] = await computeImportDigest(tx, row);
  }
  return digests;
}
