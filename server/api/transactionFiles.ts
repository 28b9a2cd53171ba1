import { CSV_HEADER, toCsv } from "../../domain/csv/transactions.ts";
import { addDays, today } from "../../domain/dates.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { journalEntries, journalHead } from "../../domain/ledger/journal.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";

export const CSV_FILE = { name: "transactions.csv", type: "text/csv; charset=utf-8" };
export const JOURNAL_FILE = { name: "transactions.journal", type: "text/plain; charset=utf-8" };

/** The rows in the columns that an import takes. */
export async function* csvOf(slices: AsyncIterable<Transaction[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_HEADER);
  for await (const slice of slices) yield encoder.encode(toCsv(slice));
}

/** The rows as hledger reads them, after what accounts held before the first of them. */
export async function* journalOf(
  agencyName: string,
  { accounts, categories }: { accounts: Account[]; categories: Category[] },
  slices: AsyncGenerator<Transaction[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const first = await slices.next();
  const opensOn = first.done ? today() : addDays(first.value[0]?.date ?? today(), -1);
  yield encoder.encode(journalHead(agencyName, accounts, categories, opensOn));
  if (first.done) return;
  yield encoder.encode(journalEntries(first.value));
  for await (const slice of slices) yield encoder.encode(journalEntries(slice));
}
