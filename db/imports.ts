import { eq, sql } from "drizzle-orm";
import { type BadRows, importRows } from "../domain/csv.ts";
import type { ImportOptions, ImportReport } from "../domain/imports.ts";
import { groupIndian, type Paise } from "../domain/money.ts";
import { Refusal } from "../domain/refusal.ts";
import { insertAccount } from "./accounts.ts";
import { atomically, findAnswer, keepAnswer, type Write } from "./atomically.ts";
import { record } from "./audit.ts";
import type { Books } from "./books.ts";
import { insertCategory } from "./categories.ts";
import { newId } from "./id.ts";
import { type Names, openNames } from "./imports/names.ts";
import { type Batch, countFresh, type Figures, lastEntry, postSlices } from "./imports/post.ts";
import { toReport } from "./imports/reports.ts";
import { createStage, replaceIds } from "./imports/stage.ts";
import { inTurnOf } from "./imports/turns.ts";
import { takeAway } from "./imports/undo.ts";
import { importNames, imports } from "./schema.ts";
import { owned, type Tenant } from "./tenant.ts";

// An import is put aside (staging), then taken as a whole in one transaction, from which there is no way
// back, and posted slice by slice; whatever happens then, it is finished, by us or by the next start.
// One import of an agency is posted at a time: what one posts, the next must find in the books.

export type Body = AsyncIterable<Uint8Array>;

/**
 * Takes a file whole or not at all. In a dry run, says what it would do.
 * @throws Refusal "invalid" that lists the bad rows.
 */
export async function importTransactions(
  tenant: Tenant,
  options: ImportOptions,
  body: Body,
): Promise<ImportReport> {
  const { agencyId, userId, books } = tenant;
  const id = newId();
  const batch = { books, agencyId, id };
  const { file, keepDuplicates: keepsDuplicates } = options;
  const created = { accounts: [], categories: [] };
  const row = {
    agencyId,
    id,
    userId,
    at: new Date().toISOString(),
    file,
    keepsDuplicates,
    created,
  };
  await atomically(books, (tx) => tx.insert(imports).values({ ...row, state: "staging" }));
  try {
    const staged = await stage(tenant, id, options, body);
    return await inTurnOf(agencyId, async () => {
      if (options.dryRun) return await tryOut(batch, staged);
      const first = await take(tenant, id, staged);
      return first ? await reportOf(tenant, first) : await post(batch);
    });
  } finally {
    await drop(batch, "staging");
  }
}

/** After a start: what was being put aside is dropped, for nobody sends it any more; the rest is finished. */
export async function resumeImports(books: Books): Promise<void> {
  for (const { agencyId, id, state } of await books.read.select().from(imports)) {
    const batch = { books, agencyId, id };
    if (state === "staging") await drop(batch, "staging");
    if (state === "posting") await inTurnOf(agencyId, () => post(batch));
    if (state === "undoing") await inTurnOf(agencyId, () => takeAway(batch));
  }
}

interface Staged {
  rows: number;
  dateFrom: string;
  dateTo: string;
  names: Names;
  /** Of the file's bytes, where the request has an Idempotency-Key. */
  digest: string | undefined;
}

async function stage(
  tenant: Tenant,
  id: string,
  options: ImportOptions,
  body: Body,
): Promise<Staged> {
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const names = await openNames(tenant, options.createMissing, bad);
  const slices = createStage(tenant, id);
  const hasher = tenant.idempotency && new Bun.CryptoHasher("sha256");
  const range = { dateFrom: "9999-12-31", dateTo: "" };

  for await (const rows of importRows(hasher ? hashing(hasher, body) : body, bad)) {
    for (const row of rows) {
      const staged = names.find(row);
      if (!staged || bad.count > 0) continue;
      if (staged.date < range.dateFrom) range.dateFrom = staged.date;
      if (staged.date > range.dateTo) range.dateTo = staged.date;
      const full = slices.add(staged);
      if (full) await full;
    }
  }
  if (bad.count > 0) {
    const [wrong, all] = [groupIndian(bad.count), groupIndian(bad.of)];
    const message = `${wrong} of ${all} rows ${bad.count === 1 ? "is" : "are"} wrong`;
    throw new Refusal("invalid", message, bad.first);
  }
  await slices.end();
  return { rows: bad.of, ...range, names, digest: hasher?.digest("hex") };
}

async function* hashing(hasher: Bun.CryptoHasher, body: Body): Body & AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    hasher.update(bytes);
    yield bytes;
  }
}

/**
 * The point of no return: from here on the import is posted. Gives the id of an earlier import where
 * this is a repetition of it.
 */
