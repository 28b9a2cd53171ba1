import type { Lut } from "../agencies/agency.ts";
import type { GstMode, Line } from "../gst/figures.ts";
import { findState, resolveState, type State } from "../gst/states.ts";
import type { ClientKind, LineTreatment, Supply } from "../gst/supply.ts";
import { type Hundredths, toHundredths } from "../hundredths.ts";
import type { Transaction } from "../ledger/transactions.ts";
import { type Paise, type RupeeSum, type Rupees, sumInPaise, toPaise, toRupees } from "../money.ts";
import { endForFile } from "../text.ts";
import type { BankDetails } from "./invoiceSettings.ts";
import type { Payment, Settled } from "./payments.ts";

export const INVOICE_STATUSES = ["DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "CANCELLED"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** As people read it. */
export const INVOICE_STATUS_NAMES: Record<InvoiceStatus, string> = {
  DRAFT: "Draft",
  SENT: "Sent",
  PARTIALLY_PAID: "Partially paid",
  PAID: "Paid",
  CANCELLED: "Cancelled",
};

/** An item as it is typed. */
export interface EnteredItem {
  description: string;
  hsnSac: string;
  qty: number;
  rate: Rupees;
  discountPct: number;
  taxPct: number;
}

export interface InvoiceItem extends EnteredItem {
  /** UQC of GST; "" for none. */
  unit: string;
  /** Why its rate is 0; "" where it is not, or nobody has said. */
  treatment: LineTreatment | "";
  /** Bought for the client as a pure agent, so it is no revenue. */
  pureAgent: boolean;
  taxable: Rupees;
  /** Under reverse charge the client pays these himself. */
  cgst: Rupees;
  sgst: Rupees;
  igst: Rupees;
}

/** Who bills: the agency as the invoice shows it. */
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
  kind: ClientKind;
  country: string;
  /** Of a vendor: an associated enterprise abroad. */
  isAssociated?: boolean;
}

/** What any document comes to, beside its total. */
export interface Summed {
  taxableValue: Rupees;
  tax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
}

/** An invoice as lists show it. */
export interface InvoiceRow extends Summed {
  _id: string;
  kind: "INVOICE" | "BILL_OF_SUPPLY";
  invoiceNumber: string;
  /** The same, as every document calls it. */
  number: string;
  date: string;
  /** "" where there is none. */
  dueDate: string;
  clientId: { _id: string; displayName: string; email: string };
  status: InvoiceStatus;
  grandTotal: Rupees;
  received: Rupees;
  /** Deducted at source by the client. */
  tds: Rupees;
  /** Of credit notes. */
  creditApplied: Rupees;
  /** grandTotal less all that settled it. */
  balance: Rupees;
  /** The series that made it, or "". */
  seriesId: string;
}

export interface Invoice extends InvoiceRow {
  /** As its paper is headed. */
  title: string;
  supply: Supply;
  reverseCharge: boolean;
  /** ISO 4217, printed beside the rupees; "" for none. */
  foreignCurrency: string;
  /** Where it is delivered, if that is not the place of supply; else "". */
  deliveryAddress: string;
  /** "" if the invoice came in time. */
  serviceDate: string;
  /** Rupees for one, at most 6 decimals; 0 for none. */
  exchangeRate: number;
  gstMode: GstMode;
  /** As typed; "" where the client's state, or else the settings' default, is the place. */
  placeOfSupply: string;
  /** The place that counted: its text, and the code it resolves to ("" for none). */
  supplyPlace: { text: string; stateCode: string };
  items: InvoiceItem[];
  subTotal: Rupees;
  discountTotal: Rupees;
  /** What the client pays himself, under reverse charge. */
  reverseChargeTax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
  roundOff: Rupees;
  advancesUsed: Rupees;
  writtenOff: Rupees;
  notes: string;
  terms: string;
  /** Both as they are now in a draft, and as they were when it was issued in all else. */
  supplier: Supplier;
  recipient: Recipient;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
  /** Of its registration as an e-invoice; "" for none. */
  irn: string;
  einvoice?: Registration;
  /** What is odd about it, and is not refused. */
  warnings: Warning[];
}

/** What the Invoice Registration Portal has answered. */
export interface Registration {
  irn: string;
  ackNo: string;
  /** `2026-10-01 18:05:00`, in India. */
  ackDate: string;
  /** A JWT, printed as a QR code as it is; "" for none. */
  signedQr: string;
}

/** What a document tells of itself, by a code for programs and a sentence for people. */
export interface Warning {
  code: string;
  message: string;
}

export interface InvoiceDetail {
  invoice: Invoice;
  payments: Payment[];
  /** What else settled it, oldest first. */
  settled: Settled[];
  /** The income that the payments booked. */
  transactions: Transaction[];
  summary: { totalPaid: Rupees; tds: Rupees; balance: Rupees };
}

export interface InvoiceList {
  items: InvoiceRow[];
  total: number;
  page: number;
  totalPages: number;
  /** Of the whole filter but its drafts, which are counted, and its cancelled ones. */
  totals: Record<"grandTotal" | "received" | "tds" | "balanceDue", RupeeSum> & { drafts: number };
}

/** What settled a list's invoices beside money and TDS: advances, credit notes, and what was written off. */
export const sumOtherSettlements = (of: Omit<InvoiceList["totals"], "drafts">): RupeeSum =>
  toRupees(
    sumInPaise(of.grandTotal) -
      sumInPaise(of.received) -
      sumInPaise(of.tds) -
      sumInPaise(of.balanceDue),
  );

/** The rate, in hundredths or in percent, where nobody has said one: only who is registered charges GST. */
export const defaultTax = <Rate extends number>(
  { gstin }: Pick<Supplier, "gstin">,
  rate: Rate,
): Rate => (gstin ? rate : (0 as Rate));

/** An item as the engine of GST takes it. */
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

/** Where an invoice is supplied: its own place, else the client's state, else the settings' default. */
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

/** Sent, not settled, and due before today: shown, never stored. */
export function isOverdue({ status, dueDate }: InvoiceRow, today: string): boolean {
  return (status === "SENT" || status === "PARTIALLY_PAID") && dueDate !== "" && dueDate < today;
}

/** What an invoice's state lets be done with it (specification, section 4); roles come on top. */
export const mayBeSent = ({ status }: InvoiceRow) => status === "DRAFT";
export const mayBeEdited = ({ status }: InvoiceRow) => status !== "CANCELLED" && status !== "PAID";
export const mayBeCancelled = ({ status, grandTotal, balance }: InvoiceRow) =>
  status !== "CANCELLED" && grandTotal === balance;
export const mayBePaid = ({ status, balance }: InvoiceRow) => status !== "CANCELLED" && balance > 0;

/**
 * As its paper is headed. Only a registered supplier issues a tax invoice (CGST Act, ss. 31 and 32); exempt
 * lines beside taxed ones to a client without GSTIN make it a bill of supply as well (Rule 46A).
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

/** What an invoice's PDF is called where it is saved (specification, section 7). */
export const invoiceFileName = (invoiceNumber: string): string =>
  paperFileName("Invoice", invoiceNumber);

/** The same of any document, `Credit-Note-26-27-CN-000001.pdf`. */
export const paperFileName = (title: string, number: string): string =>
  `${title.replace(" ", "-")}-${endForFile(number.replace(/[^\p{L}\p{M}\p{N}._-]/gu, "-"))}.pdf`;
