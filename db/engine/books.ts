import { type Client, createClient, type Transaction } from "@libsql/client";
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

/** All that asking takes: of an open database, or of one moment of it. */
export type Read = Pick<LibSQLDatabase, "all" | "select">;

/** A write on its way: writeTransaction of `transaction.ts` alone begins one. */
export type Write = Parameters<Parameters<Books["write"]["transaction"]>[0]>[0];

/** Looks at one moment of a local file. */
export interface Moments {
  read<T>(work: (read: Read) => Promise<T>): Promise<T>;
  close(): void;
}

/** An open database. Anybody may read; only `atomically` touches write and mutex. */
export interface Books {
  place: Place;
  read: LibSQLDatabase;
  write: LibSQLDatabase;
  mutex: Mutex;
  /** The server that holds them, where that is not a local file, and the way to write there. */
  primary?: Primary & { begin(): Promise<Transaction> };
  /** The file beside us that follows the server. */
  replica?: Replica;
  /** Of a local file: where the bytes of papers are kept; a server has them in the same database. */
  attachmentStore?: Books;
  /** Of a local file: looks at one moment of it. */
  moments?: Moments;
  /** What `read` reads is the replica. */
  isCopy?: boolean;
  close(): void;
}

/**
 * The books for somebody who has been told of the given position: read from the replica, where there is
 * one and it has come so far.
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
 * The books themselves; while their server is away, as the replica has them.
 * @throws Faulty "away" where the replica has not come to the position that the asker has been told of, for
 * nobody is shown less than before.
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
 * Puts what the write-ahead log of a local file holds into it, as far as nobody reads an earlier moment. Once
 * it holds all, the next write begins the log anew; else it grows.
 */
export async function checkpointLog({ write, primary }: Books): Promise<void> {
  if (!primary) await write.run("PRAGMA wal_checkpoint(PASSIVE)");
}

/**
 * Takes no more writes, and puts what the write-ahead log holds into a local file, before a close: closing
 * alone leaves it there, and whoever copies a stopped server's file copies that one. Says whether the file
 * is whole by itself now: not where somebody still writes, or reads an earlier moment, until `giveUpAt`.
 * @param giveUpAt milliseconds since 1970
 */
export async function settle(books: Books, giveUpAt: number): Promise<boolean> {
  const { write, mutex, primary, attachmentStore: shelf } = books;
  if (primary) return true;
  if (shelf && !(await settle(shelf, giveUpAt))) return false;
  const isQuiet = await callOwnApi(giveUpAt, mutex.close());
  if (!isQuiet) return false;
  // It would hold the loop while it waits, and who reads in the loop would not come to an end.
  await write.run("PRAGMA busy_timeout = 0");
  for (;;) {
    const left = await write.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    if (left?.busy === 0) return true;
    if (Date.now() >= giveUpAt) return false;
    await Bun.sleep(LOOK_AGAIN_MS);
  }
}

const LOOK_AGAIN_MS = 20;

async function callOwnApi(until: number, work: Promise<void>): Promise<boolean> {
  const late = Bun.sleep(Math.max(0, until - Date.now())).then(() => false);
  return Promise.race([work.then(() => true), late]);
}

/** Connections to books; for another thread than theirs, with a mutex that it shares. */
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
    read: drizzle(reader),
    write: drizzle(writer),
    mutex: mutex,
    moments,
    close() {
      moments.close();
      reader.close();
      writer.close();
    },
  };
}

/**
 * One connection is kept for the next look, with the pages and statements that it knows: a new one reads the
 * whole schema before it answers. Who looks meanwhile has another.
 */
function openMoments(url: string): Moments {
  let kept: Client | undefined;
  let isClosed = false;
  return {
    async read(work) {
      const client = kept ?? (await openReader(url));
      kept = undefined;
      try {
        // Not by executing BEGIN: the client rolls back what it finds open after each statement (0.18.0).
        const moment = await client.transaction("deferred");
        try {
          // All that drizzle asks of a client to read is execute, which a transaction has as well.
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
  const looked = openPrimary(place, say);
  const client = createClient({ ...toClientConfig(place), fetch: looked.fetch });
  const primary = { ...looked, begin: () => client.transaction("write") };
  const close = () => {
    primary.close();
    client.close();
  };
  const read = drizzle(twice(client));
  return { place, read, write: drizzle(client), mutex: mutex, primary, close };
}

/** For reading, which may be asked again where the line broke. */
function twice(client: Client): Client {
  const again = <T>(ask: () => Promise<T>) =>
    ask().catch((error) => {
      if (classifyFault(error) === "cut") return ask();
      throw error;
    });
  // All that drizzle asks of a client for reading.
  const reader = {
    execute: (statement: string) => again(() => client.execute(statement)),
    batch: (statements: string[]) => again(() => client.batch(statements, "read")),
  };
  return reader as unknown as Client;
}

/** Whether writes are taken as well. @throws where the database does not answer, or is not migrated. */
export async function checkDatabase(books: Books): Promise<"ok" | "read-only"> {
  const { read, isCopy } = newest(books);
  await read.get("SELECT indexed_to FROM search_state");
  return isCopy ? "read-only" : "ok";
}
