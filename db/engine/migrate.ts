import { renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/libsql/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { copyBooks } from "../backup/copy.ts";
import { isLocal } from "../remote/primary.ts";
import { beginTaxBooks } from "../taxbook/begin.ts";
import { beginJournals } from "../undo/beginJournal.ts";
import type { Books, Read } from "./books.ts";
import { chainEarlierLog } from "./chainLog.ts";
import { StartupError, toFilePath } from "./errors.ts";
import { goneFrom, isBegun } from "./marker.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * Runs what the books lack of our migrations, all of them or none. Where a local file holds something
 * already, a copy of it as it is goes beside it first.
 * @throws Unusable where the books are not ours, or of a version that we do not know yet.
 */
export async function bringToToday(books: Books): Promise<void> {
  const path = toFilePath(books.place.url);
  const lacks = await whatIsLacking(books);
  if (lacks === "nothing") return completeLogs(books);
  // One a version: a start that fails here again and again must not fill the disk.
  if (!books.primary && lacks === "the newest") {
    await copyTo(path, `${path}.before-schema-${known().length}`);
  }
  try {
    await migrate(books.write, { migrationsFolder });
  } catch (error) {
    // Another server that started with us has done it: its tables are there, so ours could not be made.
    if (!books.primary || (await whatIsLacking(books)) !== "nothing") throw error;
  }
  await completeLogs(books);
}

async function completeLogs(books: Books): Promise<void> {
  await chainEarlierLog(books);
  await beginJournals(books);
  await beginTaxBooks(books);
}

const known = () =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

async function whatIsLacking({ write, place }: Books): Promise<"nothing" | "the newest" | "all"> {
  const path = toFilePath(place.url);
  const tables = await write.all<{ name: string }>("SELECT name FROM sqlite_schema");
  if (tables.length === 0) {
    if (isLocal(place.url) && isBegun(path)) throw goneFrom(path, true);
    return "all";
  }
  if (!tables.some(({ name }) => name === "__drizzle_migrations")) {
    throw new StartupError(`${path} is a database of another program`);
  }
  const done = await findDone(write);
  if (done.some((when) => !known().includes(when))) {
    throw new StartupError(`${path} is from a newer version of bahi; start that version with it`);
  }
  if (done.length === known().length) return "nothing";
  return done.length > 0 ? "the newest" : "all";
}

/** Whether books have had all of our migrations, and no others. */
export async function isOfToday(read: Read): Promise<boolean> {
  return Bun.deepEquals(await findDone(read), known());
}

/** A copy that has its name only once it is whole. */
async function copyTo(path: string, copy: string): Promise<void> {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  await copyBooks(path, part);
  renameSync(part, copy);
}

/** When each migration that the books have had was written. */
async function findDone(from: Read): Promise<number[]> {
  const rows = await from.all<{ at: number }>(
    "SELECT created_at AS at FROM __drizzle_migrations ORDER BY created_at",
  );
  return rows.map(({ at }) => Number(at));
}
