import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";

/** Documents for clients. They share lines, arithmetic, snapshots and layout. */
export const SOLD_KINDS = [
  "INVOICE",
  "BILL_OF_SUPPLY",
  "CREDIT_NOTE",
  "DEBIT_NOTE",
  "RECEIPT_VOUCHER",
  "REFUND_VOUCHER",
  "ESTIMATE",
] as const;

/** Documents that the agency numbers. It issues the last two for purchases under reverse charge. */
export const OWN_KINDS = [...SOLD_KINDS, "SELF_INVOICE", "PAYMENT_VOUCHER"] as const;
export type OwnKind = (typeof OWN_KINDS)[number];
export const isOwnKind = (kind: DocumentKind): kind is OwnKind =>
  OWN_KINDS.some((own) => own === kind);

const BILLED_KINDS = ["BILL", "VENDOR_CREDIT", "VENDOR_DEBIT"] as const;

export const DOCUMENT_KINDS = [...OWN_KINDS, ...BILLED_KINDS] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Names on screens, with a capital first letter. */
export const KIND_NAMES: Record<DocumentKind | "RECEIPT", string> = {
  INVOICE: "Invoice",
  BILL_OF_SUPPLY: "Bill of supply",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  RECEIPT_VOUCHER: "Receipt voucher",
  REFUND_VOUCHER: "Refund voucher",
  ESTIMATE: "Estimate",
  SELF_INVOICE: "Self-invoice",
  PAYMENT_VOUCHER: "Payment voucher",
  BILL: "Bill",
  VENDOR_CREDIT: "Vendor’s credit note",
  VENDOR_DEBIT: "Vendor’s debit note",
  RECEIPT: "Receipt",
};

/** Titles on documents. An invoice's title depends on more than its kind. */
export const TITLES = {
  CREDIT_NOTE: "Credit Note",
  DEBIT_NOTE: "Debit Note",
  RECEIPT_VOUCHER: "Receipt Voucher",
  REFUND_VOUCHER: "Refund Voucher",
  SELF_INVOICE: "Self-Invoice",
  PAYMENT_VOUCHER: "Payment Voucher",
} as const;

/** Groups of kinds that share a list. */
export const FAMILIES = [
  "INVOICES",
  "NOTES",
  "VOUCHERS",
  "ESTIMATES",
  "BILLS",
  "PAYMENT_VOUCHERS",
] as const;
export type Family = (typeof FAMILIES)[number];

/** Names for "not found" errors. */
export const FAMILY_NAMES: Record<Family, string> = {
  INVOICES: "Invoice",
  NOTES: "Note",
  VOUCHERS: "Voucher",
  ESTIMATES: "Estimate",
  BILLS: "Bill",
  PAYMENT_VOUCHERS: "Payment voucher",
};

export const FAMILY_OF: Record<DocumentKind, Family> = {
  INVOICE: "INVOICES",
  BILL_OF_SUPPLY: "INVOICES",
  CREDIT_NOTE: "NOTES",
  DEBIT_NOTE: "NOTES",
  RECEIPT_VOUCHER: "VOUCHERS",
  REFUND_VOUCHER: "VOUCHERS",
  ESTIMATE: "ESTIMATES",
  BILL: "BILLS",
  VENDOR_CREDIT: "BILLS",
  VENDOR_DEBIT: "BILLS",
  SELF_INVOICE: "BILLS",
  PAYMENT_VOUCHER: "PAYMENT_VOUCHERS",
};

/**
 * Entries that lower a balance: payments, advances, credit notes and write-offs; and refunds, which
 * lower what a note or voucher holds.
 */
export const SETTLEMENTS = ["PAYMENT", "ADVANCE", "CREDIT", "WRITE_OFF", "REFUND"] as const;

/** A document from before bahi that a note corrects. */
export interface Original {
  number: string;
  date: CalendarDate;
  total: Rupees;
}
