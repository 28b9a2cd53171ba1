import { Elysia } from "elysia";
import { changeInvoiceSettings, getInvoiceSettings } from "../../db/invoiceSettings.ts";
import { listInvoices } from "../../db/invoices/lists.ts";
import {
  addInvoice,
  cancelInvoice,
  changeInvoice,
  getInvoiceDetail,
  sendInvoice,
} from "../../db/invoices.ts";
import { addPayment, deletePayment } from "../../db/payments.ts";
import { InvoiceQuery, NewInvoice } from "../../domain/invoices.ts";
import { NewPayment } from "../../domain/payments.ts";
import { checkQuery } from "../../domain/refusal.ts";
import { mustBeAllowed } from "../../domain/roles.ts";
import { changesOf, creationOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const invoices = (house: House) =>
  new Elysia({ prefix: "/invoices" })
    .use(identity(house))
    .get("/", ({ tenant, query }) => listInvoices(tenant, checkQuery(InvoiceQuery, query)))
    .get("/:id", ({ tenant, params }) => getInvoiceDetail(tenant, params.id))
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
      return changeInvoiceSettings(tenant, await changesOf(request));
    });
