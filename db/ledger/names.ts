import { eq, sql } from "drizzle-orm";
import { nameKey, upperFirst, withArticle } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import type { items } from "../schema/documents.ts";
import type { importMappings } from "../schema/imports.ts";
import type { accounts, categories } from "../schema/ledger.ts";

// Names that are unique in an agency.

const COLUMNS = { Account: "account_id", Category: "category_id" };

/** @throws Refusal "conflict" if another record of the table has the name, ignoring case */
export async function refuseTakenName(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  table: typeof accounts | typeof categories | typeof importMappings | typeof items,
  noun: string,
  { name, id }: { name: string; id: string },
): Promise<void> {
  const [taken] = await tx
    .select({ id: table.id })
    .from(table)
    .where(forAgency(tenant, table, eq(table.nameKey, nameKey(name))));
  if (!taken || taken.id === id) return;
  const message = `${upperFirst(withArticle(noun))} with this name already exists`;
  throw new Refusal("conflict", message, [{ path: "name", message }]);
}

/** References other than transactions and running imports. */
const USES = {
  Account: [
    ...["statements WHERE account_id", "settlements WHERE account_id"],
    ...["series WHERE account_id", "close_items WHERE account_id"],
  ],
  Category: [
    ...["document_lines WHERE category_id", "journal_lines WHERE category_id"],
    ...["ledger_openings WHERE id", "series WHERE category_id"],
  ],
};

export async function isInUse(
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
  entity: keyof typeof COLUMNS,
  id: string,
): Promise<boolean> {
  const column = COLUMNS[entity];
  const uses = [`monthly WHERE ${column}`, `import_names WHERE ${column}`, ...USES[entity]].map(
    (where) => sql`EXISTS (SELECT 1 FROM ${sql.raw(where)} = ${id} AND agency_id = ${agencyId})`,
  );
  const [use] = await tx.all<{ used: number }>(sql`SELECT ${sql.join(uses, sql` OR `)} AS used`);
  return use?.used === 1;
}

/** @throws Refusal "conflict" if it is in use */
export async function refuseUsed(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  entity: keyof typeof COLUMNS,
  id: string,
): Promise<void> {
  if (!(await isInUse(tx, tenant, entity, id))) return;
  throw new Refusal("conflict", `${entity} is in use; make it inactive instead`);
}
