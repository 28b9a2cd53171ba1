import { formatRange, toPresetRange } from "../../domain/dates.ts";
import {
  type Account,
  accountFields,
  type BalanceRow,
  type Balances,
} from "../../domain/ledger/accounts.ts";
import { printList } from "../listing.ts";
import type { RecordFields } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, rupeesColumn, table } from "../table.ts";

export const ACTIVE = {
  title: "Active",
  text: ({ isActive }: { isActive: boolean }) => (isActive ? "yes" : "no"),
  dropOrder: 1,
};
export const RECORD_ID = { title: "Id", text: ({ _id }: { _id: string }) => _id, dropOrder: 2 };

export const ACCOUNT: RecordFields<Account> = {
  fields: accountFields,
  filters: {},
  help: {
    openingBalance: "in rupees; what is owed on a card is negative (owners and accountants)",
    postSure: "accept sure matches of its bank lines at upload",
  },
  columns: [
    { title: "Account", text: ({ name }) => name, minWidth: 10 },
    { title: "Type", text: ({ type }) => type },
    rupeesColumn("Opening", ({ openingBalance }) => openingBalance),
    ACTIVE,
    RECORD_ID,
  ],
};

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
