import { addDays, type CalendarDate, countDays, isCalendarDate } from "../dates.ts";
import { MONTH_NAMES, monthIndex, SHORT_MONTHS } from "../months.ts";

// The fields and lines that a new invoice takes from the client's last one.

/** Returns the days from a date to a due date, or null if it is not due after its own date. */
export function countTerm(date: CalendarDate, dueDate: string): number | null {
  if (!isCalendarDate(dueDate) || dueDate < date) return null;
  return countDays({ dateFrom: date, dateTo: dueDate }) - 1;
}

/** Returns the due date of an invoice, or "" if it has none. */
export const toDueDate = (date: string, days: number | null): string =>
  days === null || !isCalendarDate(date) ? "" : addDays(date, days);

/** Returns the months from one day's month to another's. */
export const countMonths = (from: CalendarDate, to: CalendarDate): number =>
  monthIndex(to) - monthIndex(from);

const NAMES = [...MONTH_NAMES, "Sept", ...SHORT_MONTHS];
/** `Oct`, `October 2026`, `Oct-26`, `OCT'26`. */
const MONTH = new RegExp(
  `(?<![\\p{L}\\d])(${NAMES.join("|")})(?:([ -]|['’]| ['’])(\\d{4}|\\d{2})(?!\\d))?(?![\\p{L}\\d])`,
  "giu",
);
/** `Q3`, `Q3 2026`. */
const QUARTER = /(?<![\p{L}\d])Q([1-4])(?: (\d{4}))?(?![\p{L}\d])/gu;

/**
 * Moves the months and quarters in a description on: `Retainer, October 2026` becomes
 * `Retainer, November 2026`. Without a year, `May` is left alone, because it may be the verb.
 */
export function moveMonths(text: string, months: number): string {
  if (months === 0) return text;
  const moved = text.replace(MONTH, (whole, name: string, between = "", year = "") => {
    if (name.toLowerCase() === "may" && !year) return whole;
    const from = findMonth(name);
    const to = from + months;
    const month = matchCase(nameLike(name, ((to % 12) + 12) % 12), name);
    return month + between + moveYear(year, Math.floor(to / 12));
  });
  if (months % 3 !== 0) return moved;
  return moved.replace(QUARTER, (_, quarter: string, year = "") => {
    const to = Number(quarter) - 1 + months / 3;
    const moved = moveYear(year, Math.floor(to / 4));
    return `Q${(((to % 4) + 4) % 4) + 1}${moved && ` ${moved}`}`;
  });
}

const findMonth = (name: string) =>
  SHORT_MONTHS.findIndex((short) => short.toLowerCase() === name.slice(0, 3).toLowerCase());

const nameLike = (name: string, month: number): string =>
  (name.length <= 4 && !MONTH_NAMES.some((full) => full.toLowerCase() === name.toLowerCase())
    ? SHORT_MONTHS[month]
    : MONTH_NAMES[month]) ?? "";

const matchCase = (month: string, like: string): string => {
  if (like === like.toUpperCase()) return month.toUpperCase();
  return like === like.toLowerCase() ? month.toLowerCase() : month;
};

const moveYear = (year: string, by: number): string =>
  year && String(Number(year) + by).padStart(year.length, "0");
