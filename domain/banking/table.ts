import { pluralize } from "../counts.ts";
import { type CalendarDate, countDays, pickEarlier, pickLater } from "../dates.ts";
import { Refusal, Undecided } from "../refusal.ts";
import { assertOneAccount, findAccountOfRows } from "./accountsInFile.ts";
import {
  type Columns,
  captionKey,
  findHeader,
  guessCaptionRow,
  type Header,
  isTable,
  normaliseCaption,
} from "./captions.ts";
import { type Cell, type DateOrder, readBankAmount, readBankDate, unwrap } from "./cells.ts";
import { assertNamesRupees } from "./currencies.ts";
import { findAccountNumber, readFacts, readPeriod } from "./facts.ts";
import { ERRORS_MAX, isBalanceLabel, isFilled, isSumLabel, RowReader } from "./rows.ts";
import type { FileRow, Sheet } from "./sheet.ts";
import { detectSigns, listDatedRows, withPoint } from "./signs.ts";
import type { Facts, RawLine } from "./statement.ts";

// Reads the lines of a table over all its pages and sheets. A footer, a blank row or a page header never
// ends it for good: the rows below are checked too, and an unread amount refuses the file.

/** Columns chosen by a user, for a table with these captions. */
export interface Layout {
  captions: string;
  columns: Columns;
}

export interface Table {
  lines: RawLine[];
  facts: Facts;
  columns: { captions: string[]; roles: Columns };
  remarks: string[];
  /** Whether two columns or marks show which amounts are in and out. */
  hasSides: boolean;
}

export interface TableOptions {
  layouts?: Layout[] | undefined;
  columns?: Columns | undefined;
  /** Whether the account is a Card, on which unmarked amounts are spent. */
  isCard?: boolean | undefined;
  /** Lines after this day get a warning. */
  today?: CalendarDate | undefined;
}

/**
 * Reads the lines of all sheets with the captions of the first table.
 * @throws Refusal "invalid" naming row, column and value, and Undecided if no captions are known
 */
export function readTable(sheets: Sheet[], options: TableOptions = {}): Table {
  const { layouts = [], columns: chosen } = options;
  for (const { rows } of sheets) {
    const header = chooseHeader(rows, layouts, chosen);
    if (header) return readTableLines(sheets, header, rows[header.at]?.cells ?? [], options);
  }
  const rows = sheets.find((sheet) => sheet.rows.some(isFilledRow))?.rows ?? [];
  if (rows.length === 0) throw new Refusal("invalid", "The file has no lines. Nothing was changed");
  assertCaptions(rows);
  const guess = guessCaptionRow(rows.map(({ cells }) => cells));
  if (!guess) {
    const message =
      "This is not a bank statement: no row has its column headings. Nothing was changed";
    throw new Refusal("invalid", message);
  }
  const sample = rows.slice(guess.at + 1, guess.at + 6).map(({ cells }) => cells.map(unwrap));
  const captions = (rows[guess.at]?.cells ?? []).map(unwrap);
  throw new Undecided("columns", "Which columns are these?", { captions, sample });
}

/** @throws Refusal "invalid" if the table begins with a line */
function assertCaptions(rows: FileRow[]): void {
  const first = rows.find(isFilledRow);
  if (!first?.cells.some((cell) => readBankDate(cell)) || !first.cells.some(isMoney)) return;
  const message =
    `The table has no column headings: row ${first.row} already has data. Add headings above it, such as ` +
    "Date, Narration, Debit, Credit, Balance";
  throw new Refusal("invalid", `${message}. Nothing was changed`);
}

const isFilledRow = ({ cells }: FileRow): boolean => cells.some(isFilled);

