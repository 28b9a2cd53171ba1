import { addDays, countDays, type DateRange } from "./dates.ts";
import { monthAfter, monthIndex, toLastOfMonth } from "./months.ts";
import { addMonths } from "./typedDates.ts";

/**
 * Returns the period to compare with: for whole months as many before, for the year so far the same days
 * of the year before, else as many days just before.
 */
export function periodBefore({ dateFrom, dateTo }: DateRange): DateRange {
  const dayAfter = addDays(dateTo, 1);
  const dayBefore = addDays(dateFrom, -1);
  if (!dateFrom.endsWith("-01")) {
    return { dateFrom: addDays(dateFrom, -countDays({ dateFrom, dateTo })), dateTo: dayBefore };
  }
  if (dayAfter.endsWith("-01")) {
    return { dateFrom: addMonths(dateFrom, -monthsBetween(dateFrom, dayAfter)), dateTo: dayBefore };
  }
  const isWithinMonth = dateFrom.slice(0, 7) === dateTo.slice(0, 7);
  const months = isWithinMonth ? -1 : -12;
  return { dateFrom: addMonths(dateFrom, months), dateTo: addMonths(dateTo, months) };
}

/**
 * Returns the period of equal length just before or after, in months if the period is whole months, else
 * in days.
 */
export function stepPeriod({ dateFrom, dateTo }: DateRange, by: -1 | 1): DateRange {
  const dayAfter = addDays(dateTo, 1);
  if (!(dateFrom.endsWith("-01") && dayAfter.endsWith("-01"))) {
    const days = by * countDays({ dateFrom, dateTo });
    return { dateFrom: addDays(dateFrom, days), dateTo: addDays(dateTo, days) };
  }
  const months = by * monthsBetween(dateFrom, dayAfter);
  return {
    dateFrom: addMonths(dateFrom, months),
    dateTo: addDays(addMonths(dayAfter, months), -1),
  };
}

/** Returns the end of the previous month, or the next month end after a day. */
export function stepMonthEnd(day: string, by: -1 | 1): string {
  if (by < 0) return toLastOfMonth(monthAfter(day, -1));
  return toLastOfMonth(addDays(day, 1));
}

const monthsBetween = (first: string, second: string) => monthIndex(second) - monthIndex(first);

export const CASH_BASIS =
  "Money received and paid in this period, GST included. This is not a profit and loss account.";
