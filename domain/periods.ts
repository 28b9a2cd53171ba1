import { addDays, type DateRange, daysOf } from "./dates.ts";
import { addMonths } from "./typedDates.ts";

/**
 * The period that another is compared with: whole months with as many before them, the year so far with
 * the same days of the year before, and any other days with as many just before.
 */
export function periodBefore({ dateFrom, dateTo }: DateRange): DateRange {
  const dayAfter = addDays(dateTo, 1);
  const dayBefore = addDays(dateFrom, -1);
  if (!dateFrom.endsWith("-01")) {
    return { dateFrom: addDays(dateFrom, -daysOf({ dateFrom, dateTo })), dateTo: dayBefore };
  }
  if (dayAfter.endsWith("-01")) {
    return { dateFrom: addMonths(dateFrom, -monthsBetween(dateFrom, dayAfter)), dateTo: dayBefore };
  }
  const isWithinMonth = dateFrom.slice(0, 7) === dateTo.slice(0, 7);
  const months = isWithinMonth ? -1 : -12;
  return { dateFrom: addMonths(dateFrom, months), dateTo: addMonths(dateTo, months) };
}

const monthsOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

const monthsBetween = (first: string, second: string) => monthsOf(second) - monthsOf(first);

/** What the income and the expense of a period are, and are not. */
export const CASH_BASIS =
  "Money received and paid in this period, GST included. This is not a profit and loss account.";
