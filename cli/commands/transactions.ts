import { formatRange, toPresetRange } from "../../domain/dates.ts";
import type { Transaction, TransactionList } from "../../domain/ledger/transactions.ts";
import { formatInr } from "../../domain/money.ts";
import { failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { type FilterOptions, findFilterIds, readFilters } from "../filters.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";

export interface ListOptions extends PagedOptions, FilterOptions {
  sort?: string;
}

const COLUMNS: Column<Transaction>[] = [
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
];

/** Prints one page. Defaults to this month, as the screen does. */
export async function listTransactions(options: ListOptions): Promise<void> {
  const period = readRange(options) ?? toPresetRange("thisMonth");
  const { sort } = options;
  const filters = { ...readFilters(options), ...period, sort };
  const { api } = open(options);
  const query = { ...filters, ...(await findFilterIds(api, options)) };

  const answer = await fetchPages<TransactionList>(api, "/transactions", options, query);
  const footer = () => formatFooter(answer, formatRange(period));
  await printList(answer, answer.items, COLUMNS, options, footer);
}

function describeAccount({ accountId, transfer }: Transaction): string {
  if (!transfer) return accountId.name;
  return `${transfer.fromAccountId.name} → ${transfer.toAccountId.name}`;
}

function formatFooter({ total, totals, ...pages }: TransactionList, period: string): string {
  const sums = `${formatInr(totals.income)} in, ${formatInr(totals.expense)} out`;
  const found = `${count(total, "transaction")}, ${period}`;
  // A filter with transfers only has neither.
  if (totals.income === 0 && totals.expense === 0) return found + formatPage(pages);
  const net = formatInr(totals.balance);
  return `${found}: ${sums}, net ${net}${formatPage(pages)}`;
}

export interface ExportOptions extends GlobalOptions, FilterOptions {
  format?: string;
  out?: string;
  force?: boolean;
}

const FORMATS = {
  csv: { path: "/transactions/export.csv", type: "text/csv", file: "transactions.csv" },
  hledger: { path: "/transactions/export.journal", type: "text/plain", file: "books.journal" },
} as const;

/** Streams every row of the filter as CSV, or the whole books as a journal. */
export async function exportTransactions(options: ExportOptions): Promise<void> {
  const { format = "csv", out = "-", json } = options;
  if (json && out === "-") {
    throw failUsage("an export is not JSON", "leave --json out, or name a file with --out");
  }
  const filters = readFilters(options);
  const { path, type, file } = readFormat(format, options);
  const target = await findTarget(out, options, "--out", file);
  const { api, output } = open(options);
  const query = { ...filters, ...(await findFilterIds(api, options)) };

  const response = await api.file(path, type, { query });
  await saveAnswer(response, target, { api, output });
}

/** Parses the format. A journal starts with opening balances, so it cannot be filtered. */
function readFormat(format: string, filters: FilterOptions) {
  if (format === "csv") return FORMATS.csv;
  if (format !== "hledger") {
    throw failUsage(`--format ${format} is not known`, "write csv or hledger");
  }
  const { month, preset, from, type, account, category, min, max, search } = filters;
  const set = [month, preset, from, type, account, category, min, max, search];
  if (set.every((filter) => filter === undefined)) return FORMATS.hledger;
  throw failUsage("a journal covers all the books", "leave the filters out, or --format hledger");
}
