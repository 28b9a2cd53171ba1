import { closeSync, openSync } from "node:fs";
import { DatabaseError } from "./errors.ts";

// Connections, files and threads use file descriptors, which are limited per process (`ulimit -n`). A thread
// that gets none at its start ends the whole process (Bun 1.4.5).

const OF_A_THREAD = 24;

/** @throws Faulty "crowded" if too few descriptors are left for a thread */
export function assertDescriptors(): void {
  if (!areLeft(OF_A_THREAD)) throw tooManyFiles();
}

/**
 * Opens something. If descriptors run out, it first collects closed connections, because libsql 0.5 frees
 * theirs only on garbage collection.
 * @throws Faulty "crowded" if that does not help; other errors of `open` unchanged
 */
export async function withDescriptors<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (areLeft(OF_A_CONNECTION)) throw error;
  }
  Bun.gc(true);
  await Bun.sleep(0);
  try {
    return await open();
  } catch (error) {
    throw areLeft(OF_A_CONNECTION) ? error : tooManyFiles();
  }
}

/** The file, its write-ahead log and the shared memory. */
const OF_A_CONNECTION = 4;

const tooManyFiles = () =>
  new DatabaseError("crowded", "The process has too many files and connections open");

function areLeft(count: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync("/dev/null", "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const file of opened) closeSync(file);
  }
}
