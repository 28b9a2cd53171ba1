import { eq, inArray, ne, sql } from "drizzle-orm";
import { pluralize } from "../../domain/counts.ts";
import { type BadRows, importRows } from "../../domain/csv/transactions.ts";
import type { ImportOptions, ImportReport } from "../../domain/ledger/imports.ts";
import { groupIndian, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import type { Books } from "../engine/books.ts";
import type { Body } from "../engine/files.ts";
import { newId } from "../engine/id.ts";
import { reportOutcome } from "../engine/outcome.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { writeRelaxedTransaction } from "../engine/transaction.ts";
import { imports } from "../schema/imports.ts";
import { openBarredRows } from "./barred.ts";
import { commitImport, type Staged } from "./commit.ts";
import { finishLeft, post } from "./finish.ts";
import { type Batch, leaseEnd, leaseLost, runInTurn, takeOverLease, withLease } from "./lease.ts";
import { openNames } from "./names.ts";
import { countFresh, lastEntry } from "./post.ts";
import { toReport } from "./reports.ts";
import { createStage } from "./stage.ts";

// An import is staged, committed as a whole in one transaction, and posted in slices. After the commit it is
// always finished, by this server or the next start. An agency's imports are posted one at a time, because
// the next must find the rows of the one before.

/**
 * Imports a file completely or not at all. A dry run reports what would be added.
 * @throws Refusal "invalid" that lists the bad rows
 */
export async function importTransactions(
  tenant: Tenant,
  options: ImportOptions,
  body: Body,
): Promise<ImportReport> {
  const { agencyId, userId, books } = tenant;
  const id = newId();
  const batch: Batch = { books, agencyId, id, at: tenant.at };
  const { file, keepDuplicates: keepsDuplicates } = options;
  const created = { accounts: [], categories: [] };
  const row = {
    agencyId,
    id,
    userId,
    at: nowFor(tenant),
    file,
    keepsDuplicates,
    created,
  };
  await writeRelaxedTransaction(books, (tx) =>
    tx.insert(imports).values({ ...row, state: "staging", heldUntil: leaseEnd }),
  );
  try {
    return await withLease(batch, async () => {
      const staged = await stage(tenant, id, options, body);
      return runInTurn(agencyId, async () => {
        const { dryRun } = options;
        if (dryRun || staged.isEmpty) return { ...(await tryOut(batch, staged)), dryRun };
        const taken = await commitImport(tenant, id, staged);
        if (taken === "taken") {
          const report = await post(batch);
          // bahi writes the log entry, because it may finish the import after a restart.
          if (!isPermitted(tenant.role, "undo imports")) reportOutcome({ hasNoUndo: true });
          return report;
        }
        if (taken !== "later") return await readReport(tenant, taken.before);
        await finishLeft(batch);
        return undefined;
      });
    });
  } finally {
    await drop(batch);
  }
}

/**
 * Resumes after a stop. An import still being staged is dropped, because its upload has ended; all others are
 * finished. On a shared database, those that another server holds are skipped. An error in one does not stop
 * the rest.
 * @throws Error that names each import that could not be finished, and its agency
 */
export async function resumeImports(books: Books): Promise<void> {
  const { agencyId, id, state } = imports;
  const left = await books.read
    .select({ agencyId, id, state })
    .from(imports)
    .where(ne(imports.state, "done"));
  const troubles: { which: string; cause: unknown }[] = [];
  for (const { state, ...which } of left) {
    await resume({ books, ...which }, state).catch((cause) => {
      troubles.push({ which: `import ${which.id} of agency ${which.agencyId}`, cause });
    });
  }
  const [first] = troubles;
  if (!first) return;
  const message = `Not finished: ${troubles.map(({ which }) => which).join(", ")}`;
  throw new Error(message, { cause: first.cause });
}

async function resume(batch: Batch, state: (typeof imports.$inferSelect)["state"]): Promise<void> {
  if (state === "posting" || state === "undoing") {
    await runInTurn(batch.agencyId, async () => {
      await finishLeft(batch);
      return true;
    });
  } else if (!batch.books.primary || (await takeOverLease(batch))) {
    await withLease(batch, () => drop(batch));
  }
}

async function stage(
  tenant: Tenant,
  id: string,
  options: ImportOptions,
  body: Body,
): Promise<Staged> {
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const names = await openNames(tenant, options.createMissing, bad);
  const hasher = tenant.idempotency && new Bun.CryptoHasher("sha256");
  const slices = createStage(tenant, id);
  // Locks check the days of imported rows only. Skipped rows do not count.
  const [range, all] = [noDays(), noDays()];
  const barred = await openBarredRows(tenant, options.keepDuplicates, bad);
  try {
    for await (const rows of importRows(hasher ? hashing(hasher, body) : body, bad)) {
      for (const row of rows) {
        const staged = names.find(row);
        if (!staged) continue;
        widen(all, staged.date);
        if (barred.take(row.line, staged) || bad.count > 0) continue;
        widen(range, staged.date);
        const full = slices.add(staged);
        if (full) await full;
      }
      if (barred.isFull()) await barred.compare();
    }
    await barred.compare();
    barred.assertNone();
    if (bad.count > 0) throw buildRefusal(bad);
    await slices.end();
  } finally {
    slices.close();
  }
  const isEmpty = range.dateTo === "";
  return {
    rows: bad.of,
    isEmpty,
    ...(isEmpty ? all : range),
    names,
    digest: hasher?.digest("hex"),
  };
}

const noDays = () => ({ dateFrom: "9999-12-31", dateTo: "" });

function widen(range: ReturnType<typeof noDays>, date: string): void {
  if (date < range.dateFrom) range.dateFrom = date;
  if (date > range.dateTo) range.dateTo = date;
}

function buildRefusal(bad: BadRows): Refusal {
  const wrong = `${groupIndian(bad.count)} of ${pluralize(bad.of, "row")}`;
  const message = `${wrong} ${bad.count === 1 ? "is" : "are"} wrong`;
  const readLineNumber = ({ path }: BadRows["first"][number]) => Number(path.replace("line ", ""));
  const errors = bad.first.toSorted((one, other) => readLineNumber(one) - readLineNumber(other));
  return new Refusal("invalid", message, errors);
}

async function* hashing(hasher: Bun.CryptoHasher, body: Body): Body & AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    hasher.update(bytes);
    yield bytes;
  }
}

