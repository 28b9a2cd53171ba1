import { closeSync, fsyncSync, lstatSync, openSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Waits until what was written to a file, or which names stand in a folder, is on the disk. */
export function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The file itself, where the path is a symbolic link to it, or to where it will be. */
export function behindLinks(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? behindLinks(resolve(dirname(path), readlinkSync(path))) : path;
}
