import { eq, sql } from "drizzle-orm";
import { check, invalid, Refusal } from "../domain/refusal.ts";
import {
  type AccountName,
  NewTransaction,
  type NewTransfer,
  TRANSFER_CANNOT_BE_EDITED,
  type Transaction,
} from "../domain/transactions.ts";
import { atomically, createOnce, type Write } from "./atomically.ts";
import { record } from "./audit.ts";
import { receipts } from "./documentSchema.ts";
import { fingerprint } from "./fingerprint.ts";
import { newId } from "./id.ts";
import { insertRows } from "./insertRows.ts";
import { invoices } from "./invoiceSchema.ts";
import { accounts, categories, transactions } from "./schema.ts";
import { owned, type Tenant } from "./tenant.ts";
import { type Row, rowsOf, toTransaction } from "./transactions/rows.ts";

export async function getTransaction(tenant: Tenant, id: string): Promise<Transaction> {
  return toTransaction(await getRow(tenant.books.read, tenant, id));
}

export function addTransaction(tenant: Tenant, input: NewTransaction): Promise<Transaction> {
  return createOnce(tenant, async (tx) => {
    await mustBeUsable(tx, tenant, input);
    const { amount: amountPaise, ...rest } = input;
    return insertTransaction(tx, tenant, { ...rest, amountPaise });
  });
}

/** One row: its money leaves one account and reaches the other. */
export function addTransfer(tenant: Tenant, input: NewTransfer): Promise<Transaction> {
  return createOnce(tenant, async (tx) => {
    const { fromAccountId: accountId, toAccountId, amount: amountPaise, ...rest } = input;
    await mustBeActive(tx, tenant, "fromAccountId", accountId);
    await mustBeActive(tx, tenant, "toAccountId", toAccountId);
    return insertTransaction(tx, tenant, {
      ...rest,
      type: "Transfer",
      accountId,
      toAccountId,
      amountPaise,
    });
  });
}

/** Fields that `changes` does not hold stay as they are, an account since made inactive too. */
export function changeTransaction(
  tenant: Tenant,
  id: string,
  changes: object,
): Promise<Transaction> {
  return atomically(tenant.books, async (tx) => {
    const before = toTransaction(await getRow(tx, tenant, id));
    if (before.isTransfer) throw new Refusal("invalid", TRANSFER_CANNOT_BE_EDITED);
    await mustBeOwn(tx, tenant, before);

    const present = { accountId: before.accountId._id, categoryId: before.categoryId?._id };
    const input = check(NewTransaction, { ...before, ...present, ...changes });
    await mustBeUsable(tx, tenant, input, { ...present, type: before.type });

    const { amount: amountPaise, ...rest } = input;
    const row = { ...rest, amountPaise };
    await tx
      .update(transactions)
      .set({ ...row, fingerprint: fingerprint(row), isEdited: sql`import_id IS NOT NULL` })
      .where(owned(tenant, transactions, eq(transactions.id, id)));
    const after = toTransaction(await getRow(tx, tenant, id));
    await record(tx, tenant, "UPDATE", "Transaction", { before, after });
    return after;
  });
}

export function deleteTransaction(tenant: Tenant, id: string): Promise<void> {
  return atomically(tenant.books, async (tx) => {
    const before = toTransaction(await getRow(tx, tenant, id));
    await mustBeOwn(tx, tenant, before);
    await remove(tx, tenant, before);
  });
}

/** For the document that made it, and goes itself. */
export async function deleteTransactionOf(tx: Write, tenant: Tenant, id: string): Promise<void> {
  await remove(tx, tenant, toTransaction(await getRow(tx, tenant, id)));
}

async function remove(tx: Write, tenant: Tenant, before: Transaction): Promise<void> {
  await tx.delete(transactions).where(owned(tenant, transactions, eq(transactions.id, before._id)));
  await record(tx, tenant, "DELETE", "Transaction", { before });
}

/** What is booked, but for what every row is given. */
export type NewRow = Omit<
  typeof transactions.$inferInsert,
  "agencyId" | "id" | "createdBy" | "fingerprint" | "entry"
>;

/** For writes that book a transaction among other things. */
export async function insertTransaction(
  tx: Write,
  tenant: Tenant,
  row: NewRow,
): Promise<Transaction> {
  const [after] = await insertTransactions(tx, tenant, [row]);
  await record(tx, tenant, "CREATE", "Transaction", { after });
  return after as Transaction;
}

/** The same for many, whose log is left to the caller. */
export async function insertTransactions(
  tx: Write,
  tenant: Tenant,
  rows: NewRow[],
): Promise<Transaction[]> {
  const { agencyId, userId: createdBy } = tenant;
  const values = rows.map((row) => ({
    ...row,
    agencyId,
    id: newId(),
    createdBy,
    fingerprint: fingerprint(row),
  }));
  await insertRows(tx, transactions, values);
  const ids = JSON.stringify(values.map(({ id }) => id));
  const keys = sql`SELECT entry FROM transactions
    WHERE agency_id = ${agencyId} AND id IN (SELECT value FROM json_each(${ids}))`;
  const found = await tx.all<Row>(rowsOf(agencyId, keys, "oldest"));
  const byId = new Map(found.map((row) => [row.id, toTransaction(row)]));
  return values.map(({ id }) => byId.get(id) as Transaction);
}

async function getRow(from: Pick<Write, "all">, { agencyId }: Tenant, id: string): Promise<Row> {
  const keys = sql`SELECT entry FROM transactions WHERE agency_id = ${agencyId} AND id = ${id}`;
  const [row] = await from.all<Row>(rowsOf(agencyId, keys, "newest"));
  if (!row) throw new Refusal("missing", "Transaction not found");
  return row;
}

/** @throws Refusal "conflict" for one that a document made, naming the document. */
export async function mustBeOwn(tx: Write, tenant: Tenant, { source }: Transaction): Promise<void> {
  if (!source) return;
  const [documents, instead] =
    source.type === "Receipt"
      ? [receipts, "delete that receipt instead"]
      : [invoices, "delete its payment there instead"];
  const [document] = await tx
    .select({ number: documents.number })
    .from(documents)
    .where(owned(tenant, documents, eq(documents.id, source._id)));
  const what = source.type.toLowerCase();
  throw new Refusal(
    "conflict",
    `This transaction was made by ${what} ${document?.number}; ${instead}`,
  );
}

/** Account and category may be booked to; those that are `present` may stay. @throws Refusal "invalid" */
export async function mustBeUsable(
  tx: Write,
  tenant: Tenant,
  { accountId, categoryId, type }: NewTransaction,
  present: { accountId?: string; categoryId?: string | undefined; type?: string } = {},
  path = "",
): Promise<void> {
  if (accountId !== present.accountId) {
    await mustBeActive(tx, tenant, `${path}accountId`, accountId);
  }
  if (categoryId === present.categoryId && type === present.type) return;

  const [category] = await tx
    .select()
    .from(categories)
    .where(owned(tenant, categories, eq(categories.id, categoryId)));
  if (!category?.isActive || category.type !== type) {
    throw invalid(`${path}categoryId`, `Choose one of your active ${type} categories`);
  }
}

/** The account, to be booked to. @throws Refusal "invalid" for one that is not there, or not active. */
export async function mustBeActive(
  tx: Write,
  tenant: Tenant,
  path: string,
  id: string,
): Promise<AccountName> {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(owned(tenant, accounts, eq(accounts.id, id)));
  if (!account?.isActive) throw invalid(path, "Choose one of your active accounts");
  return { _id: id, name: account.name, type: account.type };
}
