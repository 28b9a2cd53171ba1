import type { CalendarDate } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import type { SystemLedger } from "../ledger/kinds.ts";
import type { Paise } from "../money.ts";
import { computePart } from "../purchases/billFigures.ts";
import { HEADS, type Head, type Taxes } from "../purchases/inward.ts";

// The tax book: what each document, with all that was paid and filed of it, puts into the returns, and what
// it moves in the tax ledgers for that.

/** Cells of GSTR-3B that hold amounts by head of tax. */
export const CELLS = [
  ...(["3.1a", "3.1d", "4A2", "4A3", "4A5"] as const),
  ...(["4B1", "4B2", "4D1", "4D2"] as const),
] as const;
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
  /** The ledgers opposite to its own, by head, or the id of a category; "" where it moves no ledger. */
  against: string;
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
  /** What is posted besides what the entries move. */
  postings: TaxPosting[];
}

/** The return of a day, by its label; of who files by quarter the quarter's last month. */
export type PeriodOfDay = (date: CalendarDate) => string;

/** Ledgers of tax, each with one ledger a head: `output_cgst`. */
export const TAX_LEDGERS = [
  ...(["gst_on_advances", "input", "input_reversed", "input_wait", "output", "rcm"] as const),
] as const;
export type TaxLedger = (typeof TAX_LEDGERS)[number];

/** The ledger of one head. Nothing that is sold has cess. */
export function toTaxLedger(ledger: TaxLedger, head: Head): SystemLedger {
  return `${ledger}_${head}` as SystemLedger;
}

/**
 * The tax ledger that a cell moves, and its side: debit positive. Table 4D moves none, nor does 3.1(d), whose
 * credit moves both sides.
 */
const MOVED: Partial<Record<Cell, [ledger: TaxLedger, sign: -1 | 1]>> = {
  "3.1a": ["output", -1],
  "4A2": ["input", 1],
  "4A3": ["input", 1],
  "4A5": ["input", 1],
  "4B1": ["input", -1],
  "4B2": ["input", -1],
};

/** What entries move in the ledgers: for each document and day a posting a ledger, which add up to 0. */
export function toTaxPostings(entries: TaxEntry[]): TaxPosting[] {
  const days = Map.groupBy(entries, ({ document, posted }) => `${document} ${posted}`);
  return [...days.values()].flatMap(postingsOfDay);
}

function postingsOfDay(entries: TaxEntry[]): TaxPosting[] {
  const sums = new Map<string, number>();
  const reasons = new Set<string>();
  for (const entry of entries) {
    const { cell, against, reason } = entry;
    const [own, sign] = MOVED[cell] ?? [];
    if (!own || !sign || against === "") continue;
    reasons.add(reason);
    for (const head of HEADS) {
      const paise = sign * entry[head];
      const other = isTaxLedger(against) ? toTaxLedger(against, head) : against;
      sums.set(toTaxLedger(own, head), (sums.get(toTaxLedger(own, head)) ?? 0) + paise);
      sums.set(other, (sums.get(other) ?? 0) - paise);
    }
  }
  const [{ document, posted: date }] = entries as [TaxEntry];
  const of = { document, date, reason: [...reasons].join(", ") };
  return [...sums]
    .filter(([, paise]) => paise !== 0)
    .map(([ledger, paise]) => ({ ...of, ledger, paise }));
}

const isTaxLedger = (name: string): name is TaxLedger => TAX_LEDGERS.some((one) => one === name);

/** The part of each head that falls on a part of a whole, half up. */
export function computeTaxPart(taxes: Taxes, part: number, whole: number): Taxes {
  const of = (amount: number) => computePart(amount, part as Paise, whole as Paise);
  return { igst: of(taxes.igst), cgst: of(taxes.cgst), sgst: of(taxes.sgst), cess: of(taxes.cess) };
}

export const isNothing = (entry: Pick<TaxEntry, "taxable"> & Taxes): boolean =>
  entry.taxable === 0 && HEADS.every((head) => entry[head] === 0);