async function readReport(tenant: Tenant, id: string): Promise<ImportReport> {
  const [row] = await tenant.books.read
    .select()
    .from(imports)
    .where(forAgency(tenant, imports, eq(imports.id, id)));
  if (!row) throw new Refusal("conflict", "The import of this Idempotency-Key has been undone");
  return toReport(row);
}

async function tryOut(
  batch: Batch,
  { rows, dateFrom, dateTo, names }: Staged,
): Promise<ImportReport> {
  const { books } = batch;
  await writeRelaxedTransaction(books, async (tx) => {
    const knownEntry = await lastEntry(tx);
    await tx
      .update(imports)
      .set({ knownEntry })
      .where(forAgency(batch, imports, eq(imports.id, batch.id)));
  });
  const { entries, moves, incomePaise, expensePaise, movedPaise } = await countFresh(batch);
  const [row] = await books.read
    .select()
    .from(imports)
    .where(forAgency(batch, imports, eq(imports.id, batch.id), eq(imports.state, "staging")));
  if (!row) throw leaseLost();
  const created = {
    accounts: [...names.accounts.missing.values()].map(({ id, name }) => ({ id, name })),
    categories: [...names.categories.missing.values()].map(({ id, name }) => ({ id, name })),
  };
  return {
    ...toReport({ ...row, rows, dateFrom, dateTo, created, added: entries, transfers: moves }),
    totals: {
      income: toRupees(incomePaise),
      expense: toRupees(expensePaise),
      transfers: toRupees(movedPaise),
    },
    _id: null,
  };
}

const SLICES_PER_TURN = 20;

/**
 * Drops an uncommitted import. From its first step on it can no longer be committed, or a half-deleted import
 * would be posted.
 */
async function drop({ books, agencyId, id }: Batch): Promise<void> {
  const mine = (...states: ("staging" | "dropping")[]) =>
    forAgency({ agencyId }, imports, eq(imports.id, id), inArray(imports.state, states));
  const [row] = await books.read
    .select({ id: imports.id })
    .from(imports)
    .where(mine("staging", "dropping"));
  if (!row) return;
  const { rowsAffected: isOver } = await writeRelaxedTransaction(books, (tx) =>
    tx.update(imports).set({ state: "dropping" }).where(mine("staging", "dropping")),
  );
  if (!isOver) return;
  // In batches by two key columns: plain SQL, because the query builder compares only one.
  const where = sql`agency_id = ${agencyId} AND import_id = ${id}`;
  for (let gone = 1; gone > 0; ) {
    const { rowsAffected } = await writeRelaxedTransaction(books, (tx) =>
      tx.run(sql`DELETE FROM import_slices WHERE ${where} AND (month, slice) IN
        (SELECT month, slice FROM import_slices WHERE ${where} LIMIT ${SLICES_PER_TURN})`),
    );
    gone = rowsAffected;
  }
  await writeRelaxedTransaction(books, (tx) => tx.delete(imports).where(mine("dropping")));
}
