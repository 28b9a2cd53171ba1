import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "./fileLock.ts";
import { configFolder } from "./session.ts";

// Small data stored between commands, by server. A lost or damaged file counts as empty, because its
// content can be fetched again or is not essential.

export function readStored<T>(name: string): Record<string, T> {
  try {
    return JSON.parse(readFileSync(join(configFolder(), name), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Changes a file atomically, one command at a time. `change` gets the current content and returns the
 * changes. If the file cannot be written, it stays as it was.
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
    // The data is not essential.
  }
}