function chooseHeader(rows: FileRow[], layouts: Layout[], chosen?: Columns): Header | undefined {
  const cells = rows.map((row) => row.cells);
  if (chosen) {
    const guess = findHeader(cells) ?? guessCaptionRow(cells);
    if (!guess) return undefined;
    if (!isTable(chosen)) {
      throw new Refusal("invalid", "Choose the columns for date, narration and amounts", [
        { path: "columns", message: "Needs date, narration, and debit and credit or amount" },
      ]);
    }
    return { at: guess.at, captions: guess.captions, columns: chosen };
  }
  const known = findHeader(cells);
  if (known) return known;
  for (const [at, row] of cells.slice(0, 60).entries()) {
    const captions = row.map(normaliseCaption);
    const layout = layouts.find((one) => one.captions === captionKey(captions));
    if (layout) return { at, captions, columns: layout.columns };
  }
  return undefined;
}

const RULER = /^[*=_-]{3,}$/;

interface Part {
  reader: RowReader;
  /** The accounts named above each page. Empty if the sheet has no table. */
  accounts: string[][];
}

function readTableLines(
  sheets: Sheet[],
  header: Header,
  captionRow: Cell[],
  options: TableOptions,
): Table {
  const { isCard = false, today } = options;
  const order = orderOfDates(sheets, header, today);
  const period = readPeriod(sheets.flatMap(({ rows }) => rows.map(({ cells }) => cells)));
  const printed = captionRow.map(unwrap);
  const dated = listDatedRows(sheets, header.columns);
  assertNamesRupees(printed, header.captions, header.columns, dated);
  const account = findAccountOfRows(dated, header.captions);
  const signs = detectSigns(dated, header.columns, isCard);
  const parts = sheets.map(({ name, rows }): Part => {
    const place = (row: number) =>
      sheets.length > 1 ? `Sheet "${name}", row ${row}` : `Row ${row}`;
    const reader = new RowReader(header.columns, printed, { order, period, signs, place });
    return { reader, accounts: walk(rows, header, reader) };
  });
  const errors = parts.flatMap(({ reader }) => reader.errors);
  const [first] = errors;
  if (first) throw new Refusal("invalid", `${first.message}. Nothing was changed`, errors);
  assertOneAccount(parts.flatMap(({ accounts }) => accounts));
  const around = parts.flatMap(({ reader }) => reader.around);
  const unread = sheets.filter(
    ({ rows }, at) => parts[at]?.accounts.length === 0 && rows.some(isFilledRow),
  );
  return {
    lines: joinByDate(parts.map(({ reader }) => reader.lines).filter(({ length }) => length > 0)),
    remarks: [
      ...(order === "month" ? ["Dates are read with the month first"] : []),
      ...signs.remarks,
      ...remarksOn(parts.map(({ reader }) => reader)),
      ...unread.map(({ name }) => `Sheet "${name}" has no bank lines`),
    ],
    columns: { captions: header.captions, roles: header.columns },
    hasSides: signs.areMarked || header.columns.debit !== undefined,
    facts: withAccount(
      account,
      readFacts(
        around.map(({ cells }) => (signs.isComma ? cells.map(withPoint) : cells)),
        header.captions.join("|"),
      ),
    ),
  };
}

/** Reads all rows of a sheet. Returns the accounts named above each page of its table. */
function walk(rows: FileRow[], { captions }: Header, reader: RowReader): string[][] {
  const { around } = reader;
  const accounts: string[][] = [];
  const key = captionKey(captions);
  const start = captions.find(Boolean);
  const isCaptions = (cells: Cell[]) =>
    normaliseCaption(cells.find(isFilled)) === start &&
    captionKey(cells.map(normaliseCaption)) === key;
  let state = "above" as "above" | "table" | "below";
  let isAfterBlank = false;
  let headFrom = 0;
  const beginTable = () => {
    accounts.push(around.slice(headFrom).flatMap(({ cells }) => findAccountNumber(cells) ?? []));
    headFrom = around.length;
    state = "table";
  };
  for (const row of rows) {
    const filled = row.cells.filter(isFilled).map(unwrap);
    const wasBlank = isAfterBlank;
    isAfterBlank = filled.length === 0;
    if (isAfterBlank || filled.every((text) => RULER.test(text))) continue;
    if (isCaptions(row.cells)) beginTable();
    else if (state === "table") {
      const taken = reader.take(row, wasBlank);
      if (taken === "line") headFrom = around.length;
      else assertNoMoney(row, reader);
      if (taken === "end") state = "below";
    } else if (state === "below" && reader.takeBelow(row)) beginTable();
    else {
      around.push(row);
      assertNoMoney(row, reader);
    }
  }
  return accounts;
}

