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

// The bought side of a period: its bills, what the portal says of them, and what the tax book has of it.

type Who = Pick<Tenant, "agencyId">;
interface Found {
  filer: Filer;
  period: Period;
}

export interface InwardBooks {
  /** Whether a GSTR-2B of the period is there. */
  isLoaded: boolean;
  /** Of what the return is made. */
  parts: InwardOfPeriod;
}

/** Older bills and rows meet none: credit is taken by November of the year after (CGST Act, s. 16(4)). */
const MONTHS_BACK = 24;

/**
 * The bills of a period and the pairs that they are part of, with what earlier ones have left. `fresh` are
 * rows of the period's file that are yet to be stored in place of those that are.
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
    ...{ rows, pairs: matchPairs(candidates, rows) },
  };
}

/** Bills of registered vendors with tax; what was dealt with before bahi is of no row. */
const canMeetRows = (bill: ReturnBill): boolean =>
  bill.vendorKind === "REGULAR" &&
  !bill.isEarlier &&
  !bill.isImport &&
  bill.igst + bill.cgst + bill.sgst + bill.cess > 0;

/**
 * The bills of a return: for an open period those dated in it, and late ones of filed periods right before,
 * which no return has had; for a filed period those that it had.
 */
async function whichBills(read: Read, tenant: Who, { period }: Found): Promise<SQL> {
  const filed = await listFiledPeriods(read, tenant, "GSTR3B");
  const { label, dateFrom, dateTo } = period;
  const had = sql`SELECT f.document_id FROM filings g JOIN filed_documents f
    ON f.agency_id = g.agency_id AND f.filing_id = g.id
    WHERE g.agency_id = ${tenant.agencyId} AND g.return = 'GSTR3B'`;
  const open = sql`d.date BETWEEN ${findLateSince(period, filed)} AND ${dateTo}
    AND (d.date >= ${dateFrom} OR NOT d.is_earlier) AND d.id NOT IN (${had} AND g.period < ${label})`;
  return filed.has(label) ? sql`d.id IN (${had} AND g.period = ${label})` : open;
}

/** The ids of the bills that a return has. */
export async function listBillIds(read: Read, tenant: Who, found: Found): Promise<string[]> {
  const rows = await read.all<{ id: string }>(sql`
    SELECT d.id FROM documents d WHERE d.agency_id = ${tenant.agencyId} AND d.family = 'BILLS'
      AND d.status NOT IN ('DRAFT', 'CANCELLED') AND (${await whichBills(read, tenant, found)})`);
  return rows.map(({ id }) => id);
}

/** Bills of composition dealers, and bills with a line that carries no tax: table 5 has them. */
const IS_UNTAXED = sql`coalesce(d.issued ->> '$.recipient.kind', v.kind) = 'COMPOSITION'
  OR EXISTS (SELECT 1 FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id
    AND l.tax_pct = 0)`;

/** The bought side of a period as its return has it. */
export async function readInward(read: Read, tenant: Who, found: Found): Promise<InwardBooks> {
  const { label } = found.period;
  const file = await findFile(read, tenant, label);
  const which = await whichBills(read, tenant, found);
  const some = file === undefined ? which : sql`(${which}) AND (${IS_UNTAXED})`;
  const bills = await readBills(read, tenant, found.filer.gstin.slice(0, 2), some);
  const taxed = await readCellSums(read, tenant, label);
  return {
    isLoaded: file !== undefined,
    parts: { bills, credits: file?.credits ?? [], taxed },
  };
}
