import { addDays, type DateRange, daysOf } from "../dates.ts";
import type { Comparison } from "./reports.ts";

// Which periods stand beside the one that a statement is of.

/** What a period is compared with: the same a year before, or as many days or months just before it. */
export function comparedWith({ dateFrom, dateTo }: DateRange, compare: Comparison) {
  if (compare === "none") return undefined;
  if (compare === "year") return { dateFrom: yearBefore(dateFrom), dateTo: yearBefore(dateTo) };
  const dateBefore = addDays(dateFrom, -1);
  const isWhole = dateFrom.endsWith("-01") && addDays(dateTo, 1).endsWith("-01");
  if (!isWhole)
    return { dateFrom: addDays(dateFrom, -daysOf({ dateFrom, dateTo })), dateTo: dateBefore };
  const months = monthsBetween(dateFrom, dateTo);
  return { dateFrom: firstOf(monthIndex(dateFrom) - months), dateTo: dateBefore };
}

/** A 29 February is compared with a 28th. */
function yearBefore(date: string): string {
  const day = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return day.endsWith("-02-29") ? `${day.slice(0, 8)}28` : day;
}

const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const monthsBetween = (from: string, to: string) => monthIndex(to) - monthIndex(from) + 1;
const firstOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
const QUARTERS = /-(01|04|07|10)-/;

/** The months or quarters of a period, cut at its ends. */
export function partsOf({ dateFrom, dateTo }: DateRange, by: "month" | "quarter"): DateRange[] {
  const last = monthIndex(dateTo);
  const firsts: string[] = [];
  for (let month = monthIndex(dateFrom); month <= last; month++) firsts.push(firstOf(month));
  const starts = firsts.filter((start, n) => by === "month" || n === 0 || QUARTERS.test(start));
  return starts.map((start, n) => ({
    dateFrom: start < dateFrom ? dateFrom : start,
    dateTo: starts[n + 1] ? addDays(starts[n + 1] as string, -1) : dateTo,
  }));
}
