import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";

/** The documents of one family: same lines, same arithmetic, same snapshot, same paper. */
export const DOCUMENT_KINDS = [
  "INVOICE",
  "BILL_OF_SUPPLY",
  "CREDIT_NOTE",
  "DEBIT_NOTE",
  "RECEIPT_VOUCHER",
  "REFUND_VOUCHER",
  "ESTIMATE",
] as const;
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
  RECEIPT: "Receipt",
};

/** As their papers are headed; how an invoice is depends on more than its kind. */
export const TITLES = {
  CREDIT_NOTE: "Credit Note",
  DEBIT_NOTE: "Debit Note",
  RECEIPT_VOUCHER: "Receipt Voucher",
  REFUND_VOUCHER: "Refund Voucher",
} as const;

/** Kinds that stand in one list together. */
export const FAMILIES = ["INVOICES", "NOTES", "VOUCHERS", "ESTIMATES"] as const;
export type Family = (typeof FAMILIES)[number];

/** What one of a family is called where it is not found. */
export const FAMILY_NAMES: Record<Family, string> = {
  INVOICES: "Invoice",
  NOTES: "Note",
  VOUCHERS: "Voucher",
  ESTIMATES: "Estimate",
};

export const FAMILY_OF: Record<DocumentKind, Family> = {
  INVOICE: "INVOICES",
  BILL_OF_SUPPLY: "INVOICES",
  CREDIT_NOTE: "NOTES",
  DEBIT_NOTE: "NOTES",
  RECEIPT_VOUCHER: "VOUCHERS",
  REFUND_VOUCHER: "VOUCHERS",
  ESTIMATE: "ESTIMATES",
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
