import { formatRange, rangeOf } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import type { Transaction, TransactionList } from "../../domain/transactions.ts";
import { wrongUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { type FilterOptions, readFilters, readNames } from "../filters.ts";
import { type Everywhere, open } from "../open.ts";
import { count, grouped } from "../output.ts";
import { readRange } from "../range.ts";
import { type Column, table } from "../table.ts";

export interface ListOptions extends Everywhere, FilterOptions {
  page?: number;
  limit?: number;
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
  const { page, limit } = options;
  const filters = { ...readFilters(options), ...period, page, limit };
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

export interface ExportOptions extends Everywhere, FilterOptions {
  out?: string;
  force?: boolean;
}

/** Every row of the filter as CSV, written as it arrives. */
export async function exportTransactions(options: ExportOptions): Promise<void> {
  const { out = "-", json } = options;
  if (json && out === "-") {
    throw wrongUsage("an export is CSV, not JSON", "leave --json out, or name a file with --out");
  }
  const filters = readFilters(options);
  const target = await findTarget(out, options);
  const { api, output } = open(options);
  const query = { ...filters, ...(await readNames(api, options)) };

  const response = await api.file("/transactions/export.csv", "text/csv", { query });
  await saveAnswer(response, target, { api, output });
}
