import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Why what was asked for could not be done, where that lies in the file, its disk, a stop, or a database
 * server: that it is away, that the line to it broke, or that nobody knows whether it has made what it was
 * asked to.
 */
export type Fault =
  | "damaged"
  | "full"
  | "unwritable"
  | "failing"
  | "busy"
  | "crowded"
  | "stopping"
  | "away"
  | "cut"
  | "unknown";

const FAULTS: Record<string, Fault> = {
  SQLITE_CORRUPT: "damaged",
  SQLITE_NOTADB: "damaged",
  SQLITE_FULL: "full",
  SQLITE_READONLY: "unwritable",
  SQLITE_CANTOPEN: "unwritable",
  SQLITE_PERM: "unwritable",
  SQLITE_IOERR: "failing",
  SQLITE_BUSY: "busy",
  // Of a COMMIT that the disk refused there is only this: see atomically.ts.
  TRANSACTION_CLOSED: "failing",
  // A database server's: another writer's turn came, and nothing was made.
  TRANSACTION_TIMEOUT: "busy",
  STREAM_EXPIRED: "busy",
  // It answered, but not us: a wrong token, or a proxy before it that finds nobody.
  SERVER_ERROR: "away",
  // The system's own, of files that are no database.
  ENOSPC: "full",
  EMFILE: "crowded",
  ENFILE: "crowded",
};

/** A fault that we found ourselves, or that was met in another thread. */
export class DatabaseError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** By the code of the error or of what caused it; never by its words, which may quote what was typed. */
export function classifyFault(error: unknown): Fault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseError) return cause.fault;
    const code = String((cause as { code?: unknown }).code);
    const fault = FAULTS[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code];
    if (fault) return fault;
  }
  return undefined;
}

/** Where it was thrown and why, for a log: drizzle's own message quotes what was to be written. */
export function formatTrace(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message, cause } = error;
  const { query } = error as { query?: string };
  const trace =
    query === undefined ? stack : stack.replace(message, () => `Failed query: ${query}`);
  return cause === undefined ? trace : `${trace}\n${cause}`;
}

/** For whoever runs a command: what went wrong, never the SQL that met it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOfDatabase = "query" in error || error.name === "LibsqlError";
  if (!isOfDatabase) return error.message;
  const fault = classifyFault(error);
  return fault ? `the database ${LINES[fault]}` : "the database could not be read or copied";
}

/** One line that says why a database cannot be opened. */
export class StartupError extends Error {}

export const RESTORE = "restore a backup with: bun run restore FILE";

const LINES: Record<Fault, string> = {
  damaged: `is damaged or not a database; ${RESTORE}`,
  full: "cannot be opened: its disk is full",
  unwritable: "cannot be written; give the server's user the right to, for the file and its folder",
  failing: "cannot be opened: its disk failed",
  busy: "is held by another program",
  crowded: "cannot be opened: too many files are open; raise the limit (ulimit -n)",
  stopping: "was closed",
  away: "does not respond, or rejects the token in DATABASE_AUTH_TOKEN",
  cut: "does not answer",
  unknown: "does not answer",
};

/** The line for what went wrong on opening; what does not lie in the file or its disk stays what it is. */
export function toStartupError(path: string, error: unknown): unknown {
  // Of a folder that is not there, or not ours, the client gives no code (0.18.0).
  const isClosed = error instanceof Error && error.message.startsWith("ConnectionFailed");
  const met = isClosed ? "unwritable" : classifyFault(error);
  // Where there is no room for what SQLite shares among processes it is told of a failure only.
  const fault = met === "failing" && hasNoRoom(path) ? "full" : met;
  return fault ? new StartupError(`${path} ${LINES[fault]}`) : error;
}

const ROOM_TO_OPEN = 1 << 20;

function hasNoRoom(path: string): boolean {
  const folder = dirname(path);
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < ROOM_TO_OPEN;
}

export const toFilePath = (url: string) => url.replace(/^file:/, "");
