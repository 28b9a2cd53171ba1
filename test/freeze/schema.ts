import { Database } from "bun:sqlite";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../process.ts";
import { openWorld } from "../world.ts";
import { createMask, digest } from "./mask.ts";
import type { Recording } from "./recording.ts";

const RELEASED = join(import.meta.dir, "../released");

/** The schema of a new database and of each released file after migration, with digests of its rows. */
export async function recordSchema(): Promise<Recording> {
  const files: Recording = { "new.txt": await describeMigrated() };
  for (const name of readdirSync(RELEASED).filter((name) => name.endsWith(".db.gz"))) {
    const bytes = Bun.gunzipSync(readFileSync(join(RELEASED, name)));
    files[name.replace(".db.gz", ".txt")] = await describeMigrated(bytes);
  }
  return files;
}

async function describeMigrated(bytes?: Uint8Array): Promise<string> {
  const { folder, remove } = newFolder();
  if (bytes) writeFileSync(join(folder, "books.db"), bytes);
  const world = await openWorld(folder);
  const names = readdirSync(folder).filter((name) => name.endsWith(".db"));
  await world.close();
  const texts = names.sort().map((name) => `-- ${name}\n${describeFile(join(folder, name))}`);
  remove();
  return texts.join("\n");
}

function describeFile(path: string): string {
  const file = new Database(path);
  const parts = file
    .query<{ name: string; type: string; sql: string | null }, []>(
      "SELECT name, type, sql FROM sqlite_master ORDER BY type, name",
    )
    .all();
  const tables = parts.filter(({ type }) => type === "table").map(({ name }) => name);
  const rows = tables.map((name) => `-- ${name}: ${describeRows(file, name)}`);
  file.close();
  return [...parts.flatMap(({ sql }) => (sql ? [`${sql};`] : [])), ...rows, ""].join("\n");
}

function describeRows(file: Database, table: string): string {
  const rows = file.query(`SELECT * FROM "${table}"`).all();
  const hide = createMask();
  return `${rows.length} rows, ${digest(rows.map((row) => hide(JSON.stringify(row))).join("\n"))}`;
}
