import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { attachmentStorePath } from "../attachments/store.ts";
import { sync } from "../engine/files.ts";
import { type Proof, proveCopy } from "./backup.ts";

// A restore has two parts. Until the checked copy is next to the books under its own name, nothing has
// changed. After that the restore will be finished, by this process or by the next start.

const markerPath = (path: string) => `${path}.restored`;
const OF_A_DATABASE = ["", "-wal", "-shm"];

/**
 * Copies `source` next to the books at `path`, checks it, and syncs it to disk. Returns its content and the
 * agencies with wrong totals.
 * @throws Error if it is not an intact copy of books. It leaves no files then.
 */
export async function prepareRestore(source: string, path: string): Promise<Proof> {
  const part = `${path}.part`;
  const clear = () => {
    for (const suffix of OF_A_DATABASE) rmSync(part + suffix, { force: true });
  };
  clear();
  try {
    copyFileSync(source, part);
    const proof = await proveCopy(part);
    sync(part);
    renameSync(part, markerPath(path));
    sync(dirname(path));
    return proof;
  } finally {
    clear();
  }
}

/**
 * Finishes a prepared restore, if there is one, and returns where the old books were moved. The books must
 * not be open.
 */
export function finishRestore(path: string): string | undefined {
  const movedTo = movedAsidePath(path);
  for (const step of stepsLeft(path)) step();
  return existsSync(movedTo) ? movedTo : undefined;
}

/**
 * Returns the remaining renames, each synced to disk before the next. A write-ahead log belongs to its
 * database, so both move together. If the process stops in between, the next start does the rest.
 */
export function stepsLeft(path: string): (() => void)[] {
  const waiting = markerPath(path);
  if (!existsSync(waiting)) return [];
  const movedTo = movedAsidePath(path);
  const move = (from: string, to: string) => () => {
    renameSync(from, to);
    sync(dirname(path));
  };
  const away = [
    [path, movedTo],
    // The restored file contains its attachments: see importBytes of store.ts.
    [attachmentStorePath(path), attachmentStorePath(movedTo)],
  ].flatMap(([from, to]) => OF_A_DATABASE.map((suffix) => [from + suffix, to + suffix] as const));
  const there = away.filter(([from]) => existsSync(from));
  return [...there.map(([from, to]) => move(from, to)), move(waiting, path)];
}

/** Uses the time of the restore, so that a later start continues with the same name. */
function movedAsidePath(path: string): string {
  const at = statSync(markerPath(path), { throwIfNoEntry: false })?.mtime ?? new Date();
  return `${path}.before-${at.toISOString().replace(/[:.]/g, "-")}`;
}
