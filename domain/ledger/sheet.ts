import {
  type CalendarDate,
  type DateRange,
  formatDate,
  toFinancialYear,
  yearLabel,
  yearRange,
} from "../dates.ts";
import { formatInr, type RupeeSum, sumInPaise, toRupees } from "../money.ts";
import type { Source, StatementLine } from "./reports.ts";

// A report for people: rows under headings, the same for screen and PDF.

/** Text, rupees, or an empty cell. */
export type SheetCell = string | RupeeSum | undefined;

export interface SheetHead {
  name: string;
  /** Aligned left. */
  isText?: true;
  /** Where the column goes on a phone: next to the name, on the line below, or nowhere by default. */
  phone?: "main" | "below";
  /** Follows the amount on a phone, such as `Dr`. */
  mark?: string;
}

export interface SheetRow {
  /** From a caption down to an entry, then sums and the last total. */
  level: "part" | "line" | "ledger" | "entry" | "sum" | "total";
  name: string;
  /** Smaller text next to the name. */
  note?: string;
  date?: CalendarDate;
  cells: SheetCell[];
  /** The page with its details. Its name and its amounts link to it. */
  href?: string;
  /** Pages of its amounts, by column, if they differ: those of the period compared, or of a month. */
  hrefs?: (string | undefined)[];
}

export interface Sheet {
  title: string;
  /** The account, client or vendor of the report. */
  of?: string;
  /** `1 Apr 2026 – 31 Mar 2027`, or `At 31 Mar 2027`. */
  period: string;
  /** How to read the amounts. */
  about: string;
  /** Heading of the first column. */
  first: string;
  /** Whether each row has a date before its name. */
  isDated?: true;
  heads: SheetHead[];
  rows: SheetRow[];
  notes: string[];
  /** The check of the totals. If it fails (`fault`), bahi is wrong, not the books. */
  proof?: { isTrue: boolean; words: string; fault: string };
  /** Whether the PDF has lines for the signatures of owner and accountant. */
  isSigned?: true;
  /** Whether it has too many columns for a portrait page. */
  isWide?: true;
  /**
   * Headings of the two halves that a screen shows side by side: the rows up to the first total, and the
   * rest.
   */
  sides?: [string, string];
}

/** Shown for zero. */
export const NIL = "–";

/** Formats `3,05,000.50`, with a true minus sign; zero is a dash. */
export function figureText(rupees: RupeeSum): string {
  if (sumInPaise(rupees) === 0n) return NIL;
  return formatInr(rupees).replace("₹", "").replace("-", "−");
}

export const cellText = (cell: SheetCell): string =>
  cell === undefined ? "" : typeof cell === "string" ? cell : figureText(cell);

/** Formats a balance with its side: `2,31,500.00 Cr`. Debit is positive. */
export function balanceText(rupees: RupeeSum): string {
  const paise = sumInPaise(rupees);
  if (paise === 0n) return NIL;
  return paise < 0n ? `${figureText(toRupees(-paise))} Cr` : `${figureText(rupees)} Dr`;
}

/** Formats the difference of two amounts: `+2,65,000.50`. */
export function changeText(amount: RupeeSum, before: RupeeSum): string {
  const paise = sumInPaise(amount) - sumInPaise(before);
  return `${paise > 0n ? "+" : ""}${figureText(toRupees(paise))}`;
}

export const plus = (one: RupeeSum, other: RupeeSum): RupeeSum =>
  toRupees(sumInPaise(one) + sumInPaise(other));
export const minus = (one: RupeeSum, other: RupeeSum): RupeeSum =>
  toRupees(sumInPaise(one) - sumInPaise(other));
export const isEqual = (one: RupeeSum, other: RupeeSum) => sumInPaise(one) === sumInPaise(other);

/** Returns the link to a ledger's entries. */
export const ledgerPage = (ledger: string, { dateFrom, dateTo }: DateRange): string =>
  `/reports/ledger?${new URLSearchParams({ ledger, dateFrom, dateTo })}`;

/** Returns the link to a category's transactions. */
export const transactionsPage = (categoryId: string, { dateFrom, dateTo }: DateRange): string =>
  `/transactions?${new URLSearchParams({ categoryId, dateFrom, dateTo, preset: "custom" })}`;

/** Returns the period from the start of a day's financial year to that day. */
export const yearUpTo = (at: CalendarDate): DateRange => ({
  dateFrom: `${toFinancialYear(at)}-04-01`,
  dateTo: at,
});

/** Returns the financial year of a day. */
export const toYearRange = (day: CalendarDate): DateRange => yearRange(toFinancialYear(day));

/** Returns `FY 26-27` for a whole financial year, else its first and last day. */
export function formatShortPeriod({ dateFrom, dateTo }: DateRange): string {
  const year = wholeYear({ dateFrom, dateTo });
  if (year !== undefined) return `FY ${yearLabel(year).slice(2)}`;
  return `${formatDate(dateFrom)} – ${formatDate(dateTo)}`;
}

/** Returns the first calendar year of a whole financial year, else undefined. */
export function wholeYear({ dateFrom, dateTo }: DateRange): number | undefined {
  const year = toFinancialYear(dateFrom);
  return dateFrom === `${year}-04-01` && dateTo === `${year + 1}-03-31` ? year : undefined;
}

const PAGES: Record<Source["type"], string | undefined> = {
  Transaction: undefined,
  Invoice: "/invoices/",
  Note: "/notes/",
  Voucher: "/vouchers/",
  Receipt: "/receipts/",
  Bill: "/bills/",
  Journal: "/journals/",
  Filing: "/gst?tab=gstr3b&period=",
};

/** Returns the link to an entry's source. For a transaction, it opens the entry in the list of its day. */
export function sourcePage({ type, _id }: Source, date: CalendarDate): string | undefined {
  const page = PAGES[type];
  if (page) return page + _id;
  if (type !== "Transaction") return undefined;
  const day = new URLSearchParams({ dateFrom: date, dateTo: date, preset: "custom", entry: _id });
  return `/transactions?${day}`;
}

/**
 * Returns statement lines with their ledgers. A line with a single ledger gets that ledger's link
 * instead of a row.
 * @param opens returns the page of a ledger, in the period of a column if one is given
 * @param columns the periods of the columns; undefined for a column without entries of its own
 */
export function lineRows(
  lines: readonly StatementLine[],
  opens: (ledgerId: string, name: string, column?: DateRange) => string | undefined,
  cells: (amount: StatementLine | StatementLine["ledgers"][number]) => SheetCell[],
  columns?: (DateRange | undefined)[],
): SheetRow[] {
  const href = (id: string, name: string) => {
    const page = opens(id, name);
    if (!page) return {};
    const hrefs = columns?.map((column) => column && opens(id, name, column));
    return { href: page, ...(hrefs && { hrefs }) };
  };
  return lines.flatMap((line): SheetRow[] => {
    const { name, ledgers } = line;
    const [only] = ledgers;
    if (only && ledgers.length === 1) {
      const note = only.name === name ? {} : { note: only.name };
      return [{ level: "line", name, ...note, cells: cells(line), ...href(only._id, only.name) }];
    }
    return [
      { level: "line", name, cells: cells(line) },
      ...ledgers.map(
        (ledger): SheetRow => ({
          level: "ledger",
          name: ledger.name,
          cells: cells(ledger),
          ...href(ledger._id, ledger.name),
        }),
      ),
    ];
  });
}

/** Returns a caption and its rows, or nothing if there are none. */
export const captionRows = (name: string, rows: SheetRow[]): SheetRow[] =>
  rows.length === 0 ? [] : [{ level: "part", name, cells: [] }, ...rows];
