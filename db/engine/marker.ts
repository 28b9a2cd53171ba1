import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { StartupError } from "./errors.ts";

// A file that marks a folder as containing books. If they are gone, a start must fail and not create empty
// ones.

const markerPath = (path: string) => `${path}.begun`;
const TEXT = `Books were started next to this file. If they are missing or empty, the server
does not start: restore a backup, or delete this file to begin new books.
`;

/** Whether there are, or were, books at this path. */
export const isBegun = (path: string) => existsSync(markerPath(path));

/**
 * Must run before the file is opened.
 * @throws Unusable if the file that had books is missing or empty
 */
export function assertNotGone(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (!size && isBegun(path)) throw goneFrom(path, size === 0);
}

export function goneFrom(path: string, isThere: boolean): StartupError {
  const what = isThere ? "is empty" : "is missing";
  const advice = "restore a backup with: bun run restore FILE, or to begin new books delete";
  return new StartupError(`${path} ${what}, where books were kept; ${advice} ${markerPath(path)}`);
}

/** Called once books exist. Ignores a full disk, so that the server still starts. */
export function createMarker(path: string): void {
  if (isBegun(path)) return;
  try {
    writeFileSync(markerPath(path), TEXT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Called when books are deleted to start new ones. */
export function forgetBegun(path: string): void {
  rmSync(markerPath(path), { force: true });
}
