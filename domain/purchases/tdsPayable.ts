import * as v from "valibot";
import {
  type CalendarDate,
  financialYearOf,
  isCalendarDate,
  quarterOf,
  today,
  yearLabel,
} from "../dates.ts";
import { amount, date, id, optionalLine, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { monthsOf } from "../months.ts";
import type { TdsRule } from "./tds.ts";
import { tdsRule } from "./vendors.ts";

// Tax kept back of vendors: by month it is paid to the Government, by quarter it is stated (26Q, from tax
// year 2026-27 on Form 140). It counts in the month of its bill: the earlier of booking and payment.

export interface Quarter {
  /** `2026-27-Q3`. */
  quarter: string;
  /** `2026-10` and the two after it. */
  months: string[];
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
}

/** The quarter of a financial year that a day is in. */
export function tdsQuarterOf(on: CalendarDate): Quarter {
  const range = quarterOf(on);
  const n = Math.floor(((Number(on.slice(5, 7)) + 8) % 12) / 3);
  const quarter = `${yearLabel(financialYearOf(on))}-Q${n + 1}`;
  return { quarter, months: monthsOf(range), ...range };
}

const WRITTEN = "Write a quarter as 2026-27-Q3, or one of its months as 2026-10";

function readQuarter(text: string): Quarter | undefined {
  if (isCalendarDate(`${text}-01`)) return tdsQuarterOf(`${text}-01`);
  const [, year = "", next, n] = /^(\d{4})-(\d{2})[-/ ]?Q([1-4])$/i.exec(text.trim()) ?? [];
  if (!n || String(Number(year) + 1).slice(-2) !== next) return undefined;
  const month = [4, 7, 10, 1][Number(n) - 1] as number;
  return tdsQuarterOf(
    `${month < 4 ? Number(year) + 1 : year}-${String(month).padStart(2, "0")}-01`,
  );
}

/** The present quarter, where none is said. */
export const QuarterQuery = strictObject({
  quarter: v.pipe(
    v.optional(v.string(WRITTEN), () => today().slice(0, 7)),
    v.transform(readQuarter),
    v.custom<Quarter>((quarter) => quarter !== undefined, WRITTEN),
  ),
});

/** What was paid to the Government for a month; without a rule for what none was named for. */
export const NewDeposit = strictObject({
  month: v.pipe(
    v.string("Month is required"),
    v.check((month) => isCalendarDate(`${month}-01`), "Write the month as 2026-10"),
  ),
  rule: v.optional(tdsRule, ""),
  date,
  amount,
  accountId: id("Account is required"),
  /** Of the challan. */
  reference: optionalLine("Challan"),
});
export type NewDeposit = v.InferOutput<typeof NewDeposit>;

export interface Deposit {
  _id: string;
  month: string;
  rule: TdsRule | "";
  date: CalendarDate;
  amount: Rupees;
  accountId: string;
  reference: string;
  /** The expense that it booked. */
  transactionId: string;
  createdAt: string;
}

interface Payable {
  tds: RupeeSum;
  deposited: RupeeSum;
  /** What is still to be paid; below 0 where more was paid. */
  payable: RupeeSum;
}

export interface TdsPayable extends Payable {
  quarter: string;
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
  months: (Payable & {
    month: string;
    /** The day by which it is to be paid. */
    due: CalendarDate;
    rules: (Payable & { rule: TdsRule | ""; name: string; bills: number; taxable: RupeeSum })[];
  })[];
  deposits: Deposit[];
}
