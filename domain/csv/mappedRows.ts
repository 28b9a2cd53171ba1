import Papa from "papaparse";
import { type Cell, readBankAmount, readBankDate, unwrap } from "../banking/cells.ts";
import { isSumLabel } from "../banking/rows.ts";
import type { FileRow } from "../banking/sheet.ts";
import { type CalendarDate, DATE_FORMS, formatDate, isCalendarDate } from "../dates.ts";
import { formatPaise, type Paise, toDecimal } from "../money.ts";
import { nameKey } from "../names.ts";
import { type CsvField, type CsvMapping, type CsvTable, parseDirection } from "./mapping.ts";
import { CSV_COLUMNS, guard, quote } from "./transactions.ts";

// Converts the rows of a mapped file to the columns of an import. The import then checks everything that
// needs the books.

/** Cells typed instead of the file's, or a row that is left out; by the number of the row. */
export type RowFixes = Record<number, Partial<Record<CsvField, string>> | "left out">;

/** The cells of a row as they are shown and corrected, and its reading if nothing is wrong. */
export interface MappedRow {
  row: number;
  /** Text of each used column, as corrected. */
  cells: Partial<Record<CsvField, string>>;
  reading?: RowReading;
  problem?: RowProblem;
}

export interface RowReading {
  date: CalendarDate;
  description: string;
  account: string;
  category: string;
  type: "Income" | "Expense" | "Transfer";
  amountPaise: Paise;
  notes: string;
}

export interface RowProblem {
  fields: CsvField[];
  /** The part of the mapping that is missing, if a choice for the whole file solves the problem. */
  needs?: "account" | "categoryIn" | "categoryOut";
  message: string;
  /** Likely corrections: the label of a button, and the cells it fills. */
  offers: { label: string; cells: Partial<Record<CsvField, string>> }[];
}

export interface MappedRows {
  rows: MappedRow[];
  /** Number of rows with sums and balances only. */
  ignored: number;
  leftOut: number;
}

/** Reads all rows of a table. */
export function mapRows(table: CsvTable, mapping: CsvMapping, fixes: RowFixes = {}): MappedRows {
  const places = Object.entries(mapping.columns).map(
    ([field, heading]) => [field as CsvField, table.headings.indexOf(heading ?? "")] as const,
  );
  const isOutNegative = isNegative(table, mapping.columns.out);
  const mapped: MappedRows = { rows: [], ignored: 0, leftOut: 0 };
  let before: MappedRow | undefined;
  for (const { row, cells } of table.rows) {
    const fix = fixes[row];
    if (fix === "left out") {
      mapped.leftOut += 1;
      continue;
    }
    const own = readCells(cells, places);
    if (isNoTransaction(own, cells)) {
      mapped.ignored += 1;
      continue;
    }
    before = readRow(row, { ...own, ...fix }, { mapping, isOutNegative, before });
    mapped.rows.push(before);
  }
  return mapped;
}

type Cells = Partial<Record<CsvField, Cell>>;

const readCells = (cells: FileRow["cells"], places: (readonly [CsvField, number])[]): Cells =>
  Object.fromEntries(places.map(([field, at]) => [field, cells[at]]));

/** Opening and closing balances, totals, and notes below the table. */
function isNoTransaction(cells: Cells, all: Cell[]): boolean {
  const hasAmount = [cells.amount, cells.out, cells.in].some((cell) => readBankAmount(cell));
  const hasDate = unwrap(cells.date) !== "";
  const label = unwrap(cells.description) || all.map(unwrap).find((text) => /\p{L}/u.test(text));
  return (!hasAmount && !hasDate) || (isSumLabel(label ?? "") && (!hasDate || !hasAmount));
}

interface Context {
  mapping: CsvMapping;
  /** The column of money out has its amounts with a minus or Dr. */
  isOutNegative: boolean;
  before: MappedRow | undefined;
}

/** Whether most amounts of a column are negative. */
function isNegative({ headings, rows }: CsvTable, heading: string | undefined): boolean {
  const at = heading === undefined ? -1 : headings.indexOf(heading);
  const amounts = rows.flatMap(({ cells }) => readBankAmount(cells[at]) || []);
  return amounts.filter((paise) => paise < 0).length > amounts.length / 2;
}

function readRow(row: number, cells: Cells, context: Context): MappedRow {
  const shown = Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [field, showCell(cell)]),
  );
  const read = new RowReader(cells, context);
  const reading = read.row();
  return { row, cells: shown, ...(read.problem ? { problem: read.problem } : { reading }) };
}

const showCell = (cell: Cell): string => (typeof cell === "number" ? String(cell) : unwrap(cell));

