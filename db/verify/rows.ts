import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RecordDifference } from "../../domain/agencies/recordsCheck.ts";
import { signInMark } from "../agencies/signInMark.ts";
import type { Read } from "../engine/books.ts";
import { JOURNAL, JournalDigest, type JournalRow, readJournal } from "../engine/journal.ts";
import { OUTSIDE } from "../engine/outside.ts";
import { listTables, rowJson } from "../tables/journalTriggers.ts";
import { schemaModules } from "../tables/schema.ts";
import { JOURNALED } from "../tables/tables.ts";
import { verifyImports } from "./imports.ts";
import { parseRow, type Row, replay, type Value } from "./replay.ts";
import { toDifference } from "./rowWords.ts";

// Checks every row against the log. Each entry has a digest of its row changes (db/engine/journal.ts), so
// forged changes break the hash chain. Each row is compared with its changes, newest first, back to its
// insert.

const AT_ONCE = 1_000;
const TABLES = listTables(schemaModules);

/** The entry that started an agency's journal. */
interface Begun {
  seq: number;
}

/** Returns rows that differ from what the log covers, named by record. */
export async function verifyRows(read: Read, agencyId: number): Promise<RecordDifference[]> {
  const begun = await findBegin(read, agencyId);
  if (!begun) return [];
  const differences = await verifyDigests(read, agencyId, begun);
  const imported = new Map<string, Row>();
  for (const name of Object.keys(JOURNALED)) {
    for await (const page of readRows(read, agencyId, name)) {
      const changes = await readRowChanges(read, agencyId, begun, name, page);
      for (const { record, part, row } of page) {
        const { first, found } = replay(row, changes.get(`${record} ${part}`) ?? []);
        differences.push(...found.map((one) => toDifference(name, record, row, one)));
        if (first === undefined) continue;
        if (name === "transactions" && first.import_id) imported.set(record, first);
        else differences.push(toDifference(name, record, row, { seq: 0, field: "", now: "there" }));
      }
      await Bun.sleep(0); // Other calls of this thread get a turn.
    }
    differences.push(...(await findMissing(read, agencyId, begun, name)));
  }
  for (const row of await findDeleted(read, agencyId, begun)) {
    if (!imported.has(row.record)) imported.set(row.record, replay({}, row.changes).first ?? {});
  }
  return [
    ...differences,
    ...(await verifyImports(read, agencyId, [...imported.values()])),
    ...(await verifySignIns(read, agencyId)),
    ...(await verifyStatementFiles(read, agencyId)),
  ];
}

/** Returns the first entry with journaled rows; undefined before the first start after an update. */
async function findBegin(read: Read, agencyId: number): Promise<Begun | undefined> {
  const [found] = await read.all<{ seq: number | null }>(sql`
    SELECT min(seq) AS seq FROM audit_log INDEXED BY audit_log_chain
    WHERE agency_id = ${agencyId} AND payload ->> '$.rows' IS NOT NULL`);
  return found?.seq ? { seq: found.seq } : undefined;
}

/** Compares the journal with the digests of the log's entries. */
async function verifyDigests(
  read: Read,
  agencyId: number,
  { seq: first }: Begun,
): Promise<RecordDifference[]> {
  const entries = await read.all<{ seq: number; digest: string; outside: number }>(sql`
    SELECT seq, payload ->> '$.rows' AS digest, payload ->> ${`$.${OUTSIDE}`} IS NOT NULL AS outside
    FROM audit_log INDEXED BY audit_log_chain
    WHERE agency_id = ${agencyId} AND seq >= ${first} AND payload ->> '$.rows' IS NOT NULL`);
  const open = new Map(entries.map((entry) => [entry.seq, entry]));
  const wrong: { row: JournalRow; seq: number }[] = [];
  let of: JournalRow[] = [];
  const close = () => {
    const [one] = of;
    if (!one) return;
    const entry = open.get(one.seq);
    open.delete(one.seq);
    const digest = new JournalDigest();
    for (const row of of) digest.add(row);
    if (entry?.digest === digest.end() && !entry?.outside) return;
    wrong.push(...of.slice(0, AT_ONCE).map((row) => ({ row, seq: entry ? one.seq : 0 })));
  };
  for await (const rows of readJournal(read, agencyId, first)) {
    for (const row of rows) {
      if (of[0] && of[0].seq !== row.seq) {
        close();
        of = [];
      }
      of.push(row);
    }
    await Bun.sleep(0);
  }
  close();
  const found: RecordDifference[] = [];
  for (const { row, seq } of wrong) {
    const now = await findRow(read, agencyId, row);
    found.push(toDifference(row.table, row.record, now, { seq, field: "", now: "changed" }));
  }
  for (const { seq } of open.values()) {
    const change = { seq, field: "", now: "" };
    found.push(toDifference("row_images", String(seq), {}, change));
  }
  return found;
}

