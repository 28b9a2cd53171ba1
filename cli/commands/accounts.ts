import { formatRange, rangeOf } from "../../domain/dates.ts";
import type { Account, BalanceRow, Balances } from "../../domain/ledger/accounts.ts";
import { formatInr } from "../../domain/money.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, table } from "../table.ts";

const ACCOUNTS: Column<Account>[] = [
  { title: "Account", text: ({ name }) => name, least: 10 },
  { title: "Type", text: ({ type }) => type },
  { title: "Opening", text: ({ openingBalance }) => formatInr(openingBalance), align: "right" },
  { title: "Active", text: ({ isActive }) => (isActive ? "yes" : "no"), spare: 1 },
  { title: "Id", text: ({ _id }) => _id, spare: 2 },
];

export async function listAccounts(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<{ accounts: Account[] }>("/accounts", "accounts");
  await output.result(answer, () => {
    const total = count(answer.accounts.length, "account");
    return `${table(answer.accounts, ACCOUNTS, output)}\n${output.paint.dim(total)}`;
  });
}

type Line = Pick<
  BalanceRow,
  "accountName" | "openingBalance" | "periodIncome" | "periodExpense" | "closingBalance"
> &
  Partial<BalanceRow>;

const BALANCES: Column<Line>[] = [
  { title: "Account", text: ({ accountName }) => accountName, least: 8 },
  { title: "Type", text: ({ accountType = "" }) => accountType, spare: 2 },
  {
    title: "Opening",
    text: ({ openingBalance }) => formatInr(openingBalance),
    align: "right",
    spare: 1,
  },
  {
    title: "Income",
    text: ({ periodIncome }) => formatInr(periodIncome),
    align: "right",
    spare: 3,
  },
  {
    title: "Expense",
    text: ({ periodExpense }) => formatInr(periodExpense),
    align: "right",
    spare: 3,
  },
  {
    title: "Transfers",
    text: ({ periodTransfers: p }) => (p === undefined ? "" : formatInr(p)),
    align: "right",
    spare: 4,
  },
  { title: "Closing", text: ({ closingBalance }) => formatInr(closingBalance), align: "right" },
];

/** This month where no period is given, as the screens do. */
export async function balances(options: GlobalOptions & RangeOptions): Promise<void> {
  const range = readRange(options) ?? rangeOf("thisMonth");
  const { api, output } = open(options);
  const answer = await api.json<Balances>("/accounts/balances", "balances", {
    query: { ...range },
  });
  await output.result(answer, () => {
    const lines: Line[] = [...answer.balances, { accountName: "Total", ...answer.total }];
    return `${output.paint.bold(formatRange(range))}\n${table(lines, BALANCES, output)}`;
  });
}