/** Reads one row, up to its first problem. */
class RowReader {
  problem: RowProblem | undefined;

  private readonly mapping: CsvMapping;
  private readonly before: MappedRow | undefined;

  constructor(
    private readonly cells: Cells,
    private readonly context: Context,
  ) {
    this.mapping = context.mapping;
    this.before = context.before;
  }

  row(): RowReading | undefined {
    const date = this.date();
    const money = date && this.money();
    const description = money && this.description();
    if (!date || !money || !description) return undefined;
    const { categories, account } = this.mapping;
    const own = this.text("category");
    const category = categories[own] || own || this.defaultCategory(money.type);
    const named = this.text("account") || account;
    if (!named) return this.need("account", "Choose the account of this file");
    if (!category && money.type !== "Transfer") {
      const needs = money.type === "Income" ? "categoryIn" : "categoryOut";
      return this.need(needs, `Choose a category of ${DIRECTION[money.type]}`);
    }
    return {
      ...money,
      date,
      description,
      category: category || "Transfer",
      account: named,
      notes: this.text("notes"),
    };
  }

  private text = (field: CsvField): string => unwrap(this.cells[field]).replace(/\s+/g, " ");

  private defaultCategory(type: RowReading["type"]): string {
    if (type === "Transfer") return "";
    return type === "Income" ? this.mapping.categoryIn : this.mapping.categoryOut;
  }

  private fail(fields: CsvField[], message: string, offers: RowProblem["offers"] = []): undefined {
    this.problem ??= { fields, message, offers };
  }

  private need(needs: NonNullable<RowProblem["needs"]>, message: string): undefined {
    const field = needs === "account" ? needs : "category";
    this.problem ??= { fields: [field], needs, message, offers: [] };
  }

  private date(): CalendarDate | undefined {
    const { date: cell } = this.cells;
    const date = readBankDate(cell, this.mapping.dateOrder);
    if (date) return date;
    const text = unwrap(cell);
    if (!text) {
      const date = this.before?.reading?.date;
      const offers = date ? [{ label: `Use ${formatDate(date)}`, cells: { date } }] : [];
      return this.fail(["date"], "The date is missing", offers);
    }
    const last = lastDayFor(text, this.mapping.dateOrder);
    if (!last) return this.fail(["date"], `${quote(text)} is not a date; ${DATE_FORMS}`);
    const offer = { label: `Use ${formatDate(last)}`, cells: { date: last } };
    return this.fail(["date"], `${quote(text)} does not exist; the month is shorter`, [offer]);
  }

  private description(): string | undefined {
    const text = this.text("description");
    if (text.length >= 2) return text;
    const instead = this.text("category") || this.text("notes");
    const offers =
      instead.length >= 2
        ? [{ label: `Use “${instead.slice(0, 40)}”`, cells: { description: instead } }]
        : [];
    return this.fail(["description"], "The description is missing", offers);
  }

  private money(): Pick<RowReading, "amountPaise" | "type"> | undefined {
    const { columns } = this.mapping;
    return columns.amount === undefined ? this.twoColumns() : this.oneColumn();
  }

  private amount(field: CsvField): Paise | null | undefined {
    const paise = readBankAmount(this.cells[field]);
    if (paise === undefined) {
      const text = quote(unwrap(this.cells[field]));
      this.fail([field], `${text} is not an amount; enter it like 1500 or 1,500.50`);
    }
    return paise;
  }

  private oneColumn() {
    const paise = this.amount("amount");
    if (paise === undefined) return undefined;
    if (!paise) return this.fail(["amount"], "The amount is missing");
    const typed = this.text("type");
    const type = typed ? parseDirection(typed) : paise < 0 ? "Expense" : "Income";
    if (!type) return this.fail(["type"], `${quote(typed)} is not Income, Expense or Transfer`);
    return { amountPaise: Math.abs(paise) as Paise, type };
  }

  private twoColumns() {
    const [out, into] = [this.amount("out"), this.amount("in")];
    if (this.problem) return undefined;
    if (out && into) return this.bothColumns(out, into);
    const paise = out || into;
    if (!paise) return this.fail(["out", "in"], "The amount is missing");
    // A minus reverses the column, as for a refund, unless most of the column has one.
    const isOut = out ? out > 0 !== this.context.isOutNegative : paise < 0;
    const type: RowReading["type"] = isOut ? "Expense" : "Income";
    return { amountPaise: Math.abs(paise) as Paise, type };
  }

