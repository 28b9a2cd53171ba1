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
 * A text that a spreadsheet would run as a formula gets an apostrophe before it; unguard takes it off. Some
 * read the full-width signs of Chinese and Japanese keyboards as plain ones, and look behind a tab.
 */
export function guard(text: string): string {
  return /^'*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
}

/** The text as it was before guard. */
export function unguard(text: string): string {
  return /^'+[=+\-@＝＋－＠\t\r]/.test(text) ? text.slice(1) : text;
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

/** A message that costs something is made only where it is shown. */
export function addBadRow(
  bad: BadRows,
  line: number,
  column: CsvColumn,
  message: string | (() => string),
): void {
  bad.count += 1;
  if (bad.first.length === ERRORS_MAX) return;
  const said = typeof message === "string" ? message : message();
  bad.first.push({ path: `line ${line}`, column, message: said });
}

const COLUMNS_MAX = 1_000;

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
    (column) => places[column] === undefined && column !== "Notes" && column !== "Type",
  );
  if (missing.length > 0) {
    const what = missing.length === 1 ? "Missing column" : "Missing columns";
    throw new Refusal("invalid", `${what}: ${missing.join(", ")}${foundIn(header)}`);
  }
  return { ...(places as Record<CsvColumn, number | undefined>), width: header.length };
}

const FOUND_SHOWN = 10;

/** What a header has instead. Where all of it is one cell, that may be another separator, or another file. */
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
  if (!date)
    return refuse(
      "Date",
      written ? `${quote(written)} is not a date; ${DATE_FORMS}` : "Date is required",
    );

  const text = (column: TextColumn, written = unguard(cell(column).trim())) => {
    const { schema, least, most } = TEXTS[column];
    // Plain ASCII of ordinary length, which nearly every cell is, needs no schema to be let through.
    if (written.length >= least && written.length <= most && PLAIN.test(written)) return written;
    const result = v.safeParse(schema, written, { abortPipeEarly: true });
    return result.success ? result.output : refuse(column, result.issues[0].message);
  };
  // Exports of Excel and Zoho break lines within a cell.
  const broken = unguard(cell("Description").trim()).split(/[\r\n]/);
  const whole = broken.map((line) => line.trim()).filter(Boolean);
  const description = text("Description", whole.join(" "));
  const notes = description === undefined ? undefined : text("Notes");
  if (description === undefined || notes === undefined) return undefined;

  const said = cell("Type").trim();
  const type = said && typeCalled(said);
  if (type === undefined)
    return refuse("Type", `${quote(said)} is not Income, Expense or Transfer`);

  const amount = readAmount(cell("Amount"));
  if (amount === undefined || amount <= 0)
    return refuse("Amount", whyNotAmount(cell("Amount"), amount));

  const category = text("Category");
  if (category === undefined) return undefined;
  const names = splitAccounts(unguard(cell("Account").trim()), type, category);
  if (names.length !== (isTransfer(type, category) ? 2 : 1)) {
    return refuse("Account", "Enter the accounts of a transfer as from → to");
  }
  const [from = "", to] = names;
  const account = text("Account", from);
  if (account === undefined) return undefined; // One thing is told of a row.
  const toAccount = to === undefined ? undefined : text("Account", to);
  if (to !== undefined && toAccount === undefined) return undefined;
  if (!account) return refuse("Account", "Account is required");
  if (toAccount === "") return refuse("Account", "Destination account is required");
  if (!category && !isTransfer(type, category)) return refuse("Category", "Category is required");
  const kind = isTransfer(type, category)
    ? "Transfer"
    : ((type || undefined) as TransactionType | undefined);
  return { line, date, description, account, toAccount, category, type: kind, amount, notes };
}

/** In whatever case it is written. */
const typeCalled = (text: string) =>
  TRANSACTION_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());

/** Without a type, the category says so, as it does in the export. */
const isTransfer = (type: string, category: string) =>
  type === "Transfer" || (type === "" && category === "Transfer");

function splitAccounts(cell: string, type: string, category: string): string[] {
  return isTransfer(type, category) ? cell.split(/→|->/).map((name) => name.trim()) : [cell];
}

function whyNotAmount(cell: string, amount: Paise | undefined): string {
  const written = cell.trim();
  if (written === "") return "Amount is required";
  if (amount !== undefined) return "Amount must be greater than 0";
  if (/^[^.]*\d\.\d{3,}$/.test(written)) return `${quote(written)} has more than 2 decimals`;
  const isSided = /^\(.*\)$|\b[dc]r\.?$/i.test(written);
  const sides = isSided ? ", and give its direction in Type" : "";
  return `${quote(written)} is not an amount; enter it like 1500 or 1,500.50${sides}`;
}

type TextColumn = "Description" | "Notes" | "Category" | "Account";

/** Of each, what it must be, and the lengths between which plain ASCII is that. */
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

/** At most 60 characters of what was written. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 122)];
  return `"${characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : text}"`;
}
