import { ABROAD } from "../gst/states.ts";
import { type Paise, toDecimal, toPaise } from "../money.ts";
import type { Invoice } from "./invoices.ts";

// Links that a UPI app reads from a QR code (NPCI, UPI Linking Specification 1.6).

const UPI_ID = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;

export interface UpiRequest {
  upi: string;
  payee: string;
  /** The invoice to pay. */
  invoiceNumber: string;
  balancePaise: Paise;
  /** Whether a part of the invoice is already settled. */
  isPartlyPaid: boolean;
}

/** Returns the link to pay an invoice's balance, or undefined without a payable UPI ID or balance. */
export function upiLink({ upi, payee, invoiceNumber, balancePaise, isPartlyPaid }: UpiRequest) {
  if (!isUpiId(upi) || balancePaise <= 0) return undefined;
  const fields = {
    pn: payee,
    tr: invoiceNumber.replace(/[^A-Za-z0-9]/g, "").slice(0, 35),
    // Cut by code points: half a surrogate pair cannot be encoded.
    tn: [...`${isPartlyPaid ? "Balance of" : "Invoice"} ${invoiceNumber}`].slice(0, 50).join(""),
    am: toDecimal(balancePaise),
    cu: "INR",
  };
  const written = Object.entries(fields).map(([key, text]) => `${key}=${encode(text)}`);
  return `upi://pay?pa=${upi.trim()}&${written.join("&")}`;
}

export const isUpiId = (text: string): boolean => UPI_ID.test(text.trim());

/**
 * Encodes everything except letters, digits and `-._~`, because an app may not decode `+` as a space.
 */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A document that a client owes: an invoice or a debit note. */
export type Owed = Pick<
  Invoice,
  | ("balance" | "dueDate" | "grandTotal" | "number" | "status" | "supplier" | "supplyPlace")
  | ("taxableValue" | "tds")
> &
  // A debit note has none.
  Partial<Pick<Invoice, "creditApplied">>;

/** Whether a payment is expected. */
export const isOwed = ({ status, balance }: Pick<Owed, "balance" | "status">): boolean =>
  (status === "SENT" || status === "PARTIALLY_PAID") && balance > 0;

/**
 * Returns the UPI link to pay the balance less the expected TDS. Undefined without a payable UPI ID, and
 * for clients abroad, who have no UPI.
 */
export function payLink(owed: Owed, tds: Paise = 0 as Paise): string | undefined {
  const { supplier, supplyPlace, number, balance, grandTotal } = owed;
  if (!isOwed(owed) || supplyPlace.stateCode === ABROAD) return undefined;
  const { upi, accountName } = supplier.bankDetails;
  return upiLink({
    upi,
    payee: accountName || supplier.agencyName,
    invoiceNumber: number,
    balancePaise: ((toPaise(balance) as Paise) - tds) as Paise,
    isPartlyPaid: balance !== grandTotal,
  });
}
