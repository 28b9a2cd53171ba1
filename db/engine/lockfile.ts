import { Database } from "bun:sqlite";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type Client, createClient } from "@libsql/client";
import { classifyFault, StartupError, toStartupError } from "./errors.ts";

export class AlreadyOpen extends Error {}

/**
 * Locks the file of the books for this process. It refuses a file with two hard links. If the lock file is
 * missing, it also checks whether another program has the file open.
 * @param path no symbolic link
 * @throws AlreadyOpen or Unusable, as holdDatabase
 */
export async function holdBooks(path: string, holder: string): Promise<() => void> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file && file.nlink > 1) {
    const advice = "copy it, and delete all names but one";
    throw new StartupError(`${path} has another name (a hard link); ${advice}`);
  }
  if (file && !existsSync(lockPath(path))) assertNotOpen(path);
  return await holdDatabase(path, holder);
}

const lockPath = (path: string) => `${path}.lock`;

/**
 * Briefly locks the file exclusively, which fails if any connection is open. Only without a lock file,
 * because a backup may have it open too. Not with libsql, which holds closed connections until garbage
 * collection (0.5).
 */
function assertNotOpen(path: string): void {
  let file: Database | undefined;
  try {
    file = new Database(path, { readwrite: true, create: false });
    file.run("PRAGMA locking_mode = EXCLUSIVE");
    file.query("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    // Opening the file reports every other problem.
    if (classifyFault(error) !== "busy") return;
    throw new AlreadyOpen(`${path} is already open in a program without a lock file`);
  } finally {
    file?.close(true);
  }
}

/**
 * Locks a local database for this process. A second writer would make the client lose acknowledged writes
 * (libsql-client-ts issue 352). The lock is an open write transaction on a second database file, which the
 * system ends with the process.
 * @throws AlreadyOpen or Unusable in one line that names the holder or the problem
 */
export async function holdDatabase(path: string, holder: string): Promise<() => void> {
  const note = `${path}.holder`;
  let client: Client | undefined;
  try {
    client = createClient({ url: `file:${lockPath(path)}`, concurrency: 1, timeout: 0 });
    await client.transaction("write");
  } catch (error) {
    client?.close();
    if (classifyFault(error) !== "busy") throw toStartupError(path, error);
    throw new AlreadyOpen(`${path} is already open by ${describeHolder(note)}`);
  }
  try {
    writeFileSync(note, holder);
  } catch (error) {
    // The note only names the holder. The lock works without it.
    if (classifyFault(error) !== "full") throw error;
  }
  const release = () => {
    process.off("exit", release);
    rmSync(note, { force: true });
    client.close();
  };
  process.once("exit", release);
  return release;
}

function describeHolder(note: string): string {
  try {
    return readFileSync(note, "utf8").trim() || "another bahi server";
  } catch {
    return "another bahi server";
  }
}
