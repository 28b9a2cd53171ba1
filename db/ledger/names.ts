import { eq, sql } from "drizzle-orm";
import { nameKey } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { accounts, categories } from "../schema/ledger.ts";

// Accounts and categories are the master data: transactions name them, and an agency has each name once.

const MASTERS = {
  Account: { table: accounts, column: sql.raw("account_id"), article: "An" },
  Category: { table: categories, column: sql.raw("category_id"), article: "A" },
};

/** @throws Refusal "conflict" where another one has the name, whatever its case. */
export async function refuseTakenName(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  entity: keyof typeof MASTERS,
  { name, id }: { name: string; id: string },
): Promise<void> {
  const { table, article } = MASTERS[entity];
  const [taken] = await tx
    .select({ id: table.id })
    .from(table)
    .where(owned(tenant, table, eq(table.nameKey, nameKey(name))));
  if (!taken || taken.id === id) return;
  const message = `${article} ${entity.toLowerCase()} with this name already exists`;
  throw new Refusal("conflict", message, [{ path: "name", message }]);
}

/** Whether a transaction, bill, journal, opening balance or import that is being posted names it. */
export async function isInUse(
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
  entity: keyof typeof MASTERS,
  id: string,
): Promise<boolean> {
  const { column } = MASTERS[entity];
  const ofCategory = sql`EXISTS (SELECT 1 FROM document_lines
      WHERE agency_id = ${agencyId} AND category_id = ${id})
    OR EXISTS (SELECT 1 FROM ledger_openings WHERE agency_id = ${agencyId} AND id = ${id})
    OR EXISTS (SELECT 1 FROM journal_lines WHERE agency_id = ${agencyId} AND category_id = ${id})`;
  const [use] = await tx.all<{
    used: number;
  }>(sql`SELECT ${entity === "Category" ? ofCategory : sql`0`}
    OR EXISTS (SELECT 1 FROM monthly WHERE agency_id = ${agencyId} AND ${column} = ${id})
    OR EXISTS (SELECT 1 FROM import_names WHERE agency_id = ${agencyId} AND ${column} = ${id}) AS used`);
  return use?.used === 1;
}

/** @throws Refusal "conflict" where it is in use. */
export async function refuseUsed(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  entity: keyof typeof MASTERS,
  id: string,
): Promise<void> {
  if (!(await isInUse(tx, tenant, entity, id))) return;
  throw new Refusal("conflict", `${entity} is in use; make it inactive instead`);
}
