import { pluralize } from "../counts.ts";
import { formatPaise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import { BOOKS_FIELDS, type BooksColumn, type BooksField, type BooksTable } from "./booksFields.ts";
import { parsePaise } from "./booksLines.ts";
import { type CsvRecord, csvRecords } from "./records.ts";

// Maps the columns of other programs' CSV files by the headings in Zoho Books and Vyapar. Unknown
// columns are left out; a user can change the mapping.

const NAMES = Object.entries(BOOKS_FIELDS).map(
  ([field, { names }]) => [field as BooksField, names.split("|")] as const,
);

/** Maximum rows to search for the header, because reports have a title and period above it. */
const LOOKED_AT = 20;
const KNOWN_LEAST = 2;
const ROWS_MAX = 200_000;
const COLUMNS_MAX = 1_000;

/**
 * Reads a file from a stream and maps its columns.
 * @throws Refusal "invalid" if the file is not CSV or has no known column
 */
export async function readBooksTable(
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<BooksTable> {
  const records: CsvRecord[] = [];
  for await (const some of csvRecords(textOnly(name, body))) {
    records.push(...some);
    if (records.length > ROWS_MAX) {
      throw new Refusal("invalid", `${name} has more than 2,00,000 rows; send it in parts`);
    }
  }
  const knownIn = ({ cells }: CsvRecord) =>
    cells.slice(0, COLUMNS_MAX).filter((cell) => isKnown(cell)).length;
  const head = records.slice(0, LOOKED_AT);
  const best = Math.max(0, ...head.map(knownIn));
  const at = head.findIndex((record) => knownIn(record) === best);
  const header = records[at];
  if (!header || best < KNOWN_LEAST || header.cells.length > COLUMNS_MAX) {
    throw new Refusal("invalid", `${name} has no header with columns of clients or invoices`);
  }
  const rows = records.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell.trim()));
  const columns = taken(header.cells.map((cell) => cell.trim())).map((column, n) => ({
    ...column,
    example: rows.map(({ cells }) => cells[n]?.trim() ?? "").find(Boolean) ?? "",
  }));
  const table = withKind({ name, kind: "clients", columns, rows });
  assertNotOther(table);
  return table;
}

/** Returns the table with a column mapped to another field; `undefined` leaves it out. */
export function changeColumns(
  table: BooksTable,
  at: number,
  field: BooksField | undefined,
): BooksTable {
  const columns = table.columns.map((column, n) => {
    if (n === at) return { ...column, field };
    return field !== undefined && column.field === field ? { ...column, field: undefined } : column;
  });
  return withKind({ ...table, columns });
}

/** Fields that only documents have, apart from number and date. */
const OF_DOCUMENTS: BooksField[] = [
  ...["number", "dueDate", "qty", "rate", "taxPct", "taxAmount", "taxable", "total"],
  ...["balance", "paid", "paidOn"],
] as BooksField[];

function withKind(table: BooksTable): BooksTable {
  const has = (field: BooksField) => table.columns.some((column) => column.field === field);
  if (has("number") && has("date")) return { ...table, kind: "invoices" };
  return { ...table, kind: OF_DOCUMENTS.some(has) ? "unknown" : "clients" };
}

/** Other kinds of documents, recognized by the heading of their number. */
const OTHERS = [
  ...["credit note", "debit note", "vendor credit", "bill", "estimate", "quote", "expense"],
  ...["payment", "journal", "sales order", "purchase order", "delivery challan"],
];
const NUMBER = /s? ?(?:number|no\.?|#)$/;

/** Returns which other document a column numbers, if any. */
const findOtherDocument = (column: string): string | undefined => {
  const noun = normalizeHeading(column).replace(NUMBER, "");
  return noun !== normalizeHeading(column) ? OTHERS.find((other) => other === noun) : undefined;
};

/** @throws Refusal "invalid" naming the kind of documents, if CSV files cannot import them */
function assertNotOther({ name, kind, columns, rows }: BooksTable): void {
  const at = columns.findIndex((column) => findOtherDocument(column.name));
  const noun = findOtherDocument(columns[at]?.name ?? "");
  const hasLines = columns.some(({ field }) => field === "rate" || field === "taxable");
  if (!noun || (kind === "invoices" && hasLines)) return;
  const total = columns.findIndex(({ field }) => field === "total");
  const each = new Map(
    rows.map(({ cells }) => [cells[at]?.trim(), parsePaise(cells[total] ?? "")]),
  );
  const sum = [...each.values()].reduce((all, paise) => all + BigInt(paise ?? 0), 0n);
  const of = total < 0 ? "" : ` of ${formatPaise(sum)}`;
  throw new Refusal(
    "invalid",
    `${name} holds ${pluralize(each.size, noun)}${of}: CSV files hold clients, vendors and invoices only. ` +
      "Leave this file out, or provide it as JSON",
  );
}

const normalizeHeading = (cell: string) =>
  cell.normalize("NFKC").toLowerCase().replace(/[*:]$/, "").replace(/\s+/g, " ").trim();

const isKnown = (cell: string) =>
  cell.length < 100 && NAMES.some(([, names]) => names.includes(normalizeHeading(cell)));

/** Maps each field to the column with the most specific heading. */
function taken(header: string[]): Pick<BooksColumn, "field" | "name">[] {
  const columns: Pick<BooksColumn, "field" | "name">[] = header.map((name) => ({
    name,
    field: undefined,
  }));
  const named = header.map((name) => (name.length < 100 ? normalizeHeading(name) : ""));
  for (const [field, names] of NAMES) {
    for (const name of names) {
      const column = columns[named.indexOf(name)];
      if (!column || column.field) continue;
      column.field = field;
      break;
    }
  }
  return columns;
}

async function* textOnly(name: string, body: AsyncIterable<Uint8Array>) {
  let isFirst = true;
  for await (const bytes of body) {
    // First bytes of a ZIP, such as an Excel workbook, and of an older workbook.
    const start = isFirst && `${bytes[0]} ${bytes[1]}`;
    if (start === "80 75" || start === "208 207") {
      throw new Refusal("invalid", `${name} is an Excel workbook: save each of its sheets as CSV`);
    }
    isFirst = false;
    yield bytes;
  }
}
