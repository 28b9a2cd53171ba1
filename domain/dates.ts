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

  const [year, month, day] = partsOf(text);
  return (
    year >= 1900 &&
    year <= 2999 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month)
  );
}

/** How dates may be written, for whoever has written one otherwise. */
export const DATE_FORMS = "write 2026-09-05, 05/09/2026 or 5 Sep 2026";

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
  const at = MONTH_NAMES.findIndex((month) => month.startsWith(name.toLowerCase()));
  return at === -1 ? undefined : at + 1;
}

const MONTH_NAMES =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** Today in Asia/Kolkata (UTC+05:30 all year), whatever the zone of the machine. */
export function today(now = new Date()): CalendarDate {
  return new Date(now.getTime() + INDIA_MS).toISOString().slice(0, 10);
}

const INDIA_MS = 330 * 60_000;

/** What looks wrong with the date of something that has happened, as a sentence. */
export const futureWarning = (date: CalendarDate, today: CalendarDate): string | undefined =>
  isCalendarDate(date) && date > today ? "This date is in the future" : undefined;

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = partsOf(date);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** Of two days. */
export function laterOf(one: CalendarDate, other: CalendarDate): CalendarDate {
  if (one > other) return one;
  return other;
}

/** Days from the first to the last, both counted. */
export function daysOf({ dateFrom, dateTo }: DateRange): number {
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
export function rangeOf(preset: Preset, on: CalendarDate = today()): DateRange {
  const [year, month] = partsOf(on);
  const ranges: Record<Preset, () => DateRange> = {
    thisMonth: () => monthRange(year, month),
    lastMonth: () => (month === 1 ? monthRange(year - 1, 12) : monthRange(year, month - 1)),
    ytd: () => ({ dateFrom: `${year}-01-01`, dateTo: on }),
    lastYear: () => ({ dateFrom: `${year - 1}-01-01`, dateTo: `${year - 1}-12-31` }),
    thisFY: () => financialYear(financialYearOf(on)),
    lastFY: () => financialYear(financialYearOf(on) - 1),
  };
  return ranges[preset]();
}

/** The year in which the financial year (April to March) of a date begins: 2025 for 2026-03-31. */
export function financialYearOf(date: CalendarDate): number {
  const [year, month] = partsOf(date);
  return month >= 4 ? year : year - 1;
}

/** The quarter that a day is in. Those of the calendar are those of the financial year. */
export function quarterOf(date: CalendarDate): DateRange {
  const [year, month] = partsOf(date);
  const last = Math.ceil(month / 3) * 3;
  return { dateFrom: firstOf(year, last - 2), dateTo: monthRange(year, last).dateTo };
}

/** The whole month written `YYYY-MM`; undefined where it is none. */
export function readMonth(text: string): DateRange | undefined {
  const dateFrom = `${text}-01`;
  if (!isCalendarDate(dateFrom)) return undefined;
  const [year, month] = partsOf(dateFrom);
  return monthRange(year, month);
}

/** The days of the range, or its months (by their first day) where it is longer than 62 days. */
export function bucketsOf(range: DateRange): { by: "day" | "month"; starts: CalendarDate[] } {
  const starts: CalendarDate[] = [];
  if (daysOf(range) <= 62) {
    for (let day = range.dateFrom; day <= range.dateTo; day = addDays(day, 1)) starts.push(day);
    return { by: "day", starts };
  }
  let [year, month] = partsOf(range.dateFrom);
  for (let start = firstOf(year, month); start <= range.dateTo; start = firstOf(year, month)) {
    starts.push(start);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return { by: "month", starts };
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** As a person reads it: `21 Nov 2026`. */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = partsOf(date);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** The same with the day of the week: `Wed 11 Nov 2026`. */
export const formatWeekday = (date: CalendarDate): string =>
  `${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]} ${formatDate(date)}`;

/** `today`, `tomorrow`, `in 8 days`; nothing for a day that has passed. */
export function daysAway(date: CalendarDate, now = today()): string {
  if (date < now) return "";
  const days = daysOf({ dateFrom: now, dateTo: date }) - 1;
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** The same with the whole name of its month: `30 September 2026`. */
export function formatDateInWords(date: CalendarDate): string {
  const [year, month, day] = partsOf(date);
  const name = MONTH_NAMES[month - 1] ?? "";
  return `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
}

/** A moment as India's clocks had it: `21 Nov 2026, 20:13`. */
export function formatMoment(at: string): string {
  const moment = new Date(at);
  const time = new Date(moment.getTime() + INDIA_MS).toISOString().slice(11, 16);
  return `${formatDate(today(moment))}, ${time}`;
}

/** `1 Oct – 31 Oct 2026`, or both dates whole where the years differ. */
export function formatRange({ dateFrom, dateTo }: DateRange): string {
  if (dateFrom === dateTo) return formatDate(dateFrom);
  const [start, end] = [formatDate(dateFrom), formatDate(dateTo)];
  return `${start.slice(-4) === end.slice(-4) ? start.slice(0, -5) : start} – ${end}`;
}

function partsOf(date: CalendarDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
}

// Counted, not asked of Date: an import asks a million times.
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, "0")}-01`;

function monthRange(year: number, month: number): DateRange {
  const dateFrom = firstOf(year, month);
  return { dateFrom, dateTo: `${dateFrom.slice(0, 8)}${daysIn(year, month)}` };
}

const financialYear = (year: number) => ({
  dateFrom: `${year}-04-01`,
  dateTo: `${year + 1}-03-31`,
});

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
  const endsWhole = dateTo === OPEN.dateTo || dateTo === lastOfMonth(dateTo);
  const from = startsWhole ? dateFrom.slice(0, 7) : monthAfter(dateFrom);
  const to = endsWhole ? dateTo.slice(0, 7) : monthBefore(dateTo);
  if (from > to) return { months: undefined, days: [{ dateFrom, dateTo }] };

  const days: DateRange[] = [];
  if (!startsWhole) days.push({ dateFrom, dateTo: lastOfMonth(dateFrom) });
  if (!endsWhole) days.push({ dateFrom: `${dateTo.slice(0, 8)}01`, dateTo });
  return { months: { from, to }, days };
}

const OPEN: DateRange = { dateFrom: "0000-01-01", dateTo: "9999-12-31" };

function lastOfMonth(date: CalendarDate): CalendarDate {
  const [year, month] = partsOf(date);
  return `${date.slice(0, 8)}${daysIn(year, month)}`;
}

function monthAfter(date: CalendarDate): string {
  return addDays(lastOfMonth(date), 1).slice(0, 7);
}

function monthBefore(date: CalendarDate): string {
  return addDays(`${date.slice(0, 8)}01`, -1).slice(0, 7);
}
