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

// Reads the rows that a document's tax is derived from.

type Who = Pick<Tenant, "agencyId">;

/** The entries and postings that rows imply, regardless of filed returns. */
export interface Target extends Taxed {
  id: string;
  /** The day it was cancelled or its credit changed; "" for neither. */
  changedOn: CalendarDate | "";
  /** The ledger that its earlier entries move to when the tax book starts. */
  broughtTo?: Brought;
}

/** Reads targets of receipt vouchers, invoices paid before their date, and bills under reverse charge. */
export async function targetsOfDocuments(
  read: Read,
  who: Who,
  { ids, bills, periodOf, start: { startsOn, takesEarlier } }: TaxSubjects,
): Promise<Target[]> {
  const counts = ({ date }: Received) => takesEarlier || date >= startsOn;
  const isBill = new Set(bills.map(({ id }) => id));
  const sold = ids.filter((id) => !isBill.has(id));
  const idsQuery = sql`SELECT id FROM documents WHERE agency_id = ${who.agencyId}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(sold)}))`;
  // Most writes change only bills.
  const isNone = sold.length === 0;
  const vouchers = isNone ? [] : await readVouchers(read, who, idsQuery);
  const invoices = isNone
    ? []
    : await readDocuments(
        read,
        who,
        sql`${idsQuery} AND family = 'INVOICES' AND date >= ${startsOn}`,
      );
  const received = isNone
    ? new Map<string, Received[]>()
    : await readReceived(
        read,
        who,
        invoices.map(({ id }) => id),
      );
  return [
    ...vouchers.map(({ id, ...voucher }) => ({
      id,
      changedOn: "" as const,
      postings: [],
      entries: taxOfVoucher({ id, ...voucher }, periodOf).map(isPostedFrom(startsOn)),
      broughtTo: "gst_on_advances" as const,
    })),
    ...invoices
      .filter(({ state }) => state === "ISSUED")
      .map((invoice) => ({
        id: invoice.id,
        changedOn: "" as const,
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
        id,
        changedOn,
        ...(isByDate && { broughtTo: "rcm" as const }),
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

/** Whether the agency itself owes the tax of a bill. */
export const isOwnTax = ({ isReverseCharge, isEarlier }: TaxBill): boolean =>
  isReverseCharge && !isEarlier;

/**
 * Returns a bill's postings other than its row and its tax: an advance for earlier payments, or all of the
 * bill if it was cancelled after a filed return reported it, because nothing else posts it then.
 */
export function postedBeside(bill: TaxBill, startsOn: CalendarDate): TaxPosting[] {
  const { cancelledOn, vendorId, isReverseCharge, isLive, date, paid } = bill;
  if (isLive && date >= startsOn) return postAdvance(bill, paid);
  if (cancelledOn === "") return [];
  return postCancelledBill({
    ...toCreditBill(bill, startsOn),
    cancelledOn,
    vendorId,
    isReverseCharge,
    postedBy: bill.isEarlier ? "opening" : date < startsOn ? "date" : "tax book",
  });
}

const withoutLedger = (entry: TaxEntry): TaxEntry => ({ ...entry, against: "" });

/** Before the tax book started, documents posted their tax on their own date, so entries moved no ledger. */
export const isPostedFrom = (startsOn: CalendarDate) => (entry: TaxEntry) =>
  entry.posted < startsOn ? withoutLedger(entry) : entry;

/** Earlier payments of documents after the first day move the tax ledgers on that day. */
const notBefore = (startsOn: CalendarDate | "", { entries, postings }: Taxed): Taxed => ({
  entries: entries.map((entry) => ({ ...entry, posted: pickLater(entry.posted, startsOn) })),
  postings,
});

/** How the tax book of an agency started. */
export interface Start {
  /** Documents before this day post their tax on their own date; "" if there are none. */
  startsOn: CalendarDate | "";
  /** Whether earlier payments count as advances of their invoices. */
  takesEarlier: boolean;
}

/** Whether an existing agency has started its tax book. */
export const isBegun = (startsOn: CalendarDate | ""): boolean =>
  startsOn !== "" && startsOn !== NOT_BEGUN;

/** Reads GSTR-2B rows with their bills. */
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

/**
 * Returns the credit of GSTR-2B rows. Credit waiting since the start counts from that day at the earliest.
 */
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

/** Converts a bill to the input for its credit. */
export function toCreditBill(bill: TaxBill, startsOn: CalendarDate): CreditBill {
  const { id, number, date, totalPaise, sign, place, lines, paid, reversedBefore } = bill;
  const { supplierUnfiledOn, supplierFiledOn } = bill;
  const isBefore = bill.isEarlier || (date < startsOn && !bill.waitsFromStart);
  return {
    id,
    number,
    date,
    totalPaise,
    sign,
    place,
    lines,
    paid,
    reversedBefore,
    supplierUnfiledOn,
    supplierFiledOn,
    isTaken: isBefore,
    waits: !isBefore,
  };
}

/** Reads clients' payments of invoices with the TDS deducted, oldest first. */
async function readReceived(
  read: Read,
  { agencyId }: Who,
  ids: string[],
): Promise<Map<string, Received[]>> {
  const rows = await read.all<Received & { document: string }>(sql`
    SELECT document_id AS document, date, amount_paise + tds_paise AS "amountPaise" FROM settlements
    WHERE agency_id = ${agencyId} AND kind = 'PAYMENT'
      AND document_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ORDER BY date, created_at, id`);
  return Map.groupBy(rows, ({ document }) => document);
}
