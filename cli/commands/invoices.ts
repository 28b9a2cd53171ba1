import { formatRange, today } from "../../domain/dates.ts";
import {
  INVOICE_STATUSES,
  type Invoice,
  type InvoiceList,
  type InvoiceRow,
  isOverdue,
  sumOtherSettlements,
} from "../../domain/documents/invoices.ts";
import { formatInr } from "../../domain/money.ts";
import { printWarnings } from "../create.ts";
import { failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { findDocument, INVOICES, type PdfOptions, savePdfs } from "../pdfs.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { INVOICE_REGISTER, readInvoices } from "../register.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { STATUS_WORDS } from "../words.ts";

const COLUMNS: Column<InvoiceRow>[] = [
  { title: "Number", text: ({ invoiceNumber }) => invoiceNumber },
  { title: "Date", text: ({ date }) => date, dropOrder: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
  { title: "Status", text: describeStatus, dropOrder: 3 },
  { title: "Due", text: ({ dueDate }) => dueDate, dropOrder: 4 },
  rupeesColumn("Total", ({ grandTotal }) => grandTotal),
  rupeesColumn("Balance", ({ balance }) => balance, 2),
];

function describeStatus(invoice: InvoiceRow): string {
  const status = STATUS_WORDS[invoice.status] ?? invoice.status;
  return isOverdue(invoice, today()) ? `${status}, overdue` : status;
}

export interface ListOptions extends PagedOptions, RangeOptions {
  status?: string;
  search?: string;
  sort?: string;
}

/** Prints one page. Defaults to all dates, as the screen does. */
export async function listInvoices(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const { sort, search: q } = options;
  const query = { ...period, status: readStatus(options.status), q, sort };
  const { api } = open(options);

  const answer = await fetchPages<InvoiceList>(api, "/invoices", options, query);
  if (options.csv) {
    const ids = answer.items.map(({ _id }) => _id);
    return printList(answer, await readInvoices(api, ids), INVOICE_REGISTER, options, () => "");
  }
  const footer = () => formatFooter(answer, period ? formatRange(period) : "all time");
  await printList(answer, answer.items, COLUMNS, options, footer);
}

function formatFooter({ total, totals, ...pages }: InvoiceList, period: string): string {
  const { grandTotal, received, tds, balanceDue, drafts } = totals;
  const other = sumOtherSettlements(totals);
  const figures = [
    ...(drafts > 0 ? [count(drafts, "draft")] : []),
    `${formatInr(grandTotal)} billed`,
    `${formatInr(received)} received`,
    ...(tds > 0 ? [`${formatInr(tds)} TDS`] : []),
    ...(other > 0 ? [`${formatInr(other)} by notes, advances and write-offs`] : []),
    `${formatInr(balanceDue)} due`,
  ];
  const sum = `${count(total, "invoice")}, ${period}: ${figures.join(", ")}`;
  return sum + formatPage(pages);
}

const STATUSES = [...INVOICE_STATUSES, "OVERDUE"];

/** Accepts `partially paid` and `PARTIALLY_PAID`. */
function readStatus(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const wanted = text.toUpperCase().replace(/[ -]/g, "_");
  if (STATUSES.includes(wanted)) return wanted;
  throw failUsage(`--status ${text} is not known`, `use one of ${STATUSES.join(", ")}`);
}

/** Creates a draft with the same lines, dated today. */
export async function duplicateInvoice(typed: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const { _id, number } = await findDocument(api, INVOICES, typed);
  const copy = await api.json<Invoice>(`/invoices/${_id}/duplicate`, "_id", {
    method: "POST",
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  const what = `${copy.invoiceNumber}: ${formatInr(copy.grandTotal)}`;
  await output.result(copy, () => `Created a draft like ${number}, ${what}`);
  printWarnings(copy, output);
}

export interface ExportOptions extends PdfOptions, RangeOptions {}

/** Exports a row for each rate and code of every document. Credit notes are negative. */
export async function exportInvoices(options: ExportOptions): Promise<void> {
  const { out = "-", json } = options;
  if (json && out === "-") {
    throw failUsage("an export is not JSON", "leave --json out, or name a file with --out");
  }
  const query = { ...readRange(options) };
  const target = await findTarget(out, options, "--out", "invoices.csv");
  const { api, output } = open(options);
  const response = await api.file("/invoices/export.csv", "text/csv", { query });
  await saveAnswer(response, target, { api, output });
}

export function saveInvoices(typed: string[], options: PdfOptions): Promise<void> {
  return savePdfs(INVOICES, typed, options);
}
