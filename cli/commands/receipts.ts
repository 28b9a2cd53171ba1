import { formatRange, rangeOf } from "../../domain/dates.ts";
import { RECEIPT_MODES, type Receipt, type ReceiptList } from "../../domain/documents/receipts.ts";
import { formatInr, readAmount, toDecimal } from "../../domain/money.ts";
import { wrongUsage } from "../failure.ts";
import { readLimit } from "../filters.ts";
import { fetchPages, listed, type PagedOptions, pageOf } from "../listing.ts";
import { accountId } from "../names.ts";
import { open } from "../open.ts";
import { count } from "../output.ts";
import { type PdfOptions, RECEIPTS, savePapers } from "../papers.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, rupees } from "../table.ts";

export const COLUMNS: Column<Receipt>[] = [
  { title: "Number", text: ({ receiptNumber }) => receiptNumber },
  { title: "Date", text: ({ date }) => date, spare: 1 },
  { title: "Client", text: ({ client }) => client.name, least: 10 },
  { title: "Purpose", text: ({ purpose }) => purpose, least: 10, spare: 4 },
  { title: "Mode", text: ({ mode }) => mode, spare: 3 },
  { title: "Account", text: ({ accountId }) => accountId.name, least: 8, spare: 2 },
  rupees("Amount", ({ amount }) => amount),
];

export interface ListOptions extends PagedOptions, RangeOptions {
  mode?: string;
  account?: string;
  min?: string;
  max?: string;
  search?: string;
  sort?: string;
}

/** One page; this month where no period is given, as the screen does. */
export async function listReceipts(options: ListOptions): Promise<void> {
  const period = readRange(options) ?? rangeOf("thisMonth");
  const { sort, search: q } = options;
  const [min, max] = [readLimit("--min", options.min), readLimit("--max", options.max)];
  const filters = { ...period, mode: readMode(options.mode), min, max, q, sort };
  const { api } = open(options);
  const query = { ...filters, accountId: await accountId(api, options.account) };

  const answer = await fetchPages<ReceiptList>(api, "/receipts", options, query);
  const footer = () => footerOf(answer, formatRange(period));
  await listed(answer, answer.items, COLUMNS, options, footer);
}

function footerOf({ total, totals, ...pages }: ReceiptList, period: string): string {
  const sum = `${count(total, "receipt")}, ${period}: ${formatInr(totals.amountSum)}`;
  return sum + pageOf(pages);
}

export function readMode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const mode = RECEIPT_MODES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (mode) return mode;
  throw wrongUsage(`--mode ${text} is not known`, `write one of ${RECEIPT_MODES.join(", ")}`);
}

/** Rupees for the API. @throws Failure of usage */
export function readRupees(text: string, option = "--amount"): number {
  const paise = readAmount(text);
  if (paise !== undefined) return Number(toDecimal(paise));
  throw wrongUsage(
    `${option} ${text} is not an amount`,
    "enter it in rupees, like 1500 or 1,500.50",
  );
}

export function saveReceipts(said: string[], options: PdfOptions): Promise<void> {
  return savePapers(RECEIPTS, said, options);
}
