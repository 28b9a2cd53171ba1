import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Client, InStatement } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { openReader } from "../engine/connect.ts";
import { classifyFault, StartupError } from "../engine/errors.ts";
import { createJoiningReader } from "../engine/openWrite.ts";
import type { FromFollower } from "./follower.process.ts";
import { startFollower } from "./follower.ts";
import type { Place, Primary } from "./primary.ts";

/** A local file that follows the books on a server and serves reads in its place. */
export interface Replica {
  /** Reads the file; or the server, until the file exists, and if it is damaged. */
  read: LibSQLDatabase;
  isReady(): boolean;
  /** Whether it was up to date within the last ten seconds. */
  isFollowing(): boolean;
  /** Whether the file has reached that tick. */
  has(tick: number): boolean;
  /** Waits up to two seconds for the file to reach that tick. */
  waitFor(tick: number): Promise<boolean>;
  close(): void;
}

const PATIENCE_MS = 2_000;
/** On a full disk the follower retries forever, and reads must not wait for it. */
const STALE_MS = 10_000;
const BROKEN = ["damaged", "failing", "unwritable"];

/**
 * Opens a replica. `remote` is read while the file cannot be.
 * @throws Unusable if the file is not a replica, because it would be overwritten
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

  /** Fetches the file again. Reads use the server until then. */
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
      const isOpen = file === reader; // Otherwise another call has closed it.
      if (isOpen && !BROKEN.includes(`${classifyFault(error)}`)) throw error;
      if (isOpen) replace(String(error));
      return ask(remote);
    }
  }

  const has = (wanted: number) => tick >= wanted;

  return {
    read: toReader(place, using),
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

function toReader(place: Place, using: Using): LibSQLDatabase {
  const either: Pick<Client, "batch" | "execute"> = {
    execute: (statement: InStatement) => using((client) => client.execute(statement)),
    batch: (statements) => using((client) => client.batch(statements, "read")),
  };
  return drizzle(createJoiningReader(place, either));
}

/** Callers waiting for the file to reach a tick. */
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

/** libsql's record of the replica's position. It is created before the file itself. */
const NOTE = "client_wal_index";

const readInode = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

function assertOurs(path: string): void {
  const isThere = statSync(path, { throwIfNoEntry: false })?.size;
  if (!isThere || readInode(`${path}-${NOTE}`)) return;
  throw new StartupError(
    `${path} is not a replica; set DATABASE_REPLICA to the path of a file that does not exist yet`,
  );
}

/** Deletes the file first, then libsql's files next to it: see assertOurs. The lock is our own and stays. */
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
