import type { CalendarDate } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import type { SystemLedger } from "../ledger/kinds.ts";
import type { Paise } from "../money.ts";
import { computePart } from "../purchases/billFigures.ts";
import { HEADS, type Head, type Taxes } from "../purchases/inward.ts";

// The tax book: for each document and its payments and filings, the amounts in returns and the resulting
// movements of the tax ledgers.

/** Cells of GSTR-3B with amounts by tax head. */
export const CELLS = [
  ...(["3.1a", "3.1d", "4A2", "4A3", "4A5"] as const),
  ...(["4B1", "4B2", "4D1", "4D2"] as const),
] as const;
export type Cell = (typeof CELLS)[number];

/** A document's amounts in one cell of a return. */
export interface TaxEntry extends Taxes {
  /** Id of the document, or key of a GSTR-2B row without one. */
  document: string;
  number: string;
  /** The day on which tax is due, or credit arises. */
  due: CalendarDate;
  /** Posting date in the ledgers. */
  posted: CalendarDate;
  /** Label of the return that contains it, such as `2026-04`. */
  period: string;
  cell: Cell;
  /** Table of GSTR-1, or "". */
  section: "" | "11A" | "11B";
  /** State code, and hundredths of a percent. Tables 11A and 11B are grouped by both. */
  pos: string;
  rate: Hundredths;
  isIntra: boolean;
  taxable: Paise;
  /** Ledgers of the counter-entry, one per head, or the id of a category; "" if no ledger moves. */
  against: string;
  /** Reason, as the reconciliation shows it. */
  reason: string;
}

/** A ledger movement apart from the document's own postings. Debit is positive. */
export interface TaxPosting {
  document: string;
  date: CalendarDate;
  /** A system ledger, or the id of a category. */
  ledger: string;
  paise: number;
  /** The client or vendor, for receivables and payables. */
  party?: string;
  reason: string;
}

/** A document's entries and postings in the tax book. */
export interface Taxed {
  entries: TaxEntry[];
  /** Postings other than those of the entries. */
  postings: TaxPosting[];
}

/** Returns the label of a day's return. For quarterly filers this is the quarter's last month. */
export type PeriodOfDay = (date: CalendarDate) => string;

/** Tax ledgers, each with a ledger per head, such as `output_cgst`. */
export const TAX_LEDGERS = [
  ...(["gst_on_advances", "input", "input_reversed", "input_wait", "output", "rcm"] as const),
] as const;
export type TaxLedger = (typeof TAX_LEDGERS)[number];

/** Returns the ledger of a head. Sales have no cess. */
export function toTaxLedger(ledger: TaxLedger, head: Head): SystemLedger {
  return `${ledger}_${head}` as SystemLedger;
}

/**
 * The tax ledger that each cell moves, and its sign, debit positive. Table 4D moves none, nor does
 * 3.1(d), whose credit moves both sides.
 */
const MOVED: Partial<Record<Cell, [ledger: TaxLedger, sign: -1 | 1]>> = {
  "3.1a": ["output", -1],
  "4A2": ["input", 1],
  "4A3": ["input", 1],
  "4A5": ["input", 1],
  "4B1": ["input", -1],
  "4B2": ["input", -1],
};

/** Converts entries to ledger postings that add up to 0 for each document and day. */
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

/** Returns a proportional part of each head, rounded half up. */
export function computeTaxPart(taxes: Taxes, part: number, whole: number): Taxes {
  const of = (amount: number) => computePart(amount, part as Paise, whole as Paise);
  return { igst: of(taxes.igst), cgst: of(taxes.cgst), sgst: of(taxes.sgst), cess: of(taxes.cess) };
}

export const isNothing = (entry: Pick<TaxEntry, "taxable"> & Taxes): boolean =>
  entry.taxable === 0 && HEADS.every((head) => entry[head] === 0);
