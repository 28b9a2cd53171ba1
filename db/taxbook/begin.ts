import { sql } from "drizzle-orm";
import { toLastOfMonth } from "../../domain/months.ts";
import { type Filed, findReturn, toReclaims } from "../../domain/taxbook/carry.ts";
import type { TaxEntry } from "../../domain/taxbook/entries.ts";
import type { Books, Write } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { rowKey } from "../returns/gstr2b.ts";
import { creditReversals, gstr2bRows } from "../schema/gstr2b.ts";
import { taxEntries } from "../schema/taxBook.ts";
import { deriveTax } from "./derive.ts";
import { toEntryRows } from "./entries.ts";
import { refreshTaxBook } from "./refresh.ts";

interface Who {
  agencyId: number;
}

const SLICE = 1_000;

/** Every return counts as open, so entries are in their own periods. */
const NONE_FILED: Filed = { isFiled: () => false, firstOpen: (_, period) => period };

/**
 * Starts the tax book for agencies that a migration marked. Documents of filed returns stay in those returns,
 * and others count as late.
 */
export async function beginTaxBooks(books: Books): Promise<void> {
  const agencies = await books.write.all<Who>(sql`
    SELECT DISTINCT agency_id AS "agencyId" FROM tax_due`);
  for (const who of agencies) {
    await writeTransaction({ books }, async (tx) => {
      const filings = await tx.all<{ id: string; of: string }>(sql`
        SELECT id, return || ' ' || period AS "of" FROM filings WHERE agency_id = ${who.agencyId}`);
      const filingOf = new Map(filings.map(({ id, of }) => [of, id]));
      if (filingOf.size > 0) await storeFiledEntries(tx, who, filingOf);
      await refreshTaxBook(tx, who);
    });
  }
}

async function storeFiledEntries(tx: Write, who: Who, filingOf: Map<string, string>) {
  const { agencyId } = who;
  const reversed = await readReversed(tx, who, filingOf);
  for (let after = ""; ; ) {
    const due = await tx.all<{ id: string }>(sql`
      SELECT document AS id FROM tax_due WHERE agency_id = ${agencyId} AND document > ${after}
        AND NOT EXISTS (SELECT 1 FROM tax_entries e WHERE e.agency_id = ${agencyId}
          AND e.document = tax_due.document AND e.filing_id IS NOT NULL)
      ORDER BY document LIMIT ${SLICE}`);
    const ids = due.map(({ id }) => id);
    const { entries } = await deriveTax(tx, who, ids, NONE_FILED);
    const reported = await readReported(tx, who, ids);
    const had = entries.flatMap((entry) => {
      const filing = filingOf.get(`${findReturn(entry)} ${entry.period}`);
      const isIt = filing && (entry.taxable < 0 || reported.has(`${filing} ${entry.document}`));
      return isIt && ids.includes(entry.document) && !isOfReversal(entry)
        ? [{ entry, filing }]
        : [];
    });
    const again = reversed.filter(({ entry }) => ids.includes(entry.document));
    await insertFiled(tx, who, [...had, ...again]);
    if (due.length < SLICE) break;
    after = ids.at(-1) ?? "";
  }
}

interface Had {
  entry: TaxEntry;
  filing: string;
}

const isOfReversal = ({ cell, reason }: TaxEntry) =>
  cell === "4B2" || cell === "4D1" || reason.startsWith("taken again");

async function insertFiled(tx: Write, who: Who, all: Had[]): Promise<void> {
  const rows = toEntryRows(
    who,
    [],
    all.map(({ entry }) => entry),
  );
  const filed = rows.map((row, n) => ({ ...row, filingId: all[n]?.filing ?? null }));
  await insertRows(tx, taxEntries, filed);
}

/** Returns ids of documents with the filing that reported them, and of GSTR-2B rows with their period's. */
async function readReported(tx: Write, { agencyId }: Who, ids: string[]): Promise<Set<string>> {
  const among = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await tx.all<{ of: string }>(sql`
    SELECT filing_id || ' ' || document_id AS "of" FROM filed_documents
      WHERE agency_id = ${agencyId} AND document_id IN ${among}
    UNION ALL SELECT g.id || ' ' || r.id FROM gstr2b_rows r JOIN filings g ON g.agency_id = r.agency_id
      AND g.period = r.period AND g.return = 'GSTR3B' WHERE r.agency_id = ${agencyId} AND r.id IN ${among}`);
  return new Set(rows.map(({ of }) => of));
}

/** Reads reversals of filed returns, for GSTR-2B rows and for bills under Rule 37, and their reclaims. */
async function readReversed(tx: Write, who: Who, filingOf: Map<string, string>): Promise<Had[]> {
  const rows = await tx.select().from(gstr2bRows).where(forAgency(who, gstr2bRows));
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const reversals = await tx.select().from(creditReversals).where(forAgency(who, creditReversals));
  return reversals.flatMap(({ billId, rowKey: key, period, reclaimedIn, ...taxes }) => {
    const row = key ? byKey.get(key) : undefined;
    const document = billId ?? row?.id;
    if (!document) return [];
    const date = toLastOfMonth(period);
    const entry: TaxEntry = {
      document,
      number: row?.number ?? "",
      due: date,
      posted: date,
      period,
      cell: "4B2",
      section: "",
      pos: "",
      rate: 0 as TaxEntry["rate"],
      isIntra: false,
      against: "",
      taxable: 0 as TaxEntry["taxable"],
      igst: taxes.igstPaise,
      cgst: taxes.cgstPaise,
      sgst: taxes.sgstPaise,
      cess: taxes.cessPaise,
      reason: billId ? "Rule 37: 180 days" : "in GSTR-2B, not in the books",
    };
    const later = reclaimedIn ? toLastOfMonth(reclaimedIn) : "";
    const again = reclaimedIn
      ? toReclaims(
          { ...entry, due: later, posted: later, period: reclaimedIn },
          billId ? "paid" : "booked",
        )
      : [];
    return [entry, ...again].flatMap((one) => {
      const filing = filingOf.get(`GSTR3B ${one.period}`);
      return filing ? [{ entry: one, filing }] : [];
    });
  });
}
