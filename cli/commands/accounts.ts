import { formatRange, rangeOf } from "../../domain/dates.ts";
import type { Account, BalanceRow, Balances } from "../../domain/ledger/accounts.ts";
import { listed } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, rupees, table } from "../table.ts";

const ACCOUNTS: Column<Account>[] = [
  { title: "Account", text: ({ name }) => name, least: 10 },
  { title: "Type", text: ({ type }) => type },
  rupees("Opening", ({ openingBalance }) => openingBalance),
  { title: "Active", text: ({ isActive }) => (isActive ? "yes" : "no"), spare: 1 },
  { title: "Id", text: ({ _id }) => _id, spare: 2 },
];

export async function listAccounts(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ accounts: Account[] }>("/accounts", "accounts");
  const { accounts } = answer;
  await listed(answer, accounts, ACCOUNTS, options, () => count(accounts.length, "account"));
}

type Line = Pick<
  BalanceRow,
  "accountName" | "openingBalance" | "periodIncome" | "periodExpense" | "closingBalance"
> &
  Partial<BalanceRow>;

const BALANCES: Column<Line>[] = [
  { title: "Account", text: ({ accountName }) => accountName, least: 8 },
  { title: "Type", text: ({ accountType = "" }) => accountType, spare: 2 },
  rupees("Opening", ({ openingBalance }) => openingBalance, 1),
  rupees("Income", ({ periodIncome }) => periodIncome, 3),
  rupees("Expense", ({ periodExpense }) => periodExpense, 3),
  rupees("Transfers", ({ periodTransfers }) => periodTransfers, 4),
  rupees("Closing", ({ closingBalance }) => closingBalance),
];

/** This month where no period is given, as the screens do. */
export async function balances(options: GlobalOptions & RangeOptions): Promise<void> {
  const range = readRange(options) ?? rangeOf("thisMonth");
  const { api, output } = open(options);
  const answer = await api.json<Balances>("/accounts/balances", "balances", {
    query: { ...range },
  });
  const lines: Line[] = [...answer.balances, { accountName: "Total", ...answer.total }];
  if (options.csv) return listed(answer, answer.balances, BALANCES, options, () => "");
  await output.result(answer, () => {
    return `${output.paint.bold(formatRange(range))}\n${table(lines, BALANCES, output)}`;
  });
}
