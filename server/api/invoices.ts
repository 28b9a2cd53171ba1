import * as v from "valibot";
import { findLogoAt } from "../../db/agencies/logos.ts";
import {
  addInvoice,
  cancelInvoice,
  changeInvoice,
  duplicateInvoice,
  getInvoiceDetail,
  getInvoicePaper,
  sendInvoice,
  sendInvoices,
  writeOffInvoice,
} from "../../db/documents/invoices.ts";
import { listInvoices, mayTakeLong } from "../../db/documents/listInvoices.ts";
import { getNumbers } from "../../db/documents/numbering.ts";
import { recordView } from "../../db/engine/views.ts";
import { InvoiceIds, InvoiceQuery, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { invoiceFileName } from "../../domain/documents/invoices.ts";
import type { InvoicePaper } from "../../domain/documents/paper.ts";
import { NewWriteOff } from "../../domain/documents/payments.ts";
import type { AppContext } from "../http/context.ts";
import { downloadPapers, pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import type { Entry } from "../http/zip.ts";
import { drawInvoice, type Wanted } from "../pdf/papers.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, invoiceDetail, invoiceList, invoiceSchemas } from "./invoiceShapes.ts";
import { exportInvoices } from "./registers.ts";
import { DISCARDED, removed } from "./shapes.ts";

export const invoices: Group = {
  title: "Invoices",
  about:
    "The server computes every figure by the rules of GST, and gives the number. What has been sent " +
    "keeps agency and client as they were. An invoice is cancelled, never deleted.",
  schemas: { ...invoiceSchemas, NewInvoice },
  calls: [
    exportInvoices,
    call({
      name: "listInvoices",
      method: "GET",
      path: "/api/invoices",
      summary: "List invoices, newest first",
      about:
        "Totals are those of the whole filter but its drafts and its cancelled ones. `UNPAID` is what was " +
        "sent and is not settled, `OVERDUE` what of that was due before today. With `sort` it comes in " +
        "another order, `-total` the largest first; rows that are alike stand newest first.",
      who: "members",
      query: { schemas: [InvoiceQuery], example: "status=SENT&limit=5" },
      answer: { status: 200, schema: invoiceList },
      run: ({ context, tenant, asker, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, asker, "listInvoices", query)
          : listInvoices(tenant, query),
    }),
    call({
      name: "getInvoice",
      method: "GET",
      path: "/api/invoices/:id",
      summary: "Read an invoice, its payments and their income",
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
      about: "400 where it would take longer than 30 seconds to draw.",
      who: "members",
      id: ID.invoice,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, asker, id }) =>
        context.papers.admit(asker, async (turn) => {
          const invoice = await getInvoicePaper(tenant, id);
          const { _id, invoiceNumber } = invoice;
          await recordView(tenant, "Invoice", { pdf: invoiceNumber, _id });
          return pdfAnswer(await draw(context, invoice, turn));
        }),
    }),
    call({
      name: "addInvoice",
      method: "POST",
      path: "/api/invoices",
      summary: "Add a draft",
      about:
        "Place of supply may be a code, a state's name or both; left out, it is the client's state, else " +
        "the settings' default. `taxPct` left out is the settings' default.",
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
      summary: "Change an invoice",
      about:
        "409 once it is paid or cancelled, or where its total would be less than what was paid. One " +
        "that was sent stays in its financial year: 409 at `date`.",
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
      about: "Each is called as it is when it is downloaded by itself. All of them or none.",
      isRead: true,
      who: "members",
      body: { schema: InvoiceIds, example: { ids: [ID.invoice] } },
      answer: { status: 200, file: "application/zip" },
      also: [404],
      run: async ({ context, tenant, asker, input: { ids } }) => {
        const numbers = await getNumbers(tenant, "Invoice", ids);
        const papers = { name: "Invoices.zip", entity: "Invoice", numbers } as const;
        return downloadPapers(context, asker, papers, async (id, turn) =>
          draw(context, await getInvoicePaper(tenant, id), turn),
        );
      },
    }),
    call({
      name: "sendInvoices",
      method: "POST",
      path: "/api/invoices/send",
      summary: "Mark up to 1,000 drafts as sent",
      about: "All of them or none. 409 names the first that is not a draft.",
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
      summary: "Add a draft of today with the same lines",
      who: "members",
      id: ID.invoice,
      answer: { status: 201, schema: invoice },
      run: ({ tenant, id }) => duplicateInvoice(tenant, id),
    }),
    call({
      name: "writeOffInvoice",
      method: "POST",
      path: "/api/invoices/:id/write-off",
      summary: "Give up what an invoice still owes",
      about:
        "All of it, where no amount is said. No money moves. Deleting it as an application takes it back.",
      isCreate: true,
      who: "write off invoices",
      id: ID.invoice,
      body: {
        schema: NewWriteOff,
        example: { date: "2026-04-30", amount: 10, reason: "A rounding" },
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

async function draw({ books }: AppContext, invoice: InvoicePaper, turn: Wanted): Promise<Entry> {
  const logo = await findLogoAt(books, invoice.supplier.logoUrl);
  const bytes = await drawInvoice(invoice, logo?.bytes, turn);
  return { name: invoiceFileName(invoice.invoiceNumber), bytes };
}
