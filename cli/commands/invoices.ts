import { today } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { InvoiceQuery, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import {
  type Invoice,
  type InvoiceList,
  type InvoiceRow,
  isOverdue,
  sumOtherSettlements,
} from "../../domain/documents/invoices.ts";
import { formatInr } from "../../domain/money.ts";
import type { Api } from "../api.ts";
import { printWarnings } from "../create.ts";
import { findDocument } from "../find.ts";
import type { DocumentFields, Lines } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { INVOICE_REGISTER, readInvoices } from "../register.ts";
import { rupeesColumn } from "../table.ts";
import { STATUS_WORDS } from "../words.ts";

const { kind, ...fields } = findFields(NewInvoice);

/** The lines of documents for clients. */
export const SOLD_LINES: Lines = {
  fields: findFields(fields.items as (typeof fields)[string]),
  parts: ["description", "qty", "rate", "taxPct", "hsnSac"],
  shared: ["hsnSac", "taxPct", "discountPct", "unit"],
};

/** Texts on documents for clients. */
export const PRINTED = { notes: "printed on it", terms: "printed on it" };

export const INVOICE: DocumentFields<InvoiceRow, Invoice> = {
  filters: findFields(InvoiceQuery),
  columns: [
    { title: "Number", text: ({ number }) => number },
    { title: "Date", text: ({ date }) => date, dropOrder: 1 },
    { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
    { title: "Status", text: describeStatus, dropOrder: 3 },
    { title: "Due", text: ({ dueDate }) => dueDate, dropOrder: 4 },
    rupeesColumn("Total", ({ grandTotal }) => grandTotal),
    rupeesColumn("Balance", ({ balance }) => balance, 2),
  ],
  help: { q: "in number and client", ...PRINTED },
  fields,
  lines: SOLD_LINES,
  isSent: true,
  sum,
  complete: register,
};

function describeStatus(invoice: InvoiceRow): string {
  const status = STATUS_WORDS[invoice.status] ?? invoice.status;
  return isOverdue(invoice, today()) ? `${status}, overdue` : status;
}

function sum({ totals }: InvoiceList): string {
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
  return `: ${figures.join(", ")}`;
}

/** CSV is the register that accountants file from. */
async function register(api: Api, rows: InvoiceRow[], { csv }: GlobalOptions) {
  if (!csv) return {};
  const ids = rows.map(({ _id }) => _id);
  return { rows: await readInvoices(api, ids), columns: INVOICE_REGISTER };
}

/** Creates a draft with the same lines, dated today. */
export async function duplicateInvoice(typed: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const { _id, number } = await findDocument(api, "invoice", typed);
  const copy = await api.json<Invoice>(`/invoices/${_id}/duplicate`, "_id", {
    method: "POST",
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  const what = `${copy.number}: ${formatInr(copy.grandTotal)}`;
  await output.result(copy, () => `Created a draft like ${number}, ${what}`);
  printWarnings(copy, output);
}
