import { eq, sql } from "drizzle-orm";
import type { RecordDifference } from "../../domain/agencies/recordsCheck.ts";
import type { Paise } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import {
  computeImportDigest,
  type DigestedRow,
  hashTexts,
  toDigestText,
} from "../imports/digests.ts";
import { fingerprint } from "../ledger/fingerprint.ts";
import { imports } from "../schema/imports.ts";
import type { Row } from "./replay.ts";
import { toDifference } from "./rowWords.ts";

// Imported transactions are journaled only once they change. Their import's entry has a digest of them, and
// each row's fingerprint shows whether it was changed outside bahi.

type Import = typeof imports.$inferSelect;

/**
 * Returns imported transactions that differ from what was posted.
 * @param changed transactions that bahi changed or deleted since, as they were posted
 */
export async function verifyImports(
  read: Read,
  agencyId: number,
  changed: Row[],
): Promise<RecordDifference[]> {
  const logged = await readLogged(read, agencyId);
  const posted = Map.groupBy(changed, (row) => row.import_id);
  const rows = await read
    .select()
    .from(imports)
    .where(forAgency({ agencyId }, imports, eq(imports.state, "done")));
  const found: RecordDifference[] = [];
  for (const row of rows) {
    const entry = logged.get(row.id);
    logged.delete(row.id);
    if (row.added === 0 && !entry) continue; // All its rows already existed, so nothing was logged.
    const seq = entry?.seq ?? 0;
    const isAsLogged = entry?.digest === (await computeImportDigest(read, row));
    if (!isAsLogged)
      found.push(toDifference("imports", row.id, { file: row.file }, changedAt(seq)));
    found.push(...(await verifyPosted(read, row, seq, posted.get(row.id) ?? [])));
  }
  for (const [id, { seq, isUndone }] of logged) {
    if (!isUndone) found.push(toDifference("imports", id, {}, { seq, field: "", now: "" }));
  }
  return [...found, ...(await findStrangers(read, agencyId))];
}

const changedAt = (seq: number) => ({ seq, field: "", now: "changed" });

interface Logged {
  seq: number;
  digest: string;
  /** Its rows are deleted, or being deleted. */
  isUndone: number;
}

