import type { Lut } from "../agencies/agency.ts";
import type { GstMode, Line } from "../gst/figures.ts";
import { findState, resolveState, type State } from "../gst/states.ts";
import type { ClientKind, LineTreatment, Supply } from "../gst/supply.ts";
import { type Hundredths, toHundredths } from "../hundredths.ts";
import type { Transaction } from "../ledger/transactions.ts";
import { type Paise, type RupeeSum, type Rupees, sumInPaise, toPaise, toRupees } from "../money.ts";
import type { Page } from "../page.ts";
import { endForFile } from "../text.ts";
import type { BankDetails } from "./invoiceSettings.ts";
import type { Payment, Settled } from "./payments.ts";

export const INVOICE_STATUSES = ["DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "CANCELLED"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_STATUS_NAMES: Record<InvoiceStatus, string> = {
  DRAFT: "Draft",
  SENT: "Sent",
  PARTIALLY_PAID: "Partially paid",
  PAID: "Paid",
  CANCELLED: "Cancelled",
};

/** An item as the user typed it. */
export interface EnteredItem {
  description: string;
  hsnSac: string;
  qty: number;
  rate: Rupees;
  discountPct: number;
  taxPct: number;
}

export interface InvoiceItem extends EnteredItem {
  /** GST unit code (UQC), or "". */
  unit: string;
  /** Why the rate is 0. "" if it is not, or if the user gave no reason. */
  treatment: LineTreatment | "";
  /** Bought for the client as a pure agent, so it is not revenue. */
  pureAgent: boolean;
  taxable: Rupees;
  /** Under reverse charge the client pays these taxes. */
  cgst: Rupees;
  sgst: Rupees;
  igst: Rupees;
}

/** The agency as the invoice shows it. */
export interface Supplier {
  agencyName: string;
  location: string;
  contactNumber: string;
  gstin: string;
  logoUrl: string;
  bankDetails: BankDetails;
  legalName: string;
  city: string;
  pin: string;
  lut: Lut[];
  isComposition: boolean;
}

/** The client as the invoice shows it. */
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
  kind: ClientKind;
  country: string;
  /** Whether a vendor is an associated enterprise abroad. */
  isAssociated?: boolean;
}

/** Totals that every document has besides its grand total. */
export interface Summed {
  taxableValue: Rupees;
  tax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
}

export interface InvoiceRow extends Summed {
  _id: string;
  kind: "INVOICE" | "BILL_OF_SUPPLY";
  invoiceNumber: string;
  /** Same as `invoiceNumber`, under the name that all documents use. */
  number: string;
  date: string;
  /** "" if there is none. */
  dueDate: string;
  clientId: { _id: string; displayName: string; email: string };
  status: InvoiceStatus;
  grandTotal: Rupees;
  received: Rupees;
  /** TDS deducted by the client. */
  tds: Rupees;
  creditApplied: Rupees;
  /** grandTotal less everything that settled it. */
  balance: Rupees;
  /** The series that created it, or "". */
  seriesId: string;
}

export interface Invoice extends InvoiceRow {
  /** Title on the document. */
  title: string;
  supply: Supply;
  reverseCharge: boolean;
  /** ISO 4217 code, printed with the rupee amounts; "" if there is none. */
  foreignCurrency: string;
  /** Delivery address if it differs from the place of supply, else "". */
  deliveryAddress: string;
  /** "" if the invoice was issued in time. */
  serviceDate: string;
  /** Rupees per unit, at most 6 decimals; 0 if there is none. */
  exchangeRate: number;
  gstMode: GstMode;
  /** As typed. "" means the client's state, or else the default in the settings. */
  placeOfSupply: string;
  /** The place of supply used: its text and state code ("" if unknown). */
  supplyPlace: { text: string; stateCode: string };
  items: InvoiceItem[];
  subTotal: Rupees;
  discountTotal: Rupees;
  /** Tax that the client pays under reverse charge. */
  reverseChargeTax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
  roundOff: Rupees;
  advancesUsed: Rupees;
  writtenOff: Rupees;
  notes: string;
  terms: string;
  /** A draft shows current details; an issued invoice shows those from the day it was issued. */
  supplier: Supplier;
  recipient: Recipient;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
  /** Invoice reference number of an e-invoice, or "". */
  irn: string;
  einvoice?: Registration;
  /** Oddities that do not prevent saving. */
  warnings: Warning[];
}

/** Response of the Invoice Registration Portal. */
export interface Registration {
  irn: string;
  ackNo: string;
  /** `2026-10-01 18:05:00`, Indian time. */
  ackDate: string;
  /** A JWT, printed unchanged as a QR code, or "". */
  signedQr: string;
}

