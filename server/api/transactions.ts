import * as v from "valibot";
import { getMetadata } from "../../db/agency.ts";
import { recordView } from "../../db/audit.ts";
import { isWide } from "../../db/daily.ts";
import { exportTransactions, journalTransactions } from "../../db/transactions/export.ts";
import { listTransactions, mayTakeLong } from "../../db/transactions/lists.ts";
import {
  addTransaction,
  addTransfer,
  changeTransaction,
  deleteTransaction,
  getTransaction,
} from "../../db/transactions.ts";
import { ACCOUNT_TYPES, type Account } from "../../domain/accounts.ts";
import { CSV_HEADER, toCsv } from "../../domain/csv.ts";
import { addDays, today } from "../../domain/dates.ts";
import { journalEntries, journalHead } from "../../domain/journal.ts";
import {
  type AccountName,
  NewTransaction,
  NewTransfer,
  SOURCE_KINDS,
  type Totals,
  TRANSACTION_TYPES,
  type Transaction,
  TransactionFilter,
  type TransactionList,
  TransactionQuery,
} from "../../domain/transactions.ts";
import { download } from "../download.ts";
import { scan } from "../scans.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { day, deleted, id, isTrue, pageOf, rupeeSum, rupees, shapeOf, text } from "./shapes.ts";

export const accountName = shapeOf<AccountName>()(
  v.object({ _id: id, name: text, type: v.picklist(ACCOUNT_TYPES) }),
);
export const transaction = shapeOf<Transaction>()(
  v.object({
    _id: id,
    date: day,
    description: text,
    accountId: accountName,
    categoryId: v.nullable(v.object({ _id: id, name: text })),
    type: v.picklist(TRANSACTION_TYPES),
    amount: rupees,
    notes: text,
    isTransfer: isTrue,
    transfer: v.exactOptional(v.object({ fromAccountId: accountName, toAccountId: accountName })),
    source: v.exactOptional(
      v.pipe(
        v.object({ type: v.picklist(SOURCE_KINDS), _id: id }),
        v.description("The document that made it, which is to be changed in its place"),
      ),
    ),
  }),
);
export const totals = shapeOf<Totals>()(
  v.object({ income: rupeeSum, expense: rupeeSum, balance: rupeeSum }),
);
const list = shapeOf<TransactionList>()(pageOf(transaction, { totals }));

const CSV_FILE = { name: "transactions.csv", type: "text/csv; charset=utf-8" };
const JOURNAL_FILE = { name: "transactions.journal", type: "text/plain; charset=utf-8" };

