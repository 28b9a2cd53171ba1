import * as v from "valibot";
import { accountStore } from "../../db/ledger/accounts.ts";
import {
  ACCOUNT_TYPES,
  type Account,
  accountFields,
  type BalanceRow,
  type Balances,
  NewAccount,
} from "../../domain/ledger/accounts.ts";
import { Period } from "../../domain/ledger/analytics.ts";
import { readBalances } from "../http/workerReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { recordCalls, toResponse } from "./records.ts";
import { createShape, id, isTrue, rupeeSum, text } from "./shapes.ts";

const account = createShape<Account>()(
  v.object({
    ...toResponse(accountFields),
    postSure: v.pipe(
      isTrue,
      v.description("Whether confident bank matches are accepted at upload"),
    ),
  }),
);

const figures = { openingBalance: rupeeSum, periodIncome: rupeeSum, periodExpense: rupeeSum };
const balanceRow = createShape<BalanceRow>()(
  v.object({
    accountId: id,
    accountName: text,
    accountType: v.picklist(ACCOUNT_TYPES),
    ...figures,
    periodTransfers: v.pipe(rupeeSum, v.description("Transfers in minus transfers out, in rupees")),
    closingBalance: rupeeSum,
  }),
);
const balances = createShape<Balances>()(
  v.object({
    balances: v.array(balanceRow),
    total: v.object({ ...figures, closingBalance: rupeeSum }),
  }),
);

export const accounts: Group = {
  title: "Accounts",
  about:
    "Where the agency keeps its money: bank accounts, cash and wallets. Names are unique in an " +
    "agency, ignoring case.",
  schemas: { Account: account, NewAccount, BalanceRow: balanceRow, Balances: balances },
  calls: [
    ...recordCalls({
      noun: "account",
      id: ID.bank,
      schema: NewAccount,
      record: account,
      store: accountStore,
      example: { name: "HDFC Current", type: "Bank", openingBalance: 150000 },
      changeExample: { openingBalance: 175000.5 },
      list: { summary: "List accounts, by name" },
      add: {
        about:
          "Only the owner can set an `openingBalance` other than 0; otherwise the API returns 403.",
        also: [403, 409],
      },
      change: {
        about:
          "An inactive account keeps its entries and accepts no new ones. Only the owner and the " +
          "accountant can change `openingBalance`; only owners and staff can change the other " +
          "fields. Otherwise the API returns 403.",
        who: "everyone",
        also: [403, 409],
      },
      remove: { summary: "Delete an unused account", also: [403, 409] },
      removeInWriter: (writers, tenant, id) => writers.call("deleteAccount", tenant, id),
    }),
    call({
      name: "getBalances",
      method: "GET",
      path: "/api/accounts/balances",
      summary: "Get account balances for a period",
      about:
        "Opening + income − expense + transfers = closing. The opening balance is the account's " +
        "own opening balance plus all movements before `dateFrom`.",
      who: "members",
      query: { schemas: [Period], example: "dateFrom=2026-04-01&dateTo=2026-04-30" },
      answer: { status: 200, schema: balances },
      run: ({ context, caller, query }) => readBalances(context, caller, query),
    }),
  ],
};
