import { type SQL, sql } from "drizzle-orm";
import type { Books } from "../engine/books.ts";
import { type Write, writeRelaxedTransaction } from "../engine/transaction.ts";

// Search finds case-insensitive substrings in description and notes. From three characters on it uses the
// trigram index. Shorter texts have no trigram and use LIKE, as do imported rows that fillSearch has not
// indexed yet.

/** Whether the trigram index can be used. */
export function hasTrigram(q: string): boolean {
  return [...q].length >= 3;
}

/** Whether `containsSql` finds the same rows as the index: in ASCII, and in scripts without case. */
export function isCompared(q: string): boolean {
  return ASCII.test(q) || q.toLowerCase() === q.toUpperCase();
}

const ASCII = /^[\0-\x7f]*$/;

/** Quotes text as one FTS5 phrase, without operators. */
export function toSearchPhrase(q: string): string {
  return `"${q.replaceAll('"', '""')}"`;
}

/** Builds a condition on transactions. LIKE ignores case in ASCII only, so both cases are checked. */
export function containsSql(q: string): SQL {
  const spellings = isCompared(q) ? [q] : [...new Set([q, q.toLowerCase(), q.toUpperCase()])];
  const patterns = spellings.map((text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const conditions = patterns.map(
    (pattern) => sql`description LIKE ${pattern} ESCAPE '\\' OR notes LIKE ${pattern} ESCAPE '\\'`,
  );
  return sql`(${sql.join(conditions, sql` OR `)})`;
}

const ROWS_PER_SLICE = 4_000;
/** Characters that can be indexed in about 50 ms, while no one else can write. */
export const CHARACTERS_PER_SLICE = 100_000;

/** Indexes imported rows, a slice per transaction, until none is left. */
export async function fillSearch(books: Books): Promise<void> {
  while (await isLeftBehind(books)) {
    await writeRelaxedTransaction(books, fillSlice);
    await Bun.sleep(0);
  }
}

// Plain SQL, because Drizzle's schema has no virtual tables.

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
  // NOT INDEXED: with an index SQLite would scan all rows for the range of entries.
  await tx.run(sql`INSERT INTO transactions_search (rowid, description, notes)
    SELECT entry, description, notes FROM transactions NOT INDEXED
    WHERE entry > ${slice.from} AND entry <= ${slice.to}`);
  await tx.run(sql`UPDATE search_state SET indexed_to = ${slice.to}`);
}
