import * as v from "valibot";
import { getInvoiceSettings } from "../../db/documents/invoiceSettings.ts";
import {
  type InvoiceSettings,
  InvoiceSettingsChange,
} from "../../domain/documents/invoiceSettings.ts";
import { RESET_POLICIES } from "../../domain/documents/numbering.ts";
import { call, type Group } from "./call.ts";
import { bankDetails } from "./invoiceShapes.ts";
import { count, createShape, percent, text } from "./shapes.ts";

const settings = createShape<InvoiceSettings>()(
  v.object({
    series: text,
    prefix: text,
    resetPolicy: v.picklist(RESET_POLICIES),
    nextSeq: count,
    defaultTaxPct: percent,
    defaultPlaceOfSupply: text,
    bankDetails,
    defaultDueDays: v.nullable(v.pipe(count, v.description("Unless the client has others"))),
    defaultNotes: text,
    defaultTerms: text,
    revenueCategoryId: v.pipe(
      text,
      v.description('Category for invoice revenue; "" for the first category of that kind'),
    ),
  }),
);

export const invoiceSettings: Group = {
  title: "Invoice settings",
  about:
    "Numbering, defaults and bank details of invoices. If the series names a financial year, it " +
    "changes automatically each April.",
  schemas: { InvoiceSettings: settings, BankDetails: bankDetails, InvoiceSettingsChange },
  calls: [
    call({
      name: "getInvoiceSettings",
      method: "GET",
      path: "/api/invoice-settings",
      summary: "Get the invoice settings",
      who: "members",
      answer: { status: 200, schema: settings },
      run: ({ tenant }) => getInvoiceSettings(tenant),
    }),
    call({
      name: "changeInvoiceSettings",
      method: "PUT",
      path: "/api/invoice-settings",
      summary: "Update the invoice settings",
      who: "update invoice settings",
      body: {
        schema: InvoiceSettingsChange,
        isChange: true,
        example: {
          series: "26-27",
          prefix: "INV",
          resetPolicy: "YEARLY",
          defaultTaxPct: 18,
          bankDetails: {
            accountName: "Indigo Studio",
            bankName: "HDFC Bank",
            accountNo: "50200012345678",
            ifsc: "HDFC0001234",
            upi: "indigo@okhdfcbank",
            branch: "Kothrud, Pune",
          },
        },
      },
      answer: { status: 200, schema: settings },
      run: ({ context, tenant, input }) =>
        context.writers.call("changeInvoiceSettings", tenant, input),
    }),
  ],
};
