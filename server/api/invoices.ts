import * as v from "valibot";
import {
  addInvoice,
  cancelInvoice,
  changeInvoice,
  duplicateInvoice,
  getInvoiceDetail,
  getPrintedInvoice,
  sendInvoice,
  sendInvoices,
  writeOffInvoice,
} from "../../db/documents/invoices.ts";
import { INVOICE_LIST, listInvoices } from "../../db/documents/listInvoices.ts";
import { InvoiceIds, InvoiceQuery, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { invoiceFileName } from "../../domain/documents/invoices.ts";
import type { PrintedInvoice } from "../../domain/documents/paper.ts";
import { NewWriteOff } from "../../domain/documents/payments.ts";
import type { Papers } from "../http/download.ts";
import { renderInvoice } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { ID } from "./ids.ts";
import { invoice, invoiceDetail, invoiceList, invoiceSchemas } from "./invoiceShapes.ts";
import { exportInvoices } from "./registers.ts";

const calls = documentCalls({ noun: "invoice", id: ID.invoice, record: invoice });
const papers: Papers<PrintedInvoice> = {
  entity: "Invoice",
  read: getPrintedInvoice,
  render: renderInvoice,
  toFile: ({ _id, number, supplier }) => ({
    _id,
    number,
    name: invoiceFileName(number),
    logoUrl: supplier.logoUrl,
  }),
};

export const invoices: Group = {
  title: "Invoices",
  about:
    "The server computes every amount by the GST rules and assigns the number. Sent invoices keep " +
    "the details of agency and client. An invoice is cancelled, never deleted.",
  schemas: { ...invoiceSchemas, NewInvoice },
  calls: [
    exportInvoices,
    calls.list({
      about:
        "Totals cover the whole filter except drafts and cancelled invoices. `UNPAID` are sent " +
        "invoices that are not settled, `OVERDUE` those due before today. `sort` changes the " +
        "order: `-total` lists the largest first, and equal rows newest first.",
      query: InvoiceQuery,
      example: "status=SENT&limit=5",
      answer: { status: 200, schema: invoiceList },
      list: INVOICE_LIST,
      run: listInvoices,
    }),
    calls.get(getInvoiceDetail, {
      summary: "Get an invoice with its payments and their income",
      answer: { status: 200, schema: invoiceDetail },
    }),
    calls.pdf(papers),
    calls.add({
      about:
        "Place of supply can be a code, a state's name or both. If you omit it, it is the " +
        "client's state, or else the default in the settings. If you omit `taxPct`, it is the " +
        "default in the settings.",
      schema: NewInvoice,
      example: {
        clientId: ID.client,
        date: "2026-04-08",
        dueDate: "2026-05-08",
        items: [
          { description: "Brand identity", hsnSac: "998391", qty: 1, rate: 60000, taxPct: 18 },
          { description: "Menu, per page", qty: 12, rate: 1250.5, discountPct: 10 },
        ],
        notes: "Thank you for your custom.",
      },
      run: addInvoice,
    }),
    calls.change({
      about:
        "Returns 409 if it is paid or cancelled, or if the new total would be less than what was " +
        "paid. A sent invoice must stay in its financial year: 409 at `date`.",
      who: "edit invoices",
      schema: NewInvoice,
      example: { dueDate: "2026-05-15", roundOff: 0.42 },
      run: changeInvoice,
    }),
    calls.pdfs(papers, InvoiceIds),
    call({
      name: "sendInvoices",
      method: "POST",
      path: "/api/invoices/send",
      summary: "Mark up to 1,000 drafts as sent",
      about: "All or nothing. Returns 409 with the first that is not a draft.",
      who: "members",
      body: { schema: InvoiceIds, example: { ids: [ID.invoice] } },
      answer: { status: 200, schema: v.object({ invoices: v.array(invoice) }) },
      also: [404, 409],
      run: async ({ tenant, input }) => ({ invoices: await sendInvoices(tenant, input.ids) }),
    }),
    calls.send(sendInvoice, { summary: "Mark a draft as sent" }),
    calls.act("duplicate", {
      summary: "Duplicate an invoice as a draft dated today",
      answer: { status: 201, schema: invoice },
      run: ({ tenant, id }) => duplicateInvoice(tenant, id),
    }),
    calls.act("write-off", {
      name: "writeOffInvoice",
      summary: "Write off the balance of an invoice",
      about:
        "Writes off the whole balance if you omit `amount`. No money moves. Delete the " +
        "application to undo it.",
      isCreate: true,
      who: "write off invoices",
      body: {
        schema: NewWriteOff,
        example: { date: "2026-04-30", amount: 10, reason: "Rounding difference" },
      },
      run: ({ tenant, id, input }) => writeOffInvoice(tenant, id, input),
    }),
    calls.cancel(cancelInvoice, { summary: "Cancel an invoice without payments" }),
  ],
};
