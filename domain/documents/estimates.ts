import type { Invoice, InvoiceRow, Summed } from "./invoices.ts";

// What a client is offered: no document of GST. Accepted, it becomes an invoice.

export const ESTIMATE_STATUSES = ["DRAFT", "SENT", "ACCEPTED", "DECLINED"] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

/** `dueDate` is the day until which it holds. */
export interface EstimateRow
  extends Summed,
    Pick<InvoiceRow, "_id" | "clientId" | "date" | "dueDate" | "grandTotal"> {
  kind: "ESTIMATE";
  number: string;
  status: EstimateStatus;
  /** What it became; "" before. */
  invoiceId: string;
}

export interface Estimate
  extends EstimateRow,
    Pick<
      Invoice,
      | (
          | "createdAt"
          | "createdBy"
          | "discountTotal"
          | "exchangeRate"
          | "foreignCurrency"
          | "gstMode"
        )
      | ("items" | "notes" | "placeOfSupply" | "recipient" | "reverseCharge" | "reverseChargeTax")
      | ("roundOff" | "subTotal" | "supplier" | "supply" | "supplyPlace")
      | ("terms" | "title")
    > {}

export interface EstimateList {
  items: EstimateRow[];
  total: number;
  page: number;
  totalPages: number;
}
