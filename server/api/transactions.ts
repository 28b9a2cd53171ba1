import * as v from "valibot";
import { getMetadata } from "../../db/agencies/agency.ts";
import { submitEntry, submitTransfer } from "../../db/approvals/request.ts";
import { recordView } from "../../db/engine/views.ts";
import { exportTransactions } from "../../db/ledger/export.ts";
import { listTransactions, mayTakeLong } from "../../db/ledger/listTransactions.ts";
import {
  addTransactions,
  categoriseTransactions,
  deleteTransactions,
} from "../../db/ledger/manyTransactions.ts";
import { isWide } from "../../db/ledger/rollup.ts";
import { changeEntry, deleteEntry } from "../../db/ledger/splits.ts";
import { getTransaction } from "../../db/ledger/transactions.ts";
import { exportJournal } from "../../db/reports/journal.ts";
import {
  Categorising,
  NewEntry,
  NewTransactions,
  NewTransfer,
  TransactionFilter,
  TransactionIds,
  TransactionQuery,
} from "../../domain/ledger/transactions.ts";
import { groupIndian } from "../../domain/money.ts";
import { BATCH_MB } from "../http/body.ts";
import { download } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { respondBooked } from "./approvalShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { deleted, text } from "./shapes.ts";
import {
  CSV_FILE,
  JOURNAL_FILE,
  renderJournal,
  renderTransactionsCsv,
} from "./transactionFiles.ts";
import { accountName, many, totals, transaction, transactionList } from "./transactionShapes.ts";

