import { Database } from "bun:sqlite";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type Client, createClient } from "@libsql/client";
import { classifyFault, StartupError, toStartupError } from "./errors.ts";

export class AlreadyOpen extends Error {}

/**
 * Holds the file of the books, whatever name it is opened by: one that has two is refused, and where the lock
 * beside it is missing, the file itself is asked whether somebody has it open.
 * @param path no symbolic link
 * @throws AlreadyOpen or Unusable, as holdDatabase does.
 */
export async function holdBooks(path: string, holder: string): Promise<() => void> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file && file.nlink > 1) {
    const advice = "copy it, and remove all its names but one";
    throw new StartupError(
      `${path} has another name (a hard link) that it could be opened by; ${advice}`,
    );
  }
  if (file && !existsSync(lockPath(path))) assertNotOpen(path);
  return await holdDatabase(path, holder);
}

const lockPath = (path: string) => `${path}.lock`;

/**
 * Asks for it exclusively, for a moment, which any open connection forbids. Not always, for a backup has the
 * file open as well; and not by libsql, whose closed connections hold on until they are collected (0.5).
 */
function assertNotOpen(path: string): void {
  let file: Database | undefined;
  try {
    file = new Database(path, { readwrite: true, create: false });
    file.run("PRAGMA locking_mode = EXCLUSIVE");
    file.query("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    // Whatever else is wrong with it is said by whoever opens it.
    if (classifyFault(error) !== "busy") return;
    throw new AlreadyOpen(`${path} is already open by a program that has no lock beside it`);
  } finally {
    file?.close(true);
  }
}

/**
 * Holds a local database for this process alone: a second writer would make the client lose writes that
 * it has acknowledged (libsql-client-ts issue 352). What is held is an open write transaction on a
 * database beside it, which the system ends with the process, however that ends.
 * @throws AlreadyOpen or Unusable in one line that says who holds it, or why it cannot be held.
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
    // The note only says who holds the lock, which needs no room.
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
