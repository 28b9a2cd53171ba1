import { readDate } from "../dates.ts";
import { type Paise, readAmount, toDecimal } from "../money.ts";
import type { BooksField } from "./booksFields.ts";

// A line of an invoice in another program's file, and the figures there.

/** A row by what its columns are taken for. */
export type Cells = (field: BooksField) => string;

/** What was billed: a discount that is no percentage is taken off the rate. */
export function lineOf(cells: Cells, said: Cells): Record<string, string> {
  const [qty, rate] = [numberOf(cells("qty")) || "1", numberOf(cells("rate"))];
  const isIncluded = /^(true|yes|1)$/i.test(said("includesTax"));
  const discount = cells("discount");
  const pct = discount.endsWith("%") ? discount.slice(0, -1) : cells("discountPct");
  const discountPct = numberOf(pct) || numberOf(said("wholeDiscountPct"));
  const off = discount.endsWith("%") || discountPct ? 0 : (paiseOf(discount) ?? 0);
  const taxable = numberOf(cells("taxable"));
  const figures =
    taxable && (!rate || isIncluded || off !== 0)
      ? { qty: "1", rate: taxable }
      : { qty, rate: off === 0 ? rate : "" };
  const whole = figures.rate ? figures : netOf(qty, rate, off);
  return {
    description:
      [cells("item"), cells("details")].filter(Boolean).join(" – ").slice(0, 500) || "As billed",
    ...whole,
    ...given({
      hsnSac: cells("hsnSac"),
      unit: cells("unit").length <= 3 ? cells("unit").toUpperCase() : "",
      discountPct: whole === figures && figures.rate === rate ? discountPct : "",
      taxPct: numberOf(cells("taxPct").replace("%", "")),
    }),
  };
}

function netOf(qty: string, rate: string, off: number): { qty: string; rate: string } {
  const [count, each] = [paiseOf(qty), paiseOf(rate)];
  if (count === undefined || each === undefined) return { qty, rate };
  const gross = Number((BigInt(count) * BigInt(each) + 50n) / 100n);
  return { qty: "1", rate: toDecimal((gross - off) as Paise) };
}

/** Without what says nothing. */
export const given = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));

/** As the file of books has it; what is no date is left for it to be refused. */
export const dateOf = (text: string): string => readDate(text) ?? text;

/** Programs write more decimals than money has. */
export const paiseOf = (text: string): Paise | undefined =>
  text ? readAmount(text.replace(/(\d\.\d\d)0+$/, "$1")) : undefined;

export const numberOf = (text: string): string => {
  const paise = paiseOf(text);
  return paise === undefined ? text : toDecimal(paise);
};
