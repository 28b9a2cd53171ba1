import type { CalendarDate } from "../dates.ts";
import type { Recipient, Supplier } from "../documents/invoices.ts";
import type { GstMode } from "../gst/figures.ts";
import type { Rupees } from "../money.ts";
import type { BillItem } from "./bills.ts";

/**
 * A document that the agency issues for a purchase under reverse charge: a self-invoice or a payment
 * voucher.
 */
export interface PurchaseDocument {
  _id: string;
  title: string;
  number: string;
  date: CalendarDate;
  createdAt: string;
  isCancelled: boolean;
  /** The agency, and the vendor as the recipient. */
  supplier: Supplier;
  recipient: Recipient;
  gstMode: GstMode;
  supplyPlace: { text: string; stateCode: string };
  items: Pick<
    BillItem,
    "cgst" | "description" | "hsnSac" | "igst" | "sgst" | "taxable" | "taxPct"
  >[];
  /** Amount due to the vendor. */
  total: Rupees;
  /** Tax that the agency pays to the government. */
  tax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
  /** The bill that a voucher pays. */
  against?: { number: string; date: CalendarDate };
  notes: string;
}
