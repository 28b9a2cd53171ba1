import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { StartupError } from "./errors.ts";

// A file that says that there are books beside it: where they are gone, a start must not go on with new ones.

const markerPath = (path: string) => `${path}.begun`;
const TEXT = `Books were started next to this file. A start that does not find them, or finds them empty,
refuses because of this file: restore a backup, or remove this file to begin new ones.
`;

/** Whether there are, or were, books at this path. */
export const isBegun = (path: string) => existsSync(markerPath(path));

/** @throws Unusable where the file that held books is missing or empty. Nothing has opened it yet. */
export function assertNotGone(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (!size && isBegun(path)) throw goneFrom(path, size === 0);
}

export function goneFrom(path: string, isThere: boolean): StartupError {
  const what = isThere ? "is empty" : "is missing";
  const advice = "restore a backup with: bun run restore FILE, or to begin new books remove";
  return new StartupError(`${path} ${what}, where books were kept; ${advice} ${markerPath(path)}`);
}

/** Once there are books. A disk without room for it is no reason not to serve. */
export function createMarker(path: string): void {
  if (isBegun(path)) return;
  try {
    writeFileSync(markerPath(path), TEXT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** For books that are removed to begin new ones. */
export function forgetBegun(path: string): void {
  rmSync(markerPath(path), { force: true });
}