/** Returns a changed row, or the row as it was deleted, to name it. */
async function findRow(read: Read, agencyId: number, change: JournalRow): Promise<Row> {
  const { agency = "agency_id", record } = JOURNALED[change.table] ?? {};
  const table = TABLES.get(change.table);
  if (!table) return {};
  const [found] = await read.all<{ row: string }>(sql`
    SELECT ${sql.raw(rowJson(table, "t"))} AS row FROM ${sql.raw(change.table)} t
    WHERE t.${sql.raw(agency)} = ${agencyId}
      AND ${record ? sql`t.${sql.raw(record)} = ${change.record}` : sql`1`} LIMIT 1`);
  return found ? JSON.parse(found.row) : toRow(change);
}

const toRow = ({ action, was }: JournalRow): Row =>
  action.toUpperCase() === "U" ? {} : parseRow(was);

interface Found {
  record: string;
  part: string;
  row: Row;
}

/**
 * Reads all rows of a table with their keys. Unchanged imported transactions are verified by digest instead.
 */
async function* readRows(read: Read, agencyId: number, name: string): AsyncGenerator<Found[]> {
  const table = TABLES.get(name) as SQLiteTable;
  const { agency = "agency_id", record, parts = [] } = JOURNALED[name] ?? { record: "" };
  const keys = [record, ...parts].filter((key) => key !== "");
  const columns = sql.raw(
    [agency, ...keys].map((key, place) => `t.${key} AS k${place}`).join(", "),
  );
  const order = sql.raw([agency, ...keys].map((key) => `t.${key}`).join(", "));
  const only = name === "transactions" ? CHANGED_OR_OWN : sql`1`;
  let last: Value[] = [];
  for (;;) {
    const after =
      last.length > 0
        ? sql` AND (${order}) > (${sql.join(
            last.map((value) => sql`${value}`),
            sql`, `,
          )})`
        : sql``;
    const rows = await read.all<Record<string, Value> & { row: string }>(sql`
      SELECT ${columns}, ${sql.raw(rowJson(table, "t"))} AS row FROM ${sql.raw(name)} t
      WHERE t.${sql.raw(agency)} = ${agencyId} AND ${only}${after}
      ORDER BY ${order} LIMIT ${AT_ONCE}`);
    if (rows.length > 0) {
      yield rows.map((row) => ({
        record: record ? String(row.k1) : name,
        part: parts.map((_, place) => row[`k${place + 2}`]).join(" "),
        row: JSON.parse(row.row),
      }));
    }
    const end = rows.at(-1);
    if (rows.length < AT_ONCE || !end) return;
    last = [agency, ...keys].map((_, place) => end[`k${place}`] ?? null);
  }
}

const CHANGED_OR_OWN = sql`(t.import_id IS NULL OR EXISTS (SELECT 1 FROM row_images i
  WHERE i.agency_id = t.agency_id AND i.record = t.id))`;

/** Reads the changes of these rows, newest first, by record and part. */
async function readRowChanges(
  read: Read,
  agencyId: number,
  { seq }: Begun,
  name: string,
  page: Found[],
): Promise<Map<string, JournalRow[]>> {
  const records = JSON.stringify([...new Set(page.map(({ record }) => record))]);
  const rows = await read.all<JournalRow>(sql`SELECT ${JOURNAL}
    FROM (SELECT value AS wanted FROM json_each(${records}))
    CROSS JOIN row_images INDEXED BY row_images_of_record
    WHERE agency_id = ${agencyId} AND record = wanted AND of_table = ${name} AND seq >= ${seq}
      AND action <> 'L' ORDER BY seq DESC, n DESC`);
  return Map.groupBy(rows, ({ record, part }) => `${record} ${part}`);
}

