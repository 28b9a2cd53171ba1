import type { Books } from "../db/engine/books.ts";

/** Changes the audit log without its triggers, which someone with the database can drop. */
export async function tamper({ write }: Books, statement: string): Promise<void> {
  const triggers = await write.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_log'",
  );
  for (const { name } of triggers) await write.run(`DROP TRIGGER ${name}`);
  await write.run(statement);
  for (const { sql } of triggers) await write.run(sql);
}