  /** Offers the side with which the balance agrees, or both. */
  private bothColumns(out: Paise, into: Paise) {
    const { before, cells } = this;
    const keepOut = { label: "Keep money out", cells: { in: "" } };
    const keepIn = { label: "Keep money in", cells: { out: "" } };
    const [last, now] = [readBankAmount(before?.cells.balance), readBankAmount(cells.balance)];
    const change = typeof last === "number" && typeof now === "number" ? now - last : undefined;
    const offers =
      change === -Math.abs(out) ? [keepOut] : change === into ? [keepIn] : [keepOut, keepIn];
    const moved =
      change === undefined
        ? ""
        : ` The balance ${change < 0 ? "falls" : "rises"} by ${formatPaise(Math.abs(change) as Paise)}.`;
    return this.fail(["out", "in"], `Both columns of amounts are filled.${moved}`, offers);
  }
}

const DIRECTION = { Income: "money in", Expense: "money out", Transfer: "transfers" };

/** Returns the last day of a month for `31-06-2026`. */
function lastDayFor(text: string, order: CsvMapping["dateOrder"]): CalendarDate | undefined {
  for (let less = 1; less <= 3; less++) {
    const earlier = text.replace(/(?<!\d)(29|30|31)(?!\d)/, (day) => String(Number(day) - less));
    const date = earlier === text ? undefined : readBankDate(earlier, order);
    if (date && isCalendarDate(date)) return date;
  }
  return undefined;
}

export interface MappedTotals {
  in: { rows: number; paise: bigint };
  out: { rows: number; paise: bigint };
  transfers: { rows: number; paise: bigint };
  problems: number;
}

/** Counts and sums the rows that can be imported, by direction. */
export function totalRows(rows: MappedRow[]): MappedTotals {
  const none = () => ({ rows: 0, paise: 0n });
  const totals: MappedTotals = { in: none(), out: none(), transfers: none(), problems: 0 };
  for (const { reading } of rows) {
    if (!reading) {
      totals.problems += 1;
      continue;
    }
    const { type, amountPaise } = reading;
    const total = totals[type === "Income" ? "in" : type === "Expense" ? "out" : "transfers"];
    total.rows += 1;
    total.paise += BigInt(amountPaise);
  }
  return totals;
}

/** Result of comparing each balance with the one before it. */
export interface BalanceCheck {
  compared: number;
  /** Rows whose balance does not follow. */
  wrong: number[];
  lastPaise: Paise | null;
}

/** Checks a balance column, whose rows can be oldest or newest first. */
export function checkBalances(rows: MappedRow[]): BalanceCheck {
  const dates = rows.flatMap(({ reading }) => reading?.date ?? []);
  const isNewestFirst = (dates[0] ?? "") > (dates.at(-1) ?? "");
  const check: BalanceCheck = { compared: 0, wrong: [], lastPaise: null };
  for (const { row, cells, reading } of isNewestFirst ? rows.toReversed() : rows) {
    const balance = readBankAmount(cells.balance) ?? null;
    if (balance !== null && reading && reading.type !== "Transfer" && check.lastPaise !== null) {
      check.compared += 1;
      const moved = reading.type === "Income" ? reading.amountPaise : -reading.amountPaise;
      if (check.lastPaise + moved !== balance) check.wrong.push(row);
    }
    if (balance !== null) check.lastPaise = balance;
  }
  return check;
}

/** Returns the names of a column's categories with their rows, the most frequent first. */
export function countCategories(rows: MappedRow[]): [name: string, rows: number][] {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    if (cells.category) counts.set(cells.category, (counts.get(cells.category) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** Returns whether the books have a category of that name, ignoring case. */
export const hasName = (names: { name: string }[], name: string): boolean =>
  names.some((one) => nameKey(one.name) === nameKey(name));

/** An import file of the rows without a problem, and the row of the original for each of its lines. */
export interface ImportFile {
  csv: string;
  /** Row in the original by line of the import file; the header is line 1. */
  rowOf: Map<number, number>;
}

/** Writes the rows without a problem as a file that can be imported. */
export function toImportFile(rows: MappedRow[]): ImportFile {
  const rowOf = new Map<number, number>();
  const lines = rows.flatMap(({ row, reading }) => {
    if (!reading) return [];
    rowOf.set(rowOf.size + 2, row);
    const { date, description, account, category, type, amountPaise, notes } = reading;
    const texts = [description, account, category].map(guard);
    return [[date, ...texts, type, toDecimal(amountPaise), guard(notes)]];
  });
  const csv = Papa.unparse([[...CSV_COLUMNS], ...lines], { newline: "\n" });
  return { csv: `${csv}\n`, rowOf };
}
