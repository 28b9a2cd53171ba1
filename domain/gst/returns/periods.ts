import type { Filing } from "../../agencies/agency.ts";
import { type DateRange, readMonth, toQuarter } from "../../dates.ts";
import { MONTH_NAMES } from "../../months.ts";

// A return period is named after its last month, `2026-10`; the portal writes 102026. Quarterly filers
// (QRMP) can file an IFF, a list of B2B documents, for the first two months of each quarter.

export interface Period extends DateRange {
  /** `2026-10`. */
  label: string;
  /** `102026`. */
  fp: string;
  return: "GSTR1" | "IFF";
  filing: Filing;
}

/** Parses a month `YYYY-MM`. Returns undefined if it is not a month. */
export function parsePeriod(label: string, filing: Filing): Period | undefined {
  const month = readMonth(label);
  if (!month) return undefined;
  const isEnd = Number(label.slice(5)) % 3 === 0;
  const range = filing === "QUARTERLY" && isEnd ? toQuarter(month.dateFrom) : month;
  const fp = `${label.slice(5)}${label.slice(0, 4)}`;
  return { ...range, label, fp, filing, return: filing === "MONTHLY" || isEnd ? "GSTR1" : "IFF" };
}

/** Returns the label of a day's period. */
export function toPeriodLabel(date: string, filing: Filing): string {
  return filing === "MONTHLY" ? date.slice(0, 7) : toQuarter(date).dateTo.slice(0, 7);
}

/** Returns `October 2026` or `July to September 2026`. */
export function periodName({ dateFrom, dateTo }: DateRange): string {
  const name = (date: string) => MONTH_NAMES[Number(date.slice(5, 7)) - 1] as string;
  const [first, last] = [name(dateFrom), name(dateTo)];
  return `${first === last ? first : `${first} to ${last}`} ${dateTo.slice(0, 4)}`;
}
