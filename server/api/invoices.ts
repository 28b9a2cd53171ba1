import * as v from "valibot";
import { findLogoAt } from "../../db/agencies/logos.ts";
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
import { mayTakeLong } from "../../db/documents/listPage.ts";
import { getNumbers } from "../../db/documents/numbering.ts";
import { recordView } from "../../db/engine/views.ts";
import { InvoiceIds, InvoiceQuery, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { invoiceFileName } from "../../domain/documents/invoices.ts";
import type { PrintedInvoice } from "../../domain/documents/paper.ts";
import { NewWriteOff } from "../../domain/documents/payments.ts";
import type { AppContext } from "../http/context.ts";
import { downloadPdfs, pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import type { Entry } from "../http/zip.ts";
import { renderInvoice, type Wanted } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, invoiceDetail, invoiceList, invoiceSchemas } from "./invoiceShapes.ts";
import { exportInvoices } from "./registers.ts";
import { DISCARDED, removed } from "./shapes.ts";

export const invoices: Group = {
  title: "Invoices",
  about:
    "The server computes every amount by the GST rules and assigns the number. Sent invoices keep " +
    "the details of agency and client. An invoice is cancelled, never deleted.",
  schemas: { ...invoiceSchemas, NewInvoice },
  calls: [
    exportInvoices,
    call({
      name: "listInvoices",
      method: "GET",
      path: "/api/invoices",
      summary: "List invoices, newest first",
      about:
        "Totals cover the whole filter except drafts and cancelled invoices. `UNPAID` are sent " +
        "invoices that are not settled, `OVERDUE` those due before today. `sort` changes the " +
        "order: `-total` lists the largest first, and equal rows newest first.",
      who: "members",
      query: { schemas: [InvoiceQuery], example: "status=SENT&limit=5" },
      answer: { status: 200, schema: invoiceList },
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(INVOICE_LIST, query)
          ? readInWorker(context, caller, "listInvoices", query)
          : listInvoices(tenant, query),
    }),
    call({
      name: "getInvoice",
      method: "GET",
      path: "/api/invoices/:id",
      summary: "Get an invoice with its payments and their income",
      who: "members",
      id: ID.invoice,
      answer: { status: 200, schema: invoiceDetail },
      run: ({ tenant, id }) => getInvoiceDetail(tenant, id),
    }),
    call({
      name: "getInvoicePdf",
      method: "GET",
      path: "/api/invoices/:id/pdf",
      summary: "Download an invoice",
      about: "Returns 400 if rendering would take longer than 30 seconds.",
      who: "members",
      id: ID.invoice,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, id }) =>
        context.pdfLimit.admit(caller, async (turn) => {
          const invoice = await getPrintedInvoice(tenant, id);
          const { _id, invoiceNumber } = invoice;
          await recordView(tenant, "Invoice", { pdf: invoiceNumber, _id });
          return pdfAnswer(await draw(context, invoice, turn));
        }),
    }),
    call({
      name: "addInvoice",
      method: "POST",
      path: "/api/invoices",
      summary: "Create a draft invoice",
      about:
        "Place of supply can be a code, a state's name or both. If you omit it, it is the " +
        "client's state, or else the default in the settings. If you omit `taxPct`, it is the " +
        "default in the settings.",
      who: "members",
      body: {
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
      },
      answer: { status: 201, schema: invoice },
      run: ({ tenant, input }) => addInvoice(tenant, input),
    }),
    call({
      name: "changeInvoice",
      method: "PUT",
      path: "/api/invoices/:id",
      summary: "Update an invoice",
      about:
        "Returns 409 if it is paid or cancelled, or if the new total would be less than what was " +
        "paid. A sent invoice must stay in its financial year: 409 at `date`.",
      who: "edit invoices",
      id: ID.invoice,
      body: {
        schema: NewInvoice,
        isChange: true,
        example: { dueDate: "2026-05-15", roundOff: 0.42 },
      },
      answer: { status: 200, schema: invoice },
      also: [409],
      run: ({ tenant, id, input }) => changeInvoice(tenant, id, input),
    }),
    call({
      name: "getInvoicePdfs",
      method: "POST",
      path: "/api/invoices/pdfs",
      summary: "Get the PDFs of up to 1,000 invoices, as a zip",
      about: "Each file has the name it has when downloaded on its own. All or nothing.",
      isRead: true,
      who: "members",
      body: { schema: InvoiceIds, example: { ids: [ID.invoice] } },
      answer: { status: 200, file: "application/zip" },
      also: [404],
      run: async ({ context, tenant, caller, input: { ids } }) => {
        const numbers = await getNumbers(tenant, "Invoice", ids);
        const papers = { name: "Invoices.zip", entity: "Invoice", numbers } as const;
        return downloadPdfs(context, caller, papers, async (id, turn) =>
          draw(context, await getPrintedInvoice(tenant, id), turn),
        );
      },
    }),
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
    call({
      name: "sendInvoice",
      method: "POST",
      path: "/api/invoices/:id/send",
      summary: "Mark a draft as sent",
      who: "members",
      id: ID.invoice,
      answer: { status: 200, schema: invoice },
      also: [409],
      run: ({ tenant, id }) => sendInvoice(tenant, id),
    }),
    call({
      name: "duplicateInvoice",
      method: "POST",
      path: "/api/invoices/:id/duplicate",
      summary: "Duplicate an invoice as a draft dated today",
      who: "members",
      id: ID.invoice,
      answer: { status: 201, schema: invoice },
      run: ({ tenant, id }) => duplicateInvoice(tenant, id),
    }),
    call({
      name: "writeOffInvoice",
      method: "POST",
      path: "/api/invoices/:id/write-off",
      summary: "Write off the balance of an invoice",
      about:
        "Writes off the whole balance if you omit `amount`. No money moves. Delete the " +
        "application to undo it.",
      isCreate: true,
      who: "write off invoices",
      id: ID.invoice,
      body: {
        schema: NewWriteOff,
        example: { date: "2026-04-30", amount: 10, reason: "Rounding difference" },
      },
      answer: { status: 200, schema: invoice },
      run: ({ tenant, id, input }) => writeOffInvoice(tenant, id, input),
    }),
    call({
      name: "cancelInvoice",
      method: "POST",
      path: "/api/invoices/:id/cancel",
      summary: "Cancel an invoice without payments",
      about: DISCARDED,
      who: "members",
      id: ID.invoice,
      answer: { status: 200, schema: v.union([invoice, removed]) },
      also: [409],
      run: ({ tenant, id }) => cancelInvoice(tenant, id),
    }),
  ],
};

async function draw({ books }: AppContext, invoice: PrintedInvoice, turn: Wanted): Promise<Entry> {
  const logo = await findLogoAt(books, invoice.supplier.logoUrl);
  const bytes = await renderInvoice(invoice, logo?.bytes, turn);
  return { name: invoiceFileName(invoice.invoiceNumber), bytes };
}
