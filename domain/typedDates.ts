import { addDays, type CalendarDate, isCalendarDate } from "./dates.ts";
import { monthAfter, SHORT_MONTHS, toLastOfMonth } from "./months.ts";

// Shortcuts for typing dates. The day always comes first:
//
//   t, today · y, yesterday · tomorrow · +3, -1 days from today · m, h first and last of the month
//   15 of this month · 15/8 of this year · 15/8/26, 15-08-2026, 2026-08-15, 15 Aug 2026

/**
 * Parses a typed date.
 * @param on the current day
 * @returns undefined if the text is not a date
 */
export function readTypedDate(text: string, on: CalendarDate): CalendarDate | undefined {
  const typed = text.trim().toLowerCase();
  const month = on.slice(0, 7);
  if (typed === "t" || typed === "today") return on;
  if (typed === "y" || typed === "yesterday") return addDays(on, -1);
  if (typed === "tomorrow") return addDays(on, 1);
  if (typed === "m") return `${month}-01`;
  if (typed === "h") return toLastOfMonth(month);
  if (/^[+-]\d{1,4}$/.test(typed)) return addDays(on, Number(typed));
  if (isCalendarDate(typed)) return typed;

  const [day, second, third, more] = typed.split(/[\s/.,-]+/);
  if (!/^\d{1,2}$/.test(day ?? "") || more !== undefined) return undefined;
  const year = third === undefined ? on.slice(0, 4) : third.length === 2 ? `20${third}` : third;
  const date = `${year}-${monthNumber(second ?? month.slice(5))}-${day?.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : undefined;
}

/** Returns the same day in another month, or that month's last day if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const month = monthAfter(date, months);
  const wanted = `${month}-${date.slice(8)}`;
  return isCalendarDate(wanted) ? wanted : toLastOfMonth(month);
}

/** Converts `8`, `08`, `aug` or `august` to `08`. Other text becomes an invalid month. */
function monthNumber(text: string): string {
  const named = SHORT_MONTHS.findIndex((name) => name.toLowerCase() === text.slice(0, 3)) + 1;
  return named > 0 ? String(named).padStart(2, "0") : text.padStart(2, "0");
}
