import {
  countDaysInMonth,
  listMonths,
  MONTH_NAMES,
  monthAfter,
  monthIndex,
  SHORT_MONTHS,
  toFirstOfMonth,
  toLastOfMonth,
} from "./months.ts";

// A business date is a day in India, `YYYY-MM-DD`, without time and zone. It sorts as text. Date objects
// are used only to get the current day in Kolkata and to add days.

export type CalendarDate = string;

/** Includes both end days. */
export interface DateRange {
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
}

/** Whether a text is `YYYY-MM-DD` of an existing day in the years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;

  const [year, month, day] = splitDate(text);
  return (
    year >= 1900 &&
    year <= 2999 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= countDaysInMonth(year, month)
  );
}

/** Accepted formats of dates, for error messages. */
export const DATE_FORMS = "enter 2026-09-05, 05/09/2026 or 5 Sep 2026";

/**
 * Parses a date as people, banks and Tally write it: `2026-09-05`, day first with `/`, `-` or `.`, or
 * with a month name. A two-digit year is in this century. Returns undefined if it is not a date.
 */
export function readDate(text: string): CalendarDate | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[/-](\d{2})[/-](\d{2})$/.exec(text) ?? [];
  if (isoYear) return ifDate(isoYear, isoMonth, isoDay);
  const [, day, month = "", year = ""] =
    /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{4}|\d{2})$/.exec(text) ?? [];
  const number = /^\d/.test(month) ? month : String(monthNamed(month) ?? "");
  return ifDate(year.padStart(4, "20"), number, day);
}

function ifDate(year = "", month = "", day = ""): CalendarDate | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : undefined;
}

/** Returns 1 to 12 for `sep`, `Sept` or `September`. */
function monthNamed(name: string): number | undefined {
  const at = MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  return at === -1 ? undefined : at + 1;
}

/** Returns the current day in Asia/Kolkata (UTC+05:30 all year), in any time zone of the machine. */
export function today(now = new Date()): CalendarDate {
  return toIndiaClock(now).slice(0, 10);
}

/** Milliseconds by which India is ahead of UTC, all year. */
export const INDIA_MS = 330 * 60_000;

/** Returns the start of a day in India as UTC: `2026-11-25T18:30:00.000Z`. */
export const toDayStart = (day: CalendarDate): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - INDIA_MS).toISOString();

/** Returns a time in India: `2026-11-21T14:05:00.000`. */
export const toIndiaClock = (moment: Date): string =>
  new Date(moment.getTime() + INDIA_MS).toISOString().slice(0, -1);

/** Returns a warning if the date of a past event is in the future. */
export const futureWarning = (date: CalendarDate, today: CalendarDate): string | undefined =>
  isCalendarDate(date) && date > today ? "This date is in the future" : undefined;

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = splitDate(date);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** Returns the later of two days, or of two month labels. */
export const pickLater = (one: CalendarDate, other: CalendarDate): CalendarDate =>
  one > other ? one : other;

/** Returns the earlier of two days, or of two month labels. */
export const pickEarlier = (one: CalendarDate, other: CalendarDate): CalendarDate =>
  one < other ? one : other;

/** Counts the days of a range, including both ends. */
export function countDays({ dateFrom, dateTo }: DateRange): number {
  return (Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000 + 1;
}

export const PRESETS = ["thisMonth", "lastMonth", "ytd", "lastYear", "thisFY", "lastFY"] as const;
export type Preset = (typeof PRESETS)[number];

export const PRESET_LABELS: Record<Preset, string> = {
  thisMonth: "This Month",
  lastMonth: "Last Month",
  ytd: "Year to Date",
  lastYear: "Last Year",
  thisFY: "This FY",
  lastFY: "Last FY",
};

/**
 * Returns the days of a preset. Months and years are whole; only `ytd` ends today. Indian books close in
 * March.
 */
export function toPresetRange(preset: Preset, on: CalendarDate = today()): DateRange {
  const year = Number(on.slice(0, 4));
  const ranges: Record<Preset, () => DateRange> = {
    thisMonth: () => monthRange(on),
    lastMonth: () => monthRange(monthAfter(on, -1)),
    ytd: () => ({ dateFrom: `${year}-01-01`, dateTo: on }),
    lastYear: () => ({ dateFrom: `${year - 1}-01-01`, dateTo: `${year - 1}-12-31` }),
    thisFY: () => yearRange(toFinancialYear(on)),
    lastFY: () => yearRange(toFinancialYear(on) - 1),
  };
  return ranges[preset]();
}

/** Returns the first calendar year of a date's financial year (April to March): 2025 for 2026-03-31. */
export function toFinancialYear(date: CalendarDate): number {
  const [year, month] = splitDate(date);
  return month >= 4 ? year : year - 1;
}

/** Returns the days of the financial year that begins in a calendar year. */
export const yearRange = (year: number): DateRange => ({
  dateFrom: `${year}-04-01`,
  dateTo: `${year + 1}-03-31`,
});

/** Returns the label of the financial year that begins in a calendar year: `2026-27`. */
export const yearLabel = (year: number): string => `${year}-${String(year + 1).slice(-2)}`;

/** Returns a day's quarter. Calendar quarters are also quarters of the financial year. */
export function toQuarter(date: CalendarDate): DateRange {
  const last = monthAfter(date, 2 - (monthIndex(date) % 3));
  return { dateFrom: toFirstOfMonth(monthAfter(last, -2)), dateTo: toLastOfMonth(last) };
}

/** Returns the days of a month `2026-10`, or of a day's month. Does not validate; see `readMonth`. */
export const monthRange = (label: string): DateRange => ({
  dateFrom: toFirstOfMonth(label),
  dateTo: toLastOfMonth(label),
});

/** Parses a month `YYYY-MM` to its days. Returns undefined if it is not a month. */
export function readMonth(text: string): DateRange | undefined {
  return isCalendarDate(`${text}-01`) ? monthRange(text) : undefined;
}

/** Returns the days of a range, or its months (by first day) if it exceeds 62 days. */
export function splitIntoBuckets(range: DateRange): {
  by: "day" | "month";
  starts: CalendarDate[];
} {
  if (countDays(range) > 62) return { by: "month", starts: listMonths(range).map(toFirstOfMonth) };
  const starts: CalendarDate[] = [];
  for (let day = range.dateFrom; day <= range.dateTo; day = addDays(day, 1)) starts.push(day);
  return { by: "day", starts };
}

/** Formats `21 Nov 2026`. */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = splitDate(date);
  return `${day} ${SHORT_MONTHS[month - 1]} ${year}`;
}

