import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";

/** A lock is never held longer, because its holder only reads and writes a small file. */
const STALE_MS = 10_000;
const PAUSE_MS = 10;

/**
 * Runs the work while no other bahi process changes the file at `path`, so that no change is lost.
 * @throws the file system's error if the lock cannot be created
 */
export function withFileLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  takeLock(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): void {
  for (;;) {
    try {
      const file = openSync(lock, "wx", 0o600);
      writeSync(file, String(process.pid));
      closeSync(file);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isStale(lock)) rmSync(lock, { force: true });
    else Bun.sleepSync(PAUSE_MS);
  }
}

/** Checks whether a lock was left by a process that was killed. */
function isStale(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_MS) return true;
    const pid = Number(readFileSync(lock, "utf8"));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    // If the lock was released in the meantime, another process may have taken it since.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
