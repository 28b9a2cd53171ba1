import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Write } from "./transaction.ts";

/**
 * Claims work that must be done once by inserting its row, whose key is unique. Returns false if another
 * server, or an earlier run, has already claimed it. Do the work in the same transaction, so that the row
 * exists exactly if the work is done.
 */
export async function claimOnce<Table extends SQLiteTable>(
  tx: Write,
  table: Table,
  row: Table["$inferInsert"],
): Promise<boolean> {
  const put = await tx.insert(table).values(row).onConflictDoNothing().returning({ one: sql`1` });
  return put.length === 1;
}
