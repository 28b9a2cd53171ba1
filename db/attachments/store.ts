import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { type Books, connect } from "../engine/books.ts";
import { openForCopy } from "../engine/connect.ts";
import { classifyFault, toStartupError } from "../engine/errors.ts";
import { createMutex } from "../engine/mutex.ts";

// The attachment store. For a local file it is a second database next to it, because the books are copied
// before each migration and read in full by every check. On a database server it is in the same database.

export const getAttachmentStore = (books: Books): Books => books.attachmentStore ?? books;

/** For a local file: `bahi.db` has its attachments in `bahi.attachments.db`. */
export const attachmentStorePath = (path: string): string =>
  `${path.replace(/\.db$/, "")}.attachments.db`;

/** An unfinished upload has its copy's id instead of a hash, after a `~`. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS paper_bytes (
    agency_id INTEGER NOT NULL, sha256 TEXT NOT NULL, copy TEXT NOT NULL, size INTEGER NOT NULL,
    kind TEXT NOT NULL, stored_at INTEGER NOT NULL, PRIMARY KEY (agency_id, sha256))`,
  "CREATE INDEX IF NOT EXISTS paper_bytes_by_age ON paper_bytes (stored_at)",
  `CREATE TABLE IF NOT EXISTS paper_chunks (
    agency_id INTEGER NOT NULL, copy TEXT NOT NULL, n INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (agency_id, copy, n))`,
  // Maintained by triggers, because every upload checks the quota.
  "CREATE TABLE IF NOT EXISTS paper_usage (agency_id INTEGER PRIMARY KEY, bytes INTEGER NOT NULL)",
  `CREATE TRIGGER IF NOT EXISTS paper_usage_insert AFTER INSERT ON paper_bytes BEGIN
    INSERT INTO paper_usage VALUES (new.agency_id, new.size)
    ON CONFLICT DO UPDATE SET bytes = bytes + new.size; END`,
  `CREATE TRIGGER IF NOT EXISTS paper_usage_update AFTER UPDATE OF size ON paper_bytes BEGIN
    UPDATE paper_usage SET bytes = bytes + new.size - old.size WHERE agency_id = new.agency_id; END`,
  `CREATE TRIGGER IF NOT EXISTS paper_usage_delete AFTER DELETE ON paper_bytes BEGIN
    UPDATE paper_usage SET bytes = bytes - old.size WHERE agency_id = old.agency_id; END`,
];

/** Counts bytes stored before usage was counted. */
const COUNT_USAGE = `INSERT INTO paper_usage SELECT agency_id, sum(size) FROM paper_bytes
  WHERE NOT EXISTS (SELECT 1 FROM paper_usage) GROUP BY agency_id`;

/** Opens the store and creates missing tables. @throws StartupError */
export async function openStore(books: Books, say: (line: string) => void): Promise<Books> {
  if (books.primary) {
    for (const table of [...TABLES, COUNT_USAGE]) await books.write.run(table);
    return books;
  }
  const path = books.place.url.replace(/^file:/, "");
  const place = attachmentStorePath(path);
  try {
    const isNew = !existsSync(place);
    const store = await connect({ url: `file:${place}` }, createMutex());
    // Attachments are read once in chunks, so caching their pages is useless.
    for (const on of [store.write, store.read]) await on.run("PRAGMA cache_size = -1024");
    for (const table of [...TABLES, COUNT_USAGE]) await store.write.run(table);
    await importBytes(books, place);
    const pointed = await books.read.all("SELECT 1 FROM attachments LIMIT 1");
    if (isNew && pointed.length > 0 && !(await hasAttachments(store))) {
      say(`${place} was missing: the books have attachments whose bytes are missing; restore it`);
    }
    await dropUnfinished(store);
    return store;
  } catch (error) {
    throw toStartupError(place, error);
  }
}

/** Interrupted uploads cannot be continued. On a full disk they are swept later. */
async function dropUnfinished({ write }: Books): Promise<void> {
  try {
    await write.run(`DELETE FROM paper_chunks WHERE (agency_id, copy) IN
      (SELECT agency_id, copy FROM paper_bytes WHERE sha256 >= '~')`);
    await write.run("DELETE FROM paper_bytes WHERE sha256 >= '~'");
  } catch (error) {
    if (classifyFault(error) !== "full") throw error;
  }
}

const hasAttachments = async (store: Books) =>
  (await store.read.all("SELECT 1 FROM paper_bytes LIMIT 1")).length > 0;

/**
 * Moves attachments from the books to the store: a backup or a copy of a database server has both in one
 * file. It can be repeated, because bytes are stored by hash. Only with libsql: if another library closed the
 * file, libsql's locks would be lost.
 */
async function importBytes({ write }: Books, store: string): Promise<void> {
  if ((await write.all(HAS_TABLES)).length === 0) return;
  await write.run(sql`ATTACH ${store} AS shelf`);
  await runAll(write, copyFrom("main", "shelf"));
  const gone = ["paper_chunks", "paper_bytes", "paper_usage"];
  await runAll(
    write,
    gone.map((table) => `DROP TABLE IF EXISTS main.${table}`),
  );
  await write.run("DETACH shelf");
  await write.run("VACUUM");
}

const HAS_TABLES = "SELECT 1 FROM main.sqlite_schema WHERE name = 'paper_bytes'";

const runAll = (write: Books["write"], statements: string[]) =>
  write.transaction(
    async (tx) => {
      for (const statement of statements) await tx.run(statement);
    },
    { behavior: "immediate" },
  );

/** Existing rows in the target are not changed. */
const copyFrom = (from: string, to: string): string[] => [
  `INSERT INTO ${to}.paper_chunks SELECT c.* FROM ${from}.paper_chunks c
    JOIN ${from}.paper_bytes f USING (agency_id, copy)
    WHERE f.sha256 < '~' AND NOT EXISTS (SELECT 1 FROM ${to}.paper_bytes t
      WHERE t.agency_id = f.agency_id AND t.sha256 = f.sha256)`,
  `INSERT OR IGNORE INTO ${to}.paper_bytes SELECT * FROM ${from}.paper_bytes WHERE sha256 < '~'`,
];

/**
 * Adds the attachments next to the books at `source` to a copy of those books, because a backup is one file.
 */
export async function addAttachments(source: string, copy: string): Promise<void> {
  const store = attachmentStorePath(source);
  if (!existsSync(store)) return;
  const file = openForCopy(copy);
  try {
    const write = drizzle(file);
    for (const table of TABLES) await write.run(table);
    await write.run(sql`ATTACH ${store} AS shelf`);
    await runAll(write, copyFrom("shelf", "main"));
  } finally {
    file.close();
  }
}
