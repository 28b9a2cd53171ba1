import { type GstMode, type Hundredths, type Line, toHundredths } from "../gst/figures.ts";
import { findState, placeOf, type State, stateOfGstin, stateTaxOf } from "../gst/states.ts";
import type { Transaction } from "../ledger/transactions.ts";
import { type Paise, type RupeeSum, type Rupees, toPaise } from "../money.ts";
import { endForFile } from "../text.ts";
import type { BankDetails } from "./invoiceSettings.ts";
import type { Payment } from "./payments.ts";

export const INVOICE_STATUSES = ["DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "CANCELLED"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export interface InvoiceItem {
  description: string;
  hsnSac: string;
  qty: number;
  rate: Rupees;
  discountPct: number;
  taxPct: number;
}

/** Who bills: the agency as the invoice shows it. */
export interface Supplier {
  agencyName: string;
  location: string;
  contactNumber: string;
  gstin: string;
  logoUrl: string;
  bankDetails: BankDetails;
}

/** Who is billed: the client as the invoice shows it. */
export interface Recipient {
  name: string;
  address: string;
  city: string;
  pin: string;
  gstin: string;
  state: string;
  stateCode: string;
  email: string;
  phone: string;
}

/** An invoice as lists show it. */
export interface InvoiceRow {
  _id: string;
  invoiceNumber: string;
  date: string;
  /** "" where there is none. */
  dueDate: string;
  clientId: { _id: string; displayName: string; email: string };
  status: InvoiceStatus;
  grandTotal: Rupees;
  received: Rupees;
  /** Deducted at source by the client. */
  tds: Rupees;
  /** grandTotal - received - tds. */
  balance: Rupees;
}

export interface Invoice extends InvoiceRow {
  gstMode: GstMode;
  /** As typed; "" where the client's state, or else the settings' default, is the place. */
  placeOfSupply: string;
  /** The place that counted: its text, and the code it resolves to ("" for none). */
  supplyPlace: { text: string; stateCode: string };
  items: InvoiceItem[];
  subTotal: Rupees;
  discountTotal: Rupees;
  taxableValue: Rupees;
  tax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
  roundOff: Rupees;
  notes: string;
  terms: string;
  /** Both as they are now in a draft, and as they were when it was issued in all else. */
  supplier: Supplier;
  recipient: Recipient;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
}

export interface InvoiceDetail {
  invoice: Invoice;
  payments: Payment[];
  /** The income that the payments booked. */
  transactions: Transaction[];
  summary: { totalPaid: Rupees; tds: Rupees; balance: Rupees };
}

export interface InvoiceList {
  items: InvoiceRow[];
  total: number;
  page: number;
  totalPages: number;
  /** Of the whole filter but its cancelled ones. */
  totals: Record<"grandTotal" | "received" | "tds" | "balanceDue", RupeeSum>;
}

/** An item as the engine of GST takes it. */
export const toLine = ({
  qty,
  rate,
  discountPct,
  taxPct,
}: Omit<InvoiceItem, "description" | "hsnSac">): Line => ({
  qty: toHundredths(qty) as Hundredths,
  rate: toPaise(rate) as Paise,
  discountPct: toHundredths(discountPct) as Hundredths,
  taxPct: toHundredths(taxPct) as Hundredths,
});

/** Where an invoice is supplied: its own place, else the client's state, else the settings' default. */
export function supplyPlaceOf(
  own: string,
  client: { state: string; stateCode: string },
  byDefault: string,
): { text: string; state: State | undefined } {
  if (own) return { text: own, state: findState(own) };
  const { state, stateCode } = client;
  if (state || stateCode) return { text: state || stateCode, state: placeOf(client) };
  return { text: byDefault, state: findState(byDefault) };
}

/** Sent, not settled, and due before today: shown, never stored. */
export function isOverdue({ status, dueDate }: InvoiceRow, today: string): boolean {
  return (status === "SENT" || status === "PARTIALLY_PAID") && dueDate !== "" && dueDate < today;
}

/** What an invoice's state lets be done with it (specification, section 4); roles come on top. */
export const mayBeSent = ({ status }: InvoiceRow) => status === "DRAFT";
export const mayBeEdited = ({ status }: InvoiceRow) => status !== "CANCELLED" && status !== "PAID";
export const mayBeCancelled = ({ status, received, tds }: InvoiceRow) =>
  status !== "CANCELLED" && received === 0 && tds === 0;
export const mayBePaid = ({ status, balance }: InvoiceRow) => status !== "CANCELLED" && balance > 0;

/** Only a registered supplier issues a tax invoice (CGST Act, ss. 31 and 32). */
export const titleOf = ({ supplier }: Invoice): string =>
  supplier.gstin ? "Tax Invoice" : "Invoice";

/** The parts of its tax that an invoice shows: none where nobody is registered and nothing is taxed. */
export function taxesOf(invoice: Invoice): { name: string; part: "cgst" | "igst" | "sgst" }[] {
  const { supplier, supplyPlace, tax, gstMode } = invoice;
  if (!supplier.gstin && tax.cgst + tax.sgst + tax.igst === 0) return [];
  if (gstMode === "IGST") return [{ name: "IGST", part: "igst" }];
  const code = supplyPlace.stateCode || stateOfGstin(supplier.gstin)?.code;
  return [
    { name: "CGST", part: "cgst" },
    { name: stateTaxOf(code), part: "sgst" },
  ];
}

/** What an invoice's PDF is called where it is saved (specification, section 7). */
export const invoiceFileName = (invoiceNumber: string): string =>
  `Invoice-${endForFile(invoiceNumber.replace(/[^\p{L}\p{M}\p{N}._-]/gu, "-"))}.pdf`;
