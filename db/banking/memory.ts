import { sql } from "drizzle-orm";
import type { Made } from "../../domain/banking/matching.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";

/** Counts a chosen category, or removes it from the count. "" counts every line. */
export async function learn(
  tx: Write,
  { agencyId }: Tenant,
  { direction, tokens, categoryId }: NonNullable<Made["learned"]>,
  times: 1 | -1,
): Promise<void> {
  const all = JSON.stringify([...new Set(["", ...tokens])]);
  await tx.run(sql`INSERT INTO bank_memory (agency_id, direction, token, category_id, count)
    SELECT ${agencyId}, ${direction}, value, ${categoryId}, ${times} FROM json_each(${all}) WHERE true
    ON CONFLICT (agency_id, direction, token, category_id) DO UPDATE SET count = count + excluded.count`);
  if (times > 0) return;
  await tx.run(sql`DELETE FROM bank_memory WHERE agency_id = ${agencyId} AND direction = ${direction}
    AND category_id = ${categoryId} AND count = 0`);
}
