import { type CalendarDate, countDays } from "../dates.ts";
import type { Paise } from "../money.ts";
import { monthAfter, monthIndex } from "../months.ts";
import { toWholeRupees } from "./sums.ts";

// Due dates of TDS deposits and statements, and the cost of being late.

/**
 * Returns the last day to deposit a month's TDS: the 7th of the next month; 30 April for March (Rule
 * 218).
 */
export function depositBy(month: string): CalendarDate {
  const next = monthAfter(month);
  return next.endsWith("-04") ? `${next}-30` : `${next}-07`;
}

/** Last days to file a quarter's statement (Rule 219). */
const STATEMENT_DAYS: Record<string, string> = {
  Q1: "07-31",
  Q2: "10-31",
  Q3: "01-31",
  Q4: "05-31",
};

/** @param quarter `2026-27-Q1` */
export function statementBy(quarter: string): CalendarDate {
  const n = quarter.slice(-2);
  const year = Number(quarter.slice(0, 4)) + (n === "Q3" || n === "Q4" ? 1 : 0);
  return `${year}-${STATEMENT_DAYS[n]}`;
}

/** Counts the calendar months from one day to another, including both. */
const monthsBetween = (from: CalendarDate, to: CalendarDate): number =>
  monthIndex(to.slice(0, 7)) - monthIndex(from.slice(0, 7)) + 1;

/** In tenths of a percent a month: until it is deducted, and from then until it is deposited. */
const INTEREST = [{ from: "2010-07-01", late: 10, unpaid: 15 }];

const ratesOn = (date: CalendarDate) => INTEREST.findLast(({ from }) => from <= date);

/** Computes interest on TDS deposited late (2025 Act, s. 398(3)(a); 1961 Act, s. 201(1A)). */
export function depositInterest(month: string, tax: Paise, depositedOn: CalendarDate): Paise {
  if (depositedOn <= depositBy(month)) return 0 as Paise;
  const { unpaid = 0 } = ratesOn(depositedOn) ?? {};
  return toWholeRupees(Math.round((tax * unpaid * monthsBetween(month, depositedOn)) / 1000));
}

/** Computes interest on TDS deducted late. */
export function computeDeductionInterest(
  tax: Paise,
  dueOn: CalendarDate,
  deductedOn: CalendarDate,
): Paise {
  if (deductedOn <= dueOn) return 0 as Paise;
  const { late = 0 } = ratesOn(deductedOn) ?? {};
  return toWholeRupees(Math.round((tax * late * monthsBetween(dueOn, deductedOn)) / 1000));
}

/** Fee per day for a late statement, at most its tax (2025 Act, s. 427; 1961 Act, s. 234E). */
const FEE_PER_DAY = 200_00;

export function statementFee(quarter: string, tax: Paise, filedOn: CalendarDate): Paise {
  const due = statementBy(quarter);
  if (filedOn <= due) return 0 as Paise;
  const days = countDays({ dateFrom: due, dateTo: filedOn }) - 1;
  return Math.min(days * FEE_PER_DAY, tax) as Paise;
}
