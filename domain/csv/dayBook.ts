import Papa from "papaparse";
import type { CalendarDate } from "../dates.ts";
import { toDecimal } from "../money.ts";
import { guard } from "./transactions.ts";

/** A row of the books with what it posts, for people. */
export interface DayBookEntry {
  date: CalendarDate;
  /** What kind of voucher it is: Sales, Receipt. */
  type: string;
  number: string;
  narration: string;
  party: string;
  /** Ledgers with paise, debit positive. Together 0. */
  lines: [ledger: string, paise: number][];
}

export const DAY_BOOK = [
  ...["Date", "Type", "Number", "Particulars", "Party", "Ledger", "Contra", "Debit", "Credit"],
];

/** A line for each ledger of each entry; its contra is the other one, where there are two. */
export function dayBookCsv(entries: DayBookEntry[]): string {
  const cells = entries.flatMap(({ date, type, number, narration, party, lines }) =>
    lines.map(([ledger, paise], at) => {
      const contra = lines.length === 2 ? (lines[1 - at]?.[0] ?? "") : "Split";
      const amount = toDecimal(BigInt(Math.abs(paise)));
      return [
        ...[date, type, guard(number), guard(narration.replace(/\s+/g, " ")), guard(party)],
        ...[guard(ledger), guard(contra), paise > 0 ? amount : "", paise < 0 ? amount : ""],
      ];
    }),
  );
  return cells.length > 0 ? `${Papa.unparse(cells, { newline: "\n" })}\n` : "";
}
