import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Client } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { openReader } from "../engine/connect.ts";
import { classifyFault, StartupError } from "../engine/errors.ts";
import type { FromFollower } from "./follower.process.ts";
import { startFollower } from "./follower.ts";
import type { Place, Primary } from "./primary.ts";

/** A local file that is kept in step with the books on a server, and is read in place of them. */
export interface Replica {
  /** Reads the file; the server itself until the file is there, and where it turns out to be damaged. */
  read: LibSQLDatabase;
  isReady(): boolean;
  /** Whether it has been in step with the server within the last ten seconds. */
  isFollowing(): boolean;
  /** Whether the file has come as far as that tick. */
  has(tick: number): boolean;
  /** The same, and waits for it: at once, or within two seconds. */
  waitFor(tick: number): Promise<boolean>;
  close(): void;
}

const PATIENCE_MS = 2_000;
/** On a disk without room the follower tries again and again, and who reads must not wait for it. */
const STALE_MS = 10_000;
const BROKEN = ["damaged", "failing", "unwritable"];

/**
 * `remote` is read where the file cannot be.
 * @throws Unusable where what is there is not a replica: it would be overwritten.
 */
export function openReplica(
  place: Place & { replica: string },
  primary: Primary,
  remote: Client,
  say: (line: string) => void,
): Replica {
  const path = place.replica;
  assertOurs(path);
  let tick = -1;
  let reader: Client | undefined;
  let inode: number | undefined;
  let copies = 1;
  let lastMessageAt = 0;
  let isBehind = false;
  const waiting = openWaiting();
  let messages = Promise.resolve();
  const follower = startFollower(place, primary, (message) => {
    const copy = copies;
    messages = messages
      .then(() => (copy === copies ? onMessage(message) : undefined))
      .catch((error) => replace(String(error)));
  });

  async function onMessage(message: FromFollower): Promise<void> {
    if ("damaged" in message) return replace(message.damaged);
    if ("lost" in message) return warnStale(message.lost);
    if (reader && readInode(path) !== inode) return replace("it has been removed");
    if (!reader) {
      reader = await openReader(`file:${path}`);
      inode = readInode(path);
      isBehind = true;
    }
    if (isBehind) say(`Reads come from the replica ${path}`);
    isBehind = false;
    lastMessageAt = Date.now();
    tick = message.tick;
    waiting.reached(tick);
  }

  function warnStale(why: string): void {
    if (!reader || isBehind || primary.isAway() || Date.now() - lastMessageAt < STALE_MS) return;
    isBehind = true;
    say(`The replica ${path} is not following; reading from the server: ${why}`);
  }

  /** Fetches the file anew. Reads go to the server meanwhile. */
  function replace(why: string): void {
    say(`The replica ${path} is being fetched again; reading from the server: ${why}`);
    follower.restart();
    reader?.close();
    reader = undefined;
    tick = -1;
    copies += 1;
    removeReplica(path, say);
  }

  async function using<T>(ask: (client: Client) => Promise<T>): Promise<T> {
    const file = reader;
    if (!file) return ask(remote);
    try {
      return await ask(file);
    } catch (error) {
      const isOpen = file === reader; // Else it was closed under us.
      if (isOpen && !BROKEN.includes(`${classifyFault(error)}`)) throw error;
      if (isOpen) replace(String(error));
      return ask(remote);
    }
  }

  const has = (wanted: number) => tick >= wanted;

  return {
    read: toReader(using),
    isReady: () => reader !== undefined,
    isFollowing: () => Date.now() - lastMessageAt < STALE_MS,
    has,
    async waitFor(wanted) {
      if (has(wanted)) return true;
      const isReached = waiting.until(wanted);
      follower.nudge();
      return isReached;
    },
    close() {
      follower.stop();
      reader?.close();
    },
  };
}

type Using = <T>(ask: (client: Client) => Promise<T>) => Promise<T>;

function toReader(using: Using): LibSQLDatabase {
  // All that drizzle asks of a client for reading.
  const either = {
    execute: (statement: string) => using((client) => client.execute(statement)),
    batch: (statements: string[]) => using((client) => client.batch(statements, "read")),
  };
  return drizzle(either as unknown as Client);
}

/** Those who wait for the file to come as far as a tick. */
function openWaiting() {
  const all = new Set<{ tick: number; go: () => void }>();
  return {
    reached(tick: number) {
      for (const one of all) if (one.tick <= tick) one.go();
    },
    async until(tick: number): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const one = { tick, go: () => resolve(true) };
      const timeout = setTimeout(resolve, PATIENCE_MS, false);
      all.add(one);
      const isReached = await promise;
      clearTimeout(timeout);
      all.delete(one);
      return isReached;
    },
  };
}

/** Where libsql notes how far a replica has come. It is made before the file itself. */
const NOTE = "client_wal_index";

const readInode = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

function assertOurs(path: string): void {
  const isThere = statSync(path, { throwIfNoEntry: false })?.size;
  if (!isThere || readInode(`${path}-${NOTE}`)) return;
  throw new StartupError(
    `${path} is not a replica; set DATABASE_REPLICA to the path of a file that does not exist yet`,
  );
}

/** The file first, then what libsql keeps beside it: see assertOurs. Not its lock, which is ours. */
function removeReplica(path: string, say: (line: string) => void): void {
  const [folder, name] = [dirname(path), basename(path)];
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(path, { force: true });
    for (const file of readdirSync(folder)) {
      if (file.startsWith(`${name}-`)) rmSync(join(folder, file), { force: true });
    }
  } catch (error) {
    say(`The replica ${path} cannot be removed: ${error}`);
  }
}
