import * as v from "valibot";
import { addAccount, changeAccount, getAccount, listAccounts } from "../../db/ledger/accounts.ts";
import {
  ACCOUNT_TYPES,
  type Account,
  type BalanceRow,
  type Balances,
  NewAccount,
} from "../../domain/ledger/accounts.ts";
import { Period } from "../../domain/ledger/analytics.ts";
import { readBalances } from "../http/workerReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { createShape, deleted, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

const account = createShape<Account>()(
  v.object({
    _id: id,
    name: text,
    type: v.picklist(ACCOUNT_TYPES),
    openingBalance: rupees,
    isActive: isTrue,
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
    periodTransfers: v.pipe(rupeeSum, v.description("Rupees in minus rupees out")),
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
    call({
      name: "listAccounts",
      method: "GET",
      path: "/api/accounts",
      summary: "List accounts, by name",
      who: "members",
      answer: { status: 200, schema: v.object({ accounts: v.array(account) }) },
      run: async ({ tenant }) => ({ accounts: await listAccounts(tenant) }),
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
    call({
      name: "getAccount",
      method: "GET",
      path: "/api/accounts/:id",
      summary: "Get an account",
      who: "members",
      id: ID.bank,
      answer: { status: 200, schema: v.object({ account }) },
      run: async ({ tenant, id }) => ({ account: await getAccount(tenant, id) }),
    }),
    call({
      name: "addAccount",
      method: "POST",
      path: "/api/accounts",
      summary: "Create an account",
      about:
        "Only the owner can set an `openingBalance` other than 0; otherwise the API returns 403.",
      who: "members",
      body: {
        schema: NewAccount,
        example: { name: "HDFC Current", type: "Bank", openingBalance: 150000 },
      },
      answer: { status: 201, schema: v.object({ account }) },
      also: [403, 409],
      run: async ({ tenant, input }) => ({ account: await addAccount(tenant, input) }),
    }),
    call({
      name: "changeAccount",
      method: "PUT",
      path: "/api/accounts/:id",
      summary: "Update an account",
      about:
        "An inactive account keeps its entries and accepts no new ones. Only the owner and the " +
        "accountant can change `openingBalance`; only owners and staff can change the other " +
        "fields. Otherwise the API returns 403.",
      who: "everyone",
      id: ID.bank,
      body: { schema: NewAccount, isChange: true, example: { openingBalance: 175000.5 } },
      answer: { status: 200, schema: v.object({ account }) },
      also: [403, 409],
      run: async ({ tenant, id, input }) => ({ account: await changeAccount(tenant, id, input) }),
    }),
    call({
      name: "deleteAccount",
      method: "DELETE",
      path: "/api/accounts/:id",
      summary: "Delete an unused account",
      who: "members",
      id: ID.bank,
      answer: { status: 200, schema: deleted },
      also: [403, 409],
      run: async ({ context, tenant, id }) => {
        await context.writers.call("deleteAccount", tenant, id);
        return { message: "Account deleted successfully" };
      },
    }),
  ],
};
