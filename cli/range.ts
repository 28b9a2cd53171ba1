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
  from?: string;
  to?: string;
}

/** Returns the dates, or undefined if none are given. @throws Failure of usage if two ways are used */
export function readRange({ month, preset, from, to }: RangeOptions): DateRange | undefined {
  const ways = [month, preset, from ?? to].filter((way) => way !== undefined);
  if (ways.length > 1) {
    throw failUsage("two periods are given", "keep --month, or --preset, or --from and --to");
  }
  if (month !== undefined) return ofMonth(month);
  if (preset !== undefined) return ofPreset(preset);
  if (from === undefined && to === undefined) return undefined;
  return between(from, to);
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

function between(from: string | undefined, to?: string): DateRange {
  if (from === undefined)
    throw failUsage("--to needs --from", "add the first day too, like --from 2026-10-01");
  const [dateFrom, dateTo] = [readDay("--from", from), to ? readDay("--to", to) : today()];
  if (dateFrom > dateTo) {
    const end = to ? `--to ${to}` : "today";
    const advice = to ? "put the earlier day first" : "add --to as well";
    throw failUsage(`--from ${from} is after ${end}`, advice);
  }
  return { dateFrom, dateTo };
}

/** Parses a date. Defaults to today. @throws Failure of usage */
export function readDay(option: string, text?: string): string {
  const day = text === undefined ? today() : readDate(text);
  if (day) return day;
  throw failUsage(`${option} ${text} is not a date`, DATE_FORMS);
}
