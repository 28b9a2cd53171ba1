import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";

/** What goes to clients: same lines, same arithmetic, same snapshot, same paper. */
export const SOLD_KINDS = [
  "INVOICE",
  "BILL_OF_SUPPLY",
  "CREDIT_NOTE",
  "DEBIT_NOTE",
  "RECEIPT_VOUCHER",
  "REFUND_VOUCHER",
  "ESTIMATE",
] as const;

/** What the agency numbers: the last two it issues for what it buys under reverse charge. */
export const OWN_KINDS = [...SOLD_KINDS, "SELF_INVOICE", "PAYMENT_VOUCHER"] as const;
export type OwnKind = (typeof OWN_KINDS)[number];
export const isOwnKind = (kind: DocumentKind): kind is OwnKind =>
  OWN_KINDS.some((own) => own === kind);

/** What vendors number. */
const BILLED_KINDS = ["BILL", "VENDOR_CREDIT", "VENDOR_DEBIT"] as const;

export const DOCUMENT_KINDS = [...OWN_KINDS, ...BILLED_KINDS] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** As people call them; the first letter is a capital. */
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

/** As their papers are headed; how an invoice is depends on more than its kind. */
export const TITLES = {
  CREDIT_NOTE: "Credit Note",
  DEBIT_NOTE: "Debit Note",
  RECEIPT_VOUCHER: "Receipt Voucher",
  REFUND_VOUCHER: "Refund Voucher",
  SELF_INVOICE: "Self-Invoice",
  PAYMENT_VOUCHER: "Payment Voucher",
} as const;

/** Kinds that stand in one list together. */
export const FAMILIES = [
  "INVOICES",
  "NOTES",
  "VOUCHERS",
  "ESTIMATES",
  "BILLS",
  "PAYMENT_VOUCHERS",
] as const;
export type Family = (typeof FAMILIES)[number];

/** What one of a family is called where it is not found. */
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
 * What lowers a balance: money, an advance of before, a credit note, what is given up; and the refund of
 * what a note or voucher holds.
 */
export const SETTLEMENTS = ["PAYMENT", "ADVANCE", "CREDIT", "WRITE_OFF", "REFUND"] as const;

/** A document of before bahi that a note is about. */
export interface Original {
  number: string;
  date: CalendarDate;
  total: Rupees;
}
