import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configFolder } from "./session.ts";

// Small things that are remembered from one command to the next, by server. A file that is lost or damaged
// is none: what stands in it can be had again, or done without.

export function readKept<T>(name: string): Record<string, T> {
  try {
    return JSON.parse(readFileSync(join(configFolder(), name), "utf8"));
  } catch {
    return {};
  }
}

/** Whole or not at all; where it cannot be written, as it was. */
export function keep<T>(name: string, values: Record<string, T>): void {
  const path = join(configFolder(), name);
  try {
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(values), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    // See above.
  }
}
