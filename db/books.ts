import { type Client, createClient } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { faultOf, pathOf, RESTORE, toUnusable, Unusable } from "./faults.ts";
import { createLane, type Lane } from "./lane.ts";
import { bringToToday } from "./migrate.ts";

/** An open database. Anybody may read; only `atomically` touches write and lane. */
export interface Books {
  url: string;
  read: LibSQLDatabase;
  write: LibSQLDatabase;
  lane: Lane;
  /** A commit is on the disk when it ends. Otherwise only those of `durably` are, and all before them. */
  waitsForDisk: boolean;
  close(): void;
}

// The lane keeps this process from waiting for itself; the timeout is for another one (a backup).
const BUSY_MS = 5_000;

/**
 * Opens, looks at every page and migrates. One process at a time: see lock.ts.
 * @throws Unusable in one line that says why not.
 */
export async function openBooks(url: string): Promise<Books> {
  let books: Books | undefined;
  try {
    books = await connect(url, createLane(), { waitsForDisk: true });
    await mustBeWhole(books);
    await bringToToday(books);
    await mustBeWritable(books);
    return books;
  } catch (error) {
    books?.close();
    throw toUnusable(pathOf(url), error);
  }
}

/** Once at a start: 4 ms a megabyte, for never serving a figure from a page that is not one. */
async function mustBeWhole({ write, url }: Books): Promise<void> {
  const row = await write.get<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (row?.quick_check !== "ok") throw new Unusable(`${pathOf(url)} is damaged; ${RESTORE}`);
}

/**
 * Writes what is there already: on a file that only can be read, even a transaction would begin. A full
 * disk is no reason not to start, for what is there can be read.
 */
async function mustBeWritable({ write }: Books): Promise<void> {
  try {
    await write.run("PRAGMA user_version = 0");
  } catch (error) {
    if (faultOf(error) === "unwritable") throw error;
  }
}

/**
 * Puts what the write-ahead log holds into the file, before a close: closing alone leaves it there, and
 * whoever copies a stopped server's file copies that one.
 */
export async function settle({ write }: Books): Promise<void> {
  await write.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

/** Connections to books; for another thread than theirs, with a lane that it shares. */
export async function connect(
  url: string,
  lane: Lane,
  { waitsForDisk }: Pick<Books, "waitsForDisk">,
): Promise<Books> {
  // A pragma holds for one connection, and a client of concurrency 1 has one for good (@libsql/client 0.18).
  const writer = createClient({ url, concurrency: 1, timeout: BUSY_MS });
  await set(writer, "journal_mode = WAL", "foreign_keys = ON");
  await set(writer, `synchronous = ${waitsForDisk ? "FULL" : "NORMAL"}`);
  // Without a larger cache a bulk insert spills its pages; more than this gains nothing.
  await set(writer, "cache_size = -16384");
  const reader = await openReader(url);
  return {
    url,
    read: drizzle(reader),
    write: drizzle(writer),
    lane,
    waitsForDisk,
    close() {
      reader.close();
      writer.close();
    },
  };
}

/**
 * The books as they are now, on a connection of its own: what `work` yields is of one moment, however
 * long it takes, and others go on reading and writing.
 */
export async function* inSnapshot<T>(
  books: Books,
  work: (read: Pick<LibSQLDatabase, "all">) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const client = await openReader(books.url);
  try {
    await client.execute("BEGIN");
    yield* work(drizzle(client));
  } finally {
    client.close();
  }
}

/** @throws where the database does not answer, or is not migrated. */
export async function mustAnswer({ read }: Books): Promise<void> {
  await read.get("SELECT indexed_to FROM search_state");
}

async function openReader(url: string): Promise<Client> {
  const reader = createClient({ url, concurrency: 1, timeout: BUSY_MS });
  await set(reader, "query_only = ON", "cache_size = -16384");
  return reader;
}

async function set(client: Client, ...pragmas: string[]): Promise<void> {
  for (const pragma of pragmas) await client.execute(`PRAGMA ${pragma}`);
}
