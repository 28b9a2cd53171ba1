import { eq, sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import { type Received, taxOfVoucher, taxPaidFirst } from "../../domain/taxbook/advances.ts";
import {
  type CreditBill,
  type CreditRow,
  cancelledLater,
  taxOfRow,
} from "../../domain/taxbook/credit.ts";
import type { PeriodOfDay, TaxEntry, Taxed, TaxPosting } from "../../domain/taxbook/entries.ts";
import { taxOfOwn } from "../../domain/taxbook/reverseCharge.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { withoutAmended } from "../returns/gstr2b.ts";
import { readDocuments, readVouchers } from "../returns/rows.ts";
import { taxBooks } from "../schema/taxBook.ts";
import type { TaxBill } from "./bills.ts";
import type { TaxPairs } from "./pairs.ts";

// The rows that the tax of documents follows from.

type Who = Pick<Tenant, "agencyId">;

/** What something comes to in returns and ledgers by its rows, whatever was filed. */
export interface Target extends Taxed {
  id: string;
  /** The day on which it was cancelled or its credit changed; "" for neither. */
  changedOn: CalendarDate | "";
}

/** Receipt vouchers, invoices that were paid before their day, and bills under reverse charge. */
export async function targetsOfDocuments(
  read: Read,
  who: Who,
  { ids, bills, periodOf, startsOn }: Asked,
): Promise<Target[]> {
  const asked = sql`SELECT id FROM documents WHERE agency_id = ${who.agencyId}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const vouchers = await readVouchers(read, who, asked);
  const invoices = await readDocuments(
    read,
    who,
    sql`${asked} AND family = 'INVOICES' AND date >= ${startsOn}`,
  );
  const received = await readReceived(
    read,
    who,
    invoices.map(({ id }) => id),
  );
  return [
    ...vouchers.map(({ id, ...voucher }) => ({
      ...{ id, changedOn: "" as const, postings: [] },
      entries: postedFrom(startsOn, voucher.date, taxOfVoucher({ id, ...voucher }, periodOf)),
    })),
    ...invoices
      .filter(({ state }) => state === "ISSUED")
      .map((invoice) => ({
        ...{ id: invoice.id, changedOn: "" as const },
        ...taxPaidFirst(invoice, received.get(invoice.id) ?? [], periodOf),
      })),
    ...bills.filter(isOwnTax).map((bill) => {
      const { id, date, changedOn, isLive } = bill;
      const entries = isLive ? taxOfOwn({ ...bill, isByDate: date < startsOn }, periodOf) : [];
      const postings = postedUntilCancelled(bill, startsOn);
      return { id, changedOn, postings, entries: postedFrom(startsOn, date, entries) };
    }),
  ];
}

interface Asked {
  ids: string[];
  bills: TaxBill[];
  periodOf: PeriodOfDay;
  /** See `findStart`. */
  startsOn: CalendarDate;
}

/** Whether the agency owes the tax of a bill itself. */
export const isOwnTax = ({ isReverseCharge, isEarlier }: TaxBill): boolean =>
  isReverseCharge && !isEarlier;

/** What a bill posts that was cancelled after a filed return had it: nothing else posts it any more. */
export function postedUntilCancelled(bill: TaxBill, startsOn: CalendarDate): TaxPosting[] {
  const { cancelledOn, vendorId, isReverseCharge } = bill;
  if (cancelledOn === "") return [];
  return cancelledLater({
    ...toCreditBill(bill, startsOn),
    cancelledOn,
    vendorId,
    isReverseCharge,
  });
}

/** Documents of before the tax book post their tax by their own date: their entries move no ledger. */
export function postedFrom(
  startsOn: CalendarDate,
  date: CalendarDate,
  entries: TaxEntry[],
): TaxEntry[] {
  return date < startsOn ? entries.map((entry) => ({ ...entry, against: "" })) : entries;
}

/** The day from which documents post their tax by the tax book; "" where they always do. */
export async function findStart(read: Read, { agencyId }: Who): Promise<CalendarDate> {
  const [row] = await read
    .select({ startsOn: taxBooks.startsOn })
    .from(taxBooks)
    .where(eq(taxBooks.agencyId, agencyId));
  return row?.startsOn ?? "";
}

/** Rows of GSTR-2B with the bills that they are. */
export async function readCreditRows(
  read: Read,
  who: Who,
  { rows, billOf }: TaxPairs,
  startsOn: CalendarDate,
): Promise<CreditRow[]> {
  return (await withoutAmended(read, who, rows)).map((row) => {
    const bill = billOf.get(row.id);
    return { ...row, bill: bill && toCreditBill(bill, startsOn) };
  });
}

/** What rows of GSTR-2B bring. */
export const targetsOfRows = (
  rows: CreditRow[],
  { billOf, billBefore }: TaxPairs,
  periodOf: PeriodOfDay,
): Target[] =>
  rows.map((row) => {
    const changedOn = (billOf.get(row.id) ?? billBefore.get(row.id))?.changedOn ?? "";
    return { id: row.id, changedOn, postings: [], entries: taxOfRow(row, periodOf) };
  });

/** A bill as its credit is looked at. */
export function toCreditBill(bill: TaxBill, startsOn: CalendarDate): CreditBill {
  const { id, number, date, total, sign, place, lines, paid, reversedBefore } = bill;
  const { supplierUnfiledOn, supplierFiledOn } = bill;
  const isBefore = bill.isEarlier || date < startsOn;
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
