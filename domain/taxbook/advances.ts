import type { CalendarDate } from "../dates.ts";
import { advanceFigures } from "../gst/figures.ts";
import type { ReturnDocument, ReturnVoucher } from "../gst/returns/books.ts";
import { isService } from "../gst/returns/hsn.ts";
import { toCurrentPos } from "../gst/returns/placement.ts";
import { isWithoutTax } from "../gst/supply.ts";
import type { Paise } from "../money.ts";
import { computePart } from "../purchases/billFigures.ts";
import { addTaxes, NO_TAXES, type Taxes } from "../purchases/inward.ts";
import {
  computeTaxPart,
  isNothing,
  type PeriodOfDay,
  type TaxEntry,
  type Taxed,
  type TaxPosting,
} from "./entries.ts";

// Tax on advances. For a service, tax is due with the advance (CGST Act, s. 13(2)) and reported in table
// 11A. On the day of the invoice, 11B subtracts it, or 11A in the same month.

/** A client's payment, including deducted tax. */
export interface Received {
  date: CalendarDate;
  amountPaise: Paise;
}

interface Part extends Taxes {
  taxable: Paise;
}

type Place = Pick<TaxEntry, "document" | "isIntra" | "number" | "pos" | "rate">;

/** Returns the entries in GSTR-1 of a receipt voucher and its uses and refunds. */
export function taxOfVoucher(voucher: ReturnVoucher, periodOf: PeriodOfDay): TaxEntry[] {
  const { id: document, number, pos, mode, taxPct: rate, isUntaxed, supply, date, taken } = voucher;
  if (isUntaxed || isWithoutTax(supply) || rate === 0) return [];
  const place = { document, number, pos: toCurrentPos(pos), rate, isIntra: mode === "INTRA" };
  const upTo = (amount: number): Part => ({
    ...NO_TAXES,
    ...pick(advanceFigures(amount as Paise, rate, voucher)),
  });
  const received = periodOf(date);
  const came = advance(place, upTo(voucher.amountPaise), date, received, "11A", "advance");
  let gone = 0;
  const left = taken.flatMap((one) => {
    const before = upTo(gone);
    gone += one.amountPaise;
    const part = negative(lessPart(before, upTo(gone)));
    const period = periodOf(one.date);
    const isUse = one.kind === "USE";
    const section = isUse && period !== received ? "11B" : "11A";
    const reason = isUse ? "advance used" : "advance refunded";
    return advance(place, part, one.date, period, section, reason);
  });
  return [...came, ...left];
}

/**
 * Returns the GSTR-1 entries of payments dated before their invoice. Until the invoice's day, each is an
 * advance with the invoice's rates and place of supply. Payments for goods have no effect (Notification
 * 66/2017-Central Tax).
 */
export function taxPaidFirst(
  invoice: ReturnDocument,
  payments: Received[],
  periodOf: PeriodOfDay,
): Taxed {
  const { supply, isUntaxed, reverseCharge, totalPaise, mode } = invoice;
  const first = payments.filter(({ date }) => date < invoice.date);
  if (supply !== "REGULAR" || isUntaxed || reverseCharge || first.length === 0)
    return { entries: [], postings: [] };
  const rates = Map.groupBy(
    invoice.lines.filter(
      ({ taxPct, hsnSac }) => taxPct > 0 && (hsnSac === "" || isService(hsnSac)),
    ),
    ({ taxPct }) => taxPct,
  );
  const { id: document, number } = invoice;
  const used = periodOf(invoice.date);
  const entries = [...rates].flatMap(([rate, lines]) => {
    const place = {
      document,
      number,
      rate,
      pos: toCurrentPos(invoice.pos),
      isIntra: mode === "INTRA",
    };
    const taxes = addParts(lines.map((line) => ({ ...line, cess: 0 as Paise, sign: 1 })));
    let paid = 0;
    return first.flatMap(({ date, amountPaise }) => {
      const before = partUpTo(taxes, paid, totalPaise);
      paid = Math.min(totalPaise, paid + amountPaise);
      const part = lessPart(before, partUpTo(taxes, paid, totalPaise));
      const period = periodOf(date);
      const section = period === used ? "11A" : "11B";
      return [
        ...advance(place, part, date, period, "11A", "paid before its invoice"),
        ...advance(place, negative(part), invoice.date, used, section, "its invoice has it now"),
      ];
    });
  });
  return { entries, postings: first.flatMap((payment) => heldAsAdvance(invoice, payment)) };
}

/**
 * Until the day of its invoice, the money is an advance from the client and does not lower receivables.
 */
function heldAsAdvance({ id, date, buyer }: ReturnDocument, payment: Received): TaxPosting[] {
  const { amountPaise } = payment;
  const of = { document: id, reason: "paid before its invoice" };
  const move = (day: CalendarDate, paise: number) => [
    { ...of, date: day, ledger: "receivables", paise, party: buyer.id },
    { ...of, date: day, ledger: "advances", paise: -paise },
  ];
  return [...move(payment.date, amountPaise), ...move(date, -amountPaise)];
}

/** Until the day of its bill, the payment is an advance to the vendor and does not lower payables. */
export function postAdvance(
  { id, date, vendorId }: { id: string; date: CalendarDate; vendorId: string },
  paid: { date: CalendarDate; postedPaise: Paise }[],
): TaxPosting[] {
  const of = { document: id, reason: "paid before its bill" };
  const move = (day: CalendarDate, paise: number) => [
    { ...of, date: day, ledger: "vendor_advances", paise },
    { ...of, date: day, ledger: "payables", paise: -paise, party: vendorId },
  ];
  return paid
    .filter((one) => one.date < date && one.postedPaise !== 0)
    .flatMap((one) => [...move(one.date, one.postedPaise), ...move(date, -one.postedPaise)]);
}

/** Creates the entry of an advance; a negative part reverses it. */
function advance(
  place: Place,
  part: Part,
  date: CalendarDate,
  period: string,
  section: "11A" | "11B",
  reason: string,
): TaxEntry[] {
  const entry: TaxEntry = {
    ...place,
    ...part,
    due: date,
    posted: date,
    period,
    section,
    reason,
    cell: "3.1a",
    against: "gst_on_advances",
  };
  return isNothing(entry) ? [] : [entry];
}

const pick = ({ taxable, igst, cgst, sgst }: Part | ReturnType<typeof advanceFigures>) => ({
  taxable,
  igst,
  cgst,
  sgst,
});

/** Adds up parts, each multiplied by its sign. */
const addParts = (all: (Part & { sign: 1 | -1 })[]): Part => ({
  ...addTaxes(all),
  taxable: all.reduce((sum, { taxable, sign }) => sum + sign * taxable, 0) as Paise,
});

const negative = (part: Part): Part => addParts([{ ...part, sign: -1 }]);

/** Returns the second part minus the first. */
const lessPart = (before: Part, upTo: Part): Part =>
  addParts([
    { ...upTo, sign: 1 },
    { ...before, sign: -1 },
  ]);

const partUpTo = (part: Part, paid: number, whole: Paise): Part => ({
  ...computeTaxPart(part, paid, whole),
  taxable: computePart(part.taxable, paid as Paise, whole),
});
