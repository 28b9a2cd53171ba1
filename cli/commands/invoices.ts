import { formatRange, today } from "../../domain/dates.ts";
import {
  INVOICE_STATUSES,
  type InvoiceList,
  type InvoiceRow,
  isOverdue,
} from "../../domain/documents/invoices.ts";
import { formatInr } from "../../domain/money.ts";
import { wrongUsage } from "../failure.ts";
import { fetchPages, listed, type PagedOptions, pageOf } from "../listing.ts";
import { open } from "../open.ts";
import { count } from "../output.ts";
import { INVOICES, type PdfOptions, savePapers } from "../papers.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { INVOICE_REGISTER, readInvoices } from "../register.ts";
import { type Column, rupees } from "../table.ts";

const COLUMNS: Column<InvoiceRow>[] = [
  { title: "Number", text: ({ invoiceNumber }) => invoiceNumber },
  { title: "Date", text: ({ date }) => date, spare: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, least: 10 },
  { title: "Status", text: statusOf, spare: 3 },
  { title: "Due", text: ({ dueDate }) => dueDate, spare: 4 },
  rupees("Total", ({ grandTotal }) => grandTotal),
  rupees("Balance", ({ balance }) => balance, 2),
];

function statusOf(invoice: InvoiceRow): string {
  return isOverdue(invoice, today()) ? `${invoice.status}, overdue` : invoice.status;
}

export interface ListOptions extends PagedOptions, RangeOptions {
  status?: string;
  search?: string;
  sort?: string;
}

/** One page; of all time where no period is given, as the screen does. */
export async function listInvoices(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const { sort, search: q } = options;
  const query = { ...period, status: readStatus(options.status), q, sort };
  const { api } = open(options);

  const answer = await fetchPages<InvoiceList>(api, "/invoices", options, query);
  if (options.csv) {
    const ids = answer.items.map(({ _id }) => _id);
    return listed(answer, await readInvoices(api, ids), INVOICE_REGISTER, options, () => "");
  }
  const footer = () => footerOf(answer, period ? formatRange(period) : "all time");
  await listed(answer, answer.items, COLUMNS, options, footer);
}

function footerOf({ total, totals, ...pages }: InvoiceList, period: string): string {
  const { grandTotal, received, tds, balanceDue, drafts } = totals;
  const figures = [
    ...(drafts > 0 ? [count(drafts, "draft")] : []),
    `${formatInr(grandTotal)} billed`,
    `${formatInr(received)} received`,
    ...(tds > 0 ? [`${formatInr(tds)} TDS`] : []),
    `${formatInr(balanceDue)} due`,
  ];
  const sum = `${count(total, "invoice")}, ${period}: ${figures.join(", ")}`;
  return sum + pageOf(pages);
}

const STATUSES = [...INVOICE_STATUSES, "OVERDUE"];

/** `partially paid` and `PARTIALLY_PAID` are one. */
function readStatus(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const wanted = text.toUpperCase().replace(/[ -]/g, "_");
  if (STATUSES.includes(wanted)) return wanted;
  throw wrongUsage(`--status ${text} is not known`, `write one of ${STATUSES.join(", ")}`);
}

export function saveInvoices(said: string[], options: PdfOptions): Promise<void> {
  return savePapers(INVOICES, said, options);
}
