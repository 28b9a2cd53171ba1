import { type CalendarDate, isCalendarDate } from "../dates.ts";
import { type Cell, type DateOrder, readBankDate, unwrap } from "./cells.ts";

// Parses dates that need context from the file: day and month without a year, and Excel's day numbers.

export interface FilePeriod {
  from: CalendarDate;
  to: CalendarDate;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Matches any three letters; `readColumnDate` looks up the month. */
const WITHOUT_YEAR = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]([a-z]{3})[a-z]{0,6}\.?$/i;
/** Day numbers from 2000 to 2050. Other numbers are not dates. */
const SERIAL = /^(3652[6-9]|365[3-9]\d|36[6-9]\d\d|3[7-9]\d{3}|4\d{4}|5[0-4]\d{3})(\.\d{1,12})?$/;

/** Parses a cell of a date column. A date without a year gets it from the statement's period. */
export function readColumnDate(
  cell: Cell,
  order: DateOrder,
  period: FilePeriod | null,
): CalendarDate | undefined {
  const text = unwrap(cell);
  if (typeof cell === "string" && SERIAL.test(text)) return readBankDate(Number(text), order);
  const [, day, month] = WITHOUT_YEAR.exec(text) ?? [];
  if (!day || !month || !isWithoutYear(cell)) return readBankDate(cell, order);
  if (!period) return undefined;
  const at = String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
  const years = new Set([period.from.slice(0, 4), period.to.slice(0, 4)]);
  const dates = [...years]
    .map((year) => `${year}-${at}-${day.padStart(2, "0")}`)
    .filter((date) => isCalendarDate(date) && date >= period.from && date <= period.to);
  return dates.length === 1 ? dates[0] : undefined;
}

export function isWithoutYear(cell: Cell): boolean {
  const [, , month = ""] = (typeof cell === "string" && WITHOUT_YEAR.exec(unwrap(cell))) || [];
  return MONTHS.includes(month.toLowerCase());
}
