import { formatRange, today } from "../../domain/dates.ts";
import {
  INVOICE_STATUSES,
  type InvoiceList,
  type InvoiceRow,
  isOverdue,
} from "../../domain/documents/invoices.ts";
import { formatInr } from "../../domain/money.ts";
import { wrongUsage } from "../failure.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, grouped } from "../output.ts";
import { INVOICES, type PdfOptions, savePapers } from "../papers.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, table } from "../table.ts";

const COLUMNS: Column<InvoiceRow>[] = [
  { title: "Number", text: ({ invoiceNumber }) => invoiceNumber },
  { title: "Date", text: ({ date }) => date, spare: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, least: 10 },
  { title: "Status", text: statusOf, spare: 3 },
  { title: "Due", text: ({ dueDate }) => dueDate, spare: 4 },
  { title: "Total", text: ({ grandTotal }) => formatInr(grandTotal), align: "right" },
  { title: "Balance", text: ({ balance }) => formatInr(balance), align: "right", spare: 2 },
];

function statusOf(invoice: InvoiceRow): string {
  return isOverdue(invoice, today()) ? `${invoice.status}, overdue` : invoice.status;
}

export interface ListOptions extends GlobalOptions, RangeOptions {
  status?: string;
  search?: string;
  page?: number;
  limit?: number;
  sort?: string;
}

/** One page; of all time where no period is given, as the screen does. */
export async function listInvoices(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const { page, limit, sort, search: q } = options;
  const query = { ...period, status: readStatus(options.status), q, page, limit, sort };
  const { api, output } = open(options);

  const answer = await api.json<InvoiceList>("/invoices", "items", { query });
  await output.result(answer, () => {
    const rows = answer.items.length ? `${table(answer.items, COLUMNS, output)}\n` : "";
    return `${rows}${output.paint.dim(footerOf(answer, period ? formatRange(period) : "all time"))}`;
  });
}

function footerOf({ total, totals, page, totalPages }: InvoiceList, period: string): string {
  const { grandTotal, received, tds, balanceDue } = totals;
  const figures = [
    `${formatInr(grandTotal)} billed`,
    `${formatInr(received)} received`,
    ...(tds > 0 ? [`${formatInr(tds)} TDS`] : []),
    `${formatInr(balanceDue)} due`,
  ];
  const sum = `${count(total, "invoice")}, ${period}: ${figures.join(", ")}`;
  return totalPages > 1 ? `${sum}\nPage ${grouped(page)} of ${grouped(totalPages)}` : sum;
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
