import { counted } from "../counts.ts";
import { Refusal, Undecided } from "../refusal.ts";
import { isSameNumber, lastFour } from "./accountNumbers.ts";
import {
  type Columns,
  captionKey,
  findHeader,
  guessCaptions,
  type Header,
  isTable,
  normaliseCaption,
} from "./captions.ts";
import { type Cell, type DateOrder, readBankAmount, readBankDate, unwrap } from "./cells.ts";
import { accountNamed, readFacts } from "./facts.ts";
import type { FileRow, Sheet } from "./files.ts";
import { isFilled, RowReader, saysBalance, saysSum } from "./rows.ts";
import type { Facts, RawLine } from "./statement.ts";

// The lines of a table, over all its pages and sheets. A footer, a blank row or a page's header never ends it
// for good: rows below are looked at, and money that was not read refuses the file.

/** Columns that a person has told, by the captions of their table. */
export interface Layout {
  captions: string;
  columns: Columns;
}

export interface Table {
  lines: RawLine[];
  facts: Facts;
  columns: { captions: string[]; roles: Columns };
  remarks: string[];
}

/**
 * Returns the lines of all sheets that have the captions of the first table.
 * @throws Refusal "invalid" naming row, column and value, and Undecided if no captions are known
 */
export function readTable(sheets: Sheet[], layouts: Layout[], told?: Columns): Table {
  for (const { rows } of sheets) {
    const header = headerOf(rows, layouts, told);
    if (header) return linesOf(sheets, header, rows[header.at]?.cells ?? []);
  }
  const rows = sheets.find((sheet) => sheet.rows.some(isFilledRow))?.rows ?? [];
  if (rows.length === 0) throw new Refusal("invalid", "The file has no lines. Nothing was changed");
  const guess = guessCaptions(rows.map(({ cells }) => cells));
  if (!guess) {
    const message =
      "This is not a bank statement: no row has the captions of one. Nothing was changed";
    throw new Refusal("invalid", message);
  }
  const sample = rows.slice(guess.at + 1, guess.at + 6).map(({ cells }) => cells.map(unwrap));
  const captions = (rows[guess.at]?.cells ?? []).map(unwrap);
  throw new Undecided("columns", "Which columns are these?", { captions, sample });
}

const isFilledRow = ({ cells }: FileRow): boolean => cells.some(isFilled);

