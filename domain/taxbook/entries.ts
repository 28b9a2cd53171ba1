import type { CalendarDate } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import type { SystemLedger } from "../ledger/kinds.ts";
import type { Paise } from "../money.ts";
import { partOf } from "../purchases/billFigures.ts";
import { HEADS, type Head, type Taxes } from "../purchases/inward.ts";

// The tax book: what each document, with all that was paid and filed of it, puts into the returns, and what
// it moves in the tax ledgers for that.

/** Cells of GSTR-3B that hold amounts by head of tax. */
export const CELLS = ["3.1a", "3.1d", "4A2", "4A3", "4B1"] as const;
export type Cell = (typeof CELLS)[number];

/** What one document has in one cell of a return. */
export interface TaxEntry extends Taxes {
  /** The id of a document, or the key of a row of GSTR-2B that no document is of. */
  document: string;
  number: string;
  /** The day on which tax falls due, or credit arises. */
  due: CalendarDate;
  /** The day of its posting in the ledgers. */
  posted: CalendarDate;
  /** The return that carries it, by its label: `2026-04`. */
  period: string;
  cell: Cell;
  /** Table of GSTR-1; "" for none. */
  section: "" | "11A" | "11B";
  /** State code, and hundredths of a percent: rows of tables 11A and 11B are by both. */
  pos: string;
  rate: Hundredths;
  isIntra: boolean;
  taxable: Paise;
  /** Why it is there, in the words that the proof shows. */
  reason: string;
}

/** What a document moves in the ledgers beside its own postings: debit positive. */
export interface TaxPosting {
  document: string;
  date: CalendarDate;
  /** A system ledger, or the id of a category. */
  ledger: string;
  paise: number;
  /** The client or vendor, of receivables and payables. */
  party?: string;
  reason: string;
}

/** What the tax book says of something. */
export interface Taxed {
  entries: TaxEntry[];
  postings: TaxPosting[];
}

export const NOTHING_TAXED: Taxed = { entries: [], postings: [] };

export const addTaxed = (all: Taxed[]): Taxed => ({
  entries: all.flatMap(({ entries }) => entries),
  postings: all.flatMap(({ postings }) => postings),
});

/** The return of a day, by its label; of who files by quarter the quarter's last month. */
export type PeriodOfDay = (date: CalendarDate) => string;

export type TaxLedger = "gst_on_advances" | "input" | "output" | "rcm";

/** The ledger of one head: `output_cgst`. Nothing that is sold has cess. */
export function ledgerOf(ledger: TaxLedger, head: Head): SystemLedger {
  return `${ledger}_${head}` as SystemLedger;
}

/** Postings that move taxes from one ledger to another, on a day, head by head. */
export function moveTaxes(
  of: Pick<TaxPosting, "date" | "document" | "reason">,
  taxes: Taxes,
  debit: TaxLedger,
  credit: TaxLedger,
): TaxPosting[] {
  return HEADS.flatMap((head) => {
    if (taxes[head] === 0) return [];
    return [
      { ...of, ledger: ledgerOf(debit, head), paise: taxes[head] },
      { ...of, ledger: ledgerOf(credit, head), paise: -taxes[head] },
    ];
  });
}

/** The part of each head that falls on a part of a whole, half up. */
export function partOfTaxes(taxes: Taxes, part: number, whole: number): Taxes {
  const of = (amount: number) => partOf(amount, part as Paise, whole as Paise);
  return { igst: of(taxes.igst), cgst: of(taxes.cgst), sgst: of(taxes.sgst), cess: of(taxes.cess) };
}

export const isNothing = (entry: Pick<TaxEntry, "taxable"> & Taxes): boolean =>
  entry.taxable === 0 && HEADS.every((head) => entry[head] === 0);
