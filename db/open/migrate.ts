import { renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/libsql/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Books, Read } from "../engine/books.ts";
import { chainEarlierLog } from "../engine/chainLog.ts";
import { copyBooks } from "../engine/copy.ts";
import { StartupError, toFilePath } from "../engine/errors.ts";
import { goneFrom, isBegun } from "../engine/marker.ts";
import { isLocal } from "../remote/primary.ts";
import { installTriggers } from "../tables/install.ts";
import { beginTaxBooks } from "../taxbook/begin.ts";
import { beginJournals } from "../undo/beginJournal.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * Runs all pending migrations in one transaction. If a local file already has data, it is first copied to a
 * backup next to it.
 * @throws Unusable if the file contains no books of bahi, or those of a newer version
 */
export async function bringToToday(books: Books): Promise<void> {
  const path = toFilePath(books.place.url);
  const lacks = await findMissing(books);
  if (lacks === "nothing") return completeLogs(books);
  // One copy per version, so that repeated failing starts do not fill the disk.
  if (!books.primary && lacks === "the newest") {
    await copyTo(path, `${path}.before-schema-${listKnown().length}`);
  }
  try {
    await migrate(books.write, { migrationsFolder });
  } catch (error) {
    // Another server started at the same time and has already migrated.
    if (!books.primary || (await findMissing(books)) !== "nothing") throw error;
  }
  await completeLogs(books);
}

async function completeLogs(books: Books): Promise<void> {
  await installTriggers(books);
  await chainEarlierLog(books);
  await beginJournals(books);
  await beginTaxBooks(books);
}

const listKnown = () =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

async function findMissing({ write, place }: Books): Promise<"nothing" | "the newest" | "all"> {
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
  if (done.some((when) => !listKnown().includes(when))) {
    throw new StartupError(`${path} is from a newer version of bahi; start that version with it`);
  }
  if (done.length === listKnown().length) return "nothing";
  return done.length > 0 ? "the newest" : "all";
}

/** Whether exactly our migrations have run. */
export async function isOfToday(read: Read): Promise<boolean> {
  return Bun.deepEquals(await findDone(read), listKnown());
}

/** Copies to a temporary name and renames the finished copy. */
async function copyTo(path: string, copy: string): Promise<void> {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  await copyBooks(path, part);
  renameSync(part, copy);
}

/** Returns the creation times of the migrations that have run. */
async function findDone(from: Read): Promise<number[]> {
  const rows = await from.all<{ at: number }>(
    "SELECT created_at AS at FROM __drizzle_migrations ORDER BY created_at",
  );
  return rows.map(({ at }) => Number(at));
}
