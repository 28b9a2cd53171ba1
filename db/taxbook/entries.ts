import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PeriodEntry } from "../../domain/gst/returns/books.ts";
import type { Period } from "../../domain/gst/returns/periods.ts";
import type { Paise } from "../../domain/money.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import type { CellSum } from "../../domain/purchases/table4.ts";
import type { TaxEntry } from "../../domain/taxbook/entries.ts";
import type { Read, Write } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { taxEntries } from "../schema/taxBook.ts";

// Reads the tax book's entries of a return, open or filed.

type Who = Pick<Tenant, "agencyId">;

/** Reads advances, payments before their invoice, and their adjustments. */
export async function readAdvanceEntries(
  read: Read,
  who: Who,
  { label }: Period,
): Promise<PeriodEntry[]> {
  const rows = await read
    .select({
      entry: taxEntries,
      kind: sql<PeriodEntry["kind"]>`${documents.kind}`,
      date: documents.date,
      totalPaise: sql<Paise>`${documents.grandTotalPaise}`,
      client: sql<string>`coalesce(${documents.issued} ->> '$.recipient.name', '')`,
    })
    .from(taxEntries)
    .innerJoin(
      documents,
      and(eq(documents.agencyId, taxEntries.agencyId), eq(documents.id, taxEntries.document)),
    )
    .where(
      forAgency(
        who,
        taxEntries,
        sql`${taxEntries.period} = ${label} AND ${taxEntries.section} IN ('11A', '11B')`,
      ),
    )
    .orderBy(documents.date, documents.id, taxEntries.n);
  return rows.map(({ entry, ...words }) => ({ ...toEntry(entry), ...words }));
}

/** Reads purchase entries of a return: tax under reverse charge, and all credit. */
export const readInwardEntries = (read: Read, who: Who, label: string): Promise<TaxEntry[]> =>
  readEntries(read, who, sql`${taxEntries.period} = ${label} AND ${taxEntries.cell} <> '3.1a'`);

/** Sums a return's purchase entries by cell. */
export const readCellSums = (read: Read, { agencyId }: Who, label: string): Promise<CellSum[]> =>
  read.all<CellSum>(sql`
    SELECT cell, sum(taxable_paise) AS taxable, sum(igst_paise) AS igst, sum(cgst_paise) AS cgst,
      sum(sgst_paise) AS sgst, sum(cess_paise) AS cess FROM tax_entries
    WHERE agency_id = ${agencyId} AND period = ${label} AND cell <> '3.1a' GROUP BY cell`);

/** Reads sales entries of a return, other than plain documents: advances and their adjustments. */
export const readSoldEntries = (read: Read, who: Who, label: string): Promise<TaxEntry[]> =>
  readEntries(read, who, sql`${taxEntries.period} = ${label} AND ${taxEntries.cell} = '3.1a'`);

export async function readEntries(read: Read, who: Who, where: SQL): Promise<TaxEntry[]> {
  const rows = await read
    .select()
    .from(taxEntries)
    .where(forAgency(who, taxEntries, where));
  return rows.map(toEntry);
}

/** Stores the entries of a return that is now filed. They no longer change. */
export async function storeEntries(
  tx: Write,
  who: Who,
  filing: { id: string; period: string; return: "GSTR1" | "GSTR3B" | "IFF" },
): Promise<void> {
  if (filing.return === "IFF") return;
  const isSold = sql`${taxEntries.cell} = '3.1a'`;
  const isIts = filing.return === "GSTR1" ? isSold : sql`NOT ${isSold}`;
  await tx
    .update(taxEntries)
    .set({ filingId: filing.id })
    .where(forAgency(who, taxEntries, sql`${taxEntries.period} = ${filing.period} AND ${isIts}`));
}

/** Removes the entries of a reopened return, so that they are derived again with late documents. */
export async function openFiledEntries(
  tx: Write,
  { agencyId }: Who,
  { id, period }: { id: string; period: string },
): Promise<void> {
  await tx.run(sql`INSERT OR IGNORE INTO tax_due
    SELECT agency_id, document FROM tax_entries WHERE agency_id = ${agencyId} AND filing_id = ${id}
    UNION SELECT agency_id, document FROM tax_entries
      WHERE agency_id = ${agencyId} AND filing_id IS NULL AND period > ${period}
        AND due <= ${toLastOfMonth(period)}`);
  await tx
    .delete(taxEntries)
    .where(forAgency({ agencyId }, taxEntries, eq(taxEntries.filingId, id)));
}

export function toEntry(row: typeof taxEntries.$inferSelect): TaxEntry {
  const { taxablePaise, igstPaise, cgstPaise, sgstPaise, cessPaise, ...rest } = row;
  const { agencyId: _, n: _n, filingId: _f, section, rate, ...entry } = rest;
  return {
    ...entry,
    section: section as TaxEntry["section"],
    rate: rate as TaxEntry["rate"],
    taxable: taxablePaise,
    igst: igstPaise,
    cgst: cgstPaise,
    sgst: sgstPaise,
    cess: cessPaise,
  };
}

/** Converts open entries to rows, numbered after the filed ones of the same document and period. */
export function toEntryRows({ agencyId }: Who, filed: TaxEntry[], entries: TaxEntry[]) {
  const counts = new Map<string, number>();
  const next = ({ document, period }: TaxEntry) => {
    const key = `${document} ${period}`;
    const n = counts.get(key) ?? 0;
    counts.set(key, n + 1);
    return n;
  };
  for (const entry of filed) next(entry);
  return entries.map((entry) => {
    const { taxable, igst, cgst, sgst, cess, ...rest } = entry;
    return {
      agencyId,
      n: next(entry),
      ...rest,
      filingId: null,
      taxablePaise: taxable,
      igstPaise: igst,
      cgstPaise: cgst,
      sgstPaise: sgst,
      cessPaise: cess,
    };
  });
}
