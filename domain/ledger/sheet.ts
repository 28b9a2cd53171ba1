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

// A report as people read it: rows under heads, told once for the screen and for paper.

/** A text, rupees, or nothing. */
export type SheetCell = string | RupeeSum | undefined;

export interface SheetHead {
  name: string;
  /** Stands on the left. */
  isText?: true;
  /** Where there is room for one figure only: it, a line below it, or (where not said) not at all. */
  phone?: "main" | "below";
  /** Follows its figure there: `Dr`. */
  mark?: string;
}

export interface SheetRow {
  /** A caption, a line of the statement, what it is made of, an entry, a sum, and the last line. */
  level: "part" | "line" | "ledger" | "entry" | "sum" | "total";
  name: string;
  /** Beside the name, quieter. */
  note?: string;
  date?: CalendarDate;
  cells: SheetCell[];
  /** The page that shows what it is made of. */
  href?: string;
}

export interface Sheet {
  title: string;
  /** Whose account, where it is one's. */
  of?: string;
  /** `1 Apr 2026 – 31 Mar 2027`, or `At 31 Mar 2027`. */
  period: string;
  /** How its figures are to be read. */
  about: string;
  /** Above the names. */
  first: string;
  /** Each row has its day before its name. */
  isDated?: true;
  heads: SheetHead[];
  rows: SheetRow[];
  notes: string[];
  /** What proves it; `fault` where the proof fails, which is ours and not the books'. */
  proof?: { isTrue: boolean; words: string; fault: string };
  /** On paper the owner and the accountant sign it. */
  isSigned?: true;
  /** More columns than a page has room for. */
  isWide?: true;
  /** On a screen the rows up to the first last line and those after it stand side by side, under these. */
  sides?: [string, string];
}

/** In place of a figure of nothing. */
export const NIL = "–";

/** `3,05,000.50`, with a true minus; nil is a dash. */
export function figureText(rupees: RupeeSum): string {
  if (sumInPaise(rupees) === 0n) return NIL;
  return formatInr(rupees).replace("₹", "").replace("-", "−");
}

/** A cell as text. */
export const cellText = (cell: SheetCell): string =>
  cell === undefined ? "" : typeof cell === "string" ? cell : figureText(cell);

/** A balance with its side: `2,31,500.00 Cr`. Debit is positive. */
export function balanceText(rupees: RupeeSum): string {
  const paise = sumInPaise(rupees);
  if (paise === 0n) return NIL;
  return paise < 0n ? `${figureText(toRupees(-paise))} Cr` : `${figureText(rupees)} Dr`;
}

/** By how much a figure is more than another: `+2,65,000.50`. */
export function changeText(amount: RupeeSum, before: RupeeSum): string {
  const paise = sumInPaise(amount) - sumInPaise(before);
  return `${paise > 0n ? "+" : ""}${figureText(toRupees(paise))}`;
}

export const plus = (one: RupeeSum, other: RupeeSum): RupeeSum =>
  toRupees(sumInPaise(one) + sumInPaise(other));
export const minus = (one: RupeeSum, other: RupeeSum): RupeeSum =>
  toRupees(sumInPaise(one) - sumInPaise(other));
export const isEqual = (one: RupeeSum, other: RupeeSum) => sumInPaise(one) === sumInPaise(other);

/** The page of a ledger's entries. */
export const ledgerPage = (ledger: string, { dateFrom, dateTo }: DateRange): string =>
  `/reports/ledger?${new URLSearchParams({ ledger, dateFrom, dateTo })}`;

/** The page of a category's transactions. */
export const transactionsPage = (categoryId: string, { dateFrom, dateTo }: DateRange): string =>
  `/transactions?${new URLSearchParams({ categoryId, dateFrom, dateTo, preset: "custom" })}`;

/** From the first day of a day's financial year up to it. */
export const yearUpTo = (at: CalendarDate): DateRange => ({
  dateFrom: `${toFinancialYear(at)}-04-01`,
  dateTo: at,
});

/** The financial year that a day lies in. */
export const toYearRange = (day: CalendarDate): DateRange => yearRange(toFinancialYear(day));

/** `FY 26-27` of a whole financial year, else its days. */
export function formatShortPeriod({ dateFrom, dateTo }: DateRange): string {
  const year = wholeYear({ dateFrom, dateTo });
  if (year !== undefined) return `FY ${yearLabel(year).slice(2)}`;
  return `${formatDate(dateFrom)} – ${formatDate(dateTo)}`;
}

/** The year in which a whole financial year begins. */
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

/** The page of an entry's source; of a transaction, that day's. */
export function sourcePage({ type, _id }: Source, date: CalendarDate): string | undefined {
  const page = PAGES[type];
  if (page) return page + _id;
  if (type !== "Transaction") return undefined;
  return `/transactions?${new URLSearchParams({ dateFrom: date, dateTo: date, preset: "custom" })}`;
}

/** Lines of a statement with the ledgers that they are made of: one of them stands beside its line. */
export function lineRows(
  lines: readonly StatementLine[],
  opens: (ledgerId: string, name: string) => string | undefined,
  cells: (amount: StatementLine | StatementLine["ledgers"][number]) => SheetCell[],
): SheetRow[] {
  const href = (id: string, name: string) => {
    const page = opens(id, name);
    return page ? { href: page } : {};
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
          ...{ level: "ledger", name: ledger.name, cells: cells(ledger) },
          ...href(ledger._id, ledger.name),
        }),
      ),
    ];
  });
}

/** A caption, and what stands below it. */
export const part = (name: string, rows: SheetRow[]): SheetRow[] =>
  rows.length === 0 ? [] : [{ level: "part", name, cells: [] }, ...rows];
