import { type Paise, toDecimal } from "../money.ts";

// What a UPI app reads from a QR code (NPCI, UPI Linking Specification 1.6).

const UPI_ID = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;

export interface UpiRequest {
  /** The payee's UPI ID. */
  upi: string;
  payee: string;
  /** The invoice whose balance is asked for. */
  invoiceNumber: string;
  balance: Paise;
  /** Something of the invoice is settled already. */
  isPartlyPaid: boolean;
}

/** The link to pay an invoice's balance; undefined without a payable ID, or where nothing is owed. */
export function upiLink({ upi, payee, invoiceNumber, balance, isPartlyPaid }: UpiRequest) {
  if (!isUpiId(upi) || balance <= 0) return undefined;
  const fields = {
    pn: payee,
    tr: invoiceNumber.replace(/[^A-Za-z0-9]/g, "").slice(0, 35),
    // By whole characters: half of one cannot be encoded.
    tn: [...`${isPartlyPaid ? "Balance of" : "Invoice"} ${invoiceNumber}`].slice(0, 50).join(""),
    am: toDecimal(balance),
    cu: "INR",
  };
  const written = Object.entries(fields).map(([key, text]) => `${key}=${encode(text)}`);
  return `upi://pay?pa=${upi.trim()}&${written.join("&")}`;
}

export const isUpiId = (text: string): boolean => UPI_ID.test(text.trim());

/** Everything but letters, digits and `-._~`: an app may not read a `+` as a blank. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
