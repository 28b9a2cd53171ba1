import { addDays, type CalendarDate, countDays, pickEarlier } from "../../dates.ts";
import type { Paise } from "../../money.ts";
import { monthAfter } from "../../months.ts";
import { DUE_DAYS, GROUP_X, INTEREST, LATE_FEE, valueOn } from "./law.ts";
import type { Period } from "./periods.ts";
import { toCurrentPos } from "./placement.ts";

// Due dates of returns and the cost of filing late. All are estimates: notifications often move due
// dates, and the portal computes interest and fees itself.

/**
 * Returns the due dates of a period. In the first two months of a quarter, they are the dates of the IFF
 * and of the payment (PMT-06).
 */
export function dueDates(
  { label, filing, return: what }: Period,
  gstin: string,
): { gstr1: CalendarDate; gstr3b: CalendarDate } {
  const on = (day: number) => `${monthAfter(label)}-${day}`;
  if (what === "IFF") return { gstr1: on(DUE_DAYS.IFF), gstr3b: on(DUE_DAYS.PMT06) };
  const group = GROUP_X.has(toCurrentPos(gstin.slice(0, 2))) ? "X" : "Y";
  const day = DUE_DAYS.GSTR3B[filing === "MONTHLY" ? "MONTHLY" : group];
  return { gstr1: on(DUE_DAYS.GSTR1[filing]), gstr3b: on(day) };
}

/** The portal publishes GSTR-2B on the 14th of the next month (CGST Rules, 60(7)). */
export const gstr2bPublishedOn = (label: string): CalendarDate => `${monthAfter(label)}-14`;

/** Returns the days after the due date, or 0 if it was paid in time. */
export const countDaysLate = (due: CalendarDate, paidOn: CalendarDate): number =>
  paidOn <= due ? 0 : countDays({ dateFrom: addDays(due, 1), dateTo: paidOn });

/** Computes interest on tax paid late in cash, beyond what was in the cash ledger all the time. */
export function computeInterest(tax: Paise, days: number, due: CalendarDate): Paise {
  const percent = BigInt(valueOn(INTEREST, due));
  const product = BigInt(tax) * percent * BigInt(days);
  return Number((2n * product + 36_500n) / 73_000n) as Paise;
}

/** Balance of the credit ledger from a day on: IGST, CGST and SGST together. */
export interface CreditBalance {
  from: CalendarDate;
  balancePaise: Paise;
}

/**
 * Computes interest on reversed credit, for the time in which the whole credit ledger was below it.
 * Until then, the credit was not used (CGST Act, s. 50(3); CGST Rules, 88B(3); Circular 192/2023).
 * @param balances since the credit was taken, oldest first
 */
export function computeUsedInterest(
  credit: Paise,
  balances: CreditBalance[],
  reversedOn: CalendarDate,
): Paise {
  return balances.reduce((sum, { from, balancePaise }, n) => {
    const until = pickEarlier(balances[n + 1]?.from ?? reversedOn, reversedOn);
    const used = Math.max(0, credit - Math.max(0, balancePaise)) as Paise;
    const days = until > from ? countDays({ dateFrom: from, dateTo: addDays(until, -1) }) : 0;
    return (sum + computeInterest(used, days, from)) as Paise;
  }, 0 as Paise);
}

/**
 * Computes the late fee, half CGST and half SGST, capped by the turnover of the year before, in paise.
 */
export function computeLateFee(
  days: number,
  isNil: boolean,
  turnover: Paise,
  due: CalendarDate,
): { cgst: Paise; sgst: Paise } {
  const { aDay, atMost } = valueOn(LATE_FEE, due);
  const most = isNil
    ? atMost.nilPaise
    : (atMost.upTo.find((step) => turnover <= step.turnoverPaise)?.feePaise ?? atMost.abovePaise);
  const half = (Math.min(days * (isNil ? aDay.nilPaise : aDay.otherPaise), most) / 2) as Paise;
  return { cgst: half, sgst: half };
}
