import { formatRange, toPresetRange } from "../../domain/dates.ts";
import type { BalanceRow, Balances } from "../../domain/ledger/accounts.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, rupeesColumn, table } from "../table.ts";

type Line = Pick<
  BalanceRow,
  "accountName" | "openingBalance" | "periodIncome" | "periodExpense" | "closingBalance"
> &
  Partial<BalanceRow>;

const BALANCES: Column<Line>[] = [
  { title: "Account", text: ({ accountName }) => accountName, minWidth: 8 },
  { title: "Type", text: ({ accountType = "" }) => accountType, dropOrder: 2 },
  rupeesColumn("Opening", ({ openingBalance }) => openingBalance, 1),
  rupeesColumn("Income", ({ periodIncome }) => periodIncome, 3),
  rupeesColumn("Expense", ({ periodExpense }) => periodExpense, 3),
  rupeesColumn("Transfers", ({ periodTransfers }) => periodTransfers, 4),
  rupeesColumn("Closing", ({ closingBalance }) => closingBalance),
];

/** Defaults to this month, as the screens do. */
export async function balances(options: GlobalOptions & RangeOptions): Promise<void> {
  const range = readRange(options) ?? toPresetRange("thisMonth");
  const { api, output } = open(options);
  const answer = await api.json<Balances>("/accounts/balances", "balances", {
    query: { ...range },
  });
  const lines: Line[] = [...answer.balances, { accountName: "Total", ...answer.total }];
  if (options.csv) return printList(answer, answer.balances, BALANCES, options, () => "");
  await output.result(answer, () => {
    return `${output.paint.bold(formatRange(range))}\n${table(lines, BALANCES, output)}`;
  });
}
