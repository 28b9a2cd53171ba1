import { sql } from "drizzle-orm";
import type { Read } from "../engine/books.ts";
import type { Write } from "../engine/transaction.ts";
import { importDigests, type imports } from "../schema/imports.ts";
import type { Batch } from "./lease.ts";

// Imported transactions are too many to journal individually. Instead, digests of some thousands of rows each
// are stored. The import's log entry hashes these, so the log's hash chain covers every row.

const ROWS_A_DIGEST = 5_000;

/** The columns of a transaction that are hashed. They and their order never change. */
export interface DigestedRow {
  id: string;
  date: string;
  type: "Expense" | "Income" | "Transfer";
  accountId: string;
  /** The other account or the category. */
  otherId: string;
  amountPaise: number;
  description: string;
  notes: string;
}

// Ids and dates have a fixed length and texts contain no control characters, so different rows have different
// texts.
const NOTES = "\u001f";
const ROW_END = "\u001e";

const TEXT = sql`id || date || account_id || coalesce(to_account_id, category_id) || amount_paise || type
  || description || char(31) || notes`;

/** Returns the text of a row that is hashed. */
export const toDigestText = (row: DigestedRow): string =>
  row.id +
  row.date +
  row.accountId +
  row.otherId +
  row.amountPaise +
  row.type +
  row.description +
  NOTES +
  row.notes;

export const hashTexts = (texts: string[]) => sha256(texts.join(ROW_END));

const sha256 = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");

/** Inserts digests of an import's transactions after entry `after`. */
export async function addDigests(
  tx: Write,
  { agencyId, id }: Pick<Batch, "agencyId" | "id">,
  after: number,
): Promise<void> {
  for (let from = after; ; ) {
    const [slice] = await tx.all<{ last: number | null; count: number; text: string }>(sql`
      SELECT max(entry) AS last, count(*) AS count, group_concat(text, char(30)) AS text
      FROM (SELECT entry, ${TEXT} AS text FROM transactions NOT INDEXED
        WHERE entry > ${from} AND agency_id = ${agencyId} AND import_id = ${id}
        ORDER BY entry LIMIT ${ROWS_A_DIGEST})`);
    if (!slice?.last) return;
    const digest = sha256(slice.text);
    await tx
      .insert(importDigests)
      .values({ agencyId, importId: id, lastEntry: slice.last, digest });
    if (slice.count < ROWS_A_DIGEST) return;
    from = slice.last;
  }
}

/** Deletes the digests of an undone import. */
export const deleteDigests = (tx: Write, { agencyId, id }: Pick<Batch, "agencyId" | "id">) =>
  tx.run(sql`DELETE FROM import_digests WHERE agency_id = ${agencyId} AND import_id = ${id}`);

/** Returns the digest of an import over its rows' digests, for its log entry. */
export async function computeImportDigest(
  read: Pick<Read, "all">,
  row: typeof imports.$inferSelect,
): Promise<string> {
  const { agencyId, id } = row;
  const digests = await read.all<{ lastEntry: number; digest: string }>(sql`
    SELECT last_entry AS "lastEntry", digest FROM import_digests
    WHERE agency_id = ${agencyId} AND import_id = ${id} ORDER BY last_entry`);
  const { heldUntil: _, exceptionId: __, state: ___, ...rest } = row;
  return sha256(
    JSON.stringify([rest, digests.map(({ lastEntry, digest }) => [lastEntry, digest])]),
  );
}
