import Papa from "papaparse";
import * as v from "valibot";
import { DATE_FORMS, readDate } from "../dates.ts";
import { notes, optionalLine, sentence } from "../fields.ts";
import {
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
} from "../ledger/transactions.ts";
import { type Paise, readAmount, toDecimal, toPaise } from "../money.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import { type CsvRecord, csvRecords } from "./records.ts";

// The CSV export and import share their columns, so one agency can import another's export. A row names
// its account and category:
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

export const CSV_HEADER = `${CSV_COLUMNS.join(",")}\n`;

/** Formats transactions as CSV lines, each with a line feed. */
export function toCsv(transactions: Transaction[]): string {
  if (transactions.length === 0) return "";
  return `${Papa.unparse(transactions.map(toCells), { newline: "\n" })}\n`;
}

function toCells({
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

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, which `unguard` removes.
 * Some programs treat full-width signs of Chinese and Japanese keyboards as plain ones, and look behind
 * a tab.
 */
export function guard(text: string): string {
  return /^'*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
}

/** Reverses `guard`. */
export function unguard(text: string): string {
  return /^'+[=+\-@＝＋－＠\t\r]/.test(text) ? text.slice(1) : text;
}

/** A parsed row whose names are not looked up yet. Amount in paise. */
export interface ImportRow {
  /** Line of the file where the row begins; the header is line 1. */
  line: number;
  date: string;
  description: string;
  account: string;
  /** For a transfer: the receiving account. */
  toAccount: string | undefined;
  category: string;
  /** Undefined if missing or blank; the category then decides. */
  type: TransactionType | undefined;
  amountPaise: Paise;
  notes: string;
}

/** Refused rows: number of all rows, number refused, and the first hundred errors. */
export interface BadRows {
  of: number;
  count: number;
  first: FieldError[];
}

const ERRORS_MAX = 100;

/** Adds an error. A message that is expensive to build is a function, called only if it is shown. */
export function addBadRow(
  bad: BadRows,
  line: number,
  column: CsvColumn,
  message: string | (() => string),
): void {
  bad.count += 1;
  if (bad.first.length === ERRORS_MAX) return;
  const shown = typeof message === "string" ? message : message();
  bad.first.push({ path: `line ${line}`, column, message: shown });
}

const COLUMNS_MAX = 1_000;

/**
 * Yields the rows of a file in batches, and counts bad rows in `bad`.
 * @throws Refusal "invalid" if the file is not such a CSV: not UTF-8, a missing column, an unclosed
 * quote, no rows
 */
export async function* importRows(
  body: AsyncIterable<Uint8Array>,
  bad: BadRows,
): AsyncGenerator<ImportRow[]> {
  let columns: Columns | undefined;
  for await (const records of csvRecords(body)) {
    const rows: ImportRow[] = [];
    for (const record of records) {
      if (record.cells.length > COLUMNS_MAX) {
        throw new Refusal("invalid", `Line ${record.line} has more than 1,000 columns`);
      }
      if (record.cells.every((cell) => cell.trim() === "")) continue;
      if (!columns) {
        columns = findColumns(record.cells);
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

const OPTIONAL: readonly CsvColumn[] = ["Notes", "Type"];

/** Whether the first line of a file has the columns of an import. */
export function isImportHeader(text: string): boolean {
  const [line = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const header = Papa.parse<string[]>(line).data[0] ?? [];
  const named = header.map((cell) => cell.trim().toLowerCase());
  return CSV_COLUMNS.every(
    (column) => OPTIONAL.includes(column) || named.includes(column.toLowerCase()),
  );
}

type Columns = Record<CsvColumn, number | undefined> & { width: number };

function findColumns(header: string[]): Columns {
  const named = header.map((cell) => cell.trim().toLowerCase());
  const place = (column: CsvColumn) => {
    const at = named.indexOf(column.toLowerCase());
    if (at !== named.lastIndexOf(column.toLowerCase())) {
      throw new Refusal("invalid", `The file has two columns named ${column}`);
    }
    return at === -1 ? undefined : at;
  };
  const places = Object.fromEntries(CSV_COLUMNS.map((column) => [column, place(column)]));
  const missing = CSV_COLUMNS.filter(
    (column) => places[column] === undefined && !OPTIONAL.includes(column),
  );
  if (missing.length > 0) {
    const what = missing.length === 1 ? "Missing column" : "Missing columns";
    throw new Refusal("invalid", `${what}: ${missing.join(", ")}${foundIn(header)}`);
  }
  return { ...(places as Record<CsvColumn, number | undefined>), width: header.length };
}

const FOUND_SHOWN = 10;

/**
 * Lists the headings found instead. A single heading suggests another separator, or another kind of
 * file.
 */
function foundIn(header: string[]): string {
  const named = header.map((cell) => cell.trim()).filter(Boolean);
  if (named.length === 0) return "";
  const shown = named.slice(0, FOUND_SHOWN).map((cell) => cell.slice(0, 40));
  return ` (the file has ${shown.join(", ")}${named.length > shown.length ? ", …" : ""})`;
}

function toImportRow(record: CsvRecord, columns: Columns, bad: BadRows): ImportRow | undefined {
  const { line, cells, fault } = record;
  const refuse = (column: CsvColumn, message: string) => {
    addBadRow(bad, line, column, message);
    return undefined;
  };
  if (fault) return refuse("Description", `The quotes in this row do not match (${fault})`);
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
  if (!date)
    return refuse(
      "Date",
      written ? `${quote(written)} is not a date; ${DATE_FORMS}` : "Date is required",
    );

  const text = (column: TextColumn, written = unguard(cell(column).trim())) => {
    const { schema, least, most } = TEXTS[column];
    // Plain ASCII of usual length, as in nearly every cell, needs no schema.
    if (written.length >= least && written.length <= most && PLAIN.test(written)) return written;
    const result = v.safeParse(schema, written, { abortPipeEarly: true });
    return result.success ? result.output : refuse(column, result.issues[0].message);
  };
  // Exports from Excel and Zoho have line breaks within cells.
  const broken = unguard(cell("Description").trim()).split(/[\r\n]/);
  const whole = broken.map((line) => line.trim()).filter(Boolean);
  const description = text("Description", whole.join(" "));
  const notes = description === undefined ? undefined : text("Notes");
  if (description === undefined || notes === undefined) return undefined;

  const typed = cell("Type").trim();
  const type = typed && typeCalled(typed);
  if (type === undefined)
    return refuse("Type", `${quote(typed)} is not Income, Expense or Transfer`);

  const amount = readAmount(cell("Amount"));
  if (amount === undefined || amount <= 0)
    return refuse("Amount", explainNotAmount(cell("Amount"), amount));

  const category = text("Category");
  if (category === undefined) return undefined;
  const names = splitAccounts(unguard(cell("Account").trim()), type, category);
  if (names.length !== (isTransfer(type, category) ? 2 : 1)) {
    return refuse("Account", "Enter the accounts of a transfer as from → to");
  }
  const [from = "", to] = names;
  const account = text("Account", from);
  if (account === undefined) return undefined; // Only one error is reported per row.
  const toAccount = to === undefined ? undefined : text("Account", to);
  if (to !== undefined && toAccount === undefined) return undefined;
  if (!account) return refuse("Account", "Account is required");
  if (toAccount === "") return refuse("Account", "Destination account is required");
  if (!category && !isTransfer(type, category)) return refuse("Category", "Category is required");
  const kind = isTransfer(type, category)
    ? "Transfer"
    : ((type || undefined) as TransactionType | undefined);
  return {
    line,
    date,
    description,
    account,
    toAccount,
    category,
    type: kind,
    amountPaise: amount,
    notes,
  };
}

const typeCalled = (text: string) =>
  TRANSACTION_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());

/** Without a type, the category marks a transfer, as in the export. */
const isTransfer = (type: string, category: string) =>
  type === "Transfer" || (type === "" && category === "Transfer");

function splitAccounts(cell: string, type: string, category: string): string[] {
  return isTransfer(type, category) ? cell.split(/→|->/).map((name) => name.trim()) : [cell];
}

function explainNotAmount(cell: string, amount: Paise | undefined): string {
  const written = cell.trim();
  if (written === "") return "Amount is required";
  if (amount !== undefined) return "Amount must be greater than 0";
  if (/^[^.]*\d\.\d{3,}$/.test(written)) return `${quote(written)} has more than 2 decimals`;
  const isSided = /^\(.*\)$|\b[dc]r\.?$/i.test(written);
  const sides = isSided ? ", and give its direction in Type" : "";
  return `${quote(written)} is not an amount; enter it like 1500 or 1,500.50${sides}`;
}

type TextColumn = "Description" | "Notes" | "Category" | "Account";

/** Schema of each text, and the lengths at which plain ASCII is always valid. */
const TEXTS = {
  Description: { schema: sentence("Description"), least: 2, most: 500 },
  Notes: { schema: notes, least: 1, most: 5000 },
  Category: { schema: optionalLine("Category"), least: 1, most: 200 },
  Account: { schema: optionalLine("Account"), least: 1, most: 200 },
} satisfies Record<
  TextColumn,
  { schema: v.GenericSchema<string | undefined, string>; least: number; most: number }
>;

const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** Quotes at most 60 characters of the input. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 122)];
  return `"${characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : text}"`;
}
