import { Refusal } from "../refusal.ts";
import { BOOKS_FIELDS, type BooksColumn, type BooksField, type BooksTable } from "./booksFields.ts";
import { type CsvRecord, csvRecords } from "./records.ts";

// The CSV files of other programs, column by column: what each is taken for, by the names that Zoho Books and
// Vyapar give them. What is not known is left out, and a person may say otherwise.

const NAMES = Object.entries(BOOKS_FIELDS).map(
  ([field, { names }]) => [field as BooksField, names.split("|")] as const,
);

/** Titles and periods stand above the header of a report. */
const LOOKED_AT = 20;
const KNOWN_LEAST = 2;
const ROWS_MAX = 200_000;
const COLUMNS_MAX = 1_000;

/**
 * A file as it arrives, and what its columns are taken for.
 * @throws Refusal "invalid" for what is no CSV, or has no column that is known
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
  return withKind({ name, kind: "clients", columns, rows });
}

/** The table with columns taken for something else; `undefined` leaves one out. */
export function retaken(table: BooksTable, at: number, field: BooksField | undefined): BooksTable {
  const columns = table.columns.map((column, n) => {
    if (n === at) return { ...column, field };
    return field !== undefined && column.field === field ? { ...column, field: undefined } : column;
  });
  return withKind({ ...table, columns });
}

/** @throws Refusal "invalid" where nothing says what each row is */
function withKind(table: BooksTable): BooksTable {
  const has = (field: BooksField) => table.columns.some((column) => column.field === field);
  return { ...table, kind: has("number") && has("date") ? "invoices" : "clients" };
}

const plain = (cell: string) =>
  cell.normalize("NFKC").toLowerCase().replace(/[*:]$/, "").replace(/\s+/g, " ").trim();

const isKnown = (cell: string) =>
  cell.length < 100 && NAMES.some(([, names]) => names.includes(plain(cell)));

/** Each field is one column's, that of its surest name. */
function taken(header: string[]): Pick<BooksColumn, "field" | "name">[] {
  const columns: Pick<BooksColumn, "field" | "name">[] = header.map((name) => ({
    name,
    field: undefined,
  }));
  const named = header.map((name) => (name.length < 100 ? plain(name) : ""));
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
    // How a zip begins, which a workbook is, and an older one.
    const start = isFirst && `${bytes[0]} ${bytes[1]}`;
    if (start === "80 75" || start === "208 207") {
      throw new Refusal("invalid", `${name} is an Excel workbook: save each of its sheets as CSV`);
    }
    isFirst = false;
    yield bytes;
  }
}
