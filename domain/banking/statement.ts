import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import type { Columns } from "./captions.ts";

// A statement as it was read from a bank's file: nothing of it is in the books yet.

const LINES_MAX = 50_000;

/** @throws Refusal "invalid" if a file has more lines than are read */
export function assertFewLines(count: number): void {
  if (count <= LINES_MAX) return;
  const message = "The statement has more than 50,000 lines; download it in parts";
  throw new Refusal("invalid", message);
}

/** A line as the bank printed it. In is above zero, out below. */
export interface StatementLine {
  date: CalendarDate;
  valueDate: CalendarDate | null;
  narration: string;
  /** As printed. */
  ref: string | null;
  /** What the bank itself calls the line: FITID, Tran Id. */
  bankId: string | null;
  amount: Paise;
  /** Of the account after it. */
  balance: Paise | null;
}

/** What the bank says of the whole file, as far as it does. */
export interface Stated {
  opening?: Paise;
  closing?: Paise;
  debits?: Paise;
  credits?: Paise;
  drCount?: number;
  crCount?: number;
}

/** `proved` at each line, `totals` as a sum, `closing-only` by nothing yet, `broken` with gaps, or `none`. */
export const PROOFS = ["proved", "totals", "closing-only", "broken", "none"] as const;
export type Proof = (typeof PROOFS)[number];

/** Between two lines, counted from 1 in the order of time, the balance jumps. 0 is before the first. */
export interface Gap {
  afterLine: number;
  beforeLine: number;
  /** What the lost lines add up to. */
  missing: Paise;
  expectedBalance: Paise;
  printedBalance: Paise;
}

/** What stands around the lines. */
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
  /** As printed, often masked; null where the file names none. */
  account: string | null;
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  opening: Paise | null;
  openingSource: "stated" | "derived" | null;
  closing: Paise | null;
  debits: Paise;
  credits: Paise;
  /** Oldest first. */
  lines: StatementLine[];
  stated: Stated | null;
  orderInFile: "oldest-first" | "newest-first";
  proof: Proof;
  gaps: Gap[];
  /** What is to be known of how it was read. */
  remarks: string[];
  /** Of a table: what its columns were taken for. */
  columns?: { captions: string[]; roles: Columns };
}

/** A line as it stands in the file, with where. */
export interface RawLine extends StatementLine {
  /** Of the file, from 1. */
  row: number;
}

export const sumSides = (lines: { amount: Paise }[]): { debits: Paise; credits: Paise } => {
  let [debits, credits] = [0, 0];
  for (const { amount } of lines) {
    if (amount < 0) debits -= amount;
    else credits += amount;
  }
  return { debits: debits as Paise, credits: credits as Paise };
};
