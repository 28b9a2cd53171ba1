import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Write } from "./transaction.ts";

/**
 * Begins what is done once: puts its row in, whose key nothing else may have, and says whether it did.
 * Whoever comes second, be it another server or one that was killed and is here again, is told so and leaves
 * it. The work goes into the same write, so that the row is there exactly when it was done.
 */
export async function claimOnce<Table extends SQLiteTable>(
  tx: Write,
  table: Table,
  row: Table["$inferInsert"],
): Promise<boolean> {
  const put = await tx.insert(table).values(row).onConflictDoNothing().returning({ one: sql`1` });
  return put.length === 1;
}
