import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "./fileLock.ts";
import { configFolder } from "./session.ts";

// Small things that are remembered from one command to the next, by server. A file that is lost or damaged
// is none: what stands in it can be had again, or done without.

export function readStored<T>(name: string): Record<string, T> {
  try {
    return JSON.parse(readFileSync(join(configFolder(), name), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Changes a file whole or not at all, and one command at a time. `change` gets what is in it now and returns
 * what it changes. If the file cannot be written, it stays as it was.
 */
export function changeStored<T>(
  name: string,
  change: (values: Record<string, T>) => Record<string, T>,
): void {
  const path = join(configFolder(), name);
  try {
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
    withFileLock(path, () => {
      const values = readStored<T>(name);
      const changes = change(values);
      if (Object.keys(changes).length === 0) return;
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ ...values, ...changes }), { mode: 0o600 });
      renameSync(draft, path);
    });
  } catch {
    // See above.
  }
}
