import { type CalendarDate, toFinancialYear, yearLabel } from "../dates.ts";
import { monthAfter, monthShort } from "../months.ts";

// Placeholders in a series' texts: {month}, {month-1}, {quarter}, {fy}.

const PLACEHOLDER = /\{(month-1|month|quarter|fy)\}/g;

/** In the order of the form. */
export const PLACEHOLDERS = ["{month}", "{month-1}", "{quarter}", "{fy}"] as const;

/** Fills in a text's placeholders for a date: `Retainer for {month}` → `Retainer for Nov 2026`. */
export const fillPlaceholders = (text: string, date: CalendarDate): string =>
  text.replace(PLACEHOLDER, (_, name: string) => wordsFor(name, date));

function wordsFor(name: string, date: CalendarDate): string {
  if (name === "month") return monthShort(date);
  if (name === "month-1") return monthShort(monthAfter(date, -1));
  const fy = `FY ${yearLabel(toFinancialYear(date))}`;
  return name === "fy" ? fy : `Q${Math.floor(((Number(date.slice(5, 7)) + 8) % 12) / 3) + 1} ${fy}`;
}
