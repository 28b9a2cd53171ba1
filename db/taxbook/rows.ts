import { sql } from "drizzle-orm";
import { type CalendarDate, pickLater } from "../../domain/dates.ts";
import {
  postAdvance,
  type Received,
  taxOfVoucher,
  taxPaidFirst,
} from "../../domain/taxbook/advances.ts";
import { postCancelledBill } from "../../domain/taxbook/cancelled.ts";
import { type CreditBill, type CreditRow, taxOfRow } from "../../domain/taxbook/credit.ts";
import type { PeriodOfDay, TaxEntry, Taxed, TaxPosting } from "../../domain/taxbook/entries.ts";
import { taxOfOwn } from "../../domain/taxbook/reverseCharge.ts";
import { type Brought, NOT_BEGUN } from "../../domain/taxbook/start.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { dropAmended } from "../returns/gstr2b.ts";
import { readDocuments, readVouchers } from "../returns/rows.ts";
import type { TaxBill } from "./bills.ts";
import type { TaxPairs } from "./pairs.ts";

// The rows that the tax of documents follows from.

type Who = Pick<Tenant, "agencyId">;

/** What something comes to in returns and ledgers by its rows, whatever was filed. */
export interface Target extends Taxed {
  id: string;
  /** The day on which it was cancelled or its credit changed; "" for neither. */
  changedOn: CalendarDate | "";
  /** The ledger to which its entries of before move as the tax book begins. */
  broughtTo?: Brought;
}

/** Receipt vouchers, invoices that were paid before their day, and bills under reverse charge. */
export async function targetsOfDocuments(
  read: Read,
  who: Who,
  { ids, bills, periodOf, start: { startsOn, takesEarlier } }: TaxSubjects,
): Promise<Target[]> {
  const counts = ({ date }: Received) => takesEarlier || date >= startsOn;
  const isBill = new Set(bills.map(({ id }) => id));
  const sold = ids.filter((id) => !isBill.has(id));
  const asked = sql`SELECT id FROM documents WHERE agency_id = ${who.agencyId}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(sold)}))`;
  // Most writes are of bills alone.
  const isNone = sold.length === 0;
  const vouchers = isNone ? [] : await readVouchers(read, who, asked);
  const invoices = isNone
    ? []
    : await readDocuments(read, who, sql`${asked} AND family = 'INVOICES' AND date >= ${startsOn}`);
  const received = isNone
    ? new Map<string, Received[]>()
    : await readReceived(
        read,
        who,
        invoices.map(({ id }) => id),
      );
  return [
    ...vouchers.map(({ id, ...voucher }) => ({
      ...{ id, changedOn: "" as const, postings: [] },
      entries: taxOfVoucher({ id, ...voucher }, periodOf).map(isPostedFrom(startsOn)),
      broughtTo: "gst_on_advances" as const,
    })),
    ...invoices
      .filter(({ state }) => state === "ISSUED")
      .map((invoice) => ({
        ...{ id: invoice.id, changedOn: "" as const },
        ...notBefore(
          startsOn,
          taxPaidFirst(invoice, (received.get(invoice.id) ?? []).filter(counts), periodOf),
        ),
      })),
    ...bills.filter(isOwnTax).map((bill) => {
      const { id, date, changedOn, isLive } = bill;
      const isByDate = date < startsOn;
      const entries = isLive ? taxOfOwn({ ...bill, isByDate }, periodOf) : [];
      return {
        ...{ id, changedOn, ...(isByDate && { broughtTo: "rcm" as const }) },
        ...notBefore(startsOn, { entries, postings: postedBeside(bill, startsOn) }),
        ...(isByDate && { entries: entries.map(withoutLedger) }),
      };
    }),
  ];
}

interface TaxSubjects {
  ids: string[];
  bills: TaxBill[];
  periodOf: PeriodOfDay;
  start: Start;
}

/** Whether the agency owes the tax of a bill itself. */
export const isOwnTax = ({ isReverseCharge, isEarlier }: TaxBill): boolean =>
  isReverseCharge && !isEarlier;

/**
 * What a bill posts beside its own row and its tax: as an advance what was paid before it; all of it where it
 * was cancelled after a filed return had it, for nothing else posts it any more.
 */
