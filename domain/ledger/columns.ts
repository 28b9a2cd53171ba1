import { addDays, countDays, type DateRange } from "../dates.ts";
import { listMonths, monthAfter, monthIndex, toFirstOfMonth } from "../months.ts";
import type { Comparison } from "./reports.ts";

// Comparison periods and columns of a statement.

/**
 * Returns the comparison period: the same period a year before, or as many days or months just before.
 */
export function toComparedPeriod({ dateFrom, dateTo }: DateRange, compare: Comparison) {
  if (compare === "none") return undefined;
  if (compare === "year") return { dateFrom: yearBefore(dateFrom), dateTo: yearBefore(dateTo) };
  const dateBefore = addDays(dateFrom, -1);
  const isWhole = dateFrom.endsWith("-01") && addDays(dateTo, 1).endsWith("-01");
  if (!isWhole)
    return { dateFrom: addDays(dateFrom, -countDays({ dateFrom, dateTo })), dateTo: dateBefore };
  const months = monthsBetween(dateFrom, dateTo);
  return { dateFrom: toFirstOfMonth(monthAfter(dateFrom, -months)), dateTo: dateBefore };
}

/** 29 February becomes 28 February. */
function yearBefore(date: string): string {
  const day = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return day.endsWith("-02-29") ? `${day.slice(0, 8)}28` : day;
}

const monthsBetween = (from: string, to: string) => monthIndex(to) - monthIndex(from) + 1;
const QUARTERS = /-(01|04|07|10)-/;

/** Splits a period into months or quarters, cut at its ends. */
export function splitRange({ dateFrom, dateTo }: DateRange, by: "month" | "quarter"): DateRange[] {
  const firsts = listMonths({ dateFrom, dateTo }).map(toFirstOfMonth);
  const starts = firsts.filter((start, n) => by === "month" || n === 0 || QUARTERS.test(start));
  return starts.map((start, n) => ({
    dateFrom: start < dateFrom ? dateFrom : start,
    dateTo: starts[n + 1] ? addDays(starts[n + 1] as string, -1) : dateTo,
  }));
}
