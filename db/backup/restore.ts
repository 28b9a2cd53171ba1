import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { attachmentStorePath } from "../attachments/store.ts";
import { sync } from "../engine/files.ts";
import { type Proof, proveCopy } from "./backup.ts";

// A restore in two parts. Until the proved copy lies beside the books under a name of its own nothing has
// happened; from then on it will be done, by us or by whoever starts next.

const markerPath = (path: string) => `${path}.restored`;
const OF_A_DATABASE = ["", "-wal", "-shm"];

/**
 * Puts a proved copy of `source` beside the books at `path`, on the disk. Says what it holds, and whose
 * figures in it are wrong.
 * @throws Error where it is no sound copy of books; nothing of it is left then.
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
 * Finishes a restore that has been prepared, if any, and says where what was there is kept. Nobody may have
 * the books open.
 */
export function finishRestore(path: string): string | undefined {
  const kept = movedAsidePath(path);
  for (const step of stepsLeft(path)) step();
  return existsSync(kept) ? kept : undefined;
}

/**
 * What is left to do, one name after the other, each of them on the disk before the next. What a write-ahead
 * log still holds belongs to the database it lies beside, so they go together; whoever is stopped between two
 * leaves the rest to the next start.
 */
export function stepsLeft(path: string): (() => void)[] {
  const waiting = markerPath(path);
  if (!existsSync(waiting)) return [];
  const kept = movedAsidePath(path);
  const move = (from: string, to: string) => () => {
    renameSync(from, to);
    sync(dirname(path));
  };
  const away = [
    [path, kept],
    // The papers of what is restored are in its own file: see importBytes of store.ts.
    [attachmentStorePath(path), attachmentStorePath(kept)],
  ].flatMap(([from, to]) => OF_A_DATABASE.map((suffix) => [from + suffix, to + suffix] as const));
  const there = away.filter(([from]) => existsSync(from));
  return [...there.map(([from, to]) => move(from, to)), move(waiting, path)];
}

/** By the time of the restore, so that whoever goes on with it gives the same name. */
function movedAsidePath(path: string): string {
  const at = statSync(markerPath(path), { throwIfNoEntry: false })?.mtime ?? new Date();
  return `${path}.before-${at.toISOString().replace(/[:.]/g, "-")}`;
}