function headerOf(rows: FileRow[], layouts: Layout[], told?: Columns): Header | undefined {
  const cells = rows.map((row) => row.cells);
  if (told) {
    const guess = findHeader(cells) ?? guessCaptions(cells);
    if (!guess) return undefined;
    if (!isTable(told)) {
      throw new Refusal("invalid", "Say which columns are date, narration and money", [
        { path: "columns", message: "Needs date, narration, and debit and credit or amount" },
      ]);
    }
    return { at: guess.at, captions: guess.captions, columns: told };
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

/** What was read of a sheet. */
interface Part {
  reader: RowReader;
  /** The accounts that are named above each page of the table. Empty if the sheet has no table. */
  accounts: string[][];
}

function linesOf(sheets: Sheet[], header: Header, captionRow: Cell[]): Table {
  const order = orderOfDates(sheets, header);
  const printed = captionRow.map(unwrap);
  const parts = sheets.map(({ name, rows }): Part => {
    const place = (row: number) =>
      sheets.length > 1 ? `Sheet "${name}", row ${row}` : `Row ${row}`;
    const reader = new RowReader(header.columns, printed, order, place);
    return { reader, accounts: walk(rows, header, reader) };
  });
  const errors = parts.flatMap(({ reader }) => reader.errors);
  const [first] = errors;
  if (first) throw new Refusal("invalid", `${first.message}. Nothing was changed`, errors);
  mustBeOneAccount(parts);
  const around = parts.flatMap(({ reader }) => reader.around);
  const unread = sheets.filter(
    ({ rows }, at) => parts[at]?.accounts.length === 0 && rows.some(isFilledRow),
  );
  return {
    lines: inOrder(parts.map(({ reader }) => reader.lines).filter(({ length }) => length > 0)),
    remarks: [
      ...remarksOn(parts.map(({ reader }) => reader)),
      ...unread.map(({ name }) => `Sheet "${name}" has no bank lines`),
    ],
    columns: { captions: header.captions, roles: header.columns },
    facts: readFacts(
      around.map(({ cells }) => cells),
      header.captions.join("|"),
    ),
  };
}

/** Reads all rows of a sheet. Returns the accounts that are named above each page of its table. */
function walk(rows: FileRow[], { captions, columns }: Header, reader: RowReader): string[][] {
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
  const goOn = () => {
    accounts.push(around.slice(headFrom).flatMap(({ cells }) => accountNamed(cells) ?? []));
    headFrom = around.length;
    state = "table";
  };
  for (const row of rows) {
    const filled = row.cells.filter(isFilled).map(unwrap);
    const wasBlank = isAfterBlank;
    isAfterBlank = filled.length === 0;
    if (isAfterBlank || filled.every((text) => RULER.test(text))) continue;
    if (isCaptions(row.cells)) goOn();
    else if (state === "table") {
      const taken = reader.take(row, wasBlank);
      if (taken === "line") headFrom = around.length;
      else mustHoldNoMoney(row, columns, reader);
      if (taken === "end") state = "below";
    } else if (state === "below" && reader.takeBelow(row)) goOn();
    else {
      around.push(row);
      mustHoldNoMoney(row, columns, reader);
    }
  }
  return accounts;
}

/** Finds a date and money in a row that is no line of the table. Such a row refuses the file. */
function mustHoldNoMoney(
  { row, cells }: FileRow,
  columns: Columns,
  { errors, place }: RowReader,
): void {
  const texts = cells.map(unwrap);
  const first = texts.findIndex(Boolean);
  const at = [columns.date ?? first, first].find((column) => readBankDate(cells[column]));
  if (at === undefined || texts.some(saysSum) || texts.some(saysBalance)) return;
  const money = cells.find((cell, column) => column !== at && isMoney(cell));
  if (money === undefined) return;
  const what = `a date and ${unwrap(money)}, which are not in the columns of the table`;
  errors.push({ path: String(row), message: `${place(row)} was not read: it has ${what}` });
}

const isMoney = (cell: Cell): boolean =>
  typeof cell === "number"
    ? cell !== 0
    : /\d[.,]\d/.test(unwrap(cell)) && !readBankDate(cell) && Boolean(readBankAmount(cell));

/** @throws Refusal "invalid" if a page is of another account than the first */
function mustBeOneAccount(parts: Part[]): void {
  const [head = [], ...pages] = parts.flatMap(({ accounts }) => accounts);
  const [own] = head;
  if (!own) return;
  for (const named of pages) {
    const [other] = named;
    if (!other || named.some((number) => isSameNumber(number, own))) continue;
    const which = `…${lastFour(own)} and …${lastFour(other)}`;
    throw new Refusal(
      "invalid",
      `The file holds several accounts, ${which}; download one at a time. Nothing was changed`,
    );
  }
}

/** The lines of sheets in the order of their days: the sheets may run the other way than their rows. */
function inOrder(sheets: RawLine[][]): RawLine[] {
  const days = (lines: RawLine[]) => [lines[0]?.date ?? "", lines.at(-1)?.date ?? ""] as const;
  const isUpwards = sheets.some((lines) => days(lines)[0] > days(lines)[1]);
  const sorted = sheets.toSorted((a, b) =>
    days(a)[0] < days(b)[0] ? -1 : days(a)[0] > days(b)[0] ? 1 : 0,
  );
  return (isUpwards ? sorted.toReversed() : sorted).flat();
}

function remarksOn(parts: RowReader[]): string[] {
  const sum = (count: (part: RowReader) => number) => parts.reduce((n, part) => n + count(part), 0);
  const [memos, pending] = [sum((part) => part.memos), sum((part) => part.pending)];
  const were = (n: number, one: string, many: string) =>
    n > 0 ? [`${counted(n, one, many)} left out`] : [];
  return [
    ...were(memos, "row without an amount was", "rows without an amount were"),
    ...were(pending, "pending row was", "pending rows were"),
  ];
}

/** The day comes first, unless a date of the file cannot be read so and all can be read the other way. */
function orderOfDates(sheets: Sheet[], { columns }: Header): DateOrder {
  const dates = sheets
    .flatMap(({ rows }) => rows.map(({ cells }) => cells[columns.date ?? 0]))
    .filter(
      (cell) => typeof cell === "string" && /^\D?\d{1,2}[-/.]\d{1,2}[-/.]\d/.test(unwrap(cell)),
    );
  const fails = (order: DateOrder) => dates.some((cell) => !readBankDate(cell, order));
  return fails("day") && !fails("month") ? "month" : "day";
}
