import { type SQL, sql } from "drizzle-orm";
import type { Books } from "../engine/books.ts";
import { type Write, writeRelaxedTransaction } from "../engine/transaction.ts";

// Search is a case-insensitive substring of description or notes. Three characters and more are found
// by the trigram index; fewer have no trigram and are read by LIKE, as is the tail that an import has
// left behind for fillSearch.

/** Whether the trigram index can answer. */
export function hasTrigram(q: string): boolean {
  return [...q].length >= 3;
}

/** Whether `containsSql` finds all that the index finds: in ASCII, and in scripts without case. */
export function isCompared(q: string): boolean {
  return ASCII.test(q) || q.toLowerCase() === q.toUpperCase();
}

const ASCII = /^[\0-\x7f]*$/;

/** The words as one phrase of FTS5, in which nothing is an operator. */
export function toSearchPhrase(q: string): string {
  return `"${q.replaceAll('"', '""')}"`;
}

/** The condition on a row of transactions. LIKE knows the case of ASCII only, hence both cases. */
export function containsSql(q: string): SQL {
  const spellings = isCompared(q) ? [q] : [...new Set([q, q.toLowerCase(), q.toUpperCase()])];
  const patterns = spellings.map((text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const conditions = patterns.map(
    (pattern) => sql`description LIKE ${pattern} ESCAPE '\\' OR notes LIKE ${pattern} ESCAPE '\\'`,
  );
  return sql`(${sql.join(conditions, sql` OR `)})`;
}

const ROWS_PER_SLICE = 4_000;
/** Of descriptions and notes: what the index takes in some 50 ms, in which nobody else writes. */
export const CHARACTERS_PER_SLICE = 100_000;

/** Fills the index with what imports have left behind, a slice a turn, until nothing waits. */
export async function fillSearch(books: Books): Promise<void> {
  while (await isLeftBehind(books)) {
    await writeRelaxedTransaction(books, fillSlice);
    await Bun.sleep(0);
  }
}

// The search index is a virtual table, which no schema of Drizzle knows, with the state beside it.

async function isLeftBehind({ read }: Books): Promise<boolean> {
  const [row] = await read.all<{ waits: number }>(sql`
    SELECT coalesce((SELECT max(entry) FROM transactions), 0) > indexed_to AS waits FROM search_state`);
  return row?.waits === 1;
}

async function fillSlice(tx: Write): Promise<void> {
  const [slice] = await tx.all<{ from: number; to: number | null }>(sql`
    SELECT indexed_to AS "from", (SELECT max(entry) FROM (
      SELECT entry, sum(length(description) + length(notes)) OVER (ORDER BY entry) AS characters
      FROM transactions NOT INDEXED WHERE entry > indexed_to ORDER BY entry LIMIT ${ROWS_PER_SLICE})
      WHERE characters <= ${CHARACTERS_PER_SLICE}) AS "to" FROM search_state`);
  if (!slice?.to) return;
  // NOT INDEXED: planned by an index, the range of entries is a scan of all rows.
  await tx.run(sql`INSERT INTO transactions_search (rowid, description, notes)
    SELECT entry, description, notes FROM transactions NOT INDEXED
    WHERE entry > ${slice.from} AND entry <= ${slice.to}`);
  await tx.run(sql`UPDATE search_state SET indexed_to = ${slice.to}`);
}
