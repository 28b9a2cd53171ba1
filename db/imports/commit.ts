import { eq, inArray, ne, sql } from "drizzle-orm";
import type { BadRows } from "../../domain/csv/transactions.ts";
import { nameKey } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { findAnswer, storeAnswer, type Write, writeTransaction } from "../engine/transaction.ts";
import { insertAccounts } from "../ledger/accounts.ts";
import { insertCategories } from "../ledger/categories.ts";
import { type CreatedNames, importNames, imports } from "../schema/imports.ts";
import { accounts as accountsTable, categories as categoriesTable } from "../schema/ledger.ts";
import { exceptionSql, isAnotherOnItsWay, leaseLost } from "./lease.ts";
import { type Names, openNames } from "./names.ts";
import { lastEntry } from "./post.ts";
import { replaceIds } from "./stage.ts";

/** The result of staging a file. */
export interface Staged {
  rows: number;
  /** Whether every row was skipped. */
  isEmpty: boolean;
  dateFrom: string;
  dateTo: string;
  names: Names;
  /** Hash of the file, if the request has an Idempotency-Key. */
  digest: string | undefined;
}

const ATTEMPTS = 3;

/**
 * The point of no return: after this, the import will be posted. Returns the id of an earlier import if this
 * repeats it, or "later" if another import of the agency is running.
 * @throws Refusal "conflict" if needed names are unavailable
 */
export async function commitImport(
  tenant: Tenant,
  id: string,
  staged: Staged,
): Promise<"taken" | "later" | { before: string }> {
  for (let attempt = 1; ; attempt++) {
    await adoptNames(tenant, id, staged.names);
    try {
      return await writeTransaction(tenant, (tx) => acceptRows(tx, tenant, id, staged));
    } catch (error) {
      // Names were just created or deleted. Looking them up again resolves it.
      const isPassing = error instanceof Refusal && error.kind === "conflict";
      if (!isPassing || attempt === ATTEMPTS) throw error;
    }
  }
}

async function acceptRows(tx: Write, tenant: Tenant, id: string, staged: Staged) {
  const { names, digest, rows, dateFrom, dateTo } = staged;
  const asking = tenant.idempotency && {
    ...tenant,
    idempotency: { ...tenant.idempotency, digest: `${tenant.idempotency.digest} ${digest}` },
  };
  const known = asking && (await findAnswer(tx, asking));
  const before = known && (await findStanding(tx, tenant, known.answer as string));
  if (before) return { before };
  if (await isAnotherOnItsWay(tx, { ...tenant, id })) return "later";
  if (asking) await storeAnswer(tx, asking, id);

  const made = await makeMissing(tx, tenant, names);
  await holdNames(tx, tenant, id, names);
  const set = { rows, dateFrom, dateTo, created: made, knownEntry: await lastEntry(tx) };
  const { rowsAffected } = await tx
    .update(imports)
    .set({ ...set, state: "posting", exceptionId: exceptionSql(tenant.agencyId) })
    .where(forAgency(tenant, imports, eq(imports.id, id), eq(imports.state, "staging")));
  if (rowsAffected === 0) throw leaseLost();
  return "taken";
}

/** Returns the id again, unless the import was undone: then the same request imports the file again. */
async function findStanding(tx: Write, tenant: Tenant, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(forAgency(tenant, imports, eq(imports.id, id), ne(imports.state, "undoing")));
  return row?.id;
}

/**
 * Uses names that were created while the file was staged. Recreates deleted ones, if the import may create
 * names.
 */
async function adoptNames(tenant: Tenant, importId: string, names: Names): Promise<void> {
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const now = await openNames(tenant, false, bad);
  const ids = new Map<string, string>();
  for (const [then, since] of [
    [names.accounts, now.accounts],
    [names.categories, now.categories],
  ] as const) {
    for (const id of [...then.used]) if (!since.has(id)) then.remake(id);
    for (const [key, { id, name, type }] of then.missing) {
      if (since.typeOf(name) === undefined) continue;
      const found = since.find(1, name, then === names.categories ? (type as "Income") : undefined);
      if (!found) throw changedMeanwhile();
      ids.set(id, found);
      then.missing.delete(key);
      then.used.add(found);
    }
  }
  if (ids.size > 0) await replaceIds(tenant, importId, ids);
}

const changedMeanwhile = () =>
  new Refusal("conflict", "Accounts or categories have changed; run the import again");

/** @throws Refusal "conflict" if another user has just created one of them */
async function makeMissing(tx: Write, tenant: Tenant, names: Names): Promise<CreatedNames> {
  const accounts = [...names.accounts.missing.values()];
  const categories = [...names.categories.missing.values()];
  for (const [table, made] of [
    [accountsTable, accounts],
    [categoriesTable, categories],
  ] as const) {
    const keys = made.map(({ name }) => nameKey(name));
    const [taken] = await tx
      .select({ id: table.id })
      .from(table)
      .where(forAgency(tenant, table, inArray(table.nameKey, keys)))
      .limit(1);
    if (taken) throw changedMeanwhile();
  }
  const toName = ({ _id: id, name }: { _id: string; name: string }) => ({ id, name });
  return {
    accounts: (await insertAccounts(tx, tenant, accounts)).map(toName),
    categories: (await insertCategories(tx, tenant, categories)).map(toName),
  };
}

/** Prevents deletion of referenced names, by a foreign key, until the last row is posted. */
async function holdNames(tx: Write, tenant: Tenant, importId: string, names: Names): Promise<void> {
  const { agencyId } = tenant;
  // As JSON, because there may be thousands: one parameter for each kind.
  const used = {
    accounts: JSON.stringify([...names.accounts.used]),
    categories: JSON.stringify([...names.categories.used]),
  };
  const [gone] = await tx.all<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM json_each(${used.accounts}) WHERE NOT EXISTS
        (SELECT 1 FROM accounts WHERE agency_id = ${agencyId} AND id = value AND is_active))
      + (SELECT count(*) FROM json_each(${used.categories}) WHERE NOT EXISTS
        (SELECT 1 FROM categories WHERE agency_id = ${agencyId} AND id = value AND is_active)) AS count`);
  if (gone?.count) throw changedMeanwhile();
  const listIds = ({ used, missing }: Names["accounts"] | Names["categories"]) => [
    ...used,
    ...[...missing.values()].map(({ id }) => id),
  ];
  const accounts = listIds(names.accounts).map((accountId) => ({ agencyId, importId, accountId }));
  const categories = listIds(names.categories).map((categoryId) => ({
    agencyId,
    importId,
    categoryId,
  }));
  await insertRows(tx, importNames, accounts);
  await insertRows(tx, importNames, categories);
}
