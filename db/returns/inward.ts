import { type SQL, sql } from "drizzle-orm";
import type { Filer } from "../../domain/gst/returns/books.ts";
import type { Period } from "../../domain/gst/returns/periods.ts";
import { monthAfter } from "../../domain/months.ts";
import type { BookedRow } from "../../domain/purchases/bookedRows.ts";
import { matchPairs, type Pair } from "../../domain/purchases/pairs.ts";
import type { InwardOfPeriod } from "../../domain/purchases/table4.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readCellSums } from "../taxbook/entries.ts";
import { type ReturnBill, readBills, withIds } from "./bills.ts";
import { findFile, listRowsUntil } from "./gstr2b.ts";
import { findLateSince, listFiledPeriods } from "./readPeriod.ts";

// Purchases of a period: its bills, their rows on the portal and their tax book entries.

type Who = Pick<Tenant, "agencyId">;
interface Found {
  filer: Filer;
  period: Period;
}

export interface InwardBooks {
  /** Whether a GSTR-2B of the period is loaded. */
  isLoaded: boolean;
  /** The input of the return. */
  parts: InwardOfPeriod;
}

/**
 * Older bills and rows are not paired: credit is taken by November of the year after (CGST Act, s. 16(4)).
 */
const MONTHS_BACK = 24;

/**
 * Returns a period's bills and pairs, with rows left over from earlier periods.
 * @param fresh rows of the period's file that will replace the stored ones
 */
export async function readPairs(
  read: Read,
  tenant: Who,
  { filer, period: { label, dateFrom, dateTo } }: Found,
  fresh?: BookedRow[],
): Promise<{ bills: ReturnBill[]; rows: BookedRow[]; pairs: Pair[] }> {
  const from = monthAfter(dateFrom.slice(0, 7), -MONTHS_BACK);
  const known = await listRowsUntil(read, tenant, label, from);
  const replaced = fresh ? known.filter(({ period }) => period === label) : [];
  const rows = fresh ? [...fresh, ...known.filter(({ period }) => period !== label)] : known;
  const linked = withIds([...rows, ...replaced].flatMap(({ link }) => link?.bill ?? []));
  const isOpen = sql`d.date BETWEEN ${`${from}-01`} AND ${dateTo} AND r.id IS NULL`;
  const isOfPeriod = sql`d.date BETWEEN ${dateFrom} AND ${dateTo}`;
  const home = filer.gstin.slice(0, 2);
  const bills = await readBills(read, tenant, home, sql`${isOfPeriod} OR (${isOpen}) OR ${linked}`);
  const ids = new Set([...rows, ...replaced].map(({ id }) => id));
  const candidates = bills
    .filter(canMeetRows)
    .map((bill) => ({ ...bill, isLinkedElsewhere: !!bill.linked && !ids.has(bill.linked.row) }));
  return {
    bills: bills.filter(({ date }) => date >= dateFrom && date <= dateTo),
    rows,
    pairs: matchPairs(candidates, rows),
  };
}

/** Bills of registered vendors with tax, except those dealt with before bahi. */
const canMeetRows = (bill: ReturnBill): boolean =>
  bill.vendorKind === "REGULAR" &&
  !bill.isEarlier &&
  !bill.isImport &&
  bill.igst + bill.cgst + bill.sgst + bill.cess > 0;

/**
 * Returns the condition on a return's bills. In an open period: bills dated in it, and late bills of filed
 * periods right before it that no return included. In a filed period: the bills it included.
 */
async function selectBills(read: Read, tenant: Who, { period }: Found): Promise<SQL> {
  const filed = await listFiledPeriods(read, tenant, "GSTR3B");
  const { label, dateFrom, dateTo } = period;
  const had = sql`SELECT f.document_id FROM filings g JOIN filed_documents f
    ON f.agency_id = g.agency_id AND f.filing_id = g.id
    WHERE g.agency_id = ${tenant.agencyId} AND g.return = 'GSTR3B'`;
  const open = sql`d.date BETWEEN ${findLateSince(period, filed)} AND ${dateTo}
    AND (d.date >= ${dateFrom} OR NOT d.is_earlier) AND d.id NOT IN (${had} AND g.period < ${label})`;
  return filed.has(label) ? sql`d.id IN (${had} AND g.period = ${label})` : open;
}

/** Returns the ids of a return's bills. */
export async function listBillIds(read: Read, tenant: Who, found: Found): Promise<string[]> {
  const rows = await read.all<{ id: string }>(sql`
    SELECT d.id FROM documents d WHERE d.agency_id = ${tenant.agencyId} AND d.family = 'BILLS'
      AND d.status NOT IN ('DRAFT', 'CANCELLED') AND (${await selectBills(read, tenant, found)})`);
  return rows.map(({ id }) => id);
}

/** Bills of composition dealers, and bills with a line without tax: for table 5. */
const IS_UNTAXED = sql`coalesce(d.issued ->> '$.recipient.kind', v.kind) = 'COMPOSITION'
  OR EXISTS (SELECT 1 FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id
    AND l.tax_pct = 0)`;

/** Reads a return's purchases. */
export async function readInward(read: Read, tenant: Who, found: Found): Promise<InwardBooks> {
  const { label } = found.period;
  const file = await findFile(read, tenant, label);
  const which = await selectBills(read, tenant, found);
  const some = file === undefined ? which : sql`(${which}) AND (${IS_UNTAXED})`;
  const bills = await readBills(read, tenant, found.filer.gstin.slice(0, 2), some);
  const taxed = await readCellSums(read, tenant, label);
  return {
    isLoaded: file !== undefined,
    parts: { bills, credits: file?.credits ?? [], taxed },
  };
}
