import { sql } from "drizzle-orm";
import type { Read } from "../engine/books.ts";
import type { Write } from "../engine/transaction.ts";
import { importDigests, type imports } from "../schema/imports.ts";
import type { Batch } from "./lease.ts";

// Imported transactions are too many to be journaled row by row. Digests of some thousands of rows each take
// the place of that: the import's log entry has a digest of these, so that the log's chain covers every row.

const ROWS_A_DIGEST = 5_000;

/** The columns of a posted row, in the order of its digest. They are never changed in order or number. */
export const DIGESTED = [
  ...["entry", "id", "date", "type", "account_id", "to_account_id", "category_id", "amount_paise"],
  ...["description", "notes", "fingerprint", "created_by", "source", "source_id", "split_id"],
] as const;
export type DigestedRow = Record<(typeof DIGESTED)[number], string | number | null>;

// Texts hold no control characters, so that these two cannot be part of a value.
const FIELD_END = "\u001f";
const ROW_END = "\u001e";

/** The text of a row that is hashed. */
export const digestText = (row: DigestedRow) =>
  DIGESTED.map((column) => row[column] ?? "").join(FIELD_END);

const DIGEST_TEXT = sql.raw(
  DIGESTED.map((column) => `coalesce(${column}, '')`).join(" || char(31) || "),
);

export const digestOf = (texts: string[]) => sha256(texts.join(ROW_END));

const sha256 = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");

/** Inserts the digests of an import's transactions that are newer than entry `after`. */
export async function addDigests(
  tx: Write,
  { agencyId, id }: Pick<Batch, "agencyId" | "id">,
  after: number,
): Promise<void> {
  for (let from = after; ; ) {
    const [slice] = await tx.all<{ last: number | null; count: number; text: string }>(sql`
      SELECT max(entry) AS last, count(*) AS count, group_concat(text, char(30)) AS text
      FROM (SELECT entry, ${DIGEST_TEXT} AS text FROM transactions NOT INDEXED
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

/** Deletes the digests of an import that was undone. */
export const deleteDigests = (tx: Write, { agencyId, id }: Pick<Batch, "agencyId" | "id">) =>
  tx.run(sql`DELETE FROM import_digests WHERE agency_id = ${agencyId} AND import_id = ${id}`);

/** Returns the digest of an import and of the digests of its rows: its log entry has it. */
export async function digestOfImport(
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
