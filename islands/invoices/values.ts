import type { Estimate } from "../../domain/documents/estimates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Line } from "../../domain/gst/figures.ts";
import { defaultSupply, type LineTreatment, type Supply } from "../../domain/gst/supply.ts";
import { fromHundredths, type Hundredths } from "../../domain/hundredths.ts";
import { LARGEST_AMOUNT, type Paise, readDigits, toDecimal, toPaise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText } from "../ui/AmountField.tsx";

// The values of the invoice form: text in every field. Totals are computed from the texts.

/** An estimate has the same form as an invoice. */
export type Written = Estimate | Invoice;

export interface Item {
  description: string;
  hsnSac: string;
  qty: string;
  unit: string;
  rate: string;
  discountPct: string;
  taxPct: string;
  /** Why its rate is 0. The choice stays if the rate changes, and counts only while it is 0. */
  treatment: LineTreatment | "";
}
export type Cell = keyof Item;
/** The order of the columns in a pasted spreadsheet. */
const PASTED: Cell[] = ["description", "hsnSac", "qty", "rate", "discountPct", "taxPct"];
export const CELLS: Cell[] = [...PASTED, "unit", "treatment"];

/** A line on the screen. Its key stays the same if other lines are added or removed. */
export interface Row extends Item {
  key: string;
}

export interface Values {
  kind: Written["kind"];
  clientId: string;
  date: string;
  dueDate: string;
  placeOfSupply: string;
  /** "" for the client's usual type of supply. */
  supply: Supply | "";
  reverseCharge: boolean;
  foreignCurrency: string;
  exchangeRate: string;
  deliveryAddress: string;
  serviceDate: string;
  notes: string;
  terms: string;
  roundOff: string;
  items: Row[];
  /** The schedule of a series; NO_SCHEDULE otherwise. */
  schedule: ScheduleTexts;
}

/** The schedule of a series and the action on each date, as the form holds them. */
export interface ScheduleTexts {
  anchor: string;
  every: string;
  unit: string;
  /** The day of the first date, or the last day of the month. */
  on: "day" | "last";
  ends: "after" | "date" | "never";
  endDate: string;
  endAfter: string;
  mode: string;
  dueDays: string;
}

export const NO_SCHEDULE: ScheduleTexts = {
  anchor: "",
  every: "1",
  unit: "month",
  on: "day",
  ends: "never",
  endDate: "",
  endAfter: "",
  mode: "",
  dueDays: "",
};

const newRowFrom = (item: Item): Row => ({ ...item, key: crypto.randomUUID() });

/** Specification, section 9. */
export const newRow = (defaultTaxPct: number): Row =>
  newRowFrom({
    description: "",
    hsnSac: "",
    qty: "1",
    unit: "",
    rate: "0.00",
    discountPct: "0",
    taxPct: String(defaultTaxPct),
    treatment: "",
  });

/**
 * Parses rows pasted from a spreadsheet, with columns in the form's order. Returns undefined if the text is
 * not from a spreadsheet. Missing cells get the values of a new line.
 */
export function parsePastedRows(text: string, defaultTaxPct: number): Row[] | undefined {
  const written = text.replace(/\r\n?/g, "\n").replace(/(?<!\n)\n+$/, "");
  if (!/[\t\n]/.test(written)) return undefined;
  return written.split("\n").map((line) => {
    const texts = line.split("\t").map((text) => text.trim());
    const cells = PASTED.map((cell, n) => [cell, evaluateCell(cell, texts[n] ?? "")] as const);
    const given = cells.filter((_, n) => texts[n]);
    return { ...newRow(defaultTaxPct), ...Object.fromEntries(given) };
  });
}

export function toValues(invoice: Written): Values {
  const { kind, supply, recipient, reverseCharge, foreignCurrency, exchangeRate } = invoice;
  return {
    kind,
    supply: supply === defaultSupply(recipient.kind) ? "" : supply,
    reverseCharge,
    foreignCurrency,
    exchangeRate: exchangeRate > 0 ? String(exchangeRate) : "",
    deliveryAddress: invoice.deliveryAddress,
    serviceDate: "serviceDate" in invoice ? String(invoice.serviceDate) : "",
    clientId: invoice.clientId._id,
    date: invoice.date,
    dueDate: invoice.dueDate,
    placeOfSupply: invoice.placeOfSupply,
    notes: invoice.notes,
    terms: invoice.terms,
    roundOff: rupeesText(invoice.roundOff),
    items: toRows(invoice.items),
    schedule: NO_SCHEDULE,
  };
}

type PrintedItem = Pick<
  Written["items"][number],
  ("description" | "discountPct" | "hsnSac" | "qty" | "rate") | ("taxPct" | "treatment" | "unit")
>;

export const toRows = (items: PrintedItem[]): Row[] =>
  items.map((item) =>
    newRowFrom({
      description: item.description,
      hsnSac: item.hsnSac,
      qty: String(item.qty),
      unit: item.unit,
      rate: rupeesText(item.rate),
      discountPct: String(item.discountPct),
      taxPct: String(item.taxPct),
      treatment: item.treatment,
    }),
  );

