import { renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/libsql/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { copyBooks } from "./backup.ts";
import type { Books } from "./books.ts";
import { pathOf, Unusable } from "./faults.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Runs what the file lacks of our migrations, all of them or none. Where it holds something already, a
 * copy of it as it is goes beside it first.
 * @throws Unusable where the file is not ours, or of a version that we do not know yet.
 */
export async function bringToToday(books: Books): Promise<void> {
  const path = pathOf(books.url);
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const done = await findDone(books);
  if (done?.some((when) => !known.includes(when))) {
    throw new Unusable(`${path} is from a newer version of bahi; start that version with it`);
  }
  if (done?.length === known.length) return;

  // One a version: a start that fails here again and again must not fill the disk.
  if (done && done.length > 0) await keepAs(path, `${path}.before-schema-${known.length}`);
  await migrate(books.write, { migrationsFolder });
}

/** A copy that has its name only once it is whole. */
async function keepAs(path: string, copy: string): Promise<void> {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  await copyBooks(path, part);
  renameSync(part, copy);
}

/** When each migration that the file has had was written; nothing for a new file. */
async function findDone({ write, url }: Books): Promise<number[] | undefined> {
  const tables = await write.all<{ name: string }>("SELECT name FROM sqlite_schema");
  if (tables.length === 0) return undefined;
  if (!tables.some(({ name }) => name === "__drizzle_migrations")) {
    throw new Unusable(`${pathOf(url)} is a database of another program`);
  }
  const rows = await write.all<{ at: number }>("SELECT created_at AS at FROM __drizzle_migrations");
  return rows.map(({ at }) => Number(at));
}
