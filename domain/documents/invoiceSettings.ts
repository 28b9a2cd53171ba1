import * as v from "valibot";
import { longText, optionalLine, percent, requiredLine, strictObject } from "../fields.ts";
import { dueDays } from "./dueDays.ts";
import { type Numbering, RESET_POLICIES } from "./numbering.ts";

export interface BankDetails {
  accountName: string;
  bankName: string;
  accountNo: string;
  ifsc: string;
  /** UPI ID, such as `asha@okhdfcbank`. */
  upi: string;
  branch: string;
}

const bankDetails = strictObject({
  accountName: optionalLine("Account Name"),
  bankName: optionalLine("Bank Name"),
  accountNo: optionalLine("Account Number"),
  ifsc: v.pipe(
    optionalLine("IFSC Code"),
    v.transform((text) => text.toUpperCase()),
  ),
  upi: optionalLine("UPI ID"),
  branch: optionalLine("Branch"),
});

/** Specification, section 5. */
export const InvoiceSettingsChange = strictObject({
  series: requiredLine("Series"),
  prefix: requiredLine("Prefix"),
  resetPolicy: v.picklist(RESET_POLICIES, "Reset policy must be YEARLY or NEVER"),
  defaultTaxPct: percent("Default tax"),
  defaultPlaceOfSupply: optionalLine("Default Place of Supply"),
  bankDetails: v.optional(bankDetails, {}),
  defaultDueDays: dueDays,
  defaultNotes: longText("Default Notes"),
  defaultTerms: longText("Default Terms & Conditions"),
  revenueCategoryId: v.optional(v.pipe(v.string("Choose a category"), v.maxLength(64)), ""),
});
export type InvoiceSettingsChange = v.InferOutput<typeof InvoiceSettingsChange>;

export interface InvoiceSettings extends Numbering {
  nextSeq: number;
  /** Percent for items without a rate; 18 by default. */
  defaultTaxPct: number;
  defaultPlaceOfSupply: string;
  bankDetails: BankDetails;
  /** Days from the date of an invoice to its due date, unless the client has others. */
  defaultDueDays: number | null;
  defaultNotes: string;
  defaultTerms: string;
  /** Revenue category of invoices; "" means the first revenue category. */
  revenueCategoryId: string;
}

/** Rule 46(b) of the CGST Rules: at most 16 characters, only letters, digits, `-` and `/`. */
export const INVOICE_NUMBER_MAX = 16;

/** Returns why Rule 46(b) does not allow a tax invoice number, or undefined. */
export function invoiceNumberWarning(number: string): string | undefined {
  if (/[^A-Za-z0-9/-]/.test(number)) {
    return "A tax invoice's number may hold only letters, digits, - and / (Rule 46 of the CGST Rules)";
  }
  const { length } = number;
  if (length <= INVOICE_NUMBER_MAX) return undefined;
  const limit = "a tax invoice's number may have at most 16 (Rule 46 of the CGST Rules)";
  return `This number has ${length} characters; ${limit}`;
}

/** Returns a warning about a malformed IFSC, or undefined if it looks right or is empty. */
export function ifscWarning(text: string): string | undefined {
  const ifsc = text.trim().toUpperCase();
  if (ifsc === "" || /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return undefined;
  return "An IFSC is four letters, a zero and six characters, such as HDFC0001234";
}
