import { Elysia } from "elysia";
import { getMetadata } from "../../db/agency.ts";
import { recordView } from "../../db/audit.ts";
import { isWide } from "../../db/daily.ts";
import { exportTransactions, journalTransactions } from "../../db/transactions/export.ts";
import { listTransactions, mayTakeLong } from "../../db/transactions/lists.ts";
import {
  addTransactions,
  categoriseTransactions,
  deleteTransactions,
} from "../../db/transactions/many.ts";
import {
  addTransaction,
  addTransfer,
  changeTransaction,
  deleteTransaction,
  getTransaction,
} from "../../db/transactions.ts";
import type { Account } from "../../domain/accounts.ts";
import { CSV_HEADER, toCsv } from "../../domain/csv.ts";
import { addDays, today } from "../../domain/dates.ts";
import { journalEntries, journalHead } from "../../domain/journal.ts";
import { groupIndian } from "../../domain/money.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
import {
  Categorising,
  NewTransaction,
  NewTransactions,
  NewTransfer,
  type Transaction,
  TransactionFilter,
  TransactionIds,
  TransactionQuery,
} from "../../domain/transactions.ts";
import { BATCH_MB, changesOf, creationOf, jsonOf } from "../body.ts";
import { download } from "../download.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { scan } from "../scans.ts";

const CSV_FILE = { name: "transactions.csv", type: "text/csv; charset=utf-8" };
const JOURNAL_FILE = { name: "transactions.journal", type: "text/plain; charset=utf-8" };

export const transactions = (house: House) =>
  new Elysia({ prefix: "/transactions" })
    .use(identity(house))
    .get("/", async ({ tenant, query, request, server, set }) => {
      const asked = checkQuery(TransactionQuery, query);
      return mayTakeLong(asked) || (await isWide(tenant, asked))
        ? scan(house, { tenant, request, server, set }, "listTransactions", asked)
        : listTransactions(tenant, asked);
    })
    .get("/export.csv", ({ tenant, query, request, server, set }) => {
      const filter = checkQuery(TransactionFilter, query);
      return house.heavy.admit({ tenant, request, server, set }, async (turn) => {
        await recordView(tenant, "Transaction", { export: "csv", filter });
        const slices = await exportTransactions(tenant, filter);
        return download(house, turn, CSV_FILE, csvOf(slices), slices);
      });
    })
    .get("/export.journal", ({ tenant, request, server, set }) =>
      house.heavy.admit({ tenant, request, server, set }, async (turn) => {
        await recordView(tenant, "Transaction", { export: "journal" });
        const { agencyName } = await getMetadata(tenant);
        const { accounts, slices } = await journalTransactions(tenant);
        return download(house, turn, JOURNAL_FILE, journalOf(agencyName, accounts, slices), slices);
      }),
    )
    .get("/:id", async ({ tenant, params }) => ({
      transaction: await getTransaction(tenant, params.id),
    }))
    .post("/", async ({ tenant, request, status }) =>
      status(201, {
        transaction: await addTransaction(...(await creationOf(tenant, request, NewTransaction))),
      }),
    )
    .post("/transfer", async ({ tenant, request, status }) =>
      status(201, {
        message: "Transfer completed successfully",
        transaction: await addTransfer(...(await creationOf(tenant, request, NewTransfer))),
      }),
    )
    .post("/batch", async ({ tenant, request, status }) =>
      status(201, {
        transactions: await addTransactions(
          ...(await creationOf(tenant, request, NewTransactions, BATCH_MB)),
        ),
      }),
    )
    .post("/categorise", async ({ tenant, request }) => ({
      transactions: await categoriseTransactions(tenant, await jsonOf(request, Categorising)),
    }))
    .post("/delete", async ({ tenant, request }) => {
      mustBeAllowed(tenant, "delete transactions");
      const { ids } = await jsonOf(request, TransactionIds);
      await deleteTransactions(tenant, ids);
      const what = ids.length === 1 ? "Transaction" : `${groupIndian(ids.length)} transactions`;
      return { message: `${what} deleted successfully` };
    })
    .put("/:id", async ({ tenant, params, request }) => ({
      transaction: await changeTransaction(tenant, params.id, await changesOf(request)),
    }))
    .delete("/:id", async ({ tenant, params }) => {
      mustBeAllowed(tenant, "delete transactions");
      await deleteTransaction(tenant, params.id);
      return { message: "Transaction deleted successfully" };
    });

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
