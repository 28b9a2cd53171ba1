import { Refusal } from "../refusal.ts";
import { type Columns, namingColumns } from "./captions.ts";
import { type Cell, unwrap } from "./cells.ts";

// Finds the currency of a bank file. bahi keeps books in rupees, so other currencies are refused.

const RUPEES = /^(inr|rs\.?|rup|₹|rupees?|indian rupees?)$/i;
const SYMBOLS: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP" };
const CODES = new Set(Intl.supportedValuesOf("currency"));

/** @throws Refusal "invalid" */
export function assertRupees(currency: string): void {
  if (RUPEES.test(currency)) return;
  throw new Refusal(
    "invalid",
    `The file says ${currency}; bahi supports rupees only. Nothing was changed`,
  );
}

/**
 * Checks the captions of amounts, such as `Amount (USD)`, and the column with the currency of each row.
 * If a caption names rupees, that column is about payments abroad and is ignored.
 * @throws Refusal "invalid"
 */
export function assertNamesRupees(
  printed: string[],
  captions: string[],
  columns: Columns,
  rows: Cell[][],
): void {
  const { debit, credit, amount, balance } = columns;
  const ofMoney = [debit, credit, amount, balance].flatMap((at) => printed[at ?? -1] ?? []);
  for (const caption of ofMoney) {
    const code = /\b[A-Z]{3}\b/.exec(caption)?.[0];
    if (code && CODES.has(code)) assertRupees(code);
  }
  const at = namingColumns(captions).currency;
  if (at === -1 || ofMoney.some((caption) => /\b(INR|Rs|Rupees)\b|₹/i.test(caption))) return;
  for (const cells of rows) {
    const text = unwrap(cells[at]);
    const code = SYMBOLS[text] ?? text.toUpperCase();
    if (CODES.has(code)) assertRupees(code);
  }
}

/**
 * Checks the rows around a table: `Currency: USD`, `(All amounts in USD)`.
 * @throws Refusal "invalid"
 */
export function assertStatesRupees(texts: string[]): void {
  for (const text of texts) {
    const label = /currency[\s:-]{0,9}([A-Za-z]{3})(?![A-Za-z])/i.exec(text)?.[1];
    const note = /\b[Aa]mounts? (?:are )?in ([A-Z]{3})\b/.exec(text)?.[1];
    if (label) assertRupees(label.toUpperCase());
    if (note && CODES.has(note)) assertRupees(note);
  }
}
