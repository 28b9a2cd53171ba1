import {
  type DateRange,
  isCalendarDate,
  PRESETS,
  type Preset,
  rangeOf,
  readMonth,
} from "../domain/dates.ts";
import { wrongUsage } from "./failure.ts";

/** The three ways to name a period, of which a command takes one. */
export interface RangeOptions {
  month?: string;
  preset?: string;
  from?: string;
  to?: string;
}

/** The days that were asked for; undefined where none were. @throws Failure of usage for two ways at once. */
export function readRange({ month, preset, from, to }: RangeOptions): DateRange | undefined {
  const ways = [month, preset, from ?? to].filter((way) => way !== undefined);
  if (ways.length > 1) {
    throw wrongUsage(
      "the period is given in two ways",
      "keep --month, or --preset, or --from and --to",
    );
  }
  if (month !== undefined) return ofMonth(month);
  if (preset !== undefined) return ofPreset(preset);
  if (from === undefined && to === undefined) return undefined;
  return between(from, to);
}

function ofMonth(month: string): DateRange {
  const range = readMonth(month);
  if (range) return range;
  throw wrongUsage(`--month ${month} is not a month`, "write it YYYY-MM, like 2026-10");
}

function ofPreset(preset: string): DateRange {
  const known = PRESETS.find((name) => name.toLowerCase() === preset.toLowerCase());
  if (known) return rangeOf(known satisfies Preset);
  throw wrongUsage(`--preset ${preset} is not known`, `write one of ${PRESETS.join(", ")}`);
}

function between(from?: string, to?: string): DateRange {
  if (from === undefined)
    throw wrongUsage("--to needs --from", "give the first day too, like --from 2026-10-01");
  if (to === undefined)
    throw wrongUsage("--from needs --to", "give the last day too, like --to 2026-10-31");
  for (const [name, day] of Object.entries({ from, to })) {
    if (isCalendarDate(day)) continue;
    throw wrongUsage(`--${name} ${day} is no day`, "write one that exists, as YYYY-MM-DD");
  }
  if (from > to)
    throw wrongUsage(`--from ${from} is after --to ${to}`, "give the earlier day first");
  return { dateFrom: from, dateTo: to };
}
