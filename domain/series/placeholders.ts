import { type CalendarDate, toFinancialYear, yearLabel } from "../dates.ts";
import { monthAfter, monthShort } from "../months.ts";

// What a text of a series says of its day: {month}, {month-1}, {quarter}, {fy}, and nothing else.

const PLACEHOLDER = /\{(month-1|month|quarter|fy)\}/g;

/** As the form tells them. */
export const PLACEHOLDERS = ["{month}", "{month-1}", "{quarter}", "{fy}"] as const;

/** A text with its placeholders filled in for a day: `Retainer for {month}` → `Retainer for Nov 2026`. */
export const fillPlaceholders = (text: string, date: CalendarDate): string =>
  text.replace(PLACEHOLDER, (_, name: string) => wordsFor(name, date));

function wordsFor(name: string, date: CalendarDate): string {
  if (name === "month") return monthShort(date);
  if (name === "month-1") return monthShort(monthAfter(date, -1));
  const fy = `FY ${yearLabel(toFinancialYear(date))}`;
  return name === "fy" ? fy : `Q${Math.floor(((Number(date.slice(5, 7)) + 8) % 12) / 3) + 1} ${fy}`;
}
