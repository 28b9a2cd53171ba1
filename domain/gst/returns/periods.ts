import type { Filing } from "../../agencies/agency.ts";
import { type DateRange, readMonth, toQuarter } from "../../dates.ts";
import { MONTH_NAMES } from "../../months.ts";

// A return's period is called by its last month, `2026-10`; the portal writes 102026. Who files by quarter
// (QRMP) has an optional file of B2B documents, the IFF, for the first two months of each.

export interface Period extends DateRange {
  /** `2026-10`. */
  label: string;
  /** `102026`. */
  fp: string;
  return: "GSTR1" | "IFF";
  filing: Filing;
}

/** Of a month `YYYY-MM`; undefined where it is none. */
export function parsePeriod(label: string, filing: Filing): Period | undefined {
  const month = readMonth(label);
  if (!month) return undefined;
  const isEnd = Number(label.slice(5)) % 3 === 0;
  const range = filing === "QUARTERLY" && isEnd ? toQuarter(month.dateFrom) : month;
  const fp = `${label.slice(5)}${label.slice(0, 4)}`;
  return { ...range, label, fp, filing, return: filing === "MONTHLY" || isEnd ? "GSTR1" : "IFF" };
}

/** The label of the period that a day belongs to. */
export function toPeriodLabel(date: string, filing: Filing): string {
  return filing === "MONTHLY" ? date.slice(0, 7) : toQuarter(date).dateTo.slice(0, 7);
}

/** `October 2026`, or `July to September 2026`. */
export function periodName({ dateFrom, dateTo }: DateRange): string {
  const name = (date: string) => MONTH_NAMES[Number(date.slice(5, 7)) - 1] as string;
  const [first, last] = [name(dateFrom), name(dateTo)];
  return `${first === last ? first : `${first} to ${last}`} ${dateTo.slice(0, 4)}`;
}
