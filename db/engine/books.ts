import { type Client, createClient, type InStatement, type Transaction } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import {
  isLocal,
  openPrimary,
  type Place,
  type Primary,
  toClientConfig,
} from "../remote/primary.ts";
import type { Replica } from "../remote/replica.ts";
import { openReader, openWriter } from "./connect.ts";
import { classifyFault, DatabaseError } from "./errors.ts";
import type { Mutex } from "./mutex.ts";
import { createJoiningReader, type Write } from "./openWrite.ts";

/** The query methods shared by an open database and a snapshot. */
export type Read = Pick<LibSQLDatabase, "all" | "select">;

export type { Write };

/** Reads from a consistent snapshot of a local file. */
export interface Moments {
  read<T>(work: (read: Read) => Promise<T>): Promise<T>;
  close(): void;
}

/** An open database. Anyone may read; only writeTransaction uses `write` and `mutex`. */
export interface Books {
  /** Identifies the database: copies of an open `Books` share the object. */
  place: Place;
  /** Reads what is committed. Inside a write, it also reads what that write has changed. */
  read: LibSQLDatabase;
  write: LibSQLDatabase;
  mutex: Mutex;
  /** Begins a transaction. Only writeTransaction calls it, while it holds `mutex`. */
  begin(): Promise<Transaction>;
  /** The database server; undefined for a local file. */
  primary?: Primary;
  /** A local file that replicates the server. */
  replica?: Replica;
  /** The attachment store of a local file. A server stores attachments in the same database. */
  attachmentStore?: Books;
  /** Only for a local file. */
  moments?: Moments;
  /** Whether `read` reads the replica. */
  isCopy?: boolean;
  close(): void;
}

/**
 * Returns books that include all writes up to the client's position: the replica if it has caught up, else
 * the server.
 * @throws as `newest`
 */
export async function databaseAt(books: Books, position: number): Promise<Books> {
  const { primary, replica } = books;
  if (replica?.isReady() && !primary?.isAway()) {
    if (!replica.isFollowing()) return books;
    if (await replica.waitFor(position)) return { ...books, read: replica.read, isCopy: true };
  }
  return newest(books, position);
}

/**
 * Returns the server's books, or the replica's while the server is away.
 * @throws Faulty "away" if the replica is behind the client's position: a client never sees older data than
 * before.
 */
export function newest(books: Books, position = 0): Books {
  const { primary, replica } = books;
  if (!primary?.isAway() || !replica?.isReady()) return books;
  if (!replica.has(position)) {
    throw new DatabaseError("away", "The replica is behind the client's last position");
  }
  return { ...books, read: replica.read, isCopy: true };
}

/**
 * Copies the write-ahead log into the local file, up to the oldest snapshot in use. After a complete copy the
 * next write restarts the log; otherwise the log grows.
 */
export async function checkpointLog({ write, primary }: Books): Promise<void> {
  if (!primary) await write.run("PRAGMA wal_checkpoint(PASSIVE)");
}

/**
 * Stops writes and copies the write-ahead log into the local file before closing. Closing alone leaves the
 * log, and people copy a stopped server's file without it. Returns false if a write or a snapshot was still
 * open at `giveUpAt`, so the file is incomplete.
 * @param giveUpAt milliseconds since 1970
 */
export async function settle(books: Books, giveUpAt: number): Promise<boolean> {
  const { write, mutex, primary, attachmentStore: store } = books;
  if (primary) return true;
  if (store && !(await settle(store, giveUpAt))) return false;
  const isQuiet = await endsBefore(giveUpAt, mutex.close());
  if (!isQuiet) return false;
  // Waiting in SQLite would block the event loop, so reads on the loop could never end.
  await write.run("PRAGMA busy_timeout = 0");
  for (;;) {
    const left = await write.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    if (left?.busy === 0) return true;
    if (Date.now() >= giveUpAt) return false;
    await Bun.sleep(LOOK_AGAIN_MS);
  }
}

const LOOK_AGAIN_MS = 20;

async function endsBefore(until: number, work: Promise<void>): Promise<boolean> {
  const late = Bun.sleep(Math.max(0, until - Date.now())).then(() => false);
  return Promise.race([work.then(() => true), late]);
}

/** Opens connections to books. Another thread passes the mutex that it shares. */
export async function connect(
  place: Place,
  mutex: Mutex,
  say: (line: string) => void = () => {},
): Promise<Books> {
  const { url } = place;
  if (!isLocal(url)) return connectToServer(place, mutex, say);
  const writer = await openWriter(url);
  const reader = await openReader(url);
  const moments = openMoments(url);
  return {
    place,
    read: drizzle(createJoiningReader(place, reader)),
    write: drizzle(writer),
    begin: () => writer.transaction("write"),
    mutex,
    moments,
    close() {
      moments.close();
      reader.close();
      writer.close();
    },
  };
}

/**
 * Keeps one connection for the next snapshot, with its page cache and statements: a new one has to read the
 * whole schema first. Concurrent snapshots open another.
 */
function openMoments(url: string): Moments {
  let kept: Client | undefined;
  let isClosed = false;
  return {
    async read(work) {
      const client = kept ?? (await openReader(url));
      kept = undefined;
      try {
        // Not with a BEGIN statement: the client rolls back open transactions after each statement (0.18.0).
        const moment = await client.transaction("deferred");
        try {
          // drizzle only calls execute to read, and a transaction has it too.
          return await work(drizzle(moment as unknown as Client));
        } finally {
          moment.close();
        }
      } finally {
        if (isClosed || kept) client.close();
        else kept = client;
      }
    },
    close() {
      isClosed = true;
      kept?.close();
    },
  };
}

function connectToServer(place: Place, mutex: Mutex, say: (line: string) => void): Books {
  const primary = openPrimary(place, say);
  const client = createClient({ ...toClientConfig(place), fetch: primary.fetch });
  const close = () => {
    primary.close();
    client.close();
  };
  return {
    place,
    read: drizzle(createJoiningReader(place, twice(client))),
    write: drizzle(client),
    begin: () => client.transaction("write"),
    mutex,
    primary,
    close,
  };
}

/** Repeats reads, which is safe, after a broken connection. */
function twice(client: Client): Pick<Client, "batch" | "execute"> {
  const again = <T>(ask: () => Promise<T>) =>
    ask().catch((error) => {
      if (classifyFault(error) === "cut") return ask();
      throw error;
    });
  return {
    execute: (statement: InStatement) => again(() => client.execute(statement)),
    batch: (statements) => again(() => client.batch(statements, "read")),
  };
}

/**
 * Checks that the database responds and whether it accepts writes. @throws if it does not respond or is not
 * migrated
 */
export async function checkDatabase(books: Books): Promise<"ok" | "read-only"> {
  const { read, isCopy } = newest(books);
  await read.get("SELECT indexed_to FROM search_state");
  return isCopy ? "read-only" : "ok";
}
