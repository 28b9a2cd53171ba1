import * as v from "valibot";
import { addPayment, deletePayment, payNote } from "../../db/documents/payments.ts";
import { getPaymentReceipt } from "../../db/documents/readPayments.ts";
import { findPaymentVoucher } from "../../db/purchases/purchaseDocuments.ts";
import { NewPayment } from "../../domain/documents/payments.ts";
import { downloadPdf } from "../http/download.ts";
import { renderPaymentReceipt, renderPurchase } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, payment } from "./invoiceShapes.ts";
import { note } from "./notes.ts";
import { exportPayments, exportTds } from "./registers.ts";
import { deleted } from "./shapes.ts";

const PAYMENT = {
  date: "2026-04-20",
  amount: 40000,
  tdsAmount: 4000,
  mode: "Bank Transfer",
  reference: "NEFT 2026042000123",
  accountId: ID.bank,
};

const VOUCHERS = { entity: "Payment", render: renderPurchase } as const;
const RECEIPTS = {
  entity: "Payment",
  read: getPaymentReceipt,
  render: renderPaymentReceipt,
} as const;

export const payments: Group = {
  title: "Payments",
  about:
    "A payment settles an invoice and records the money received as income in category Invoice " +
    "Payments. The invoice's status follows.",
  schemas: { Payment: payment, NewPayment },
  calls: [
    exportPayments,
    exportTds,
    call({
      name: "addPayment",
      method: "POST",
      path: "/api/invoices/:id/payments",
      summary: "Record an invoice payment",
      about:
        "`tdsAmount` is the TDS that the client deducted. The API returns 400 if it is more than 20% of " +
        "the taxable value that has no TDS yet (the rest is a write-off), or if it and `amount` " +
        "together are more than the balance. `gstTds` is GST that a Government client deducted " +
        "(CGST Act, s. 51): at most 2% of the taxable value, in the heads of the invoice.",
      who: "members",
      id: ID.invoice,
      body: {
        schema: NewPayment,
        example: PAYMENT,
      },
      answer: { status: 201, schema: v.object({ payment, invoice }) },
      also: [409],
      run: ({ tenant, id, input }) => addPayment(tenant, id, input),
    }),
    call({
      name: "payNote",
      method: "POST",
      path: "/api/notes/:id/payments",
      summary: "Record a debit note payment",
      about: "Like an invoice payment. Returns 409 for a credit note or a draft.",
      who: "members",
      id: ID.note,
      body: { schema: NewPayment, example: PAYMENT },
      answer: { status: 201, schema: v.object({ payment, note }) },
      also: [409],
      run: ({ tenant, id, input }) => payNote(tenant, id, input),
    }),
    call({
      name: "getPaymentPdf",
      method: "GET",
      path: "/api/payments/:id/pdf",
      summary: "Download a payment receipt",
      about:
        "For a bill under reverse charge, returns the payment voucher (Rule 52). Returns 404 for " +
        "any other bill payment.",
      who: "members",
      id: ID.payment,
      answer: { status: 200, file: "application/pdf" },
      run: async ({ context, tenant, caller, id }) => {
        const voucher = await findPaymentVoucher(tenant, id);
        return voucher
          ? downloadPdf(context, caller, { ...VOUCHERS, read: async () => voucher }, id)
          : downloadPdf(context, caller, RECEIPTS, id);
      },
    }),
    call({
      name: "deletePayment",
      method: "DELETE",
      path: "/api/payments/:id",
      summary: "Delete a payment and its income",
      who: "delete payments",
      id: ID.payment,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deletePayment(tenant, id);
        return { message: "Payment deleted successfully" };
      },
    }),
  ],
};
