// Money is a whole number of paise. Rupees exist only at the edges: on the wire, in a CSV file, on a
// screen. Every change of unit goes through decimal text, so no float arithmetic touches an amount:
//
//   toPaise(1234.5)  →  123450        toPaise(0.1 + 0.2)  →  undefined, it has 17 decimals
//   formatInr(123456.5)  →  "₹1,23,456.50"

// One amount always fits a number. A sum of amounts has no bound, so it is a bigint of paise wherever it is
// added up, and a `RupeeSum` wherever it is shown.

declare const unit: unique symbol;
export type Paise = number & { readonly [unit]: "paise" };
export type Rupees = number;

/**
 * A sum as it is shown: a number of rupees; or, where no number holds it to the paisa, a bigint of paise. On
 * the wire it is a JSON number of rupees either way: see json.ts.
 */
export type RupeeSum = Rupees | bigint;

/** ₹99,99,99,99,999.99, the largest amount that is taken. */
export const LARGEST_AMOUNT = 9_999_999_999_999 as Paise;

/** In paise: 2⁴⁶ rupees. Up to there the numbers lie closer than a paisa. */
const LARGEST_NUMBER = 2n ** 46n * 100n;

/** Rupees with at most 2 decimals as paise; undefined where they have more, or are too large. */
export function toPaise(rupees: Rupees): Paise | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(rupees)) ?? [];
  return whole === undefined ? undefined : joinPaise(sign === "-", whole, fraction);
}

/**
 * The paise nearest to an amount of rupees: what it is where it has 2 decimals, as all have that the wire
 * carries. For what is reckoned with; what somebody sends is checked by `toPaise`.
 */
export const roundToPaise = (rupees: Rupees): Paise => Math.round(rupees * 100) as Paise;

/** Paise as the rupees that the wire carries: an amount as a number, a sum (a bigint) as what holds it. */
export function toRupees(paise: Paise): Rupees;
export function toRupees(sum: Paise | bigint): RupeeSum;
export function toRupees(paise: Paise | bigint): RupeeSum {
  const isLarge = typeof paise === "bigint" && (paise > LARGEST_NUMBER || paise < -LARGEST_NUMBER);
  return isLarge ? paise : Number(toDecimal(paise));
}

/** A sum that is shown, in paise. */
export function sumInPaise(rupees: RupeeSum): bigint {
  return typeof rupees === "bigint" ? rupees : BigInt(rupees.toFixed(2).replace(".", ""));
}

/** Near enough to be drawn, in rupees. */
export function toChartNumber(rupees: RupeeSum): number {
  return typeof rupees === "bigint" ? Number(rupees) / 100 : rupees;
}

/** Paise as plain decimal text of rupees, `1500.00`: a CSV's amount. */
export function toDecimal(paise: Paise | bigint): string {
  const digits = String(paise).replace("-", "").padStart(3, "0");
  return `${paise < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rupees as a screen shows them: rupee sign, Indian grouping, exactly two decimals; never `-₹0.00`. */
export function formatInr(rupees: RupeeSum): string {
  const decimal = typeof rupees === "bigint" ? toDecimal(rupees) : rupees.toFixed(2);
  const [whole = "", fraction] = decimal.replace("-", "").split(".");
  const sign = rupees < 0 && Number(`${whole}.${fraction}`) !== 0 ? "-" : "";
  return `${sign}₹${groupIndian(whole)}.${fraction}`;
}

/** Paise as a screen shows them, by the same rules: `123456` → `₹1,234.56`; a sum is a bigint of paise. */
export const formatPaise = (paise: Paise | bigint): string => formatInr(toRupees(paise));

/** Digits in groups of three, then two: `1234567` → `12,34,567`. */
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

/** In characters, of which the largest amount takes 25 with all its marks. */
const LONGEST_WRITTEN = 64;

/** A number as it is written, without its marks and commas. */
interface Written {
  sign: "+" | "-" | "";
  whole: string;
  fraction: string;
}

/**
 * Reads the sign and digits of a number with Indian or Western groups. Commas are only read between groups of
 * 3 or 2-2-3 digits, so `500,50` is undefined and not fifty thousand.
 */
export function readDigits(text: string): Written | undefined {
  const written = text.replaceAll("\u00a0", " ").replaceAll("−", "-").trim();
  // What has no end would be tried at each of its places.
  if (written.length > LONGEST_WRITTEN) return undefined;
  const [, before, after, whole, fraction = "", markAfter] = WRITTEN.exec(written) ?? [];
  if (whole === undefined || (!whole && !fraction)) return undefined;
  if ((before && after) || (markAfter && MARK_BEFORE.test(written))) return undefined;
  const sign = (before ?? after ?? "") as Written["sign"];
  return { sign, whole: whole.replaceAll(",", "") || "0", fraction };
}

/**
 * An amount as people write it, in paise; undefined where it cannot be read. Takes a rupee mark, Indian
 * or Western groups, one sign and `/-`: `₹1,23,456.50`, `Rs. 1,500/-`, `-500`. It never rounds, and
 * refuses a third decimal even when that is zero, for `500.000` may mean five lakh.
 */
export function readAmount(text: string): Paise | undefined {
  // What an export holds, and nearly every file: a tenth of the time.
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
    /** A sum in paise is a number of rupees in JSON, to the paisa. */
    toJSON(): unknown;
  }
  // Of ES2026, which TypeScript 7.0 does not know yet.
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

// The way that JSON.stringify itself offers. A replacer would have to be given to every place that writes.
Object.defineProperty(BigInt.prototype, "toJSON", {
  value(this: bigint) {
    return JSON.rawJSON(toDecimal(this));
  },
  configurable: true,
  writable: true,
});
