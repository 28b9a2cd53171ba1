// Money is a whole number of paise. Rupees exist only at the edges: in the API, in a CSV file, on a
// screen. Conversions go through decimal text, so amounts never see floating-point arithmetic:
//
//   toPaise(1234.5)  →  123450
//   toPaise(0.1 + 0.2)  →  undefined, it has 17 decimals
//   formatInr(123456.5)  →  "₹1,23,456.50"

// A single amount always fits a number. A sum of amounts is unlimited, so it is added up as a bigint of
// paise and shown as a `RupeeSum`.

declare const unit: unique symbol;
export type Paise = number & { readonly [unit]: "paise" };
export type Rupees = number;

/**
 * A sum for display: a number of rupees, or a bigint of paise if a number cannot hold it exactly. In
 * JSON it is always a number of rupees: see json.ts.
 */
export type RupeeSum = Rupees | bigint;

/** Largest accepted amount: ₹99,99,99,99,999.99. */
export const LARGEST_AMOUNT = 9_999_999_999_999 as Paise;

/** In paise: 2⁴⁶ rupees. Up to there, numbers are exact to the paisa. */
const LARGEST_NUMBER = 2n ** 46n * 100n;

/** Converts rupees to paise. Returns undefined if they have more than 2 decimals or are too large. */
export function toPaise(rupees: Rupees): Paise | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(rupees)) ?? [];
  return whole === undefined ? undefined : joinPaise(sign === "-", whole, fraction);
}

/**
 * Rounds rupees to paise; exact for 2 decimals, which all amounts in the API have. Use it for computed
 * amounts, and `toPaise` to validate input.
 */
export const roundToPaise = (rupees: Rupees): Paise => Math.round(rupees * 100) as Paise;

/** Converts paise to rupees for JSON: an amount to a number, a sum (a bigint) to a RupeeSum. */
export function toRupees(paise: Paise): Rupees;
export function toRupees(sum: Paise | bigint): RupeeSum;
export function toRupees(paise: Paise | bigint): RupeeSum {
  const isLarge = typeof paise === "bigint" && (paise > LARGEST_NUMBER || paise < -LARGEST_NUMBER);
  return isLarge ? paise : Number(toDecimal(paise));
}

/** Converts a displayed sum to paise. */
export function sumInPaise(rupees: RupeeSum): bigint {
  return typeof rupees === "bigint" ? rupees : BigInt(rupees.toFixed(2).replace(".", ""));
}

/** Converts to approximate rupees for a chart. */
export function toChartNumber(rupees: RupeeSum): number {
  return typeof rupees === "bigint" ? Number(rupees) / 100 : rupees;
}

/** Formats paise as decimal rupees, `1500.00`, as in a CSV file. */
export function toDecimal(paise: Paise | bigint): string {
  const digits = String(paise).replace("-", "").padStart(3, "0");
  return `${paise < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats rupees for screens: rupee sign, Indian grouping, two decimals; never `-₹0.00`. */
export function formatInr(rupees: RupeeSum): string {
  const decimal = typeof rupees === "bigint" ? toDecimal(rupees) : rupees.toFixed(2);
  const [whole = "", fraction] = decimal.replace("-", "").split(".");
  const sign = rupees < 0 && Number(`${whole}.${fraction}`) !== 0 ? "-" : "";
  return `${sign}₹${groupIndian(whole)}.${fraction}`;
}

/** Formats paise for screens: `123456` → `₹1,234.56`. A sum is a bigint of paise. */
export const formatPaise = (paise: Paise | bigint): string => formatInr(toRupees(paise));

/** Groups digits by three, then by two: `1234567` → `12,34,567`. */
export function groupIndian(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d\d)*\d{3}$)/g, ",");
}

const DIGITS = String.raw`(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)`;
const SIGN = String.raw`(?:([+-])\s*)?`;
const MARK = String.raw`(?:(?:₹|Rs\.?|INR)\s*)?`;
const WRITTEN = new RegExp(
  String.raw`^${SIGN}${MARK}${SIGN}(${DIGITS}?)(?:\.(\d*))?(?:/-)?(?:\s*(INR|Rs\.?))?$`,
  "i",
);
const PLAIN = /^\d{1,11}\.\d\d$/;
const MARK_BEFORE = /^[+-]?\s*(?:₹|Rs|INR)/i;

/** Maximum characters. The largest amount has 25, with all its signs and separators. */
const LONGEST_WRITTEN = 64;

/** Parts of a written number, without signs and separators. */
interface Written {
  sign: "+" | "-" | "";
  whole: string;
  fraction: string;
}

/**
 * Parses the sign and digits of a number with Indian or Western grouping. Commas are valid only between
 * groups of 3 or 2-2-3 digits, so `500,50` is undefined, not fifty thousand.
 */
export function readDigits(text: string): Written | undefined {
  const written = text.replaceAll("\u00a0", " ").replaceAll("−", "-").trim();
  // Avoids slow matching on very long text.
  if (written.length > LONGEST_WRITTEN) return undefined;
  const [, before, after, whole, fraction = "", markAfter] = WRITTEN.exec(written) ?? [];
  if (whole === undefined || (!whole && !fraction)) return undefined;
  if ((before && after) || (markAfter && MARK_BEFORE.test(written))) return undefined;
  const sign = (before ?? after ?? "") as Written["sign"];
  return { sign, whole: whole.replaceAll(",", "") || "0", fraction };
}

/**
 * Parses a written amount to paise. Accepts a rupee sign, Indian or Western grouping, one sign and `/-`:
 * `₹1,23,456.50`, `Rs. 1,500/-`, `-500`. Never rounds. Returns undefined for malformed text, and for a
 * third decimal, even a zero, because `500.000` may mean five lakh.
 */
export function readAmount(text: string): Paise | undefined {
  // The format of exports and nearly every file, ten times as fast.
  if (PLAIN.test(text)) return Number(text.replace(".", "")) as Paise;
  const { sign, whole, fraction } = readDigits(text) ?? {};
  if (whole === undefined || fraction === undefined || fraction.length > 2) return undefined;
  return joinPaise(sign === "-", whole, fraction);
}

function joinPaise(isNegative: boolean, whole: string, fraction: string): Paise | undefined {
  const paise = Number(`${whole}${fraction.padEnd(2, "0")}`);
  if (paise > LARGEST_AMOUNT) return undefined;
  return (isNegative && paise !== 0 ? -paise : paise) as Paise;
}

declare global {
  interface BigInt {
    /** Writes a bigint of paise as exact rupees in JSON. */
    toJSON(): unknown;
  }
  // From ES2026, which TypeScript 7.0 does not know yet.
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

// JSON.stringify's own hook. A replacer would have to be passed in every place that writes JSON.
Object.defineProperty(BigInt.prototype, "toJSON", {
  value(this: bigint) {
    return JSON.rawJSON(toDecimal(this));
  },
  configurable: true,
  writable: true,
});
