import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Hundredths, Line } from "../../domain/gst/figures.ts";
import { LARGEST_AMOUNT, type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText } from "../ui/AmountField.tsx";

// An invoice as its form holds it: text in every field. What it comes to is reckoned from the texts.

export interface Item {
  description: string;
  hsnSac: string;
  qty: string;
  rate: string;
  discountPct: string;
  taxPct: string;
}
export type Cell = keyof Item;
export const CELLS: Cell[] = ["description", "hsnSac", "qty", "rate", "discountPct", "taxPct"];

/** A line on the screen, which stays itself when others come and go. */
export interface Row extends Item {
  key: string;
}

export interface Values {
  clientId: string;
  date: string;
  dueDate: string;
  placeOfSupply: string;
  notes: string;
  terms: string;
  roundOff: string;
  items: Row[];
}
export type HeadName = Exclude<keyof Values, "items">;

const newRowFrom = (item: Item): Row => ({ ...item, key: crypto.randomUUID() });

/** Specification, section 9. */
export const newRow = (defaultTaxPct: number): Row =>
  newRowFrom({
    description: "",
    hsnSac: "",
    qty: "1",
    rate: "0.00",
    discountPct: "0",
    taxPct: String(defaultTaxPct),
  });

/**
 * The lines that a spreadsheet's rows are, with columns in the order of the form; undefined for a text that
 * is none. What a row leaves out is as in a new line.
 */
export function pastedRows(text: string, defaultTaxPct: number): Row[] | undefined {
  const written = text.replace(/\r\n?/g, "\n").replace(/(?<!\n)\n+$/, "");
  if (!/[\t\n]/.test(written)) return undefined;
  return written.split("\n").map((line) => {
    const texts = line.split("\t").map((text) => text.trim());
    const cells = CELLS.map((cell, n) => [cell, settled(cell, texts[n] ?? "")] as const);
    const given = cells.filter((_, n) => texts[n]);
    return { ...newRow(defaultTaxPct), ...Object.fromEntries(given) };
  });
}

export function toValues(invoice: Invoice): Values {
  return {
    clientId: invoice.clientId._id,
    date: invoice.date,
    dueDate: invoice.dueDate,
    placeOfSupply: invoice.placeOfSupply,
    notes: invoice.notes,
    terms: invoice.terms,
    roundOff: rupeesText(invoice.roundOff),
    items: invoice.items.map((item) =>
      newRowFrom({
        description: item.description,
        hsnSac: item.hsnSac,
        qty: String(item.qty),
        rate: rupeesText(item.rate),
        discountPct: String(item.discountPct),
        taxPct: String(item.taxPct),
      }),
    ),
  };
}

const rupeesText = (rupees: number) => amountText(toPaise(rupees) ?? (0 as Paise));

/** As the API takes it. */
export function toBody({ items: rows, roundOff, ...head }: Values) {
  const items = rows.map(({ description, hsnSac, qty, rate, discountPct, taxPct }) => ({
    description,
    hsnSac,
    qty: readNumber(qty),
    rate: readNumber(rate),
    discountPct: readNumber(withoutSign(discountPct)) ?? 0,
    taxPct: readNumber(withoutSign(taxPct)) ?? 0,
  }));
  return { ...head, items, roundOff: readNumber(roundOff) ?? 0 };
}

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
  const plain = text.replaceAll(",", "").trim();
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/** What a field shows once it is left: a sum's result, groups of digits, 0 for what is no number. */
export function settled(cell: Cell | "roundOff", typed: string): string {
  if (cell === "description" || cell === "hsnSac") return typed;
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
