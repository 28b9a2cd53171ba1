import { addDays, type CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { computePart } from "../purchases/billFigures.ts";
import type { Itc } from "../purchases/credit.ts";
import { addTaxes, type Taxes } from "../purchases/inward.ts";
import type { VendorKind } from "../purchases/vendors.ts";
import { computeTaxPart, isNothing, type PeriodOfDay, type TaxEntry } from "./entries.ts";

// Reverse charge: the agency owes the tax itself. It is due with the payment, or on the last day allowed
// by law.

export interface BillLine extends Taxes {
  taxable: Paise;
  itc: Itc;
  /** Ledger of its cost: a category or a system ledger. */
  ledger: string;
}

/** A bill whose tax the agency pays to the government, with its payments. */
export interface OwnTaxBill {
  id: string;
  number: string;
  date: CalendarDate;
  /** Amount owed to the vendor, before TDS. */
  totalPaise: Paise;
  vendorKind: VendorKind;
  isImport: boolean;
  /** Whether the vendor is an associated enterprise abroad. */
  isAssociated: boolean;
  /** -1 for a vendor's credit note. */
  sign: -1 | 1;
  /** Whether it is from before the tax book, so that its tax is due on its own date. */
  isByDate: boolean;
  place: string;
  lines: BillLine[];
  /** Including the TDS of each. */
  paid: { date: CalendarDate; amountPaise: Paise }[];
}

/** If unpaid, tax is due on the day after 60 days from the vendor's invoice (CGST Act, s. 13(3)(b)). */
const UNPAID_DAYS = 61;

/** Returns the last day on which tax is due, and the reason. */
function lastDay(bill: OwnTaxBill): [CalendarDate, string] {
  const { date, vendorKind, sign, isByDate, isAssociated } = bill;
  if (sign < 0) return [date, "credit note"];
  if (isByDate) return [date, "by its date"];
  if (vendorKind === "UNREGISTERED") return [date, "self-invoice"];
  // Second proviso to s. 13(3). The bill's date counts, not the day it was entered.
  if (isAssociated) return [date, "entry in the books"];
  return [addDays(date, UNPAID_DAYS), "61st day"];
}

/**
 * Returns the GSTR-3B entries of a bill under reverse charge: tax in 3.1(d) and its credit in 4A(2) or
 * 4A(3), in proportion to each payment, and the rest on the last day (CGST Act, s. 13(3)).
 */
export function taxOfOwn(bill: OwnTaxBill, periodOf: PeriodOfDay): TaxEntry[] {
  const [last, why] = lastDay(bill);
  const parts: { due: CalendarDate; from: number; to: number; reason: string }[] = [];
  let done = 0;
  const earlier = bill.paid
    .filter(({ date }) => date < last)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  for (const { date, amountPaise } of earlier) {
    const to = Math.min(bill.totalPaise, done + amountPaise);
    if (to > done) parts.push({ due: date, from: done, to, reason: "paid" });
    done = to;
  }
  if (done < bill.totalPaise)
    parts.push({ due: last, from: done, to: bill.totalPaise, reason: why });
  return parts.flatMap((part) =>
    bill.lines.flatMap((line) => taxOfPart(bill, line, part, periodOf)),
  );
}

function taxOfPart(
  bill: OwnTaxBill,
  line: BillLine,
  { due, from, to, reason }: { due: CalendarDate; from: number; to: number; reason: string },
  periodOf: PeriodOfDay,
): TaxEntry[] {
  const { totalPaise, isImport, id: document, number } = bill;
  const less: 1 | -1 = bill.sign > 0 ? -1 : 1;
  const taxes = addTaxes([
    { ...computeTaxPart(line, to, totalPaise), sign: bill.sign },
    { ...computeTaxPart(line, from, totalPaise), sign: less },
  ]);
  const upTo = (paid: number) => computePart(line.taxable, paid as Paise, totalPaise);
  const taxable = (bill.sign * (upTo(to) - upTo(from))) as Paise;
  const entry: TaxEntry = {
    document,
    number,
    due,
    posted: due,
    period: periodOf(due),
    section: "" as const,
    reason,
    pos: bill.place,
    rate: 0 as TaxEntry["rate"],
    isIntra: taxes.igst === 0,
    cell: "3.1d",
    taxable,
    ...taxes,
    against: "rcm",
  };
  if (isNothing(entry)) return [];
  const cell = isImport ? "4A2" : "4A3";
  const credit: TaxEntry = { ...entry, taxable: 0 as Paise, cell };
  const blocked: TaxEntry = {
    ...credit,
    cell: "4B1",
    against: line.ledger,
    reason: "s. 17(5)",
  };
  return [entry, credit, ...(line.itc === "ELIGIBLE" ? [] : [blocked])];
}
