import { sql } from "drizzle-orm";
import type { Books } from "../engine/books.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { buildJournalTriggers, listTables } from "./journalTriggers.ts";
import { buildLockTriggers } from "./lockTriggers.ts";
import { schemaModules } from "./schema.ts";
import { JOURNALED } from "./tables.ts";

/** Creates the triggers that follow from the tables' descriptions, and replaces those that differ. */
export async function installTriggers(books: Books): Promise<void> {
  const wanted = buildTriggers();
  const found = await books.write.all<{ name: string; text: string }>(sql`
    SELECT name, sql AS text FROM sqlite_schema
    WHERE type = 'trigger' AND (name GLOB '*_image_*' OR name GLOB '*_lock_*')`);
  const installed = new Map(found.map(({ name, text }) => [name, text]));
  const names = [...new Set([...installed.keys(), ...wanted.keys()])];
  const different = names.filter((name) => installed.get(name) !== wanted.get(name));
  if (different.length === 0) return;
  await writeTransaction({ books }, async (tx) => {
    for (const name of different) {
      // Another server may have started at the same time.
      await tx.run(sql.raw(`DROP TRIGGER IF EXISTS ${name}`));
      const text = wanted.get(name);
      if (text) await tx.run(sql.raw(text));
    }
  });
}

/** Returns the triggers of all described tables, by name. */
export function buildTriggers(): Map<string, string> {
  const tables = listTables(schemaModules);
  return new Map(
    [...tables].flatMap(([name, table]) => [
      ...(JOURNALED[name] ? buildJournalTriggers(table) : []),
      ...buildLockTriggers(table),
    ]),
  );
}
