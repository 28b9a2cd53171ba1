import Papa from "papaparse";
import * as v from "valibot";
import { readDate } from "./dates.ts";
import { notes, sentence } from "./fields.ts";
import { type Paise, readAmount, toDecimal, toPaise } from "./money.ts";
import { type FieldError, Refusal } from "./refusal.ts";
import { TRANSACTION_TYPES, type Transaction, type TransactionType } from "./transactions.ts";

// The columns of the CSV export are the columns of the import, so what one agency exports another
// imports. A row is a transaction that names its account and category instead of pointing at them:
//
//   Date,Description,Account,Category,Type,Amount,Notes
//   2026-04-01,Office rent,HDFC Current,Rent,Expense,55000.00,
//   2026-04-01,Cash for office,HDFC Current → Petty Cash,Transfer,Transfer,6000.00,

export const CSV_COLUMNS = [
  "Date",
  "Description",
  "Account",
  "Category",
  "Type",
  "Amount",
  "Notes",
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The header's line. */
export const CSV_HEADER = `${CSV_COLUMNS.join(",")}\n`;

/** Lines of CSV, one a transaction, each with its line feed. */
export function toCsv(transactions: Transaction[]): string {
  if (transactions.length === 0) return "";
  return `${Papa.unparse(transactions.map(cellsOf), { newline: "\n" })}\n`;
}

function cellsOf({
  date,
  description,
  accountId,
  categoryId,
  type,
  amount,
  notes,
  transfer,
}: Transaction) {
  const account = transfer
    ? `${transfer.fromAccountId.name} → ${transfer.toAccountId.name}`
    : accountId.name;
  const texts = [description, account, categoryId?.name ?? "Transfer"].map(guard);
  return [date, ...texts, type, toDecimal(toPaise(amount) as Paise), guard(notes)];
}

/** A text that a spreadsheet would run as a formula gets an apostrophe before it; unguard takes it off. */
export function guard(text: string): string {
  return /^'*[=+\-@]/.test(text) ? `'${text}` : text;
}

/** The text as it was before guard. */
export function unguard(text: string): string {
  return /^'+[=+\-@]/.test(text) ? text.slice(1) : text;
}

/** A row of a file, its names not looked up yet. Amount in paise. */
export interface ImportRow {
  /** Of the file, where the row begins; the header is line 1. */
  line: number;
  date: string;
  description: string;
  account: string;
  /** Of a transfer only: where the money goes. */
  toAccount: string | undefined;
  category: string;
  /** Undefined where the column is missing or blank: then the category tells it. */
  type: TransactionType | undefined;
  amount: Paise;
  notes: string;
}

/** Rows that were refused: of how many, how many, and what is wrong with each of the first hundred. */
export interface BadRows {
  of: number;
  count: number;
  first: FieldError[];
}

const ERRORS_MAX = 100;

export function addBadRow(bad: BadRows, line: number, column: CsvColumn, message: string): void {
  bad.count += 1;
  if (bad.first.length < ERRORS_MAX) bad.first.push({ path: `line ${line}`, column, message });
}

/**
 * The rows of a file as it arrives, in pieces; bad ones are counted in `bad` instead.
 * @throws Refusal "invalid" for what is no such CSV at all: not UTF-8, a missing column, a quote that
 * is never closed, no rows.
 */
export async function* importRows(
  body: AsyncIterable<Uint8Array>,
  bad: BadRows,
): AsyncGenerator<ImportRow[]> {
  let columns: Columns | undefined;
  for await (const records of csvRecords(body)) {
    const rows: ImportRow[] = [];
    for (const record of records) {
      if (record.cells.every((cell) => cell.trim() === "")) continue;
      if (!columns) {
        columns = columnsOf(record.cells);
        continue;
      }
      bad.of += 1;
      const row = toImportRow(record, columns, bad);
      if (row) rows.push(row);
    }
    yield rows;
  }
  if (!columns) throw new Refusal("invalid", "The file is empty");
  if (bad.of === 0) throw new Refusal("invalid", "The file has no rows below its header");
}

type Columns = Record<CsvColumn, number | undefined> & { width: number };

function columnsOf(header: string[]): Columns {
  const named = header.map((cell) => cell.trim().toLowerCase());
  const place = (column: CsvColumn) => {
    const at = named.indexOf(column.toLowerCase());
    if (at !== named.lastIndexOf(column.toLowerCase())) {
      throw new Refusal("invalid", `The file has two columns called ${column}`);
    }
    return at === -1 ? undefined : at;
  };
  const places = Object.fromEntries(CSV_COLUMNS.map((column) => [column, place(column)]));
  const missing = CSV_COLUMNS.filter(
    (column) => places[column] === undefined && column !== "Notes" && column !== "Type",
  );
  if (missing.length > 0) {
    const what = missing.length === 1 ? "Missing column" : "Missing columns";
    throw new Refusal("invalid", `${what}: ${missing.join(", ")}`);
  }
  return { ...(places as Record<CsvColumn, number | undefined>), width: header.length };
}

interface CsvRecord {
  line: number;
  cells: string[];
  /** What the parser says is wrong with it. */
  fault?: string | undefined;
}

const RECORD_MAX = 1 << 20;

/** Cuts what has arrived at the last whole record, so that memory holds one piece and not the file. */
async function* csvRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // papaparse takes a file's first line end for all of it, so all are made one: see `ends`.
  const parser = new Papa.Parser({ delimiter: ",", newline: "\n" });
  let tail = "";
  let line = 1;

  const take = (text: string, isLast: boolean): CsvRecord[] => {
    const { data, errors, meta } = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
    const faults = new Map(errors.map(({ row, message }) => [row, message]));
    tail = isLast ? "" : text.slice(meta.cursor);
    const mayWrap = text.includes('"');
    return data.map((cells, index) => {
      const record = { line, cells, fault: faults.get(index) };
      line += 1 + (mayWrap ? countLineFeeds(cells) : 0);
      return record;
    });
  };

  for await (const bytes of body) {
    const text = tail + textOf(() => decoder.decode(bytes, { stream: true }));
    // A carriage return at the end may be half of a line end.
    const heldBack = text.endsWith("\r") ? 1 : 0;
    const whole = text.slice(0, text.length - heldBack).replace(/\r\n?/g, "\n");
    if (whole.includes("\0")) throw new Refusal("invalid", "The file is not a CSV text file");
    yield take(whole, false);
    if (heldBack) tail += "\r";
    if (tail.length > RECORD_MAX) {
      throw new Refusal("invalid", `Line ${line} is too long, or a quote in it is never closed`);
    }
  }
  const rest = tail + textOf(() => decoder.decode());
  if (rest) yield take(rest.replace(/\r\n?/g, "\n"), true);
}

function textOf(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Refusal("invalid", "The file is not UTF-8 text; save it as CSV UTF-8");
  }
}

function countLineFeeds(cells: string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  }
  return count;
}

function toImportRow(record: CsvRecord, columns: Columns, bad: BadRows): ImportRow | undefined {
  const { line, cells, fault } = record;
  const refuse = (column: CsvColumn, message: string) => {
    addBadRow(bad, line, column, message);
    return undefined;
  };
  if (fault) return refuse("Description", `The quotes of this row do not match (${fault})`);
  if (
    cells.length > columns.width &&
    cells.slice(columns.width).some((cell) => cell.trim() !== "")
  ) {
    return refuse(
      "Notes",
      `This row has ${cells.length} cells where the header has ${columns.width}`,
    );
  }
  const cell = (column: CsvColumn) => cells[columns[column] ?? -1] ?? "";

  const written = cell("Date").trim();
  const date = readDate(written);
  if (!date) return refuse("Date", written ? `${quote(written)} is no date` : "Date is required");

  const description = textCell(cell("Description"), Description);
  if (typeof description === "object") return refuse("Description", description.message);
  const notes = textCell(cell("Notes"), Notes);
  if (typeof notes === "object") return refuse("Notes", notes.message);

  const type = cell("Type").trim();
  if (type && !isType(type))
    return refuse("Type", `${quote(type)} is not Income, Expense or Transfer`);

  const amount = readAmount(cell("Amount"));
  if (amount === undefined || amount <= 0)
    return refuse("Amount", whyNotAmount(cell("Amount"), amount));

  const category = nameCell(cell("Category"));
  const names = accountsOf(nameCell(cell("Account")), type, category);
  if (names.length !== (isTransfer(type, category) ? 2 : 1)) {
    return refuse("Account", "Write the accounts of a transfer as from → to");
  }
  const [account = "", toAccount] = names;
  if (!account) return refuse("Account", "Account is required");
  if (toAccount === "") return refuse("Account", "Destination account is required");
  if (!category && !isTransfer(type, category)) return refuse("Category", "Category is required");
  const kind = isTransfer(type, category)
    ? "Transfer"
    : ((type || undefined) as TransactionType | undefined);
  return { line, date, description, account, toAccount, category, type: kind, amount, notes };
}

const isType = (text: string) => (TRANSACTION_TYPES as readonly string[]).includes(text);

/** Without a type, the category says so, as it does in the export. */
const isTransfer = (type: string, category: string) =>
  type === "Transfer" || (type === "" && category === "Transfer");

function accountsOf(cell: string, type: string, category: string): string[] {
  return isTransfer(type, category) ? cell.split(/\s*(?:→|->)\s*/) : [cell];
}

function whyNotAmount(cell: string, amount: Paise | undefined): string {
  const written = cell.trim();
  if (amount !== undefined || written === "") return "Amount must be greater than 0";
  if (/^[^.]*\d\.\d{3,}$/.test(written)) return `${quote(written)} has more than 2 decimals`;
  return `${quote(written)} is not an amount`;
}

const Description = sentence("Description");
const Notes = notes;
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** Plain ASCII of ordinary length, which nearly every cell is, needs no schema to be let through. */
function textCell(
  cell: string,
  schema: typeof Description | typeof Notes,
): string | { message: string } {
  const text = unguard(cell.trim());
  if (text.length >= 2 && text.length <= 500 && PLAIN.test(text)) return text;
  const result = v.safeParse(schema, text, { abortPipeEarly: true });
  return result.success ? result.output : { message: result.issues[0].message };
}

function nameCell(cell: string): string {
  const name = unguard(cell.trim());
  return PLAIN.test(name) ? name : name.normalize("NFC");
}

/** At most 60 characters of what was written. */
function quote(text: string): string {
  const characters = [...text];
  return `"${characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : text}"`;
}
