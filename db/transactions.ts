import { eq, sql } from "drizzle-orm";
import { toRupees } from "../domain/money.ts";
import { check, invalid, Refusal } from "../domain/refusal.ts";
import {
  type AccountName,
  NewTransaction,
  type NewTransfer,
  TRANSFER_CANNOT_BE_EDITED,
  type Transaction,
  type TransactionFilter,
  type TransactionList,
  type TransactionQuery,
} from "../domain/transactions.ts";
import { atomically, createOnce, type Write } from "./atomically.ts";
import { record } from "./audit.ts";
import { inSnapshot } from "./books.ts";
import { type Sums, sumsOf, windowOf } from "./daily.ts";
import { receipts } from "./documentSchema.ts";
import { fingerprint } from "./fingerprint.ts";
import { newId } from "./id.ts";
import { invoices } from "./invoiceSchema.ts";
import { accounts, categories, transactions } from "./schema.ts";
import { owned, type Tenant } from "./tenant.ts";
import { matching, type Row, rowsOf, toTransaction } from "./transactionQueries.ts";

/** A page of the filter's transactions, newest first, with the totals of the whole filter. */
export async function listTransactions(
  tenant: Tenant,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { page, limit, ...filter } = query;
  const { sums, rows } = await findPage(tenant, filter, { offset: (page - 1) * limit, limit });
  return {
    items: rows.map(toTransaction),
    total: sums.entries,
    page,
    totalPages: Math.ceil(sums.entries / limit),
    totals: toTotals(sums),
  };
}

/** Whether answering may read every row: then a reader thread does it, not the event loop. */
export function mayScan({ q, minAmount, maxAmount }: TransactionFilter): boolean {
  return q !== undefined || minAmount !== undefined || maxAmount !== undefined;
}

// Up to here it is quicker to pass over keys than to count days.
const OFFSET_WORTH_COUNTING = 500;

async function findPage(
  { agencyId, books: { read } }: Tenant,
  filter: TransactionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ sums: Sums; rows: Row[] }> {
  const { type, accountId, categoryId } = filter;
  const isWhole = type === undefined && accountId === undefined && categoryId === undefined;
  const isFarOn = offset > OFFSET_WORTH_COUNTING;
  const window =
    mayScan(filter) || (isWhole && !isFarOn)
      ? { offset }
      : await windowOf(read, agencyId, filter, { offset, limit });
  const keys = sql`${matching(agencyId, { ...filter, ...window }, sql`entry, date`)}
    ORDER BY date DESC, entry DESC LIMIT ${limit} OFFSET ${window.offset}`;
  // One batch is one moment: the totals are those of the rows.
  const [[sums], rows] = await read.batch([
    read.all<Sums>(sumsOfRows(agencyId, filter)),
    read.all<Row>(rowsOf(agencyId, keys, "newest")),
  ]);
  return { sums: sums as Sums, rows }; // An aggregate answers exactly one row.
}

export interface Export {
  count: number;
  totals: TransactionList["totals"];
  /** Oldest first, so that an import of them keeps their order. */
  slices: AsyncGenerator<Transaction[]>;
}

const ROWS_PER_SLICE = 1_000;

/** Every transaction of the filter as the books are now, in slices; totals and count are of these rows. */
export async function exportTransactions(
  tenant: Tenant,
  filter: TransactionFilter,
): Promise<Export> {
  const { agencyId, books } = tenant;
  const moment = inSnapshot<Sums | Transaction[]>(books, async function* (read) {
    const [sums] = await read.all<Sums>(sumsOfRows(agencyId, filter));
    yield sums as Sums;

    const { q, ...walkable } = filter;
    const found = q
      ? await read.all<Row>(sql`${matching(agencyId, filter, sql`entry, date`)}
      ORDER BY date, entry`)
      : undefined;
    let last = { date: "", entry: 0 };
    for (let from = 0; ; from += ROWS_PER_SLICE) {
      const entries = found?.slice(from, from + ROWS_PER_SLICE).map(({ entry }) => entry);
      const keys = entries
        ? sql`SELECT value AS entry FROM json_each(${JSON.stringify(entries)})`
        : sql`SELECT * FROM (${matching(agencyId, walkable, sql`entry, date`)})
            WHERE (date, entry) > (${last.date}, ${last.entry}) ORDER BY date, entry LIMIT ${ROWS_PER_SLICE}`;
      const rows = await read.all<Row>(rowsOf(agencyId, keys, "oldest"));
      if (rows.length === 0) return;
      last = rows.at(-1) as Row;
      yield rows.map(toTransaction);
      await Bun.sleep(0);
    }
  });
  const { value: sums } = (await moment.next()) as { value: Sums };
  return {
    count: sums.entries,
    totals: toTotals(sums),
    slices: moment as AsyncGenerator<Transaction[]>,
  };
}

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

type NewRow = Omit<
  typeof transactions.$inferInsert,
  "agencyId" | "id" | "createdBy" | "fingerprint" | "entry"
>;

/** For writes that book a transaction among other things. */
export async function insertTransaction(
  tx: Write,
  tenant: Tenant,
  row: NewRow,
): Promise<Transaction> {
  const { agencyId, userId: createdBy } = tenant;
  const id = newId();
  const values = { ...row, agencyId, id, createdBy, fingerprint: fingerprint(row) };
  await tx.insert(transactions).values(values);
  const after = toTransaction(await getRow(tx, tenant, id));
  await record(tx, tenant, "CREATE", "Transaction", { after });
  return after;
}

async function getRow(from: Pick<Write, "all">, { agencyId }: Tenant, id: string): Promise<Row> {
  const keys = sql`SELECT entry FROM transactions WHERE agency_id = ${agencyId} AND id = ${id}`;
  const [row] = await from.all<Row>(rowsOf(agencyId, keys, "newest"));
  if (!row) throw new Refusal("missing", "Transaction not found");
  return row;
}

/** The rollup knows days, accounts and categories, but no single row. */
function sumsOfRows(agencyId: number, filter: TransactionFilter) {
  if (!mayScan(filter)) return sumsOf(agencyId, filter);
  return sql<Sums>`SELECT count(*) AS entries,
      coalesce(sum(amount_paise) FILTER (WHERE type = 'Income'), 0) AS income,
      coalesce(sum(amount_paise) FILTER (WHERE type = 'Expense'), 0) AS expense
    FROM (${matching(agencyId, filter, sql`type, amount_paise`)})`;
}

function toTotals({ income, expense }: Sums): TransactionList["totals"] {
  return {
    income: toRupees(income),
    expense: toRupees(expense),
    balance: toRupees((income - expense) as Sums["income"]),
  };
}

/** @throws Refusal "conflict" for one that a document made, naming the document. */
async function mustBeOwn(tx: Write, tenant: Tenant, { source }: Transaction): Promise<void> {
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

async function mustBeUsable(
  tx: Write,
  tenant: Tenant,
  { accountId, categoryId, type }: NewTransaction,
  present: { accountId?: string; categoryId?: string | undefined; type?: string } = {},
): Promise<void> {
  if (accountId !== present.accountId) await mustBeActive(tx, tenant, "accountId", accountId);
  if (categoryId === present.categoryId && type === present.type) return;

  const [category] = await tx
    .select()
    .from(categories)
    .where(owned(tenant, categories, eq(categories.id, categoryId)));
  if (!category?.isActive || category.type !== type) {
    throw invalid("categoryId", `Choose one of your active ${type} categories`);
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