export const transactions: Group = {
  title: "Transactions",
  about:
    "Income, expenses and transfers between accounts. Transactions that belong to a receipt or a " +
    "payment must be changed there: other calls return 409 with that record.",
  schemas: {
    Transaction: transaction,
    AccountName: accountName,
    Totals: totals,
    TransactionList: transactionList,
    NewEntry,
    NewTransactions,
    NewTransfer,
  },
  calls: [
    call({
      name: "listTransactions",
      method: "GET",
      path: "/api/transactions",
      summary: "List transactions, newest first",
      about:
        "Totals cover the whole filter, without transfers. `q` searches description and notes; " +
        "`accountId` finds both sides of a transfer. `sort` changes the order: `-amount` lists " +
        "the largest first, and equal rows newest first.",
      who: "members",
      query: {
        schemas: [TransactionQuery],
        example: "dateFrom=2026-04-01&dateTo=2026-04-30&type=Income&limit=2",
      },
      answer: { status: 200, schema: transactionList },
      run: async ({ context, tenant, caller, query }) =>
        mayTakeLong(query) || (await isWide(tenant, query))
          ? readInWorker(context, caller, "listTransactions", query)
          : listTransactions(tenant, query),
    }),
    call({
      name: "exportTransactions",
      method: "GET",
      path: "/api/transactions/export.csv",
      summary: "Export transactions as CSV",
      about:
        "All filtered rows, in the columns that an import reads. Cells that a spreadsheet would " +
        "run as a formula are escaped; an import reverses that.",
      who: "members",
      query: { schemas: [TransactionFilter], example: "dateFrom=2026-04-01&dateTo=2026-04-30" },
      answer: { status: 200, file: "text/csv; charset=utf-8" },
      run: ({ context, tenant, caller, query: filter }) =>
        context.exportLimit.admit(caller, async (turn) => {
          await recordView(tenant, "Transaction", { export: "csv", filter });
          const slices = await exportTransactions(tenant, filter);
          return download(context, turn, CSV_FILE, renderTransactionsCsv(slices), slices);
        }),
    }),
    call({
      name: "exportJournal",
      method: "GET",
      path: "/api/transactions/export.journal",
      summary: "Export a journal for hledger",
      about: "All the books in double entry. hledger computes the same balances from it as bahi.",
      who: "members",
      answer: { status: 200, file: "text/plain; charset=utf-8" },
      run: ({ context, tenant, caller }) =>
        context.exportLimit.admit(caller, async (turn) => {
          await recordView(tenant, "Transaction", { export: "journal" });
          const { agencyName } = await getMetadata(tenant);
          const { looked, slices } = await exportJournal(tenant);
          const bytes = renderJournal(agencyName, looked, slices);
          return download(context, turn, JOURNAL_FILE, bytes, slices);
        }),
    }),
    call({
      name: "getTransaction",
      method: "GET",
      path: "/api/transactions/:id",
      summary: "Get a transaction",
      who: "members",
      id: ID.transaction,
      answer: { status: 200, schema: v.object({ transaction }) },
      run: async ({ tenant, id }) => ({ transaction: await getTransaction(tenant, id) }),
    }),
    call({
      name: "addTransaction",
      method: "POST",
      path: "/api/transactions",
      summary: "Create an income or expense",
      about:
        "Account and category must be active, and the category of the same type. `split` instead " +
        "of `categoryId` creates several rows for one payment, such as an EMI's principal and " +
        "interest; the response has the first of them.",
      who: "members",
      body: {
        schema: NewEntry,
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
      waits: true,
      run: async ({ tenant, input }) =>
        respondBooked(await submitEntry(tenant, input), (transaction) => ({ transaction })),
    }),
    call({
      name: "addTransactions",
      method: "POST",
      path: "/api/transactions/batch",
      summary: "Create up to 1,000 transactions and transfers",
      about:
        "All or nothing; an error in the fourth has the path `transactions.3.amount`. Returned in " +
        "the same order, transfers last. The body can be up to 8 MB.",
      who: "members",
      body: {
        schema: NewTransactions,
        maxMb: BATCH_MB,
        example: {
          transactions: [
            {
              date: "2026-04-06",
              description: "Poster for Saffron Kitchens",
              accountId: ID.bank,
              categoryId: ID.work,
              type: "Income",
              amount: 12500,
            },
          ],
          transfers: [
            {
              date: "2026-04-06",
              fromAccountId: ID.bank,
              toAccountId: ID.cash,
              amount: 1500,
              description: "Petty cash",
            },
          ],
        },
      },
      answer: { status: 201, schema: many },
      run: async ({ tenant, input }) => ({ transactions: await addTransactions(tenant, input) }),
    }),
    call({
      name: "categoriseTransactions",
      method: "POST",
      path: "/api/transactions/categorise",
      summary: "Categorise up to 1,000 transactions",
      about:
        "All or nothing. Returns 409 with the first that cannot have the category: one that " +
        "belongs to a document, a transfer, or one of another type.",
      who: "members",
      body: {
        schema: Categorising,
        example: { ids: [ID.transaction], categoryId: ID.work },
      },
      answer: { status: 200, schema: many },
      also: [403, 404, 409],
      run: async ({ tenant, input }) => ({
        transactions: await categoriseTransactions(tenant, input),
      }),
    }),
    call({
      name: "deleteTransactions",
      method: "POST",
      path: "/api/transactions/delete",
      summary: "Delete up to 1,000 transactions",
      about: "All or nothing. Returns 409 with the document that created one of them.",
      who: "delete transactions",
      body: { schema: TransactionIds, example: { ids: [ID.transaction] } },
      answer: { status: 200, schema: deleted },
      also: [404, 409],
      run: async ({ tenant, input: { ids } }) => {
        await deleteTransactions(tenant, ids);
        const what = ids.length === 1 ? "Transaction" : `${groupIndian(ids.length)} transactions`;
        return { message: `${what} deleted successfully` };
      },
    }),
    call({
      name: "addTransfer",
      method: "POST",
      path: "/api/transactions/transfer",
      summary: "Transfer money between two accounts",
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
      waits: true,
      run: async ({ tenant, input }) =>
        respondBooked(await submitTransfer(tenant, input), (transaction) => ({
          message: "Transfer completed successfully",
          transaction,
        })),
    }),
    call({
      name: "changeTransaction",
      method: "PUT",
      path: "/api/transactions/:id",
      summary: "Update a transaction",
      about: "Transfers cannot be changed (400): delete the transfer and create another.",
      who: "members",
      id: ID.transaction,
      body: { schema: NewEntry, isChange: true, example: { amount: 47500, notes: "" } },
      answer: { status: 200, schema: v.object({ transaction }) },
      also: [409],
      run: async ({ tenant, id, input }) => ({
        transaction: await changeEntry(tenant, id, input),
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
        await deleteEntry(tenant, id);
        return { message: "Transaction deleted successfully" };
      },
    }),
  ],
};
