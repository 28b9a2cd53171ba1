import { sql } from "drizzle-orm";
import type { TaxPosting } from "../../domain/taxbook/entries.ts";
import type { Write } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency } from "../engine/tenant.ts";
import { taxEntries, taxPostings } from "../schema/taxBook.ts";
import { deriveTax } from "./derive.ts";
import { toEntryRows } from "./entries.ts";
import { isFilingMark, refreshFilings } from "./filings.ts";
import { storeTaxLinks } from "./pairs.ts";

// Keeps the tax book up to date: triggers mark what may have changed, and the same write derives its tax
// again before it commits.

interface Who {
  agencyId: number;
}

/** Maximum ids at once, as a JSON list. */
const AT_ONCE = 1_000;

/** Derives the tax of everything that a write has marked. */
export async function refreshTaxBook(tx: Write, who: Who): Promise<void> {
  const { agencyId } = who;
  for (;;) {
    const due = await tx.all<{ document: string }>(sql`
      DELETE FROM tax_due WHERE agency_id = ${agencyId} AND document IN (SELECT document FROM tax_due
        WHERE agency_id = ${agencyId} LIMIT ${AT_ONCE}) RETURNING document`);
    if (due.length === 0) return;
    const marked = due.map(({ document }) => document);
    // Filings first, so that they store their entries before these are derived again.
    const filings = marked.filter(isFilingMark);
    await refreshFilings(tx, who, filings);
    const ids = marked.filter((mark) => !isFilingMark(mark));
    const { subjects, pairs, entries, filed, postings } = await deriveTax(tx, who, ids);
    const among = sql`document IN (SELECT value FROM json_each(${JSON.stringify(subjects)}))`;
    await tx
      .delete(taxEntries)
      .where(forAgency(who, taxEntries, sql`filing_id IS NULL AND ${among}`));
    await tx.delete(taxPostings).where(forAgency(who, taxPostings, among));
    await insertRows(tx, taxEntries, toEntryRows(who, filed, entries));
    await insertRows(tx, taxPostings, numberPostings(who, postings));
    await storeTaxLinks(tx, who, subjects, pairs);
    if (due.length < AT_ONCE && filings.length === 0) return;
  }
}

function numberPostings({ agencyId }: Who, postings: TaxPosting[]) {
  const counts = new Map<string, number>();
  return postings.map((posting) => {
    const n = counts.get(posting.document) ?? 0;
    counts.set(posting.document, n + 1);
    return { agencyId, n, party: null, ...posting };
  });
}
