import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import type { Columns } from "./captions.ts";

// A statement parsed from a bank file, before it is imported.

const LINES_MAX = 50_000;

/** @throws Refusal "invalid" if a file has too many lines */
export function assertFewLines(count: number): void {
  if (count <= LINES_MAX) return;
  const message = "The statement has more than 50,000 lines; download it in parts";
  throw new Refusal("invalid", message);
}

/** A line as the bank printed it. Money in is positive, money out negative. */
export interface StatementLine {
  date: CalendarDate;
  valueDate: CalendarDate | null;
  narration: string;
  /** As printed. */
  ref: string | null;
  /** The bank's own id of the line: FITID, Tran Id. */
  bankId: string | null;
  amountPaise: Paise;
  /** Account balance after the line. */
  balancePaise: Paise | null;
}

/** Balances, totals and counts that the file states. */
export interface Stated {
  openingPaise?: Paise;
  closingPaise?: Paise;
  debitsPaise?: Paise;
  creditsPaise?: Paise;
  drCount?: number;
  crCount?: number;
}

/**
 * How a statement is verified: `proved` at each line, `totals` as a sum, `closing-only` not yet,
 * `broken` by gaps, or `none`.
 */
export const PROOFS = ["proved", "totals", "closing-only", "broken", "none"] as const;
export type Proof = (typeof PROOFS)[number];

/**
 * A jump of the balance between two lines, numbered from 1 in chronological order; 0 is before the
 * first.
 */
export interface Gap {
  afterLine: number;
  beforeLine: number;
  /** Sum of the missing lines. */
  missing: Paise;
  expectedBalance: Paise;
  printedBalance: Paise;
}

export interface Facts {
  bank: string | null;
  account: string | null;
  currency: string;
  period: { from: CalendarDate; to: CalendarDate } | null;
  stated: Stated;
}

export interface ReadStatement {
  format: string;
  bank: string | null;
  /** As printed, often masked; null if the file does not name it. */
  account: string | null;
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  openingPaise: Paise | null;
  openingSource: "stated" | "derived" | null;
  closingPaise: Paise | null;
  debitsPaise: Paise;
  creditsPaise: Paise;
  /** Oldest first. */
  lines: StatementLine[];
  stated: Stated | null;
  orderInFile: "oldest-first" | "newest-first";
  proof: Proof;
  gaps: Gap[];
  /** Notes on how the file was read. */
  remarks: string[];
  /** For a table: how its columns were interpreted. */
  columns?: { captions: string[]; roles: Columns };
}

/** A line and its row in the file. */
export interface RawLine extends StatementLine {
  /** Row of the file, from 1. */
  row: number;
}

export const sumSides = (
  lines: { amountPaise: Paise }[],
): { debitsPaise: Paise; creditsPaise: Paise } => {
  let [debits, credits] = [0, 0];
  for (const { amountPaise } of lines) {
    if (amountPaise < 0) debits -= amountPaise;
    else credits += amountPaise;
  }
  return { debitsPaise: debits as Paise, creditsPaise: credits as Paise };
};