/** Finds rows that exist only in the journal. */
async function findMissing(
  read: Read,
  agencyId: number,
  { seq }: Begun,
  name: string,
): Promise<RecordDifference[]> {
  const { agency = "agency_id", record, parts = [] } = JOURNALED[name] ?? { record: "" };
  const part: SQL = parts.length
    ? sql.raw(parts.map((column) => `t.${column}`).join(" || ' ' || "))
    : sql`''`;
  const isIt = record ? sql`t.${sql.raw(record)} = i.record` : sql`1`;
  const rows = await read.all<JournalRow>(sql`SELECT ${JOURNAL} FROM row_images i
    WHERE agency_id = ${agencyId} AND of_table = ${name} AND seq >= ${seq}
      AND action NOT IN ('D', 'd', 'L')
      AND NOT EXISTS (SELECT 1 FROM ${sql.raw(name)} t
        WHERE t.${sql.raw(agency)} = ${agencyId} AND ${isIt} AND ${part} = i.part)
      AND NOT EXISTS (SELECT 1 FROM row_images later INDEXED BY row_images_of_record
        WHERE later.agency_id = i.agency_id AND later.record = i.record
          AND (later.seq, later.n) > (i.seq, i.n)
          AND later.of_table = i.of_table AND later.part = i.part)`);
  return rows.map((row) =>
    toDifference(name, row.record, toRow(row), { seq: row.seq, field: "", now: "" }),
  );
}

/** Finds members whose credentials differ from the last log entry. */
async function verifySignIns(read: Read, agencyId: number): Promise<RecordDifference[]> {
  const rows = await read.all<Row & { id: string }>(sql`
    SELECT u.id, u.name FROM users u WHERE u.agency_id = ${agencyId} AND u.removed_at IS NULL
      AND u.sign_in_mark IS NOT ${signInMark(sql`u.email`)}`);
  const change = { seq: 0, field: "password or second factor", logged: "one", now: "another" };
  return rows.map((row) => toDifference("users", row.id, row, change));
}

/** Finds statements whose stored file is not the uploaded one. */
async function verifyStatementFiles(read: Read, agencyId: number): Promise<RecordDifference[]> {
  const statements = await read.all<Row & { id: string; digest: string }>(sql`
    SELECT id, file, digest FROM statements WHERE agency_id = ${agencyId}`);
  const found: RecordDifference[] = [];
  for (const row of statements) {
    const parts = await read.all<{ bytes: ArrayBuffer }>(sql`SELECT bytes FROM statement_files
      WHERE agency_id = ${agencyId} AND statement_id = ${row.id} ORDER BY part`);
    const hash = new Bun.CryptoHasher("sha256");
    for (const { bytes } of parts) hash.update(new Uint8Array(bytes));
    if (hash.digest("base64url") === row.digest) continue;
    const change = { seq: 0, field: "bytes", now: "changed" };
    found.push(toDifference("statements", row.id, row, change));
  }
  return found;
}

/** Finds deleted imported transactions, with their changes, newest first. */
async function findDeleted(read: Read, agencyId: number, { seq }: Begun) {
  const rows = await read.all<JournalRow>(sql`SELECT ${JOURNAL}
    FROM (SELECT DISTINCT record AS wanted FROM row_images
      WHERE agency_id = ${agencyId} AND seq >= ${seq} AND of_table = 'transactions'
        AND action IN ('D', 'd') AND iif(json_valid(was), was ->> '$.import_id', NULL) IS NOT NULL)
    CROSS JOIN row_images INDEXED BY row_images_of_record
    WHERE agency_id = ${agencyId} AND record = wanted AND of_table = 'transactions' AND seq >= ${seq}
      AND action <> 'L' ORDER BY seq DESC, n DESC`);
  return [...Map.groupBy(rows, ({ record }) => record)].map(([record, changes]) => ({
    record,
    changes,
  }));
}
