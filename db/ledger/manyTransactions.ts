import { eq, sql } from "drizzle-orm";
import { formatDate } from "../../domain/dates.ts";
import type {
  Categorising,
  NewTransaction,
  NewTransactions,
  Transaction,
} from "../../domain/ledger/transactions.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { assertStaysApproved } from "../engine/approvalSums.ts";
import { assertWithinLimit } from "../engine/approvals.ts";
import { type Change, recordChanges } from "../engine/audit.ts";
import { isIn } from "../engine/conditions.ts";
import { assertAllOpen, assertOpen } from "../engine/locks.ts";
import { splitWithYields } from "../engine/parts.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { categories, transactions as table } from "../schema/ledger.ts";
import { assertNotCleared } from "./cleared.ts";
import { fingerprint } from "./fingerprint.ts";
import { insertTransactions, type NewRow } from "./insertTransactions.ts";
import { type Row, selectRows, toTransaction } from "./rows.ts";
import {
  assertOwn,
  assertTakesEntries,
  findUsable,
  getActiveAccount,
  selectKeys,
} from "./transactions.ts";

// Changes to many transactions in one database transaction, each with a log entry.

/** Adds all transactions in order, transfers last. */
export function addTransactions(tenant: Tenant, input: NewTransactions): Promise<Transaction[]> {
  return withIdempotency(tenant, async (tx) => {
    const named = (list: "transactions" | "transfers") =>
      input[list].map(({ date }, n) => ({ path: `${list}.${n}.date`, date }));
    await assertOpen(tx, tenant, [...named("transactions"), ...named("transfers")]);
    const sums = (list: "transactions" | "transfers") =>
      input[list].map(({ amount, ...entry }, n) => {
        const type = "type" in entry ? entry.type : ("Transfer" as const);
        return { path: `${list}.${n}.amount`, type, amountPaise: amount };
      });
    await assertWithinLimit(tx, tenant, [...sums("transactions"), ...sums("transfers")]);
    const made: Transaction[] = [];
    for await (const rows of splitWithYields(await usableRows(tx, tenant, input))) {
      const some = await insertTransactions(tx, tenant, rows);
      await log(tx, tenant, "CREATE", some, (after) => ({ after }));
      made.push(...some);
    }
    return made;
  });
}

/** @throws Refusal "conflict" for the first one that a document created, or that has another type */
export function categoriseTransactions(
  tenant: Tenant,
  { ids, categoryId }: Categorising,
): Promise<Transaction[]> {
  return writeTransaction(tenant, async (tx) => {
    await assertAllOpen(tx, tenant, table, ids);
    const category = await findCategory(tx, tenant, categoryId);
    const changed: Transaction[] = [];
    for await (const some of splitWithYields(ids)) {
      const rows = await findRows(tx, tenant, some);
      const before = rows.map(toTransaction);
      for (const transaction of before) {
        await assertOwn(tx, tenant, transaction);
        await assertStaysApproved(tx, tenant, transaction);
        assertFits(transaction, category);
      }
      await setCategory(tx, tenant, rows, categoryId);
      const after = before.map((transaction) => ({
        ...transaction,
        categoryId: { _id: categoryId, name: category.name },
      }));
      await log(tx, tenant, "UPDATE", before, (was, n) => ({ before: was, after: after[n] }));
      changed.push(...after);
    }
    return changed;
  });
}

/**
 * Deletes transactions with all parts of their splits. @throws Refusal "conflict" for the first one that a
 * document created
 */
export function deleteTransactions(tenant: Tenant, ids: string[]): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    await assertAllOpen(tx, tenant, table, ids);
    for await (const some of splitWithYields(await withParts(tx, tenant, ids))) {
      const gone = (await findRows(tx, tenant, some)).map(toTransaction);
      for (const transaction of gone) await assertOwn(tx, tenant, transaction);
      await assertNotCleared(tx, tenant, some);
      await tx.delete(table).where(forAgency(tenant, table, isIn(table.id, some)));
      await log(tx, tenant, "DELETE", gone, (before) => ({ before }));
    }
  });
}

