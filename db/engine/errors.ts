import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Why the database could not do its work: a problem of the file, its disk or a shutdown, or of a database
 * server, which is away, was disconnected, or left a commit's outcome unknown.
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
  // The only code if the disk fails during a COMMIT: see transaction.ts.
  TRANSACTION_CLOSED: "failing",
  // From a database server: another writer got its turn, and nothing was written.
  TRANSACTION_TIMEOUT: "busy",
  STREAM_EXPIRED: "busy",
  // A response from something else: the token is wrong, or a proxy cannot reach the server.
  SERVER_ERROR: "away",
  // From the operating system, for files other than databases.
  ENOSPC: "full",
  EMFILE: "crowded",
  ENFILE: "crowded",
};

/** A fault detected by bahi, or passed on from another thread. */
export class DatabaseError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Classifies an error by its code or its cause's code. Messages are ignored, because they may quote user
 * input.
 */
export function classifyFault(error: unknown): Fault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseError) return cause.fault;
    const code = String((cause as { code?: unknown }).code);
    const fault = FAULTS[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code];
    if (fault) return fault;
  }
  return undefined;
}

/** Formats the stack and causes for the log, without drizzle's message, which quotes the values. */
export function formatTrace(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message, cause } = error;
  const { query } = error as { query?: string };
  const trace =
    query === undefined ? stack : stack.replace(message, () => `Failed query: ${query}`);
  return cause === undefined ? trace : `${trace}\n${cause}`;
}

/** Describes an error for the operator of a command, without its SQL. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOfDatabase = "query" in error || error.name === "LibsqlError";
  if (!isOfDatabase) return error.message;
  const fault = classifyFault(error);
  return fault ? `the database ${LINES[fault]}` : "the database could not be read or copied";
}

/** A one-line reason why the database cannot be opened. */
export class StartupError extends Error {}

export const RESTORE = "restore a backup with: bun run restore FILE";

const LINES: Record<Fault, string> = {
  damaged: `is damaged or not a database; ${RESTORE}`,
  full: "cannot be opened: its disk is full",
  unwritable:
    "cannot be written to; give the server's user write permission for the file and its folder",
  failing: "cannot be opened: its disk failed",
  busy: "is held by another program",
  crowded: "cannot be opened: too many files are open; raise the limit (ulimit -n)",
  stopping: "was closed",
  away: "is not responding, or rejects the token in DATABASE_AUTH_TOKEN",
  cut: "is not responding",
  unknown: "is not responding",
};

/**
 * Converts an error on opening into a StartupError. Errors that are not about the file or its disk stay as
 * they are.
 */
export function toStartupError(path: string, error: unknown): unknown {
  // The client sets no code if the folder is missing or unreadable (0.18.0).
  const isClosed = error instanceof Error && error.message.startsWith("ConnectionFailed");
  const met = isClosed ? "unwritable" : classifyFault(error);
  // SQLite reports only a failure if there is no space for its shared memory.
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
