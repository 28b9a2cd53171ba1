import { formatMore, pluralize } from "../counts.ts";
import { readDate } from "../dates.ts";
import { usesDecimalCommas, withDecimalPoint } from "../decimalComma.ts";
import type { BooksField, BooksTable } from "./booksFields.ts";
import { createInvoices, type FileInvoice, type Row } from "./booksInvoices.ts";
import type { Cells } from "./booksLines.ts";
import { createParties, type FileParty } from "./booksParties.ts";
import type { FilePayment } from "./booksSettled.ts";
import type { CsvRecord } from "./records.ts";
import { unguard } from "./transactions.ts";

// Converts the rows of other programs' files to a file of books: see documents/booksFile.ts.

/** A file of books made from CSV files. */
export interface MappedBooks {
  file: {
    clients: FileParty[];
    vendors: FileParty[];
    documents: FileInvoice[];
    payments: FilePayment[];
  };
  /** Sentences about what was left out. */
  warnings: string[];
  /** Returns the source of a path in the CSV files: `invoices.csv, line 12`. */
  placeOf(path: string): string | undefined;
}

const INVOICE = /^(sales?|((tax|sales?) )?invoice)$/i;
const PLACES_NAMED = 5;

/** Converts tables to a file of books: first clients, then those that only an invoice names. */
export function mapBooks(tables: BooksTable[]): MappedBooks {
  const places = new Map<string, string>();
  const parties = createParties(places);
  const invoices = createInvoices(places, parties.add);
  const left = new Map<string, number>();
  const unnumbered: string[] = [];
  const warnings: string[] = [];
  const byKind = (kind: BooksTable["kind"]) => tables.filter((table) => table.kind === kind);
  for (const table of byKind("clients")) {
    for (const { cells, place } of readRows(table, warnings)) parties.add(cells, place);
  }
  for (const table of byKind("invoices")) {
    for (const row of readRows(table, warnings)) {
      const type = row.cells("type");
      if (type && !INVOICE.test(type)) left.set(type, (left.get(type) ?? 0) + 1);
      else if (row.cells("number")) invoices.add(row);
      else if (row.cells("client") || readDate(row.cells("date"))) unnumbered.push(row.place);
    }
  }
  const { documents, payments, warnings: ofInvoices } = invoices.end();
  for (const { name } of byKind("unknown")) {
    const missing = "no columns for an invoice's number and date";
    warnings.push(`${name} has amounts, and ${missing}: nothing is imported from it`);
  }
  for (const [type, rows] of left) {
    warnings.push(`${pluralize(rows, "row")} of kind ${type} left out: only invoices are imported`);
  }
  if (unnumbered.length > 0) {
    const named = unnumbered.slice(0, PLACES_NAMED).join("; ");
    const more = formatMore(unnumbered.length - PLACES_NAMED);
    const rows = pluralize(unnumbered.length, "row");
    warnings.push(`${rows} without an invoice number left out: ${named}${more}`);
  }
  warnings.push(...ofInvoices);
  if (parties.openings.length > 0) {
    const named = parties.openings.slice(0, PLACES_NAMED).join(", ");
    const more = formatMore(parties.openings.length - PLACES_NAMED);
    const what = "Opening balances are not imported; add the open invoices and bills";
    warnings.push(`${what}: ${named}${more}`);
  }
  const empty = documents.find(({ lines }) => lines.length === 0);
  if (empty) {
    warnings.push(
      `The files do not say what ${empty.number} was billed for: add the file with its items`,
    );
  }
  const { clients, vendors } = parties;
  return {
    file: { clients, vendors, documents, payments },
    warnings,
    placeOf(path) {
      for (let prefix = path; prefix; prefix = prefix.slice(0, prefix.lastIndexOf("."))) {
        const place = places.get(prefix);
        if (place || !prefix.includes(".")) return place;
      }
      return undefined;
    },
  };
}

const NUMERIC: ReadonlySet<BooksField> = new Set<BooksField>([
  ...["qty", "rate", "discount", "discountPct", "wholeDiscount", "wholeDiscountPct", "taxable"],
  ...["taxPct", "taxAmount", "moreTaxAmount", "shipping", "shippingTaxPct", "adjustment"],
  ...["roundOff", "total", "balance", "paid", "tds", "writtenOff", "openingBalance"],
  "exchangeRate",
] as BooksField[]);

/** Returns a table's rows. Converts decimal commas to points and adds a warning about it. */
function readRows({ name, columns, rows }: BooksTable, warnings: string[]): Row[] {
  const at = new Map(columns.flatMap(({ field }, n) => (field ? [[field, n] as const] : [])));
  const readCell = ({ cells }: CsvRecord, field: BooksField) =>
    unguard(cells[at.get(field) ?? -1]?.trim() ?? "");
  const numeric = [...NUMERIC].filter((field) => at.has(field));
  const isComma = usesDecimalCommas(
    rows.values().flatMap((row) => numeric.map((field) => readCell(row, field))),
  );
  if (isComma) warnings.push(`${name}: amounts are read with a decimal comma`);
  const saysTax = at.has("taxPct") || at.has("taxAmount");
  return rows.map((row) => ({
    saysTax,
    place: `${name}, line ${row.line}`,
    cells: ((field) => {
      const cell = readCell(row, field);
      return isComma && NUMERIC.has(field) ? withDecimalPoint(cell) : cell;
    }) as Cells,
  }));
}
