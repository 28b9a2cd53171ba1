import type { DateRange } from "../../domain/dates.ts";
import type { PeriodView } from "../browser/period.ts";

export function transactionsPath(
  { dateFrom, dateTo, preset = "custom" }: DateRange & Partial<PeriodView>,
  filter: { type?: string; accountId?: string | undefined; categoryId?: string | undefined } = {},
): string {
  const wanted = Object.entries({ dateFrom, dateTo, preset, ...filter });
  const given = wanted.filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `/transactions?${new URLSearchParams(given)}`;
}
