import type { Metadata } from "../agencies/agency.ts";
import { formatDate } from "../dates.ts";
import type { Supplier } from "../documents/invoices.ts";
import { supplierLines } from "../documents/paper.ts";
import type { StatementOfAccount } from "../ledger/reports.ts";
import { formatInr, type RupeeSum } from "../money.ts";

/** The agency as an e-mail shows it. */
export interface Letterhead {
  name: string;
  address: string;
  phone: string;
  gstin: string;
  /** Path of the logo, or "". */
  logoUrl: string;
}

export interface MailRow {
  name: string;
  /** With a rupee sign, or "". */
  amount: string;
  look?: "quiet" | "strong";
  /** Where its name leads. */
  url?: string;
}

/** Everything that an e-mail shows besides its text and links, stored when it was queued. */
export interface MailContent {
  letterhead: Letterhead;
  /** Names the document: `Invoice 26-27/INV/000104`. */
  heading: string;
  amount?: { label: string; value: string };
  /** The day that matters, `Due on 27 Dec 2026`, and more in grey, `in 30 days`. */
  day?: { text: string; more: string };
  /** The label of a link. */
  action: string;
  /** The lines of the document. */
  rows: MailRow[];
  /** A sentence below them, or "". */
  note: string;
  /** Bank details. */
  payment: { label: string; value: string }[];
  /** Whether the recipient can reply. */
  mayReply: boolean;
}

/** Returns the content of an e-mail that has nothing but a heading and a link. */
export const plainContent = (
  letterhead: Letterhead,
  heading: string,
  action = "View",
): MailContent => ({
  letterhead,
  heading,
  action,
  rows: [],
  note: "",
  payment: [],
  mayReply: true,
});

export const toLetterhead = (supplier: Supplier): Letterhead => ({
  name: supplier.agencyName,
  address: supplierLines({ ...supplier, contactNumber: "" }).join(", "),
  phone: supplier.contactNumber,
  gstin: supplier.gstin,
  logoUrl: supplier.logoUrl,
});

type Agency = Pick<Metadata, "agencyName" | "city" | "contactNumber" | "gstNumber"> &
  Pick<Metadata, "location" | "logoUrl" | "pin">;

/** Returns the letterhead for e-mails that are about no document. */
export const toAgencyLetterhead = (agency: Agency): Letterhead => ({
  name: agency.agencyName,
  address: supplierLines({ ...agency, legalName: "", contactNumber: "" }).join(", "),
  phone: agency.contactNumber,
  gstin: agency.gstNumber,
  logoUrl: agency.logoUrl,
});

export const nameOnly = (name: string): Letterhead => ({
  name,
  address: "",
  phone: "",
  gstin: "",
  logoUrl: "",
});

/** Returns the content of a statement of account. */
export function toStatementContent(
  letterhead: Letterhead,
  { dateFrom, dateTo, closing }: Pick<StatementOfAccount, "closing" | "dateFrom" | "dateTo">,
): MailContent {
  const days = `${formatDate(dateFrom)} to ${formatDate(dateTo)}`;
  return {
    ...plainContent(letterhead, `Statement of account, ${days}`),
    amount: toAmount("Balance due", closing),
    day: { text: `On ${formatDate(dateTo)}`, more: "" },
  };
}

export const toAmount = (label: string, rupees: RupeeSum) => ({ label, value: formatInr(rupees) });
