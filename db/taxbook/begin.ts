import { sql } from "drizzle-orm";
import { periodOfDay } from "../../domain/gst/returns/periods.ts";
import { addTaxed } from "../../domain/taxbook/entries.ts";
import type { Books, Write } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { owned } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { readFiler } from "../returns/readPeriod.ts";
import { taxDue, taxEntries } from "../schema/taxBook.ts";
import { refreshTaxBook, toEntryRows } from "./refresh.ts";
import { taxOfDocuments } from "./rows.ts";

/**
 * Begins the tax book of agencies from before there was one. What their filed returns had stays theirs, and
 * what those did not have is late, as before.
 */
export async function beginTaxBooks(books: Books): Promise<void> {
  const agencies = await books.write.all<{ agencyId: number }>(sql`
    SELECT DISTINCT agency_id AS "agencyId" FROM tax_due d WHERE NOT EXISTS (SELECT 1 FROM tax_entries e
      WHERE e.agency_id = d.agency_id)`);
  for (const who of agencies) {
    await writeTransaction({ books }, async (tx) => {
      const due = await tx.select().from(taxDue).where(owned(who, taxDue));
      const ids = due.map(({ document }) => document);
      const { filing } = await readFiler(tx, who);
      const taxed = await taxOfDocuments(tx, who, ids, (date) => periodOfDay(date, filing));
      await insertRows(tx, taxEntries, toEntryRows(who, [], addTaxed(taxed).entries));
      await keepOfFiledReturns(tx, who);
      await refreshTaxBook(tx, who);
    });
  }
}

/** Marks what filed returns had: documents that they list, and what was taken of advances in their months. */
const keepOfFiledReturns = (tx: Write, { agencyId }: { agencyId: number }) =>
  tx.run(sql`UPDATE tax_entries SET filing_id = (SELECT g.id FROM filings g
      WHERE g.agency_id = tax_entries.agency_id AND g.period = tax_entries.period
        AND g.return = iif(cell = '3.1a', 'GSTR1', 'GSTR3B')
        AND (taxable_paise < 0 OR EXISTS (SELECT 1 FROM filed_documents f WHERE f.agency_id = g.agency_id
          AND f.filing_id = g.id AND f.document_id = tax_entries.document)))
    WHERE agency_id = ${agencyId}`);
