import { closeSync, openSync } from "node:fs";
import { DatabaseError } from "./errors.ts";

// Every connection, file and thread takes descriptors, of which the system gives a process so many
// (`ulimit -n`). A thread that finds none as it starts ends the whole process (Bun 1.4.5).

const OF_A_THREAD = 24;

/** @throws Faulty "crowded" where there are not enough left for a thread. */
export function assertDescriptors(): void {
  if (!areLeft(OF_A_THREAD)) throw crowded();
}

/**
 * Opens something. Where it cannot be for want of descriptors, those of closed connections are given back
 * first, which libsql 0.5 does when they are collected.
 * @throws Faulty "crowded" where that does not help, or whatever `open` throws otherwise.
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
    throw areLeft(OF_A_CONNECTION) ? error : crowded();
  }
}

/** The file, its log, and what is shared among processes. */
const OF_A_CONNECTION = 4;

const crowded = () =>
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