/** Returns the log's record of each import: its own entry, or the entry that started the journal. */
async function readLogged(read: Read, agencyId: number): Promise<Map<string, Logged>> {
  const rows = await read.all<Logged & { id: string }>(sql`
    WITH logged AS MATERIALIZED (SELECT seq, action, entity, payload
      FROM audit_log INDEXED BY audit_log_chain WHERE agency_id = ${agencyId}
        AND (entity = 'Import' OR payload ->> '$.imports' IS NOT NULL)),
    undone AS (SELECT payload ->> '$.before._id' AS id FROM logged
      WHERE entity = 'Import' AND action = 'DELETE')
    SELECT id, seq, digest, id IN (SELECT id FROM undone) AS isUndone FROM (
      SELECT payload ->> '$.after._id' AS id, seq, payload ->> '$.digest' AS digest FROM logged
        WHERE entity = 'Import' AND action = 'CREATE' AND payload ->> '$.digest' IS NOT NULL
      UNION ALL SELECT key, seq, value FROM logged, json_each(payload, '$.imports')
        WHERE entity <> 'Import') ORDER BY seq`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Compares the rows of an import with its digests. */
async function verifyPosted(
  read: Read,
  { agencyId, id, file, userId, knownEntry }: Import,
  seq: number,
  changed: Row[],
): Promise<RecordDifference[]> {
  const digests = await read.all<{ lastEntry: number; digest: string }>(sql`
    SELECT last_entry AS "lastEntry", digest FROM import_digests
    WHERE agency_id = ${agencyId} AND import_id = ${id} ORDER BY last_entry`);
  const own = changed.map(toPosted);
  const isChanged = new Set(own.map(({ entry }) => entry));
  const found: RecordDifference[] = [];
  let after = knownEntry;
  for (const { lastEntry, digest } of digests) {
    const rows = await read.all<Posted>(sql`SELECT ${COLUMNS} FROM transactions NOT INDEXED
      WHERE entry > ${after} AND entry <= ${lastEntry} AND agency_id = ${agencyId} AND import_id = ${id}`);
    const unchanged = rows.filter(({ entry }) => !isChanged.has(entry));
    const among = own.filter(({ entry }) => entry > after && entry <= lastEntry);
    const all = [...unchanged, ...among].sort((one, other) => one.entry - other.entry);
    const isRight = hashTexts(all.map(toDigestText)) === digest;
    const wrong = unchanged.filter((row) => !isAsPosted(row, userId));
    for (const row of wrong) {
      found.push(toDifference("transactions", row.id, { ...row }, changedAt(seq)));
    }
    if (!isRight && wrong.length === 0)
      found.push(toDifference("imports", id, { file }, changedAt(seq)));
    after = lastEntry;
    await Bun.sleep(0); // Other calls of this thread get a turn.
  }
  return found;
}

/** A transaction with the values that all rows of an import share. */
interface Posted extends DigestedRow {
  entry: number;
  fingerprint: number;
  createdBy: string;
  /** Whether a document or a split owns it, which is never true of an imported row. */
  isOfOther: number;
}

const COLUMNS = sql.raw(`entry, id, date, type, account_id AS "accountId",
  coalesce(to_account_id, category_id) AS "otherId", amount_paise AS "amountPaise", description, notes,
  fingerprint, created_by AS "createdBy",
  coalesce(source, source_id, split_id) IS NOT NULL AS "isOfOther"`);

const toPosted = (row: Row): Posted => ({
  entry: Number(row.entry),
  id: String(row.id),
  date: String(row.date),
  type: row.type as Posted["type"],
  accountId: String(row.account_id),
  otherId: String(row.to_account_id ?? row.category_id),
  amountPaise: Number(row.amount_paise),
  description: String(row.description),
  notes: String(row.notes),
  fingerprint: Number(row.fingerprint),
  createdBy: String(row.created_by),
  isOfOther: 0,
});

/** Whether a row still has the content of its fingerprint, and its import's author. */
function isAsPosted({ otherId, amountPaise, ...row }: Posted, userId: string): boolean {
  const other = row.type === "Transfer" ? { toAccountId: otherId } : { categoryId: otherId };
  const content = { ...row, ...other, amountPaise: amountPaise as Paise };
  return row.createdBy === userId && !row.isOfOther && row.fingerprint === fingerprint(content);
}

/** Finds unchanged transactions that their import did not post. */
async function findStrangers(read: Read, agencyId: number): Promise<RecordDifference[]> {
  const rows = await read.all<Row & { id: string }>(sql`
    SELECT id, description, date FROM transactions t NOT INDEXED
    WHERE agency_id = ${agencyId} AND import_id IS NOT NULL AND (is_edited IS NOT 0
        AND NOT EXISTS (SELECT 1 FROM row_images i WHERE i.agency_id = t.agency_id AND i.record = t.id)
      OR NOT EXISTS (SELECT 1 FROM imports m WHERE m.agency_id = t.agency_id AND m.id = t.import_id
        AND (m.state <> 'done' OR t.entry > m.known_entry AND t.entry <= m.last_entry)))`);
  const digests = await read.all<{
    id: string;
  }>(sql`SELECT DISTINCT import_id AS id FROM import_digests d
    WHERE agency_id = ${agencyId} AND NOT EXISTS (SELECT 1 FROM imports m
      WHERE m.agency_id = d.agency_id AND m.id = d.import_id)`);
  const strangers = digests.map(({ id }) =>
    toDifference("imports", id, {}, { seq: 0, field: "", now: "there" }),
  );
  const unposted = rows.map((row) =>
    toDifference("transactions", row.id, row, { seq: 0, field: "", now: "there" }),
  );
  return [...strangers, ...unposted];
}
