import type { Command } from "commander";
import { findFields } from "../../domain/describeField.ts";
import {
  type Transaction,
  TransactionFilter,
  type TransactionList,
  TransactionQuery,
} from "../../domain/ledger/transactions.ts";
import { formatInr } from "../../domain/money.ts";
import { failUsage } from "../failure.ts";
import { pickFields } from "../fieldOptions.ts";
import type { Noun } from "../noun.ts";
import type { GlobalOptions } from "../open.ts";
import { all } from "../options.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { rupeesColumn } from "../table.ts";
import { exportFile } from "./exports.ts";
import { addFilters, readFilters } from "./lists.ts";

export const TRANSACTION: Noun<Transaction, TransactionList> = {
  filters: findFields(TransactionQuery),
  columns: [
    { title: "Date", text: ({ date }) => date },
    { title: "Description", text: ({ description }) => description, minWidth: 10 },
    { title: "Account", text: describeAccount, minWidth: 10, dropOrder: 2 },
    {
      title: "Category",
      text: ({ categoryId }) => categoryId?.name ?? "Transfer",
      minWidth: 8,
      dropOrder: 3,
    },
    { title: "Type", text: ({ type }) => type, dropOrder: 4 },
    rupeesColumn("Amount", ({ amount }) => amount),
  ],
  period: "thisMonth",
  help: {
    q: "in description and notes",
    accountId: "by name, ignoring case, or by id; either side of a transfer",
    minAmount: "minimum amount, in rupees",
    maxAmount: "maximum amount, in rupees",
  },
  earlier: { "--min": "minAmount", "--max": "maxAmount" },
  sum,
};

function describeAccount({ accountId, transfer }: Transaction): string {
  if (!transfer) return accountId.name;
  return `${transfer.fromAccountId.name} → ${transfer.toAccountId.name}`;
}

function sum({ totals: { income, expense, balance } }: TransactionList): string {
  // A filter with transfers only has neither.
  if (income === 0 && expense === 0) return "";
  return `: ${formatInr(income)} in, ${formatInr(expense)} out, net ${formatInr(balance)}`;
}

interface ExportOptions extends GlobalOptions, RangeOptions {
  format?: string;
  out?: string;
  force?: boolean;
}

const FORMATS = {
  csv: { path: "/transactions/export.csv", type: "text/csv", file: "transactions.csv" },
  hledger: { path: "/transactions/export.journal", type: "text/plain", file: "books.journal" },
} as const;

/** Adds the options of the export: every row of the filter as CSV, or the whole books as a journal. */
export function addExportOptions(command: Command): void {
  addFilters(command, EXPORTED);
  command.action(() => exportTransactions(all(command)));
}

const EXPORTED = { ...TRANSACTION, filters: findFields(TransactionFilter) };

async function exportTransactions(options: ExportOptions): Promise<void> {
  const { format = "csv" } = options;
  const what = readFormat(format, options);
  await exportFile(what, options, (api) => readFilters(api, EXPORTED, options));
}

/** Parses the format. A journal starts with opening balances, so it cannot be filtered. */
function readFormat(format: string, filters: RangeOptions) {
  if (format === "csv") return FORMATS.csv;
  if (format !== "hledger") {
    throw failUsage(`--format ${format} is not known`, "write csv or hledger");
  }
  const isFiltered = readRange(filters) ?? Object.keys(pickFields(EXPORTED.filters, filters))[0];
  if (isFiltered === undefined) return FORMATS.hledger;
  throw failUsage("a journal covers all the books", "leave the filters out, or --format hledger");
}
