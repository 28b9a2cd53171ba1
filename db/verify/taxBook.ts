import { sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { TaxEntry, TaxPosting } from "../../domain/taxbook/entries.ts";
import { START_DOCUMENT, toOpeningPostings } from "../../domain/taxbook/start.ts";
import type { Read } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import { taxBooks, taxEntries } from "../schema/taxBook.ts";
import { deriveTax, readPostings } from "../taxbook/derive.ts";
import { toEntry } from "../taxbook/entries.ts";

const SLICE = 1_000;

/** Compares the stored tax book with the one derived from documents, settlements and filings. */
export async function verifyTaxBook(read: Read, agencyId: number): Promise<Difference[]> {
  const who = { agencyId };
  const differences: Difference[] = await verifyOpening(read, who);
  for (let after = ""; ; ) {
    const found = await read.all<{ id: string; number: string }>(sql`
      SELECT id, number FROM documents d WHERE agency_id = ${agencyId} AND id > ${after} AND (
        kind = 'RECEIPT_VOUCHER' OR family = 'BILLS'
        OR EXISTS (SELECT 1 FROM settlements s WHERE s.agency_id = d.agency_id AND s.document_id = d.id
          AND s.date < d.date)
        OR EXISTS (SELECT 1 FROM tax_entries e WHERE e.agency_id = d.agency_id AND e.document = d.id)
        OR EXISTS (SELECT 1 FROM tax_postings p WHERE p.agency_id = d.agency_id AND p.document = d.id))
      UNION ALL SELECT id, number FROM gstr2b_rows WHERE agency_id = ${agencyId} AND id > ${after}
      ORDER BY id LIMIT ${SLICE}`);
    const ids = found.map(({ id }) => id);
    const derived = await deriveTax(read, who, ids);
    const storedBook = {
      entries: await readOpenEntries(read, agencyId, ids),
      postings: await readPostings(read, who, ids),
    };
    for (const { id, number } of found) {
      const of = ({ document }: TaxEntry | TaxPosting) => document === id;
      const toComparable = (all: { entries: TaxEntry[]; postings: TaxPosting[] }) => ({
        returns: toText(all.entries.filter(of)),
        ledgers: toText(all.postings.filter(of)),
      });
      const [was, due] = [toComparable(storedBook), toComparable(derived)];
      for (const figure of ["returns", "ledgers"] as const) {
        if (was[figure] === due[figure]) continue;
        const at = { where: `tax of ${number}`, account: "", category: "", figure };
        differences.push({ ...at, stored: was[figure], derived: due[figure] });
      }
    }
    if (found.length < SLICE) return differences;
    after = ids.at(-1) ?? "";
    await Bun.sleep(0);
  }
}

/** Checks the balances that the ledgers took over when the tax book started. */
async function verifyOpening(read: Read, who: { agencyId: number }): Promise<Difference[]> {
  const [book] = await read.select().from(taxBooks).where(forAgency(who, taxBooks));
  const derived = toText(book?.opening ? toOpeningPostings(book.startsOn, book.opening) : []);
  const stored = toText(await readPostings(read, who, [START_DOCUMENT]));
  if (stored === derived) return [];
  return [
    { where: "tax book’s opening", account: "", category: "", figure: "ledgers", stored, derived },
  ];
}

async function readOpenEntries(read: Read, agencyId: number, ids: string[]): Promise<TaxEntry[]> {
  const rows = await read
    .select()
    .from(taxEntries)
    .where(
      forAgency(
        { agencyId },
        taxEntries,
        sql`filing_id IS NULL AND document IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );
  return rows.map(toEntry);
}

/** Returns entries or postings as sorted text, for comparison. */
const toText = (all: (TaxEntry | TaxPosting)[]): string =>
  all
    .map((one) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted()
    .join("\n");