async function take(tenant: Tenant, id: string, staged: Staged): Promise<string | undefined> {
  const { names, digest, rows, dateFrom, dateTo } = staged;
  await adoptNames(tenant, id, names);
  const asking = tenant.idempotency && {
    ...tenant,
    idempotency: { ...tenant.idempotency, digest: `${tenant.idempotency.digest} ${digest}` },
  };
  return atomically(tenant.books, async (tx) => {
    const known = asking && (await findAnswer(tx, asking));
    if (known) return known.answer as string;
    if (asking) await keepAnswer(tx, asking, id);

    const made = await makeMissing(tx, tenant, names);
    await holdNames(tx, tenant, id, names);
    await tx
      .update(imports)
      .set({
        state: "posting",
        rows,
        dateFrom,
        dateTo,
        created: made,
        knownEntry: await lastEntry(tx),
      })
      .where(owned(tenant, imports, eq(imports.id, id)));
    return undefined;
  });
}

/** Names that somebody made while the file was on its way are used instead of being made twice. */
async function adoptNames(tenant: Tenant, importId: string, names: Names): Promise<void> {
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const now = await openNames(tenant, false, bad);
  const ids = new Map<string, string>();
  for (const [then, since] of [
    [names.accounts, now.accounts],
    [names.categories, now.categories],
  ] as const) {
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
  const made = { accounts: [], categories: [] } as (typeof imports.$inferSelect)["created"];
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

async function post(batch: Batch): Promise<ImportReport> {
  await postSlices(batch);
  const { agencyId, id, books } = batch;
  return atomically(books, async (tx) => {
    await tx
      .update(imports)
      .set({ state: "done" })
      .where(owned(batch, imports, eq(imports.id, id)));
    await tx.delete(importNames).where(owned(batch, importNames, eq(importNames.importId, id)));
    const [row] = await tx
      .select()
      .from(imports)
      .where(owned(batch, imports, eq(imports.id, id)));
    if (!row) throw new Error("The import that was posted is gone");
    const report = toReport(row);
    if (row.added > 0) {
      await record(tx, { agencyId, userId: row.userId }, "CREATE", "Import", { after: report });
    }
    return report;
  });
}

async function reportOf(tenant: Tenant, id: string): Promise<ImportReport> {
  const [row] = await tenant.books.read
    .select()
    .from(imports)
    .where(owned(tenant, imports, eq(imports.id, id)));
  if (!row) throw new Refusal("conflict", "The import of this Idempotency-Key has been undone");
  return toReport(row);
}

async function tryOut(
  batch: Batch,
  { rows, dateFrom, dateTo, names }: Staged,
): Promise<ImportReport> {
  const { books } = batch;
  await atomically(books, async (tx) => {
    const knownEntry = await lastEntry(tx);
    await tx
      .update(imports)
      .set({ knownEntry })
      .where(owned(batch, imports, eq(imports.id, batch.id)));
  });
  const [row] = await books.read
    .select()
    .from(imports)
    .where(owned(batch, imports, eq(imports.id, batch.id)));
  if (!row) throw new Error("The import that is tried out is gone");
  const created = {
    accounts: [...names.accounts.missing.values()].map(({ id, name }) => ({ id, name })),
    categories: [...names.categories.missing.values()].map(({ id, name }) => ({ id, name })),
  };
  const fresh = toColumns(await countFresh(batch));
  return {
    ...toReport({ ...row, rows, dateFrom, dateTo, created, ...fresh }),
    _id: null,
    dryRun: true,
  };
}

function toColumns({ entries, moves, income, expense, moved }: Figures) {
  return {
    added: entries,
    transfers: moves,
    incomePaise: income as Paise,
    expensePaise: expense as Paise,
    transferPaise: moved as Paise,
  };
}

const SLICES_PER_TURN = 20;

/** Forgets an import that is still in the given state, slices first; of any other it does nothing. */
async function drop({ books, agencyId, id }: Batch, state: "staging"): Promise<void> {
  const batch = { agencyId };
  const [row] = await books.read
    .select({ id: imports.id })
    .from(imports)
    .where(owned(batch, imports, eq(imports.id, id), eq(imports.state, state)));
  if (!row) return;
  const where = sql`agency_id = ${agencyId} AND import_id = ${id}`;
  for (let gone = 1; gone > 0; ) {
    const { rowsAffected } = await atomically(books, (tx) =>
      tx.run(sql`DELETE FROM import_slices WHERE ${where} AND (month, slice) IN
        (SELECT month, slice FROM import_slices WHERE ${where} LIMIT ${SLICES_PER_TURN})`),
    );
    gone = rowsAffected;
  }
  await atomically(books, (tx) =>
    tx.delete(imports).where(owned(batch, imports, eq(imports.id, id))),
  );
}
