import { formatRange, rangeOf } from "../../domain/dates.ts";
import type { Transaction, TransactionList } from "../../domain/ledger/transactions.ts";
import { formatInr } from "../../domain/money.ts";
import { wrongUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { type FilterOptions, readFilters, readNames } from "../filters.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, grouped } from "../output.ts";
import { readRange } from "../range.ts";
import { type Column, table } from "../table.ts";

export interface ListOptions extends GlobalOptions, FilterOptions {
  page?: number;
  limit?: number;
  sort?: string;
}

const COLUMNS: Column<Transaction>[] = [
  { title: "Date", text: ({ date }) => date },
  { title: "Description", text: ({ description }) => description, least: 10 },
  { title: "Account", text: accountOf, least: 10, spare: 2 },
  {
    title: "Category",
    text: ({ categoryId }) => categoryId?.name ?? "Transfer",
    least: 8,
    spare: 3,
  },
  { title: "Type", text: ({ type }) => type, spare: 4 },
  { title: "Amount", text: ({ amount }) => formatInr(amount), align: "right" },
];

/** One page; this month where no period is given, as the screen does. */
export async function listTransactions(options: ListOptions): Promise<void> {
  const period = readRange(options) ?? rangeOf("thisMonth");
  const { page, limit, sort } = options;
  const filters = { ...readFilters(options), ...period, page, limit, sort };
  const { api, output } = open(options);
  const query = { ...filters, ...(await readNames(api, options)) };

  const answer = await api.json<TransactionList>("/transactions", "items", { query });
  await output.result(answer, () => {
    const rows = answer.items.length ? `${table(answer.items, COLUMNS, output)}\n` : "";
    return `${rows}${output.paint.dim(footerOf(answer, formatRange(period)))}`;
  });
}

function accountOf({ accountId, transfer }: Transaction): string {
  if (!transfer) return accountId.name;
  return `${transfer.fromAccountId.name} → ${transfer.toAccountId.name}`;
}

function footerOf({ total, totals, page, totalPages }: TransactionList, period: string): string {
  const sums = `${formatInr(totals.income)} in, ${formatInr(totals.expense)} out`;
  const lines = [
    `${count(total, "transaction")}, ${period}: ${sums}, net ${formatInr(totals.balance)}`,
  ];
  if (totalPages > 1) lines.push(`Page ${grouped(page)} of ${grouped(totalPages)}`);
  return lines.join("\n");
}

export interface ExportOptions extends GlobalOptions, FilterOptions {
  format?: string;
  out?: string;
  force?: boolean;
}

const FORMATS = {
  csv: { path: "/transactions/export.csv", type: "text/csv" },
  hledger: { path: "/transactions/export.journal", type: "text/plain" },
} as const;

/** Every row of the filter as CSV, or the whole books as a journal, written as it arrives. */
export async function exportTransactions(options: ExportOptions): Promise<void> {
  const { format = "csv", out = "-", json } = options;
  if (json && out === "-") {
    throw wrongUsage("an export is not JSON", "leave --json out, or name a file with --out");
  }
  const filters = readFilters(options);
  const { path, type } = readFormat(format, options);
  const target = await findTarget(out, options);
  const { api, output } = open(options);
  const query = { ...filters, ...(await readNames(api, options)) };

  const response = await api.file(path, type, { query });
  await saveAnswer(response, target, { api, output });
}

/** A journal opens with the accounts' balances, so it is of everything or it is wrong. */
function readFormat(format: string, filters: FilterOptions) {
  if (format === "csv") return FORMATS.csv;
  if (format !== "hledger") {
    throw wrongUsage(`--format ${format} is not known`, "write csv or hledger");
  }
  const { month, preset, from, type, account, category, min, max, search } = filters;
  const set = [month, preset, from, type, account, category, min, max, search];
  if (set.every((filter) => filter === undefined)) return FORMATS.hledger;
  throw wrongUsage("a journal is of the whole books", "leave the filters out, or --format hledger");
}
