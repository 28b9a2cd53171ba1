import {
  invoiceRegister,
  paymentRegister,
  receiptRegister,
  tdsRegister,
} from "../../db/documents/registers.ts";
import { recordView } from "../../db/engine/views.ts";
import { billRegister } from "../../db/purchases/register.ts";
import type { Entity } from "../../domain/agencies/audit.ts";
import {
  BILL_REGISTER,
  INVOICE_REGISTER,
  PAYMENT_REGISTER,
  RECEIPT_REGISTER,
  RegisterQuery,
  registerCsv,
} from "../../domain/csv/registers.ts";
import { download } from "../http/download.ts";
import { call } from "./call.ts";

/** Defines the call that exports a register as CSV, oldest first. */
const registerCall = (
  name: string,
  folder: string,
  spec: { summary: string; about: string },
  entity: Entity,
  register: typeof invoiceRegister,
  header: string[],
) =>
  call({
    name,
    method: "GET",
    path: `/api/${folder}/export.csv`,
    ...spec,
    who: "members",
    query: { schemas: [RegisterQuery], example: "dateFrom=2026-04-01&dateTo=2026-04-30" },
    answer: { status: 200, file: CSV },
    run: ({ context, tenant, caller, query }) =>
      context.exportLimit.admit(caller, async (turn) => {
        await recordView(tenant, entity, { export: `${folder}.csv`, filter: query });
        const slices = register(tenant, query);
        const file = { name: `${folder}.csv`, type: CSV };
        return download(context, turn, file, renderRegisterCsv(header, slices), slices);
      }),
  });

export const CSV = "text/csv; charset=utf-8";

export async function* renderRegisterCsv(
  header: string[],
  slices: ReturnType<typeof invoiceRegister>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(registerCsv([header]));
  for await (const slice of slices) yield encoder.encode(registerCsv(slice));
}

export const exportInvoices = registerCall(
  "exportInvoices",
  "invoices",
  {
    summary: "Export the register of invoices as CSV",
    about:
      "One row per document, HSN/SAC and rate, for issued and cancelled documents; notes follow " +
      "with their sign. Total and round off are in a document's first row.",
  },
  "Invoice",
  invoiceRegister,
  INVOICE_REGISTER,
);

export const exportBills = registerCall(
  "exportBills",
  "bills",
  {
    summary: "Export the register of bills as CSV",
    about:
      "One row per line of entered and cancelled bills; credit notes with their sign. Total, " +
      "round off, TDS and amount paid are in a bill's first row.",
  },
  "Bill",
  billRegister,
  BILL_REGISTER,
);

export const exportPayments = registerCall(
  "exportPayments",
  "payments",
  {
    summary: "Export payments as CSV",
    about: "Each payment with the TDS deducted.",
  },
  "Payment",
  paymentRegister,
  PAYMENT_REGISTER,
);

export const exportTds = registerCall(
  "exportTds",
  "tds",
  {
    summary: "Export the TDS that clients deducted as CSV",
    about: "Payments and advances with TDS deducted, in the columns of the payments export.",
  },
  "Payment",
  tdsRegister,
  PAYMENT_REGISTER,
);

export const exportReceipts = registerCall(
  "exportReceipts",
  "receipts",
  { summary: "Export receipts as CSV", about: "One row per receipt." },
  "Receipt",
  receiptRegister,
  RECEIPT_REGISTER,
);
