import { formatRange, toPresetRange } from "../../domain/dates.ts";
import { RECEIPT_MODES, type Receipt, type ReceiptList } from "../../domain/documents/receipts.ts";
import { formatInr, readAmount, toDecimal } from "../../domain/money.ts";
import { failUsage } from "../failure.ts";
import { readLimit } from "../filters.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { findAccountId } from "../names.ts";
import { open } from "../open.ts";
import { count } from "../output.ts";
import { type PdfOptions, RECEIPTS, savePdfs } from "../pdfs.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";

export const COLUMNS: Column<Receipt>[] = [
  { title: "Number", text: ({ receiptNumber }) => receiptNumber },
  { title: "Date", text: ({ date }) => date, dropOrder: 1 },
  { title: "Client", text: ({ client }) => client.name, minWidth: 10 },
  { title: "Purpose", text: ({ purpose }) => purpose, minWidth: 10, dropOrder: 4 },
  { title: "Mode", text: ({ mode }) => mode, dropOrder: 3 },
  { title: "Account", text: ({ accountId }) => accountId.name, minWidth: 8, dropOrder: 2 },
  rupeesColumn("Amount", ({ amount }) => amount),
];

export interface ListOptions extends PagedOptions, RangeOptions {
  mode?: string;
  account?: string;
  min?: string;
  max?: string;
  search?: string;
  sort?: string;
}

/** Prints one page. Defaults to this month, as the screen does. */
export async function listReceipts(options: ListOptions): Promise<void> {
  const period = readRange(options) ?? toPresetRange("thisMonth");
  const { sort, search: q } = options;
  const [min, max] = [readLimit("--min", options.min), readLimit("--max", options.max)];
  const filters = { ...period, mode: readMode(options.mode), min, max, q, sort };
  const { api } = open(options);
  const query = { ...filters, accountId: await findAccountId(api, options.account) };

  const answer = await fetchPages<ReceiptList>(api, "/receipts", options, query);
  const footer = () => formatFooter(answer, formatRange(period));
  await printList(answer, answer.items, COLUMNS, options, footer);
}

function formatFooter({ total, totals, ...pages }: ReceiptList, period: string): string {
  const sum = `${count(total, "receipt")}, ${period}: ${formatInr(totals.amountSum)}`;
  return sum + formatPage(pages);
}

export function readMode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const mode = RECEIPT_MODES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (mode) return mode;
  throw failUsage(`--mode ${text} is not known`, `use one of ${RECEIPT_MODES.join(", ")}`);
}

/** Parses rupees for the API. @throws Failure of usage */
export function readRupees(text: string, option = "--amount"): number {
  const paise = readAmount(text);
  if (paise !== undefined) return Number(toDecimal(paise));
  throw failUsage(
    `${option} ${text} is not an amount`,
    "enter it in rupees, like 1500 or 1,500.50",
  );
}

export function saveReceipts(typed: string[], options: PdfOptions): Promise<void> {
  return savePdfs(RECEIPTS, typed, options);
}
