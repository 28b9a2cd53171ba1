import { isCalendarDate } from "../dates.ts";
import { listMonths, monthAfter } from "../months.ts";

// Parses the months of a rent bill: `2026-07`, `2026-07 to 2026-09`, or a list.

const isMonth = (text: string) => isCalendarDate(`${text}-01`);

/** Returns the months, oldest first, or undefined if one cannot be parsed. */
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

/** Formats consecutive months as a range, others as a list. */
export function formatRentMonths(months: string[]): string {
  const [first = "", last = first] = [months[0], months.at(-1)];
  const isRange = months.length > 1 && monthAfter(first, months.length - 1) === last;
  return isRange ? `${first} to ${last}` : months.join(", ");
}
