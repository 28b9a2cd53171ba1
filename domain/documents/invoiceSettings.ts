import * as v from "valibot";
import { optionalLine, percent, requiredLine, strictObject } from "../fields.ts";
import { type Numbering, RESET_POLICIES } from "./numbering.ts";

/** Where clients pay to, as invoices show it. */
export interface BankDetails {
  accountName: string;
  bankName: string;
  accountNo: string;
  ifsc: string;
  /** A UPI ID, `asha@okhdfcbank`. */
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
  revenueCategoryId: v.optional(v.pipe(v.string("Choose a category"), v.maxLength(64)), ""),
});
export type InvoiceSettingsChange = v.InferOutput<typeof InvoiceSettingsChange>;

export interface InvoiceSettings extends Numbering {
  /** The sequence of the next invoice. */
  nextSeq: number;
  /** Percent of items that say none; 18 until an owner says otherwise. */
  defaultTaxPct: number;
  defaultPlaceOfSupply: string;
  bankDetails: BankDetails;
  /** The category that what is billed is revenue of; "" for the first of that kind. */
  revenueCategoryId: string;
}

/** Rule 46(b) of the CGST Rules: at most so many characters of letters, digits, `-` and `/`. */
export const INVOICE_NUMBER_MAX = 16;

/** What of a tax invoice's number Rule 46(b) does not allow, as a sentence; undefined where it is right. */
export function invoiceNumberWarning(number: string): string | undefined {
  if (/[^A-Za-z0-9/-]/.test(number)) {
    return "A tax invoice's number may hold only letters, digits, - and / (Rule 46 of the CGST Rules)";
  }
  const { length } = number;
  if (length <= INVOICE_NUMBER_MAX) return undefined;
  const limit = "a tax invoice's may have at most 16 (Rule 46 of the CGST Rules)";
  return `This number has ${length} characters; ${limit}`;
}

/** What looks wrong with an IFSC, as a sentence; undefined where nothing does, or nothing is written. */
export function ifscWarning(text: string): string | undefined {
  const ifsc = text.trim().toUpperCase();
  if (ifsc === "" || /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return undefined;
  return "An IFSC is four letters, a zero and six characters, such as HDFC0001234";
}
