import { eq, sql } from "drizzle-orm";
import type { BadRows } from "../../domain/csv.ts";
import { Refusal } from "../../domain/refusal.ts";
import { insertAccount } from "../accounts.ts";
import { atomically, findAnswer, keepAnswer, type Write } from "../atomically.ts";
import { insertCategory } from "../categories.ts";
import { type CreatedNames, importNames, imports } from "../importSchema.ts";
import { owned, type Tenant } from "../tenant.ts";
import { type Names, openNames } from "./names.ts";
import { lastEntry } from "./post.ts";
import { replaceIds } from "./stage.ts";
import { isAnotherOnItsWay, notHeld } from "./turns.ts";

/** What has been put aside of a file. */
export interface Staged {
  rows: number;
  dateFrom: string;
  dateTo: string;
  names: Names;
  /** Of the file's bytes, where the request has an Idempotency-Key. */
  digest: string | undefined;
}

const ATTEMPTS = 3;

/**
 * The point of no return: from here on the import is posted. Gives the id of an earlier import where
 * this is a repetition of it, and "later" while another import of the agency is on its way.
 * @throws Refusal "conflict" where the names that it needs cannot be had.
 */
export async function take(
  tenant: Tenant,
  id: string,
  staged: Staged,
): Promise<"taken" | "later" | { before: string }> {
  for (let attempt = 1; ; attempt++) {
    await adoptNames(tenant, id, staged.names);
    try {
      return await atomically(tenant.books, (tx) => takeIn(tx, tenant, id, staged));
    } catch (error) {
      // Names were made or deleted just now; the next look sees them as they are.
      const isPassing = error instanceof Refusal && error.kind === "conflict";
      if (!isPassing || attempt === ATTEMPTS) throw error;
    }
  }
}

async function takeIn(tx: Write, tenant: Tenant, id: string, staged: Staged) {
  const { names, digest, rows, dateFrom, dateTo } = staged;
  const asking = tenant.idempotency && {
    ...tenant,
    idempotency: { ...tenant.idempotency, digest: `${tenant.idempotency.digest} ${digest}` },
  };
  const known = asking && (await findAnswer(tx, asking));
  if (known) return { before: known.answer as string };
  if (await isAnotherOnItsWay(tx, { ...tenant, id })) return "later";
  if (asking) await keepAnswer(tx, asking, id);

  const made = await makeMissing(tx, tenant, names);
  await holdNames(tx, tenant, id, names);
  const set = { rows, dateFrom, dateTo, created: made, knownEntry: await lastEntry(tx) };
  const { rowsAffected } = await tx
    .update(imports)
    .set({ ...set, state: "posting" })
    .where(owned(tenant, imports, eq(imports.id, id), eq(imports.state, "staging")));
  if (rowsAffected === 0) throw notHeld();
  return "taken";
}

/**
 * Names that somebody made while the file was on its way are used instead of being made twice; those that
 * somebody deleted are made again where names may be made.
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
  new Refusal("conflict", "Accounts or categories were changed meanwhile; run the import again");

async function makeMissing(tx: Write, tenant: Tenant, names: Names) {
  const made: CreatedNames = { accounts: [], categories: [] };
  for (const account of names.accounts.missing.values()) {
    const { _id: id, name } = await insertAccount(tx, tenant, account);
    made.accounts.push({ id, name });
  }
  for (const category of names.categories.missing.values()) {
    const { _id: id, name } = await insertCategory(tx, tenant, category);
    made.categories.push({ id, name });
  }
  return made;
}

/** What the rows name must be there until the last of them is: a foreign key holds it. */
async function holdNames(tx: Write, tenant: Tenant, importId: string, names: Names): Promise<void> {
  const { agencyId } = tenant;
  const held = [
    ...[...names.accounts.used].map((accountId) => ({ agencyId, importId, accountId })),
    ...[...names.categories.used].map((categoryId) => ({ agencyId, importId, categoryId })),
    ...[...names.accounts.missing.values()].map(({ id }) => ({
      agencyId,
      importId,
      accountId: id,
    })),
    ...[...names.categories.missing.values()].map(({ id }) => ({
      agencyId,
      importId,
      categoryId: id,
    })),
  ];
  const [gone] = await tx.all<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM json_each(${JSON.stringify([...names.accounts.used])}) WHERE value NOT IN
        (SELECT id FROM accounts WHERE agency_id = ${agencyId} AND is_active))
      + (SELECT count(*) FROM json_each(${JSON.stringify([...names.categories.used])}) WHERE value NOT IN
        (SELECT id FROM categories WHERE agency_id = ${agencyId} AND is_active)) AS count`);
  if (gone?.count) throw changedMeanwhile();
  for (const name of held) await tx.insert(importNames).values(name);
}
