import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { DAYS } from "./studio.ts";

// Which months of the year are closed on a day: all before the one that people are at.

/** Until this day of a month both banks have moved, so that there is something to close. */
const MOVED_BY = 25;

/** The month before a day's own: half of what closing it takes is done. */
export const toHalfClosedMonth = (on: CalendarDate): string => monthAfter(on.slice(0, 7), -1);

/** Those before it, oldest first; of the first days of a year that began at a month's end, none. */
export function listClosedMonths(on: CalendarDate): string[] {
  const first = addDays(on, 1 - DAYS);
  const half = toHalfClosedMonth(on);
  const months: string[] = [];
  let month = first.slice(0, 7);
  if (Number(first.slice(8)) > MOVED_BY) month = monthAfter(month);
  for (; month < half; month = monthAfter(month)) months.push(month);
  return months;
}
