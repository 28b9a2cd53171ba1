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

// A business date is a day in India, `YYYY-MM-DD`, with no time and no zone. It sorts as text, and no
// Date object touches it except to ask which day it is in Kolkata now, or to add days.

export type CalendarDate = string;

/** Both ends belong to it. */
export interface DateRange {
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
}

/** `YYYY-MM-DD` of a day that exists, in the years 1900 to 2999. */
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

/** How dates may be written, for whoever has written one otherwise. */
export const DATE_FORMS = "enter 2026-09-05, 05/09/2026 or 5 Sep 2026";

/**
 * A written date, as people, banks and Tally write it: `2026-09-05`, day first with `/`, `-` or `.`, or with
 * the month's name. A year of two digits is of this century. Undefined where it is none.
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

/** 1 to 12, of `sep`, `Sept` or `September`. */
function monthNamed(name: string): number | undefined {
  const at = MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  return at === -1 ? undefined : at + 1;
}

/** Today in Asia/Kolkata (UTC+05:30 all year), whatever the zone of the machine. */
export function today(now = new Date()): CalendarDate {
  return toIndiaClock(now).slice(0, 10);
}

/** By how many milliseconds India's clocks are ahead of UTC, all year. */
export const INDIA_MS = 330 * 60_000;

/** The moment at which a day begins in India, in UTC: `2026-11-25T18:30:00.000Z`. */
export const toDayStart = (day: CalendarDate): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - INDIA_MS).toISOString();

/** What India's clocks and calendars show at a moment: `2026-11-21T14:05:00.000`. */
export const toIndiaClock = (moment: Date): string =>
  new Date(moment.getTime() + INDIA_MS).toISOString().slice(0, -1);

/** What looks wrong with the date of something that has happened, as a sentence. */
export const futureWarning = (date: CalendarDate, today: CalendarDate): string | undefined =>
  isCalendarDate(date) && date > today ? "This date is in the future" : undefined;

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = splitDate(date);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** Of two days, or of two months by their labels. */
export const pickLater = (one: CalendarDate, other: CalendarDate): CalendarDate =>
  one > other ? one : other;

/** The same the other way round. */
export const pickEarlier = (one: CalendarDate, other: CalendarDate): CalendarDate =>
  one < other ? one : other;

/** Days from the first to the last, both counted. */
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
 * The days a preset stands for. Months and years are whole; only `ytd` ends today. Indian books close in
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

/** The year in which the financial year (April to March) of a date begins: 2025 for 2026-03-31. */
export function toFinancialYear(date: CalendarDate): number {
  const [year, month] = splitDate(date);
  return month >= 4 ? year : year - 1;
}

/** The days of the financial year that begins in this one. */
export const yearRange = (year: number): DateRange => ({
  dateFrom: `${year}-04-01`,
  dateTo: `${year + 1}-03-31`,
});

/** What a financial year is called that begins in this one: `2026-27`. */
export const yearLabel = (year: number): string => `${year}-${String(year + 1).slice(-2)}`;

/** The quarter that a day is in. Those of the calendar are those of the financial year. */
export function toQuarter(date: CalendarDate): DateRange {
  const last = monthAfter(date, 2 - (monthIndex(date) % 3));
  return { dateFrom: toFirstOfMonth(monthAfter(last, -2)), dateTo: toLastOfMonth(last) };
}

/** All days of a month `2026-10`, or of a day's. What may be no month is for `readMonth`. */
export const monthRange = (label: string): DateRange => ({
  dateFrom: toFirstOfMonth(label),
  dateTo: toLastOfMonth(label),
});

/** The whole month written `YYYY-MM`; undefined where it is none. */
export function readMonth(text: string): DateRange | undefined {
  return isCalendarDate(`${text}-01`) ? monthRange(text) : undefined;
}

/** The days of the range, or its months (by their first day) where it is longer than 62 days. */
export function splitIntoBuckets(range: DateRange): {
  by: "day" | "month";
  starts: CalendarDate[];
} {
  if (countDays(range) > 62) return { by: "month", starts: listMonths(range).map(toFirstOfMonth) };
  const starts: CalendarDate[] = [];
  for (let day = range.dateFrom; day <= range.dateTo; day = addDays(day, 1)) starts.push(day);
  return { by: "day", starts };
}

/** As a person reads it: `21 Nov 2026`. */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = splitDate(date);
  return `${day} ${SHORT_MONTHS[month - 1]} ${year}`;
}

const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** As the portals write it: `21/11/2026`, or `21-11-2026`. */
export const formatDayFirst = (date: CalendarDate, by: "-" | "/"): string =>
  date.split("-").reverse().join(by);

/** The day of the week: `Wed`. */
export const toWeekday = (date: CalendarDate): string =>
  WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";

/** The same before its date: `Wed 11 Nov 2026`. */
export const formatWeekday = (date: CalendarDate): string =>
  `${toWeekday(date)} ${formatDate(date)}`;

/** `today`, `tomorrow`, `in 8 days`; nothing for a day that has passed. */
export function formatDaysAway(date: CalendarDate, now = today()): string {
  if (date < now) return "";
  const days = countDays({ dateFrom: now, dateTo: date }) - 1;
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** As a person reads it, with the whole name of its month: `30 September 2026`. */
export function formatDateInWords(date: CalendarDate): string {
  const [year, month, day] = splitDate(date);
  return `${day} ${MONTH_NAMES[month - 1]} ${year}`;
}

/** A moment as India's clocks had it: `21 Nov 2026, 20:13`. */
export function formatMoment(at: string): string {
  const moment = new Date(at);
  return `${formatDate(today(moment))}, ${toIndiaClock(moment).slice(11, 16)}`;
}

/** `1 Oct – 31 Oct 2026`, or both dates whole where the years differ. */
export function formatRange({ dateFrom, dateTo }: DateRange): string {
  if (dateFrom === dateTo) return formatDate(dateFrom);
  const [start, end] = [formatDate(dateFrom), formatDate(dateTo)];
  return `${start.slice(-4) === end.slice(-4) ? start.slice(0, -5) : start} – ${end}`;
}

function splitDate(date: CalendarDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
}

/**
 * A range as whole months (`YYYY-MM`, both ends) and the days before and after them, so that a rollup by
 * month answers for a long period. An open end is whole. Ranges within two months are days alone.
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