const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** Formats `21/11/2026` or `21-11-2026`, as on the portals. */
export const formatDayFirst = (date: CalendarDate, by: "-" | "/"): string =>
  date.split("-").reverse().join(by);

/** Returns the day of the week: `Wed`. */
export const toWeekday = (date: CalendarDate): string =>
  WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";

/** Formats `Wed 11 Nov 2026`. */
export const formatWeekday = (date: CalendarDate): string =>
  `${toWeekday(date)} ${formatDate(date)}`;

/** Returns `in 7 days`, `18 days late` or `today`, for a due date. */
export function formatDaysTo(dueDate: CalendarDate, now = today()): string {
  if (dueDate === now) return "today";
  const isLate = dueDate < now;
  const days = countDays(
    isLate ? { dateFrom: dueDate, dateTo: now } : { dateFrom: now, dateTo: dueDate },
  );
  const text = days === 2 ? "1 day" : `${days - 1} days`;
  return isLate ? `${text} late` : `in ${text}`;
}

/** Returns `today`, `tomorrow` or `in 8 days`; "" for a past day. */
export function formatDaysAway(date: CalendarDate, now = today()): string {
  if (date < now) return "";
  const days = countDays({ dateFrom: now, dateTo: date }) - 1;
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** Formats `30 September 2026`. */
export function formatDateInWords(date: CalendarDate): string {
  const [year, month, day] = splitDate(date);
  return `${day} ${MONTH_NAMES[month - 1]} ${year}`;
}

/** Formats a timestamp in Indian time: `21 Nov 2026, 20:13`. */
export function formatMoment(at: string): string {
  const moment = new Date(at);
  return `${formatDate(today(moment))}, ${toIndiaClock(moment).slice(11, 16)}`;
}

/** Formats `1 Oct – 31 Oct 2026`, or both years if they differ. */
export function formatRange({ dateFrom, dateTo }: DateRange): string {
  if (dateFrom === dateTo) return formatDate(dateFrom);
  const [start, end] = [formatDate(dateFrom), formatDate(dateTo)];
  return `${start.slice(-4) === end.slice(-4) ? start.slice(0, -5) : start} – ${end}`;
}

function splitDate(date: CalendarDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
}

/**
 * Splits a range into whole months (`YYYY-MM`, both ends) and the days before and after, so that monthly
 * rollups can serve a long period. An open end is whole. A range within two months has days only.
 */
export function monthsAndDays({
  dateFrom = OPEN.dateFrom,
  dateTo = OPEN.dateTo,
}: Partial<DateRange>): {
  months: { from: string; to: string } | undefined;
  days: DateRange[];
} {
  const startsWhole = dateFrom === OPEN.dateFrom || dateFrom.endsWith("-01");
  const endsWhole = dateTo === OPEN.dateTo || dateTo === toLastOfMonth(dateTo);
  const from = startsWhole ? dateFrom.slice(0, 7) : monthAfter(dateFrom);
  const to = endsWhole ? dateTo.slice(0, 7) : monthAfter(dateTo, -1);
  if (from > to) return { months: undefined, days: [{ dateFrom, dateTo }] };

  const days: DateRange[] = [];
  if (!startsWhole) days.push({ dateFrom, dateTo: toLastOfMonth(dateFrom) });
  if (!endsWhole) days.push({ dateFrom: toFirstOfMonth(dateTo), dateTo });
  return { months: { from, to }, days };
}

const OPEN: DateRange = { dateFrom: "0000-01-01", dateTo: "9999-12-31" };
