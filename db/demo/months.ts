import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { DAYS } from "./studio.ts";

// The months closed by a day: all before the one being closed.

/** By this day of a month both banks have entries, so that there is something to close. */
const MOVED_BY = 25;

/** Returns the month before the day's own, whose closing is half done. */
export const toHalfClosedMonth = (on: CalendarDate): string => monthAfter(on.slice(0, 7), -1);

/**
 * Lists the fully closed months, oldest first; none in the first days of a year that began at a month's end.
 */
export function listClosedMonths(on: CalendarDate): string[] {
  const first = addDays(on, 1 - DAYS);
  const half = toHalfClosedMonth(on);
  const months: string[] = [];
  let month = first.slice(0, 7);
  if (Number(first.slice(8)) > MOVED_BY) month = monthAfter(month);
  for (; month < half; month = monthAfter(month)) months.push(month);
  return months;
}
