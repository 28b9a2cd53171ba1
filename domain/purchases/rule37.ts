import { addDays, type CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { monthAfter } from "../months.ts";
import { partOf } from "./billFigures.ts";
import { HEADS, type Taxes } from "./inward.ts";

// Rule 37 of the CGST Rules: credit of a bill that is not paid within 180 days is given back, in the return
// of the month after that in which they end, in proportion to what is unpaid.

export const RULE_37_DAYS = 180;

export interface OwedBill extends Taxes {
  date: CalendarDate;
  /** Of the bill, with its tax. */
  total: Paise;
  isReverseCharge: boolean;
  /** With the tax kept back at source. */
  paid: { date: CalendarDate; amount: Paise }[];
}

export interface Reversal {
  /** The last of the 180 days. */
  ends: CalendarDate;
  /** The return that carries it, "2026-10". */
  period: string;
  taxes: Taxes;
}

/** What of a bill's credit is given back; undefined for none. Never of reverse charge, whose tax we paid. */
export function reversalOf(bill: OwedBill): Reversal | undefined {
  const ends = addDays(bill.date, RULE_37_DAYS);
  const paid = bill.paid
    .filter(({ date }) => date <= ends)
    .reduce((sum, { amount }) => sum + amount, 0);
  const unpaid = bill.total - paid;
  if (bill.isReverseCharge || unpaid <= 0 || bill.total <= 0) return undefined;
  const share = (amount: Paise) => partOf(amount, unpaid as Paise, bill.total);
  const taxes = Object.fromEntries(HEADS.map((head) => [head, share(bill[head])])) as Taxes;
  return { ends, period: monthAfter(ends), taxes };
}

/** Whether a bill whose credit was given back has been paid since, and in which month. */
export function paidAgainIn(bill: OwedBill): string | undefined {
  let paid = 0;
  for (const { date, amount } of bill.paid.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    paid += amount;
    if (paid >= bill.total) return date.slice(0, 7);
  }
  return undefined;
}