/** Adds the other parts of the splits. */
async function withParts(tx: Write, { agencyId }: Tenant, ids: string[]): Promise<string[]> {
  const others = await tx.all<{ id: string }>(sql`SELECT p.id FROM json_each(${JSON.stringify(ids)})
    CROSS JOIN transactions t ON t.agency_id = ${agencyId} AND t.id = value AND t.split_id IS NOT NULL
    CROSS JOIN transactions p INDEXED BY transactions_of_split
      ON p.agency_id = ${agencyId} AND p.split_id = t.split_id`);
  return [...new Set([...ids, ...others.map(({ id }) => id)])];
}

/** Converts the input to rows and checks that accounts and categories can be used. */
async function usableRows(
  tx: Write,
  tenant: Tenant,
  { transactions, transfers }: NewTransactions,
): Promise<NewRow[]> {
  const usable = once((entry: NewTransaction, path: string) => findUsable(tx, tenant, entry, path));
  const active = once((id: string, path: string) => getActiveAccount(tx, tenant, path, id));
  const rows: NewRow[] = [];
  for (const [n, entry] of transactions.entries()) {
    const { accountId, categoryId, amount: amountPaise, ...rest } = entry;
    const key = [accountId, categoryId, entry.type].join();
    rows.push({ ...rest, ...(await usable(key, entry, `transactions.${n}.`)), amountPaise });
  }
  for (const [n, transfer] of transfers.entries()) {
    const { fromAccountId, toAccountId, amount: amountPaise, ...rest } = transfer;
    const account = await active(fromAccountId, fromAccountId, `transfers.${n}.fromAccountId`);
    const toAccount = await active(toAccountId, toAccountId, `transfers.${n}.toAccountId`);
    rows.push({ ...rest, type: "Transfer", account, toAccount, amountPaise });
  }
  return rows;
}

/** Caches a lookup by key. */
function once<Input, Found>(look: (input: Input, path: string) => Promise<Found>) {
  const known = new Map<string, Found>();
  return async (key: string, input: Input, path: string): Promise<Found> => {
    const found = known.get(key) ?? (await look(input, path));
    known.set(key, found);
    return found;
  };
}

/** Returns rows in the order of the ids. @throws Refusal "missing" */
async function findRows(tx: Write, tenant: Tenant, ids: string[]): Promise<Row[]> {
  const keys = selectKeys(tx, tenant, isIn(table.id, ids));
  const found = await tx.all<Row>(selectRows(tenant.agencyId, keys, "newest"));
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw new Refusal("missing", "Transaction not found");
    return row;
  });
}

type Category = typeof categories.$inferSelect;

async function findCategory(tx: Write, tenant: Tenant, id: string): Promise<Category> {
  const [category] = await tx
    .select()
    .from(categories)
    .where(forAgency(tenant, categories, eq(categories.id, id)));
  if (!category?.isActive) throw invalid("categoryId", "Choose one of your active categories");
  assertTakesEntries(category, "categoryId");
  return category;
}

function assertFits({ description, date, type }: Transaction, category: Category): void {
  if (type === category.type) return;
  const what = `"${description}" of ${formatDate(date)} is of type ${type}`;
  throw new Refusal("conflict", `${what}; ${category.name} is a category of type ${category.type}`);
}

async function setCategory(
  tx: Write,
  { agencyId }: Tenant,
  rows: Row[],
  categoryId: string,
): Promise<void> {
  const changed = rows.map((row) => [row.id, fingerprint({ ...toContent(row), categoryId })]);
  // Materialized, or SQLite would compare each transaction of the agency with each change.
  await tx.run(sql`WITH changed AS MATERIALIZED (
      SELECT value ->> 0 AS id, value ->> 1 AS fingerprint FROM json_each(${JSON.stringify(changed)}))
    UPDATE transactions SET category_id = ${categoryId}, fingerprint = changed.fingerprint,
      is_edited = import_id IS NOT NULL
    FROM changed WHERE agency_id = ${agencyId} AND transactions.id = changed.id`);
}

const toContent = ({ account_id: accountId, amount_paise: amountPaise, ...row }: Row) => ({
  ...row,
  accountId,
  amountPaise,
});

const log = (
  tx: Write,
  tenant: Tenant,
  action: Change["action"],
  all: Transaction[],
  payloadOf: (transaction: Transaction, n: number) => Change["payload"],
) =>
  recordChanges(
    tx,
    tenant,
    all.map((transaction, n) => ({
      action,
      entity: "Transaction",
      payload: payloadOf(transaction, n),
    })),
  );
