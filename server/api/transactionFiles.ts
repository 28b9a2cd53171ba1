import type { exportJournal } from "../../db/reports/journal.ts";
import { CSV_HEADER, toCsv } from "../../domain/csv/transactions.ts";
import { type JournalEntry, journalEntries, journalHead } from "../../domain/ledger/journal.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";

export const CSV_FILE = { name: "transactions.csv", type: "text/csv; charset=utf-8" };
export const JOURNAL_FILE = { name: "transactions.journal", type: "text/plain; charset=utf-8" };

/** Yields the rows in the columns that an import accepts. */
export async function* renderTransactionsCsv(
  slices: AsyncIterable<Transaction[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_HEADER);
  for await (const slice of slices) yield encoder.encode(toCsv(slice));
}

/** Yields the books in hledger's format. */
export async function* renderJournal(
  agencyName: string,
  { chart, openings, opensOn }: Awaited<ReturnType<typeof exportJournal>>["looked"],
  slices: AsyncGenerator<JournalEntry[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(journalHead(agencyName, chart, openings, opensOn));
  for await (const slice of slices) yield encoder.encode(journalEntries(slice, chart));
}