export function postedBeside(bill: TaxBill, startsOn: CalendarDate): TaxPosting[] {
  const { cancelledOn, vendorId, isReverseCharge, isLive, date, paid } = bill;
  if (isLive && date >= startsOn) return postAdvance(bill, paid);
  if (cancelledOn === "") return [];
  return postCancelledBill({
    ...toCreditBill(bill, startsOn),
    ...{ cancelledOn, vendorId, isReverseCharge },
    postedBy: bill.isEarlier ? "opening" : date < startsOn ? "date" : "tax book",
  });
}

const withoutLedger = (entry: TaxEntry): TaxEntry => ({ ...entry, against: "" });

/** Before the tax book began documents posted their tax by their own date: entries moved no ledger. */
export const isPostedFrom = (startsOn: CalendarDate) => (entry: TaxEntry) =>
  entry.posted < startsOn ? withoutLedger(entry) : entry;

/** What was paid before the first day, of documents after it, moves tax ledgers from that day on. */
const notBefore = (startsOn: CalendarDate | "", { entries, postings }: Taxed): Taxed => ({
  entries: entries.map((entry) => ({ ...entry, posted: pickLater(entry.posted, startsOn) })),
  postings,
});

/** From when ledgers follow the tax book. */
export interface Start {
  /** Documents before this day post their tax by their own date; "" where none do. */
  startsOn: CalendarDate | "";
  /** Payments of before count as advances of their invoices. */
  takesEarlier: boolean;
}

/** Whether an existing agency has begun its tax book. */
export const isBegun = (startsOn: CalendarDate | ""): boolean =>
  startsOn !== "" && startsOn !== NOT_BEGUN;

/** Rows of GSTR-2B with the bills that they are. */
export async function readCreditRows(
  read: Read,
  who: Who,
  { rows, billOf }: TaxPairs,
  startsOn: CalendarDate,
): Promise<CreditRow[]> {
  return (await dropAmended(read, who, rows)).map((row) => {
    const bill = billOf.get(row.id);
    return { ...row, bill: bill && toCreditBill(bill, startsOn) };
  });
}

/** What rows of GSTR-2B bring: credit that waits since the tax book began not before that day. */
export const targetsOfRows = (
  rows: CreditRow[],
  { billOf, billBefore }: TaxPairs,
  { periodOf, startsOn }: { periodOf: PeriodOfDay; startsOn: CalendarDate | "" },
): Target[] =>
  rows.map((row) => {
    const changedOn = (billOf.get(row.id) ?? billBefore.get(row.id))?.changedOn ?? "";
    const waits = billOf.get(row.id)?.waitsFromStart;
    const entries = taxOfRow(row, periodOf).map((entry) =>
      waits
        ? { ...entry, posted: pickLater(entry.posted, startsOn) }
        : isPostedFrom(startsOn)(entry),
    );
    return { id: row.id, changedOn, postings: [], entries };
  });

/** A bill as its credit is looked at. */
export function toCreditBill(bill: TaxBill, startsOn: CalendarDate): CreditBill {
  const { id, number, date, total, sign, place, lines, paid, reversedBefore } = bill;
  const { supplierUnfiledOn, supplierFiledOn } = bill;
  const isBefore = bill.isEarlier || (date < startsOn && !bill.waitsFromStart);
  return {
    ...{ id, number, date, total, sign, place, lines, paid, reversedBefore },
    ...{ supplierUnfiledOn, supplierFiledOn },
    ...{ isTaken: isBefore, waits: !isBefore },
  };
}

/** What clients paid of invoices, with the tax that they deducted, oldest first. */
async function readReceived(
  read: Read,
  { agencyId }: Who,
  ids: string[],
): Promise<Map<string, Received[]>> {
  const rows = await read.all<Received & { document: string }>(sql`
    SELECT document_id AS document, date, amount_paise + tds_paise AS amount FROM settlements
    WHERE agency_id = ${agencyId} AND kind = 'PAYMENT'
      AND document_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ORDER BY date, created_at, id`);
  return Map.groupBy(rows, ({ document }) => document);
}
