import { addDays, type CalendarDate, isCalendarDate } from "./dates.ts";
import { monthAfter, SHORT_MONTHS, toLastOfMonth } from "./months.ts";

// Dates as people type them when they are in a hurry. The day comes first, always:
//
//   t today · y yesterday · +3, -1 days from today · m, h first and last of the month
//   15 of this month · 15/8 of this year · 15/8/26, 15-08-2026, 2026-08-15, 15 Aug 2026

/** The day that a text means, `on` being today; undefined where it means none. */
export function readTypedDate(text: string, on: CalendarDate): CalendarDate | undefined {
  const typed = text.trim().toLowerCase();
  const month = on.slice(0, 7);
  if (typed === "t") return on;
  if (typed === "y") return addDays(on, -1);
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

/** The same day of another month, or its last where it has no such day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const month = monthAfter(date, months);
  const wanted = `${month}-${date.slice(8)}`;
  return isCalendarDate(wanted) ? wanted : toLastOfMonth(month);
}

/** `8`, `08`, `aug` or `august` as `08`; what is no month as something no date has. */
function monthNumber(text: string): string {
  const named = SHORT_MONTHS.findIndex((name) => name.toLowerCase() === text.slice(0, 3)) + 1;
  return named > 0 ? String(named).padStart(2, "0") : text.padStart(2, "0");
}
