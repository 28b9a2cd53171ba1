import { readDate } from "../dates.ts";
import { type Paise, readAmount, readDigits, toDecimal } from "../money.ts";
import type { BooksField } from "./booksFields.ts";

// Lines of invoices in other programs' files, and their amounts.

/** Reads a row's cell by field. */
export type Cells = (field: BooksField) => string;

export type Line = Record<string, string>;

/**
 * Converts a row to an invoice line. A discount in rupees lowers the rate. With `saysTax`, a blank cell
 * means no tax.
 */
export function toLine(cells: Cells, header: Cells, saysTax: boolean): Line {
  const [qty, rate] = [toNumberText(cells("qty")) || "1", toNumberText(cells("rate"))];
  const isIncluded = /^(true|yes|1)$/i.test(header("includesTax"));
  const discount = cells("discount");
  const pct = discount.endsWith("%") ? discount.slice(0, -1) : cells("discountPct");
  const discountPct = aboveZero(pct) || aboveZero(header("wholeDiscountPct")) || toNumberText(pct);
  const off = discount.endsWith("%") || aboveZero(discountPct) ? 0 : (parsePaise(discount) ?? 0);
  const taxable = toNumberText(cells("taxable"));
  const figures =
    taxable && (!rate || isIncluded || off !== 0)
      ? { qty: "1", rate: taxable }
      : { qty, rate: off === 0 ? rate : "" };
  const whole = figures.rate ? figures : applyDiscount(qty, rate, off);
  return {
    description:
      [cells("item"), cells("details")].filter(Boolean).join(" – ").slice(0, 500) || "As billed",
    ...whole,
    ...omitEmpty({
      hsnSac: cells("hsnSac"),
      unit: cells("unit").length <= 3 ? cells("unit").toUpperCase() : "",
      discountPct: whole === figures && figures.rate === rate ? discountPct : "",
      taxPct: parseTaxPct(cells, saysTax),
    }),
  };
}

/** Returns the tax rate of a line, or computes it from tax and taxable value. */
function parseTaxPct(cells: Cells, saysTax: boolean): string {
  const written = toNumberText(cells("taxPct").replace("%", ""));
  if (written) return written;
  const [tax, more] = [
    parsePaise(cells("taxAmount")) ?? 0,
    parsePaise(cells("moreTaxAmount")) ?? 0,
  ];
  const taxable = parsePaise(cells("taxable")) ?? 0;
  // Rates are multiples of a quarter percent.
  if (tax + more > 0 && taxable > 0) return String(Math.round(((tax + more) / taxable) * 400) / 4);
  return saysTax ? "0" : "";
}

const aboveZero = (text: string): string => ((parsePaise(text) ?? 0) > 0 ? toNumberText(text) : "");

function applyDiscount(qty: string, rate: string, off: number): { qty: string; rate: string } {
  const gross = computeGross(qty, rate);
  return gross === undefined
    ? { qty, rate }
    : { qty: "1", rate: toDecimal((gross - off) as Paise) };
}

function computeGross(qty: string, rate: string): number | undefined {
  const [count, each] = [parsePaise(qty), parsePaise(rate)];
  if (count === undefined || each === undefined) return undefined;
  return Number((BigInt(count) * BigInt(each) + 50n) / 100n);
}

/** Returns a line's amount before tax in paise, or undefined if a number cannot be parsed. */
export function computeNet({ qty = "1", rate = "", discountPct = "" }: Line): Paise | undefined {
  const gross = computeGross(qty, rate);
  const off = discountPct ? parsePaise(discountPct) : 0;
  if (gross === undefined || off === undefined) return undefined;
  return (gross - Math.round((gross * off) / 100_00)) as Paise;
}

const MONEY: ReadonlySet<BooksField> = new Set<BooksField>([
  ...["rate", "discount", "wholeDiscount", "taxable", "taxAmount", "moreTaxAmount"],
  ...["shipping", "total", "balance", "paid", "tds", "writtenOff", "roundOff", "adjustment"],
] as BooksField[]);

/** Converts a row's amounts to rupees at its exchange rate. */
export function convertToRupees(cells: Cells, rate: number): Cells {
  const millionths = BigInt(Math.round(rate * 1_000_000));
  return (field) => {
    const text = cells(field);
    const cents = MONEY.has(field) ? parsePaise(text) : undefined;
    if (cents === undefined) return text;
    const scaled = BigInt(cents) * millionths;
    const half = scaled < 0n ? -500_000n : 500_000n;
    return toDecimal((scaled + half) / 1_000_000n);
  };
}

/** Parses an exchange rate in rupees per unit. Returns 0 if there is none. */
export function parseRate(text: string): number {
  const { sign, whole = "", fraction = "" } = readDigits(text) ?? {};
  return sign === "-" || whole.length > 6 ? 0 : Number(`${whole || 0}.${fraction || 0}`);
}

export const omitEmpty = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));

/**
 * Converts a date to the format of a file of books. Other text is left unchanged, so that the import
 * refuses it.
 */
export const toIsoDate = (text: string): string => readDate(text) ?? text;

/** Parses an amount, ignoring zeros after the paise, because programs write more decimals. */
export const parsePaise = (text: string): Paise | undefined =>
  text ? readAmount(text.replace(/(\d\.\d\d)0+$/, "$1")) : undefined;

export const toNumberText = (text: string): string => {
  const paise = parsePaise(text);
  return paise === undefined ? text : toDecimal(paise);
};
