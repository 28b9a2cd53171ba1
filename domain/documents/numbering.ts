import { type CalendarDate, toFinancialYear, yearLabel } from "../dates.ts";
import { OWN_KINDS } from "./kinds.ts";

// A document's number is series/prefix/sequence: FY26-27/RCPT/00001. Under YEARLY a series that spells a
// financial year follows the document's date, so that each year counts for itself from 1:
//
//   FY25-26, dated 2026-04-01  →  FY26-27        A, dated 2026-04-01  →  A, which spells no year

export const RESET_POLICIES = ["YEARLY", "NEVER"] as const;
export type ResetPolicy = (typeof RESET_POLICIES)[number];

/** How an agency numbers one kind of document. */
export interface Numbering {
  series: string;
  prefix: string;
  resetPolicy: ResetPolicy;
}

/** What an agency numbers, and how until an owner says otherwise; the series is that of the year. */
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

/** Rule 46(b) of the CGST Rules, for whatever GST knows: at most 16 characters, which 6 digits fill. */
const countDigits = (kind: NumberedKind) => (kind === "RECEIPT" ? 5 : 6);

/** How documents are numbered in the financial year of a date, where nobody has said how. */
export function defaultNumbering(kind: NumberedKind, on: CalendarDate): Numbering {
  const series = kind === "RECEIPT" ? "FY25-26" : "25-26";
  return { series: rollSeries(series, on), prefix: PREFIXES[kind], resetPolicy: "YEARLY" };
}

/** Where a document counts: numbers of one counter differ by their sequence alone. */
export interface Counter {
  /** What stands before the sequence, `FY26-27/RCPT`. */
  stem: string;
  /** The year it counts for, where the stem does not tell; 0 where it does, or never restarts. */
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

/** A number taken apart at its last slash; undefined where no sequence stands behind one. */
export function toSequence(number: string): { stem: string; sequence: number } | undefined {
  const [, stem, digits] = /^(.*)\/(\d{1,9})$/.exec(number) ?? [];
  return stem === undefined ? undefined : { stem, sequence: Number(digits) };
}

/** The numbering once it has numbered a document of that date: a later year moves its series on. */
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

/** The series with the year it spells rewritten to that of the date, in the same widths. */
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

/** The year that a series spells; of two digits, the one nearest to another year. */
function yearIn(series: string, near: number): number | undefined {
  const first = pairIn(series)?.first;
  if (first === undefined) return undefined;
  if (first.length === 4) return Number(first);
  const ahead = (((Number(first) - near) % 100) + 100) % 100;
  return near + (ahead < 50 ? ahead : ahead - 100);
}

/** Of what was issued, which may not get a date of another financial year: `what` begins the sentence. */
export const staysInYear = (what: string): string =>
  `${what} stays in its financial year, as its number does`;

/** What of a number does not go with its document's date, as a sentence; undefined where it does. */
export function yearWarning(number: string, date: CalendarDate): string | undefined {
  const year = toFinancialYear(date);
  const spelt = yearIn(number.slice(0, number.lastIndexOf("/")), year);
  if (spelt === undefined || spelt === year) return undefined;
  const [numbered, dated] = [spelt, year].map(yearLabel);
  return `The number belongs to financial year ${numbered}, but the date is in ${dated}`;
}

// Looked for ahead of each place, so that 24-25-26 holds two.
const PAIRS = /(?<!\d)(?=(\d{4}|\d{2})-(\d{4}|\d{2})(?!\d))/g;

/** The one pair of consecutive years in it: `yy-yy`, `yyyy-yy` or `yyyy-yyyy`. */
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
