import { type CalendarDate, financialYearOf, formatDate } from "../dates.ts";

// What a text of a series says of its day: {month}, {month-1}, {quarter}, {fy}, and nothing else.

const PLACEHOLDER = /\{(month-1|month|quarter|fy)\}/g;

/** As the form tells them. */
export const PLACEHOLDERS = ["{month}", "{month-1}", "{quarter}", "{fy}"] as const;

/** A text with its placeholders filled in for a day: `Retainer for {month}` → `Retainer for Nov 2026`. */
export const filledIn = (text: string, date: CalendarDate): string =>
  text.replace(PLACEHOLDER, (_, name: string) => wordsFor(name, date));

function wordsFor(name: string, date: CalendarDate): string {
  if (name === "month") return monthOf(date);
  if (name === "month-1") return monthOf(monthBefore(date));
  const year = financialYearOf(date);
  const fy = `FY ${year}-${String((year + 1) % 100).padStart(2, "0")}`;
  return name === "fy" ? fy : `Q${Math.floor(((Number(date.slice(5, 7)) + 8) % 12) / 3) + 1} ${fy}`;
}

/** `Nov 2026`. */
export const monthOf = (date: CalendarDate): string =>
  formatDate(`${date.slice(0, 7)}-01`).slice(2);

function monthBefore(date: CalendarDate): CalendarDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const [y, m] = month === 1 ? [year - 1, 12] : [year, month - 1];
  return `${y}-${String(m).padStart(2, "0")}-01`;
}
