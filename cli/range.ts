import {
  addDays,
  DATE_FORMS,
  type DateRange,
  PRESETS,
  readDate,
  readMonth,
  today,
  toPresetRange,
  toQuarter,
} from "../domain/dates.ts";
import { failUsage } from "./failure.ts";

/** The presets of the screens, and the quarters of GST returns. */
export const PERIODS = [...PRESETS, "thisQuarter", "lastQuarter"] as const;

/** Three ways to name a period. A command accepts one at a time. */
export interface RangeOptions {
  month?: string;
  preset?: string;
  dateFrom?: string;
  dateTo?: string;
}

/** Returns the dates, or undefined if none are given. @throws Failure of usage if two ways are used */
export function readRange(options: RangeOptions): DateRange | undefined {
  const { month, preset, dateFrom, dateTo } = options;
  const ways = [month, preset, dateFrom ?? dateTo].filter((way) => way !== undefined);
  if (ways.length > 1) {
    const advice = "keep --month, or --preset, or --date-from and --date-to";
    throw failUsage("two periods are given", advice);
  }
  if (month !== undefined) return ofMonth(month);
  if (preset !== undefined) return ofPreset(preset);
  if (dateFrom === undefined && dateTo === undefined) return undefined;
  return between(dateFrom, dateTo);
}

function ofMonth(month: string): DateRange {
  const range = readMonth(month);
  if (range) return range;
  throw failUsage(`--month ${month} is not a month`, "enter YYYY-MM, like 2026-10");
}

function ofPreset(preset: string): DateRange {
  const known = PERIODS.find((name) => name.toLowerCase() === preset.toLowerCase());
  if (known === "thisQuarter") return toQuarter(today());
  if (known === "lastQuarter") return toQuarter(addDays(toQuarter(today()).dateFrom, -1));
  if (known) return toPresetRange(known);
  throw failUsage(`--preset ${preset} is not known`, `use one of ${PERIODS.join(", ")}`);
}

function between(dateFrom?: string, dateTo?: string): DateRange {
  if (dateFrom === undefined) {
    const advice = "add the first day too, like --date-from 2026-10-01";
    throw failUsage("--date-to needs --date-from", advice);
  }
  const last = dateTo ?? today();
  if (dateFrom <= last) return { dateFrom, dateTo: last };
  const end = dateTo ? `--date-to ${dateTo}` : "today";
  const advice = dateTo ? "put the earlier day first" : "add --date-to as well";
  throw failUsage(`--date-from ${dateFrom} is after ${end}`, advice);
}

/** Parses a date. Defaults to today. @throws Failure of usage */
export function readDay(option: string, text?: string): string {
  const day = text === undefined ? today() : readDate(text);
  if (day) return day;
  throw failUsage(`${option} ${text} is not a date`, DATE_FORMS);
}
