// A month is identified by its label, `2026-10`, which sorts as text. Functions that take a label also
// accept any of the month's days.

export const MONTH_NAMES =
  "January February March April May June July August September October November December".split(
    " ",
  );

export const SHORT_MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3));

/** Returns `October 2026` for `2026-10`. */
export const monthName = (label: string): string =>
  `${MONTH_NAMES[Number(label.slice(5, 7)) - 1] ?? ""} ${label.slice(0, 4)}`;

/** Returns `Oct 2026` for `2026-10`. */
export const monthShort = (label: string): string =>
  `${SHORT_MONTHS[Number(label.slice(5, 7)) - 1] ?? ""} ${label.slice(0, 4)}`;

/**
 * Returns 28 to 31 for a month from 1 to 12. Computed without Date, because an import calls this a
 * million times.
 */
export function countDaysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns `2026-10-01` for `2026-10` or one of its days. */
export const toFirstOfMonth = (label: string): string => `${label.slice(0, 7)}-01`;

/** Returns `2026-10-31` for `2026-10` or one of its days. */
export const toLastOfMonth = (label: string): string =>
  `${label.slice(0, 7)}-${countDaysInMonth(Number(label.slice(0, 4)), Number(label.slice(5, 7)))}`;

/** Returns the months since year 0, for computing differences. */
export const monthIndex = (label: string): number =>
  Number(label.slice(0, 4)) * 12 + Number(label.slice(5, 7)) - 1;

/** Returns the label of a later month, or of an earlier one if `months` is negative. */
export function monthAfter(label: string, months = 1): string {
  const at = monthIndex(label) + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
}

/** Returns the labels of all months that a range touches, oldest first. */
export function listMonths({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): string[] {
  const months: string[] = [];
  for (let at = dateFrom.slice(0, 7); at <= dateTo.slice(0, 7); at = monthAfter(at))
    months.push(at);
  return months;
}
