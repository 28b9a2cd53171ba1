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

// On which days something comes again. The n-th day is counted from the first one each time, never from the
// one before it: what begins on the 31st comes on 28 February, and on 31 March again.

export const UNITS = ["day", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

export interface Schedule {
  /** The first day, from which all others are counted. */
  anchor: CalendarDate;
  unit: Unit;
  /** Every so many units. */
  every: number;
  /** Of months and years: on the last day of the month, whatever the number of the first one. */
  lastDay: boolean;
  end: End;
}

/** "" and 0 where it has none of these ends. */
export interface End {
  /** The last day on which it may come. */
  date: CalendarDate | "";
  /** How many days there are in all, those that were skipped among them. */
  after: number;
}

/** The n-th day, from 0, whatever the end; undefined past the year 2999. */
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

/** Eleven centuries: beyond, no day is one that `isCalendarDate` knows. */
const DAYS_MAX = 401_768;

/** The least n whose day is `from` or later. */
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

/** The days from one on, at most so many, up to the end. */
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

/** How it repeats, as people say it: `Every month on the 4th`, `Every 2 weeks, Fri`. */
export function describeSchedule({ anchor, unit, every, lastDay }: Schedule): string {
  const often = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  if (unit === "day") return often;
  if (unit === "week") return `${often}, ${toWeekday(anchor)}`;
  const [day = "", month] = formatDate(anchor).split(" ");
  const isLast = lastDay || day === "31";
  if (unit === "month") return isLast ? `${often}, last day` : `${often} on the ${ordinal(day)}`;
  return lastDay ? `${often}, end of ${month}` : `${often} on ${day} ${month}`;
}

/** `4th`, of the number of a day. */
function ordinal(day: string): string {
  const isTeen = day.length === 2 && day.startsWith("1");
  return `${day}${(!isTeen && ORDINALS[day.slice(-1)]) || "th"}`;
}

const ORDINALS: Record<string, string> = { 1: "st", 2: "nd", 3: "rd" };