export const transactions: Group = {
  title: "Transactions",
  about:
    "Income, expenses, and transfers between accounts, which are neither. What a receipt or a payment " +
    "made is changed there, not here: 409 says which.",
  schemas: {
    Transaction: transaction,
    AccountName: accountName,
    Totals: totals,
    TransactionList: list,
    NewTransaction,
    NewTransfer,
  },
  calls: [
    call({
      name: "listTransactions",
      method: "GET",
      path: "/api/transactions",
      summary: "List transactions, newest first",
      about:
        "Totals are those of the whole filter, without transfers. `q` looks in description and notes; " +
        "`accountId` finds both sides of a transfer.",
      who: "members",
      query: {
        schemas: [TransactionQuery],
        example: "dateFrom=2026-04-01&dateTo=2026-04-30&type=Income&limit=2",
      },
      answer: { status: 200, schema: list },
      run: async ({ house, tenant, asker, query }) =>
        mayTakeLong(query) || (await isWide(tenant, query))
          ? scan(house, asker, "listTransactions", query)
          : listTransactions(tenant, query),
    }),
    call({
      name: "exportTransactions",
      method: "GET",
      path: "/api/transactions/export.csv",
      summary: "Export transactions as CSV",
      about:
        "Every row of the filter, in the columns that an import takes. Cells that a spreadsheet would " +
        "run as a formula are made harmless, and an import undoes that.",
      who: "members",
      query: { schemas: [TransactionFilter], example: "dateFrom=2026-04-01&dateTo=2026-04-30" },
      answer: { status: 200, file: "text/csv; charset=utf-8" },
      run: ({ house, tenant, asker, query: filter }) =>
        house.heavy.admit(asker, async (turn) => {
          await recordView(tenant, "Transaction", { export: "csv", filter });
          const slices = await exportTransactions(tenant, filter);
          return download(house, turn, CSV_FILE, csvOf(slices), slices);
        }),
    }),
    call({
      name: "exportJournal",
      method: "GET",
      path: "/api/transactions/export.journal",
      summary: "Export a journal, for hledger",
      about: "All of the books, whose balances by hledger's reckoning are the same as here.",
      who: "members",
      answer: { status: 200, file: "text/plain; charset=utf-8" },
      run: ({ house, tenant, asker }) =>
        house.heavy.admit(asker, async (turn) => {
          await recordView(tenant, "Transaction", { export: "journal" });
          const { agencyName } = await getMetadata(tenant);
          const { accounts, slices } = await journalTransactions(tenant);
          return download(
            house,
            turn,
            JOURNAL_FILE,
            journalOf(agencyName, accounts, slices),
            slices,
          );
        }),
    }),
    call({
      name: "getTransaction",
      method: "GET",
      path: "/api/transactions/:id",
      summary: "Read a transaction",
      who: "members",
      id: ID.transaction,
      answer: { status: 200, schema: v.object({ transaction }) },
      run: async ({ tenant, id }) => ({ transaction: await getTransaction(tenant, id) }),
    }),
    call({
      name: "addTransaction",
      method: "POST",
      path: "/api/transactions",
      summary: "Add income or an expense",
      about: "Account and category must be active, and the category of the same type.",
      who: "members",
      body: {
        schema: NewTransaction,
        example: {
          date: "2026-04-02",
          description: "Logo for Saffron Kitchens",
          accountId: ID.bank,
          categoryId: ID.work,
          type: "Income",
          amount: 45000.5,
          notes: "Second of two drafts",
        },
      },
      answer: { status: 201, schema: v.object({ transaction }) },
      run: async ({ tenant, input }) => ({ transaction: await addTransaction(tenant, input) }),
    }),
    call({
      name: "addTransfer",
      method: "POST",
      path: "/api/transactions/transfer",
      summary: "Transfer money, between two accounts",
      who: "members",
      body: {
        schema: NewTransfer,
        example: {
          date: "2026-04-03",
          fromAccountId: ID.bank,
          toAccountId: ID.cash,
          amount: 5000,
          description: "Petty cash",
        },
      },
      answer: { status: 201, schema: v.object({ message: text, transaction }) },
      run: async ({ tenant, input }) => ({
        message: "Transfer completed successfully",
        transaction: await addTransfer(tenant, input),
      }),
    }),
    call({
      name: "changeTransaction",
      method: "PUT",
      path: "/api/transactions/:id",
      summary: "Change a transaction",
      about: "A transfer cannot be changed (400): delete it and make another.",
      who: "members",
      id: ID.transaction,
      body: { schema: NewTransaction, isChange: true, example: { amount: 47500, notes: "" } },
      answer: { status: 200, schema: v.object({ transaction }) },
      also: [409],
      run: async ({ tenant, id, input }) => ({
        transaction: await changeTransaction(tenant, id, input),
      }),
    }),
    call({
      name: "deleteTransaction",
      method: "DELETE",
      path: "/api/transactions/:id",
      summary: "Delete a transaction",
      who: "delete transactions",
      id: ID.transaction,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteTransaction(tenant, id);
        return { message: "Transaction deleted successfully" };
      },
    }),
  ],
};

async function* csvOf(slices: AsyncIterable<Transaction[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_HEADER);
  for await (const slice of slices) yield encoder.encode(toCsv(slice));
}

async function* journalOf(
  agencyName: string,
  accounts: Account[],
  slices: AsyncGenerator<Transaction[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const first = await slices.next();
  const opensOn = first.done ? today() : addDays(first.value[0]?.date ?? today(), -1);
  yield encoder.encode(journalHead(agencyName, accounts, opensOn));
  if (first.done) return;
  yield encoder.encode(journalEntries(first.value));
  for await (const slice of slices) yield encoder.encode(journalEntries(slice));
}
