import { type CalendarDate, toFinancialYear, yearLabel } from "../dates.ts";
import { OWN_KINDS } from "./kinds.ts";

// A document's number is series/prefix/sequence: FY26-27/RCPT/00001. With YEARLY, a series that contains
// a financial year follows the document's date, so each year starts again at 1:
//   FY25-26, dated 2026-04-01  →  FY26-27
//   A, dated 2026-04-01  →  A, which contains no year

export const RESET_POLICIES = ["YEARLY", "NEVER"] as const;
export type ResetPolicy = (typeof RESET_POLICIES)[number];

export interface Numbering {
  series: string;
  prefix: string;
  resetPolicy: ResetPolicy;
}

/** Default prefixes. The default series is the financial year. */
const PREFIXES = {
  RECEIPT: "RCPT",
  INVOICE: "INV",
  BILL_OF_SUPPLY: "BOS",
  CREDIT_NOTE: "CN",
  DEBIT_NOTE: "DN",
  RECEIPT_VOUCHER: "RV",
  REFUND_VOUCHER: "RF",
  ESTIMATE: "EST",
  SELF_INVOICE: "SI",
  PAYMENT_VOUCHER: "PV",
} as const;
export type NumberedKind = keyof typeof PREFIXES;
export const NUMBERED_KINDS = ["RECEIPT", ...OWN_KINDS] as const satisfies NumberedKind[];

/** Rule 46(b) of the CGST Rules allows 16 characters in GST documents, which 6 digits fill. */
const countDigits = (kind: NumberedKind) => (kind === "RECEIPT" ? 5 : 6);

/** Returns the default numbering in the financial year of a date. */
export function defaultNumbering(kind: NumberedKind, on: CalendarDate): Numbering {
  const series = kind === "RECEIPT" ? "FY25-26" : "25-26";
  return { series: rollSeries(series, on), prefix: PREFIXES[kind], resetPolicy: "YEARLY" };
}

/** A counter. Numbers of one counter differ only in their sequence. */
export interface Counter {
  /** The part before the sequence, such as `FY26-27/RCPT`. */
  stem: string;
  /** Financial year of the counter; 0 if the stem contains it, or if the counter never restarts. */
  year: number;
}

export function toCounter({ series, prefix, resetPolicy }: Numbering, date: CalendarDate): Counter {
  if (resetPolicy === "NEVER") return { stem: `${series}/${prefix}`, year: 0 };
  const year = hasYear(series) ? 0 : toFinancialYear(date);
  return { stem: `${rollSeries(series, date)}/${prefix}`, year };
}

export function formatNumber(kind: NumberedKind, stem: string, sequence: number): string {
  return `${stem}/${String(sequence).padStart(countDigits(kind), "0")}`;
}

/** Splits a number at its last slash. Returns undefined if no sequence follows it. */
export function toSequence(number: string): { stem: string; sequence: number } | undefined {
  const [, stem, digits] = /^(.*)\/(\d{1,9})$/.exec(number) ?? [];
  return stem === undefined ? undefined : { stem, sequence: Number(digits) };
}

/**
 * Returns the numbering after it has numbered a document of that date. A later year moves the series on.
 */
export function advanceNumbering(numbering: Numbering, date: CalendarDate): Numbering {
  const year = toFinancialYear(date);
  const present = yearIn(numbering.series, year);
  if (numbering.resetPolicy === "NEVER" || present === undefined || present >= year) {
    return numbering;
  }
  return { ...numbering, series: rollSeries(numbering.series, date) };
}

export function hasYear(series: string): boolean {
  return pairIn(series) !== undefined;
}

/** Replaces the year in a series by that of the date, with the same number of digits. */
export function rollSeries(series: string, date: CalendarDate): string {
  const pair = pairIn(series);
  if (!pair) return series;
  const year = toFinancialYear(date);
  const [first, second] = [pair.first, pair.second].map((written, n) =>
    String(year + n).slice(-written.length),
  );
  const end = pair.at + pair.first.length + 1 + pair.second.length;
  return `${series.slice(0, pair.at)}${first}-${second}${series.slice(end)}`;
}

/** Returns the year in a series. For two digits, takes the century nearest to `near`. */
function yearIn(series: string, near: number): number | undefined {
  const first = pairIn(series)?.first;
  if (first === undefined) return undefined;
  if (first.length === 4) return Number(first);
  const ahead = (((Number(first) - near) % 100) + 100) % 100;
  return near + (ahead < 50 ? ahead : ahead - 100);
}

/** Error for moving an issued document to another financial year. `what` starts the sentence. */
export const staysInYear = (what: string): string =>
  `${what} stays in its financial year, as its number does`;

/** Returns a warning if a number's year differs from its document's date, or undefined. */
export function yearWarning(number: string, date: CalendarDate): string | undefined {
  const year = toFinancialYear(date);
  const spelt = yearIn(number.slice(0, number.lastIndexOf("/")), year);
  if (spelt === undefined || spelt === year) return undefined;
  const [numbered, dated] = [spelt, year].map(yearLabel);
  return `The number belongs to financial year ${numbered}, but the date is in ${dated}`;
}

// A lookahead, so that 24-25-26 yields two pairs.
const PAIRS = /(?<!\d)(?=(\d{4}|\d{2})-(\d{4}|\d{2})(?!\d))/g;

/** Returns the only pair of consecutive years in a series: `yy-yy`, `yyyy-yy` or `yyyy-yyyy`. */
function pairIn(series: string): { at: number; first: string; second: string } | undefined {
  const pairs = [...series.matchAll(PAIRS)]
    .map(({ index, 1: first = "", 2: second = "" }) => ({ at: index, first, second }))
    .filter(
      ({ first, second }) =>
        first.length >= second.length &&
        String(Number(first) + 1)
          .padStart(2, "0")
          .slice(-second.length) === second,
    );
  return pairs.length === 1 ? pairs[0] : undefined;
}