/** A warning on a document: a code for programs and a sentence for people. */
export interface Warning {
  code: string;
  message: string;
}

export interface InvoiceDetail {
  invoice: Invoice;
  payments: Payment[];
  /** Other settlements than payments, oldest first. */
  settled: Settled[];
  /** Income transactions of the payments. */
  transactions: Transaction[];
  summary: { totalPaid: Rupees; tds: Rupees; balance: Rupees };
}

export interface InvoiceList extends Page<InvoiceRow> {
  /** Totals of all filtered invoices, without cancelled ones and drafts; drafts are only counted. */
  totals: Record<"grandTotal" | "received" | "tds" | "balanceDue", RupeeSum> & { drafts: number };
}

/**
 * Returns what settled the listed invoices apart from money and TDS: advances, credit notes and
 * write-offs.
 */
export const sumOtherSettlements = (of: Omit<InvoiceList["totals"], "drafts">): RupeeSum =>
  toRupees(
    sumInPaise(of.grandTotal) -
      sumInPaise(of.received) -
      sumInPaise(of.tds) -
      sumInPaise(of.balanceDue),
  );

/**
 * Returns the default GST rate, in hundredths or percent: the given rate if the supplier has a GSTIN,
 * otherwise 0.
 */
export const defaultTax = <Rate extends number>(
  { gstin }: Pick<Supplier, "gstin">,
  rate: Rate,
): Rate => (gstin ? rate : (0 as Rate));

/** Converts an item to the GST engine's format. */
export const toLine = ({
  qty,
  rate,
  discountPct,
  taxPct,
}: Pick<InvoiceItem, "discountPct" | "qty" | "rate" | "taxPct">): Line => ({
  qty: toHundredths(qty) as Hundredths,
  rate: toPaise(rate) as Paise,
  discountPct: toHundredths(discountPct) as Hundredths,
  taxPct: toHundredths(taxPct) as Hundredths,
});

/**
 * Returns the place of supply: the invoice's own, else the client's state, else the default in the
 * settings.
 */
export function resolveSupplyPlace(
  own: string,
  client: { state: string; stateCode: string },
  byDefault: string,
): { text: string; state: State | undefined } {
  if (own) return { text: own, state: findState(own) };
  const { state, stateCode } = client;
  if (state || stateCode) return { text: state || stateCode, state: resolveState(client) };
  return { text: byDefault, state: findState(byDefault) };
}

/** Whether an invoice is sent, not settled, and due before today. Computed, never stored. */
export function isOverdue({ status, dueDate }: InvoiceRow, today: string): boolean {
  return (status === "SENT" || status === "PARTIALLY_PAID") && dueDate !== "" && dueDate < today;
}

// Actions that an invoice's state allows (specification, section 4). Roles restrict them further.
export const mayBeSent = ({ status }: InvoiceRow) => status === "DRAFT";
export const mayBeEdited = ({ status }: InvoiceRow) => status !== "CANCELLED" && status !== "PAID";
export const mayBeCancelled = ({ status, grandTotal, balance }: InvoiceRow) =>
  status !== "CANCELLED" && grandTotal === balance;
export const mayBePaid = ({ status, balance }: InvoiceRow) => status !== "CANCELLED" && balance > 0;

/**
 * Returns the title of a document. Only a registered supplier issues a tax invoice (CGST Act, ss. 31 and
 * 32). With both exempt and taxed lines, and a client without GSTIN, it is a bill of supply as well
 * (Rule 46A).
 */
export function toDocumentTitle({ kind, supplier, recipient, items }: Headed): string {
  if (!supplier.gstin) return "Invoice";
  if (kind === "BILL_OF_SUPPLY" || supplier.isComposition) return "Bill of Supply";
  const isMixed = items.some(isExempt) && items.some(({ taxPct }) => taxPct > 0);
  return isMixed && !recipient.gstin ? "Invoice-cum-bill of supply" : "Tax Invoice";
}

type Headed = Pick<Invoice, "items" | "kind" | "recipient" | "supplier">;

export const isExempt = ({ taxPct, treatment }: Pick<InvoiceItem, "taxPct" | "treatment">) =>
  taxPct === 0 && treatment !== "" && treatment !== "NOT_A_SUPPLY";

/** File name of an invoice's PDF (specification, section 7). */
export const invoiceFileName = (invoiceNumber: string): string =>
  documentFileName("Invoice", invoiceNumber);

/** File name of any document's PDF, such as `Credit-Note-26-27-CN-000001.pdf`. */
export const documentFileName = (title: string, number: string): string =>
  `${title.replace(" ", "-")}-${endForFile(number.replace(/[^\p{L}\p{M}\p{N}._-]/gu, "-"))}.pdf`;
