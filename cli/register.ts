import type { InvoiceDetail } from "../domain/documents/invoices.ts";
import type { Api } from "./api.ts";
import { type Column, rupeesColumn } from "./table.ts";

// The CSV registers that accountants file from.

export const INVOICE_REGISTER: Column<InvoiceDetail>[] = [
  { title: "Number", text: ({ invoice }) => invoice.invoiceNumber },
  { title: "Date", text: ({ invoice }) => invoice.date },
  { title: "Client", text: ({ invoice }) => invoice.recipient.name },
  { title: "GSTIN", text: ({ invoice }) => invoice.recipient.gstin },
  { title: "Place of supply", text: ({ invoice }) => invoice.supplyPlace.text },
  { title: "State code", text: ({ invoice }) => invoice.supplyPlace.stateCode },
  { title: "HSN/SAC", text: ({ invoice }) => listCodes(invoice.items).join(" ") },
  { title: "Status", text: ({ invoice }) => invoice.status },
  { title: "Due", text: ({ invoice }) => invoice.dueDate },
  rupeesColumn("Taxable value", ({ invoice }) => invoice.taxableValue),
  rupeesColumn("CGST", ({ invoice }) => invoice.tax.cgst),
  rupeesColumn("SGST", ({ invoice }) => invoice.tax.sgst),
  rupeesColumn("IGST", ({ invoice }) => invoice.tax.igst),
  rupeesColumn("Round off", ({ invoice }) => invoice.roundOff),
  rupeesColumn("Total", ({ invoice }) => invoice.grandTotal),
  rupeesColumn("Received", ({ invoice }) => invoice.received),
  rupeesColumn("TDS", ({ invoice }) => invoice.tds),
  rupeesColumn("Balance", ({ invoice }) => invoice.balance),
];

const listCodes = (items: { hsnSac: string }[]) => [
  ...new Set(items.map(({ hsnSac }) => hsnSac).filter(Boolean)),
];

const AT_ONCE = 8;

/** Loads each invoice in full, in this order, because a list has neither taxes nor the client's GSTIN. */
export async function readInvoices(api: Api, ids: string[]): Promise<InvoiceDetail[]> {
  const read: InvoiceDetail[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    read.push(
      ...(await Promise.all(
        some.map((id) => api.json<InvoiceDetail>(`/invoices/${id}`, "invoice")),
      )),
    );
  }
  return read;
}
