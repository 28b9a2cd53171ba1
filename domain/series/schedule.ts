import {
  addDays,
  type CalendarDate,
  countDays,
  formatDate,
  isCalendarDate,
  readMonth,
  toWeekday,
} from "../dates.ts";
import { monthAfter, monthIndex } from "../months.ts";

// Dates of a series. Each is computed from the first date, never from the previous one: a series that
// starts on the 31st recurs on 28 February, and on 31 March again.

export const UNITS = ["day", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

export interface Schedule {
  /** The first date, from which all others are computed. */
  anchor: CalendarDate;
  unit: Unit;
  /** Number of units between dates. */
  every: number;
  /** For months and years: always on the last day of the month. */
  lastDay: boolean;
  end: End;
}

/** "" and 0 mean no end. */
export interface End {
  /** Last possible date. */
  date: CalendarDate | "";
  /** Total number of dates, including skipped ones. */
  after: number;
}

/** Returns the n-th date, from 0, ignoring the end. Undefined after the year 2999. */
function nthDate(schedule: Schedule, n: number): CalendarDate | undefined {
  const { anchor, unit, every } = schedule;
  const units = n * every;
  if (unit === "day" || unit === "week") {
    const days = unit === "day" ? units : units * 7;
    const date = days > DAYS_MAX ? "" : addDays(anchor, days);
    return isCalendarDate(date) ? date : undefined;
  }
  const month = monthAfter(anchor, units * (unit === "year" ? 12 : 1));
  const last = readMonth(month)?.dateTo;
  const date = `${month}-${schedule.lastDay ? 31 : anchor.slice(8)}`;
  return last && date > last ? last : last && date;
}

/** Eleven centuries. Beyond that, `isCalendarDate` rejects every date. */
const DAYS_MAX = 401_768;

/** Returns the smallest n whose date is `from` or later. */
function indexFrom(schedule: Schedule, from: CalendarDate): number {
  const { anchor, unit, every } = schedule;
  if (from <= anchor) return 0;
  const units =
    unit === "day" || unit === "week"
      ? (countDays({ dateFrom: anchor, dateTo: from }) - 1) / (unit === "day" ? 1 : 7)
      : (monthIndex(from) - monthIndex(anchor)) / (unit === "month" ? 1 : 12);
  let n = Math.max(0, Math.floor(units / every) - 1);
  for (let date = nthDate(schedule, n); date && date < from; date = nthDate(schedule, n)) n++;
  return n;
}

/** Returns the dates from a day on, up to the end or a maximum number. */
export function listDatesFrom(
  schedule: Schedule,
  from: CalendarDate,
  most: number,
): CalendarDate[] {
  const { end } = schedule;
  const dates: CalendarDate[] = [];
  for (let n = indexFrom(schedule, from); dates.length < most; n++) {
    const date = end.after > 0 && n >= end.after ? undefined : nthDate(schedule, n);
    if (!date || (end.date !== "" && date > end.date)) break;
    dates.push(date);
  }
  return dates;
}

/** Describes a schedule: `Every month on the 4th`, `Every 2 weeks, Fri`. */
export function describeSchedule({ anchor, unit, every, lastDay }: Schedule): string {
  const often = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  if (unit === "day") return often;
  if (unit === "week") return `${often}, ${toWeekday(anchor)}`;
  const [day = "", month] = formatDate(anchor).split(" ");
  const isLast = lastDay || day === "31";
  if (unit === "month") return isLast ? `${often}, last day` : `${often} on the ${ordinal(day)}`;
  return lastDay ? `${often}, end of ${month}` : `${often} on ${day} ${month}`;
}

/** Formats the number of a day as `4th`. */
function ordinal(day: string): string {
  const isTeen = day.length === 2 && day.startsWith("1");
  return `${day}${(!isTeen && ORDINALS[day.slice(-1)]) || "th"}`;
}

const ORDINALS: Record<string, string> = { 1: "st", 2: "nd", 3: "rd" };
