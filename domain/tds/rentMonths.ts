import { isCalendarDate } from "../dates.ts";
import { listMonths, monthAfter } from "../months.ts";

// Months that a bill of rent is for, as people write them: `2026-07`, `2026-07 to 2026-09`, or several.

const isMonth = (text: string) => isCalendarDate(`${text}-01`);

/** Returns the months, oldest first, or undefined if one cannot be read. */
export function readRentMonths(text: string): string[] | undefined {
  const parts = text.split(",").flatMap((part) => part.trim() || []);
  const months = parts.map((part) => {
    const [from = "", to = from] = part.split(/\.\.|to/).map((end) => end.trim());
    if (!isMonth(from) || !isMonth(to)) return undefined;
    return listMonths({ dateFrom: from, dateTo: to });
  });
  if (months.some((some) => some === undefined)) return undefined;
  return [...new Set(months.flatMap((some) => some ?? []))].toSorted();
}

/** Formats months as a range if none is left out, else as a list. */
export function formatRentMonths(months: string[]): string {
  const [first = "", last = first] = [months[0], months.at(-1)];
  const isRange = months.length > 1 && monthAfter(first, months.length - 1) === last;
  return isRange ? `${first} to ${last}` : months.join(", ");
}
