// Money is a whole number of paise. Rupees exist only at the edges: on the wire, in a CSV file, on a
// screen. Every change of unit goes through decimal text, so no float arithmetic touches an amount:
//
//   toPaise(1234.5)  →  123450        toPaise(0.1 + 0.2)  →  undefined, it has 17 decimals
//   formatInr(123456.5)  →  "₹1,23,456.50"

declare const unit: unique symbol;
export type Paise = number & { readonly [unit]: "paise" };
export type Rupees = number;

/** ₹99,99,99,99,999.99, the largest amount that is taken. Nine hundred of them still add up below 2⁵³. */
export const LARGEST_AMOUNT = 9_999_999_999_999 as Paise;

/** Rupees with at most 2 decimals as paise; undefined where they have more, or are too large. */
export function toPaise(rupees: Rupees): Paise | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(rupees)) ?? [];
  return whole === undefined ? undefined : paiseOf(sign === "-", whole, fraction);
}

/** Paise as the JSON number of rupees that the wire carries. */
export function toRupees(paise: Paise): Rupees {
  return Number(toDecimal(paise));
}

/** Paise as plain decimal text, `1500.00`: a CSV's amount. */
export function toDecimal(paise: Paise): string {
  const digits = String(Math.abs(paise)).padStart(3, "0");
  return `${paise < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rupees as a screen shows them: rupee sign, Indian grouping, exactly two decimals; never `-₹0.00`. */
export function formatInr(rupees: Rupees): string {
  const [whole = "", fraction] = Math.abs(rupees).toFixed(2).split(".");
  const sign = rupees < 0 && Number(`${whole}.${fraction}`) !== 0 ? "-" : "";
  return `${sign}₹${groupIndian(whole)}.${fraction}`;
}

/** Digits in groups of three, then two: `1234567` → `12,34,567`. */
export function groupIndian(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d\d)*\d{3}$)/g, ",");
}

const DIGITS = String.raw`(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)`;
const SIGN = String.raw`(?:([+-])\s*)?`;
const MARK = String.raw`(?:(?:₹|Rs\.?|INR)\s*)?`;
const WRITTEN = new RegExp(
  String.raw`^${SIGN}${MARK}${SIGN}(${DIGITS}?)(?:\.(\d{0,2}))?(?:/-)?(?:\s*(INR))?$`,
  "i",
);
const PLAIN = /^\d{1,11}\.\d\d$/;
const MARK_BEFORE = /^[+-]?\s*(?:₹|Rs|INR)/i;

/**
 * An amount as people write it, in paise; undefined where it cannot be read. Takes a rupee mark, Indian
 * or Western groups, one sign and `/-`: `₹1,23,456.50`, `Rs. 1,500/-`, `-500`. It never rounds, and
 * refuses a third decimal even when that is zero, for `500.000` may mean five lakh.
 */
export function readAmount(text: string): Paise | undefined {
  // What an export holds, and nearly every file: a tenth of the time.
  if (PLAIN.test(text)) return Number(text.replace(".", "")) as Paise;
  const written = text.replaceAll("\u00a0", " ").replaceAll("−", "-").trim();
  const [, before, after, whole, fraction, markAfter] = WRITTEN.exec(written) ?? [];
  if (whole === undefined || (!whole && !fraction)) return undefined;
  if ((before && after) || (markAfter && MARK_BEFORE.test(written))) return undefined;
  return paiseOf((before ?? after) === "-", whole.replaceAll(",", "") || "0", fraction ?? "");
}

function paiseOf(isNegative: boolean, whole: string, fraction: string): Paise | undefined {
  const paise = Number(`${whole}${fraction.padEnd(2, "0")}`);
  if (paise > LARGEST_AMOUNT) return undefined;
  return (isNegative && paise !== 0 ? -paise : paise) as Paise;
}
