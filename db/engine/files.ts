import { closeSync, fsyncSync, lstatSync, openSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The content of a file that an operation reads. */
export type Body = AsyncIterable<Uint8Array>;

/** Waits until a file's content, or a folder's entries, are on disk. */
export function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns the target of a symbolic link, whether it exists or not; other paths unchanged. */
export function behindLinks(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? behindLinks(resolve(dirname(path), readlinkSync(path))) : path;
}