/**
 * Refuses a file if a row outside the table has a date and an amount. The date is the first cell, or
 * follows a serial number: `Statement date, 18/11/2026` is not a line.
 */
function assertNoMoney({ row, cells }: FileRow, reader: RowReader): void {
  const texts = cells.map(unwrap);
  const at = texts.findIndex((text) => text !== "" && !/^\d{1,6}\.?$/.test(text));
  if (!readBankDate(cells[at]) || texts.some(isSumLabel) || texts.some(isBalanceLabel)) return;
  const money = cells.find((cell, column) => column !== at && isMoney(cell));
  if (money === undefined) return;
  const what = `a date and ${unwrap(money)}, which are not in the columns of the table`;
  const message = `${reader.place(row)} was not read: it has ${what}`;
  if (reader.errors.length < ERRORS_MAX) reader.errors.push({ path: String(row), message });
}

const isMoney = (cell: Cell): boolean =>
  typeof cell === "number"
    ? cell !== 0
    : /\d[.,]\d/.test(unwrap(cell)) && !readBankDate(cell) && Boolean(readBankAmount(cell));

const withAccount = (account: string | null, facts: Facts): Facts => ({
  ...facts,
  account: facts.account ?? account,
});

/** Joins the lines of sheets by date. Sheets may be in the opposite order to their rows. */
function joinByDate(sheets: RawLine[][]): RawLine[] {
  const days = (lines: RawLine[]) => [lines[0]?.date ?? "", lines.at(-1)?.date ?? ""] as const;
  const isUpwards = sheets.some((lines) => days(lines)[0] > days(lines)[1]);
  const sorted = sheets.toSorted((a, b) =>
    days(a)[0] < days(b)[0] ? -1 : days(a)[0] > days(b)[0] ? 1 : 0,
  );
  return (isUpwards ? sorted.toReversed() : sorted).flat();
}

export const describeLeftOut = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`${pluralize(count, one, many)} left out`] : [];

function remarksOn(parts: RowReader[]): string[] {
  const sum = (count: (part: RowReader) => number) => parts.reduce((n, part) => n + count(part), 0);
  const [memos, pending] = [sum((part) => part.memos), sum((part) => part.pending)];
  return [
    ...describeLeftOut(memos, "row without an amount was", "rows without an amount were"),
    ...describeLeftOut(pending, "pending row was", "pending rows were"),
  ];
}

/**
 * Returns whether day or month comes first. Day first is the default. Month first is chosen if only it makes
 * all dates valid, or if day first puts a date after today and month first does not and spans fewer days.
 */
function orderOfDates(sheets: Sheet[], { columns }: Header, today = "9999"): DateOrder {
  const dates = sheets
    .flatMap(({ rows }) => rows.map(({ cells }) => cells[columns.date ?? 0]))
    .filter(
      (cell) => typeof cell === "string" && /^\D?\d{1,2}[-/.]\d{1,2}[-/.]\d/.test(unwrap(cell)),
    );
  const span = (order: DateOrder) => {
    let [first, last] = ["9999", ""];
    for (const cell of dates) {
      const date = readBankDate(cell, order);
      if (!date) return undefined;
      first = pickEarlier(first, date);
      last = pickLater(last, date);
    }
    return { last, days: last ? countDays({ dateFrom: first, dateTo: last }) : 0 };
  };
  const [byDay, byMonth] = [span("day"), span("month")];
  if (!byMonth) return "day";
  if (!byDay) return "month";
  return byDay.last > today && byMonth.last <= today && byMonth.days < byDay.days ? "month" : "day";
}
