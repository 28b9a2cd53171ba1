import * as v from "valibot";
import {
  type CalendarDate,
  isCalendarDate,
  today,
  toFinancialYear,
  toQuarter,
  yearLabel,
} from "../dates.ts";
import { amount, amountOrNone, date, id, optionalLine, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { listMonths } from "../months.ts";
import { tdsRule } from "../purchases/vendors.ts";
import { findTdsCode, type TdsRule } from "./law.ts";

// TDS is deposited by month and code, and reported by quarter (26Q, from tax year 2026-27 Form 140). It
// counts in the month of deduction: the earlier of credit and payment.

export interface Quarter {
  /** For example `2026-27-Q3`. */
  quarter: string;
  /** For example `2026-10` and the two following months. */
  months: string[];
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
}

/** Returns the quarter of a day, in its financial year. */
export function toTdsQuarter(on: CalendarDate): Quarter {
  const range = toQuarter(on);
  const n = Math.floor(((Number(on.slice(5, 7)) + 8) % 12) / 3);
  const quarter = `${yearLabel(toFinancialYear(on))}-Q${n + 1}`;
  return { quarter, months: listMonths(range), ...range };
}

const WRITTEN = "Enter a quarter as 2026-27-Q3, or one of its months as 2026-10";

function readQuarter(text: string): Quarter | undefined {
  if (isCalendarDate(`${text}-01`)) return toTdsQuarter(`${text}-01`);
  const [, year = "", next, n] = /^(\d{4})-(\d{2})[-/ ]?Q([1-4])$/i.exec(text.trim()) ?? [];
  if (!n || String(Number(year) + 1).slice(-2) !== next) return undefined;
  const month = [4, 7, 10, 1][Number(n) - 1] as number;
  return toTdsQuarter(
    `${month < 4 ? Number(year) + 1 : year}-${String(month).padStart(2, "0")}-01`,
  );
}

export const quarter = v.pipe(
  v.string(WRITTEN),
  v.transform(readQuarter),
  v.custom<Quarter>((quarter) => quarter !== undefined, WRITTEN),
);

/** Defaults to the current quarter. */
export const QuarterQuery = strictObject({
  quarter: v.pipe(
    v.optional(v.string(WRITTEN), () => today().slice(0, 7)),
    quarter,
  ),
});

const CODE = "Write a payment code like 1024, or a section like 194C";

/** A challan: TDS of a month and code, with interest. */
export const NewDeposit = strictObject({
  month: v.pipe(
    v.string("Month is required"),
    v.check((month) => isCalendarDate(`${month}-01`), "Write the month as 2026-10"),
  ),
  rule: v.optional(tdsRule, ""),
  /** Payment code. Defaults to the rule's code. */
  code: v.optional(
    v.pipe(v.string(CODE), v.trim(), v.regex(/^$|^1\d{3}$|^19\d[\w()-]*$/, CODE)),
    "",
  ),
  date,
  amount,
  /** Interest in the same challan. */
  interest: v.optional(amountOrNone("Interest"), 0),
  accountId: id("Account is required"),
  reference: optionalLine("Challan"),
});
export type NewDeposit = v.InferOutput<typeof NewDeposit>;

/** Returns the code of a deposit, or else of its rule. */
export const findDepositCode = ({
  month,
  rule,
  code,
}: Pick<NewDeposit, "code" | "month" | "rule">): string => code || findTdsCode(rule, `${month}-01`);

export interface Deposit {
  _id: string;
  month: string;
  rule: TdsRule | "";
  /** Payment code; before April 2026 the section; "" if none was given. */
  code: string;
  date: CalendarDate;
  amount: Rupees;
  interest: Rupees;
  /** Rupees booked to Round off, less than one. Negative if more was deposited than deducted. */
  roundOff: Rupees;
  accountId: string;
  reference: string;
  /** Its expense transaction. */
  transactionId: string;
  createdAt: string;
}

interface Payable {
  tds: RupeeSum;
  deposited: RupeeSum;
  /** Rupees still to deposit. Negative if more was deposited than deducted. */
  payable: RupeeSum;
}

/** A row of the register, where `amount` at `rate` gives `tax`. */
export interface TdsRow {
  form: "140" | "144";
  party: string;
  pan: string;
  rule: TdsRule | "";
  code: string;
  section: string;
  /** The document that it opens; "" for several documents. */
  document: string;
  number: string;
  /** Date of payment or credit, whichever is first. */
  paidOn: CalendarDate;
  /** "" if the sum is below the limit. */
  deductedOn: CalendarDate | "";
  amount: Rupees;
  /** Percent. */
  rate: number;
  tax: Rupees;
  /** A = lower rate by certificate, Y = below the limit. */
  remark: "" | "A" | "Y";
  certificate: string;
  /** Numbers of the challans for its month and code; "" if it is not deposited. */
  challan: string;
}

export interface TdsCode extends Payable {
  code: string;
  rule: TdsRule | "";
  name: string;
  sums: number;
  amount: RupeeSum;
  /** Booked to Round off by deposits. */
  roundOff: RupeeSum;
  /** Interest owed if the rest is deposited today. */
  interest: Rupees;
}

/** A quarter of the year: its TDS, and the filing dates of its statements. */
export interface TdsQuarter {
  quarter: string;
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
  tds: RupeeSum;
  /** The last day to file its statements. */
  due: CalendarDate;
  filed: { form: string; date: CalendarDate }[];
}

export interface TdsPayable extends Payable {
  quarter: string;
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
  /** The four quarters of the year. */
  quarters: TdsQuarter[];
  months: (Payable & {
    month: string;
    /** The last day to deposit it. */
    due: CalendarDate;
    codes: TdsCode[];
  })[];
  rows: TdsRow[];
  deposits: Deposit[];
}
