import type { Estimate } from "../../domain/documents/estimates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Line } from "../../domain/gst/figures.ts";
import { defaultSupply, type LineTreatment, type Supply } from "../../domain/gst/supply.ts";
import { fromHundredths, type Hundredths } from "../../domain/hundredths.ts";
import { LARGEST_AMOUNT, type Paise, readDigits, toDecimal, toPaise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText } from "../ui/AmountField.tsx";

// An invoice as its form holds it: text in every field. What it comes to is reckoned from the texts.

/** An estimate is written as an invoice is. */
export type Written = Estimate | Invoice;

export interface Item {
  description: string;
  hsnSac: string;
  qty: string;
  unit: string;
  rate: string;
  discountPct: string;
  taxPct: string;
  /** Why its rate is 0; what is chosen stays when the rate changes, and counts only where it is 0. */
  treatment: LineTreatment | "";
}
export type Cell = keyof Item;
/** In the order of a spreadsheet's columns. */
const PASTED: Cell[] = ["description", "hsnSac", "qty", "rate", "discountPct", "taxPct"];
export const CELLS: Cell[] = [...PASTED, "unit", "treatment"];

/** A line on the screen, which stays itself when others come and go. */
export interface Row extends Item {
  key: string;
}

export interface Values {
  kind: Written["kind"];
  clientId: string;
  date: string;
  dueDate: string;
  placeOfSupply: string;
  /** "" for what the client's kind makes it. */
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
  /** Of a series; of all else NO_SCHEDULE. */
  schedule: ScheduleTexts;
}

/** On which days a series comes, and what becomes of it then, as its form holds it. */
export interface ScheduleTexts {
  anchor: string;
  every: string;
  unit: string;
  /** On the day of the first one, or the last of the month. */
  on: "day" | "last";
  ends: "after" | "date" | "never";
  endDate: string;
  endAfter: string;
  mode: string;
  dueDays: string;
}

export const NO_SCHEDULE: ScheduleTexts = {
  ...{ anchor: "", every: "1", unit: "month", on: "day", ends: "never" },
  ...{ endDate: "", endAfter: "", mode: "", dueDays: "" },
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
 * The lines that a spreadsheet's rows are, with columns in the order of the form; undefined for a text that
 * is none. What a row leaves out is as in a new line.
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

/** As the API takes it, with the supply that it is; of a new one, what is as usual is left out. */
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

/** Rupees for one, 0 for nothing; not a number for what is none. */
export const readRate = (text: string): number => (text.trim() ? (plainNumber(text) ?? NaN) : 0);

export const isUntaxed = (row: Item): boolean => toLine(row).taxPct === 0;

const resolveTreatment = (row: Item) => (isUntaxed(row) ? (row.treatment ?? "") : "");

/** What the rules of GST look at. */
export const toJudged = (row: Item) => ({
  description: row.description,
  hsnSac: row.hsnSac,
  taxPct: fromHundredths(toLine(row).taxPct),
  treatment: resolveTreatment(row),
});

/**
 * The number that a text means, be it written or a sum; nothing for nothing. What is no number is 0
 * (specification, section 5); one that is too long is left for the schema to refuse.
 */
function readNumber(text: string): number | undefined {
  if (!text.trim()) return undefined;
  const hundredths = readTypedAmount(text);
  if (hundredths !== undefined) return Number(toDecimal(hundredths));
  return plainNumber(text) ?? 0;
}

/** A percentage as people write it: `18%` is 18. */
const withoutSign = (text: string) => text.replace(/^([\s\d.,]+)%\s*$/, "$1");

/** A number that no field can hold: of three decimals, or too large. */
function plainNumber(text: string): number | undefined {
  const { sign, whole, fraction } = readDigits(text) ?? {};
  return whole === undefined ? undefined : Number(`${sign}${whole}.${fraction}`);
}

const TEXTS: (Cell | "roundOff")[] = ["description", "hsnSac", "unit", "treatment"];
export const isNumber = (cell: Cell | "roundOff"): boolean => !TEXTS.includes(cell);

/** What a field shows once it is left: a sum's result, groups of digits, 0 for what is no number. */
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

/** For the engine, as far as it is written: what is not, or cannot be, counts as 0. */
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
