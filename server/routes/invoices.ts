import { Elysia } from "elysia";
import { recordView } from "../../db/audit.ts";
import { getInvoiceSettings } from "../../db/invoiceSettings.ts";
import { listInvoices, mayTakeLong } from "../../db/invoices/lists.ts";
import {
  addInvoice,
  cancelInvoice,
  changeInvoice,
  getInvoice,
  getInvoiceDetail,
  sendInvoice,
  sendInvoices,
} from "../../db/invoices.ts";
import { findLogoAt } from "../../db/logos.ts";
import { getNumbers } from "../../db/numbers.ts";
import { addPayment, deletePayment } from "../../db/payments.ts";
import { InvoiceIds, InvoiceQuery, NewInvoice } from "../../domain/invoiceInput.ts";
import { type Invoice, invoiceFileName } from "../../domain/invoices.ts";
import { NewPayment } from "../../domain/payments.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
import { changesOf, creationOf, jsonOf } from "../body.ts";
import { downloadPapers, pdfAnswer } from "../download.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { invoicePdf } from "../pdf/invoice.ts";
import { scan } from "../scans.ts";
import type { Entry } from "../zip.ts";

export const invoices = (house: House) =>
  new Elysia({ prefix: "/invoices" })
    .use(identity(house))
    .get("/", ({ tenant, query, request, server, set }) => {
      const asked = checkQuery(InvoiceQuery, query);
      return mayTakeLong(asked)
        ? scan(house, { tenant, request, server, set }, "listInvoices", asked)
        : listInvoices(tenant, asked);
    })
    .get("/:id", ({ tenant, params }) => getInvoiceDetail(tenant, params.id))
    .get("/:id/pdf", ({ tenant, params, request, server, set }) =>
      house.papers.admit({ tenant, request, server, set }, async () => {
        const invoice = await getInvoice(tenant, params.id);
        const { _id, invoiceNumber } = invoice;
        await recordView(tenant, "Invoice", { pdf: invoiceNumber, _id });
        return pdfAnswer(await draw(house, invoice));
      }),
    )
    .post("/pdfs", async ({ tenant, request, server, set }) => {
      const { ids } = await jsonOf(request, InvoiceIds);
      const numbers = await getNumbers(tenant, "Invoice", ids);
      const papers = { name: "Invoices.zip", entity: "Invoice", numbers } as const;
      return downloadPapers(house, { tenant, request, server, set }, papers, async (id) =>
        draw(house, await getInvoice(tenant, id)),
      );
    })
    .post("/send", async ({ tenant, request }) => ({
      invoices: await sendInvoices(tenant, (await jsonOf(request, InvoiceIds)).ids),
    }))
    .post("/", async ({ tenant, request, status }) =>
      status(201, await addInvoice(...(await creationOf(tenant, request, NewInvoice)))),
    )
    .put("/:id", async ({ tenant, params, request }) => {
      mustBeAllowed(tenant, "edit invoices");
      return changeInvoice(tenant, params.id, await changesOf(request));
    })
    .post("/:id/send", ({ tenant, params }) => sendInvoice(tenant, params.id))
    .post("/:id/cancel", ({ tenant, params }) => cancelInvoice(tenant, params.id))
    .post("/:id/payments", async ({ tenant, params, request, status }) => {
      const [payer, payment] = await creationOf(tenant, request, NewPayment);
      return status(201, await addPayment(payer, params.id, payment));
    });

async function draw({ books }: House, invoice: Invoice): Promise<Entry> {
  const logo = await findLogoAt(books, invoice.supplier.logoUrl);
  const bytes = await invoicePdf(invoice, logo?.bytes);
  return { name: invoiceFileName(invoice.invoiceNumber), bytes };
}

export const payments = (house: House) =>
  new Elysia({ prefix: "/payments" })
    .use(identity(house))
    .delete("/:id", async ({ tenant, params }) => {
      mustBeAllowed(tenant, "delete payments");
      await deletePayment(tenant, params.id);
      return { message: "Payment deleted successfully" };
    });

export const invoiceSettings = (house: House) =>
  new Elysia({ prefix: "/invoice-settings" })
    .use(identity(house))
    .get("/", ({ tenant }) => getInvoiceSettings(tenant))
    .put("/", async ({ tenant, request }) => {
      mustBeAllowed(tenant, "update invoice settings");
      return house.clerk.ask("changeInvoiceSettings", tenant, await changesOf(request));
    });