export const rupeesText = (rupees: number) => amountText(toPaise(rupees) ?? (0 as Paise));

/** Converts the values to the API's input with the given supply. A new document leaves out defaults. */
export function toBody(values: Values, supply: Supply, isNew: boolean) {
  const { items: rows, roundOff, supply: own, schedule: _, ...others } = values;
  const {
    kind,
    reverseCharge,
    foreignCurrency,
    exchangeRate,
    deliveryAddress,
    serviceDate,
    ...head
  } = others;
  const items = rows.map((row) => ({
    description: row.description,
    hsnSac: row.hsnSac,
    qty: readNumber(row.qty),
    unit: row.unit || undefined,
    rate: readNumber(row.rate),
    discountPct: readNumber(withoutSign(row.discountPct)) ?? 0,
    taxPct: readNumber(withoutSign(row.taxPct)) ?? 0,
    treatment: resolveTreatment(row) || undefined,
  }));
  const isBill = kind === "BILL_OF_SUPPLY";
  const rate = readRate(exchangeRate);
  const usual = isNew
    ? undefined
    : {
        supply,
        reverseCharge: false,
        foreignCurrency,
        exchangeRate: rate,
        deliveryAddress,
        serviceDate,
      };
  return {
    ...head,
    ...usual,
    ...(isBill && { kind }),
    ...(own && { supply: own }),
    ...(reverseCharge && !isBill && { reverseCharge }),
    ...(foreignCurrency && { foreignCurrency }),
    ...(deliveryAddress && { deliveryAddress }),
    ...(serviceDate && { serviceDate }),
    ...(exchangeRate && { exchangeRate: rate }),
    items,
    roundOff: readNumber(roundOff) ?? 0,
  };
}

/** Returns the rate in rupees, 0 for blank text, or NaN if it is not a number. */
export const readRate = (text: string): number => (text.trim() ? (plainNumber(text) ?? NaN) : 0);

export const isUntaxed = (row: Item): boolean => toLine(row).taxPct === 0;

const resolveTreatment = (row: Item) => (isUntaxed(row) ? (row.treatment ?? "") : "");

/** Returns the fields that the GST rules examine. */
export const toJudged = (row: Item) => ({
  description: row.description,
  hsnSac: row.hsnSac,
  taxPct: fromHundredths(toLine(row).taxPct),
  treatment: resolveTreatment(row),
});

/**
 * Returns the number or the result of a sum; undefined for blank text. Text that is not a number is 0
 * (specification, section 5); the schema rejects a number with too many digits.
 */
function readNumber(text: string): number | undefined {
  if (!text.trim()) return undefined;
  const hundredths = readTypedAmount(text);
  if (hundredths !== undefined) return Number(toDecimal(hundredths));
  return plainNumber(text) ?? 0;
}

/** Removes the percent sign: `18%` is 18. */
const withoutSign = (text: string) => text.replace(/^([\s\d.,]+)%\s*$/, "$1");

/** Parses plain digits, even if the number is too long or too precise for the field. */
function plainNumber(text: string): number | undefined {
  const { sign, whole, fraction } = readDigits(text) ?? {};
  return whole === undefined ? undefined : Number(`${sign}${whole}.${fraction}`);
}

const TEXTS: (Cell | "roundOff")[] = ["description", "hsnSac", "unit", "treatment"];
export const isNumber = (cell: Cell | "roundOff"): boolean => !TEXTS.includes(cell);

/**
 * Returns the text that a field shows after it is left: a sum's result, grouped digits, 0 if it is not a
 * number.
 */
export function evaluateCell(cell: Cell | "roundOff", typed: string): string {
  if (!isNumber(cell)) return typed;
  const text = cell === "discountPct" || cell === "taxPct" ? withoutSign(typed) : typed;
  const isRequired = cell === "qty" || cell === "rate";
  if (!text.trim() && isRequired) return "";
  const hundredths = readTypedAmount(text.trim() || "0");
  if (hundredths === undefined && plainNumber(text) !== undefined) return text;
  const isMoney = cell === "rate" || cell === "roundOff";
  return isMoney ? amountText(hundredths ?? (0 as Paise)) : shortText(hundredths ?? (0 as Paise));
}

/** `12.5`, not `12.50`. */
const shortText = (hundredths: Paise) => String(Number(toDecimal(hundredths)));

/** Converts a line for the totals. Blank or invalid text counts as 0. */
export function toLine({ qty, rate, discountPct, taxPct }: Item): Line {
  const read = (text: string, most: number) => {
    const number = readTypedAmount(text) ?? 0;
    return number < 0 || number > most ? 0 : number;
  };
  return {
    qty: read(qty, LARGEST_AMOUNT) as Hundredths,
    rate: read(rate, LARGEST_AMOUNT) as Paise,
    discountPct: read(withoutSign(discountPct), 100_00) as Hundredths,
    taxPct: read(withoutSign(taxPct), 100_00) as Hundredths,
  };
}
