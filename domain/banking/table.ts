import { counted } from "../counts.ts";
import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { type FieldError, Refusal, Undecided } from "../refusal.ts";
import {
  type ColumnRole,
  type Columns,
  captionKey,
  findHeader,
  guessCaptions,
  type Header,
  isTable,
  normaliseCaption,
} from "./captions.ts";
import {
  type Cell,
  type DateOrder,
  readBankAmount,
  readBankDate,
  readReference,
  unwrap,
} from "./cells.ts";
import { readFacts } from "./facts.ts";
import type { FileRow } from "./files.ts";
import type { Facts, RawLine } from "./statement.ts";

// The lines of a table: what is a line, what belongs to the one above, what is a sum, and where it ends.
// Money is never passed over in silence: what has an amount and fits nowhere refuses the file.

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

const LINES_MAX = 50_000;
const ERRORS_MAX = 100;

/**
 * The lines of the first sheet that has a table.
 * @throws Refusal "invalid" naming row, column and value, and Undecided where no captions are known
 */
export function readTable(sheets: FileRow[][], layouts: Layout[], told?: Columns): Table {
  for (const rows of sheets) {
    const header = headerOf(rows, layouts, told);
    if (header) return linesBelow(rows, header);
  }
  const [rows = []] = sheets.filter((sheet) => sheet.some(({ cells }) => cells.some(isFilled)));
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

const isFilled = (cell: Cell): boolean => unwrap(cell) !== "";
const RULER = /^[*=_-]{3,}$/;
const END =
  /end of (the )?statement|\blegends\b|generated on|computer generated|unless the constituent|^\*{3}/i;
const SUM = /\b(total|(closing|opening) bal(ance)?|(brought|carried) forward|statement summary)\b/i;
const CARRIED = /^(by |to )?[bc]\/f\b/i;
const saysSum = (text: string) => SUM.test(text) || CARRIED.test(text);

/** What a row says, in the roles of its columns. */
type Values = Partial<Record<ColumnRole, Cell>>;

function linesBelow(rows: FileRow[], header: Header): Table {
  const printed = (rows[header.at]?.cells ?? []).map(unwrap);
  const reader = lineReader(header.columns, printed, orderOfDates(rows, header));
  const around = rows.slice(0, header.at);
  let isAfterBlank = false;
  let at = header.at + 1;
  for (; at < rows.length; at++) {
    const row = rows[at] as FileRow;
    const filled = row.cells.filter(isFilled).map(unwrap);
    if (filled.length === 0) isAfterBlank = true;
    else if (filled.every((text) => RULER.test(text))) continue;
    else {
      const kind = reader.take(row, isAfterBlank);
      if (kind === "end") break;
      if (kind === "sum") around.push(row);
      isAfterBlank = false;
    }
  }
  around.push(...rows.slice(at));
  const { lines, errors, memos } = reader;
  const [first] = errors;
  if (first) throw new Refusal("invalid", `${first.message}. Nothing was changed`, errors);
  const captions = header.captions.join("|");
  const remarks =
    memos > 0
      ? [`${counted(memos, "row without an amount was", "rows without an amount were")} left out`]
      : [];
  return {
    ...{ lines, remarks, columns: { captions: header.captions, roles: header.columns } },
    facts: readFacts(
      around.map(({ cells }) => cells),
      captions,
    ),
  };
}

/** The day comes first, unless a date of the file cannot be read so and all can be read the other way. */
function orderOfDates(rows: FileRow[], { at, columns }: Header): DateOrder {
  const dates = rows
    .slice(at + 1)
    .map(({ cells }) => cells[columns.date ?? 0])
    .filter(
      (cell) => typeof cell === "string" && /^\D?\d{1,2}[-/.]\d{1,2}[-/.]\d/.test(unwrap(cell)),
    );
  const fails = (order: DateOrder) => dates.some((cell) => !readBankDate(cell, order));
  return fails("day") && !fails("month") ? "month" : "day";
}

function lineReader(columns: Columns, captions: string[], order: DateOrder) {
  const lines: RawLine[] = [];
  const errors: FieldError[] = [];
  const state = { lines, errors, memos: 0 };
  const fail = (row: number, role: ColumnRole, cell: Cell, what: string) => {
    if (errors.length >= ERRORS_MAX) return;
    const column = captions[columns[role] ?? -1] || role;
    const message = `Row ${row}, column ${column}: "${unwrap(cell).slice(0, 60)}" ${what}`;
    errors.push({ path: String(row), column, message });
  };

  function take({ row, cells: all }: FileRow, isAfterBlank: boolean): "line" | "sum" | "end" {
    const cells = joined(all, columns, captions.length);
    const values: Values = {};
    for (const [role, at] of Object.entries(columns)) values[role as ColumnRole] = cells[at];
    const text = cells.filter(isFilled).map(unwrap).join(" ");
    const hasDate = isFilled(values.date) && isFilled(values.narration);
    const date = hasDate ? readBankDate(values.date, order) : undefined;
    const money = moneyOf(values);
    const isSum = [unwrap(values.narration), unwrap(values.date), text].some(saysSum);
    if (!date && (END.test(text) || (isAfterBlank && !hasDate))) return "end";
    if (!date && isSum) return "sum";
    if (
      date &&
      isSum &&
      !money.hasAmount &&
      /^\W*(by |to )?(opening|closing)/i.test(unwrap(values.narration))
    )
      return "sum";
    const last = lines.at(-1);
    if (!isFilled(values.date) && last && isContinuation(cells, columns)) {
      last.narration += unwrap(values.narration);
      return "line";
    }
    if (!date && !money.hasAmount && !hasDate) return "sum";
    if (lines.length >= LINES_MAX) {
      throw new Refusal(
        "invalid",
        "The statement has more than 50,000 lines; download it in parts",
      );
    }
    read(row, values, date, money);
    return "line";
  }

  function read(row: number, values: Values, date: CalendarDate | undefined, money: Money): void {
    if (!date) fail(row, "date", values.date, "is no date");
    else if (money.wrong) fail(row, money.wrong, values[money.wrong], money.why);
    else keep(row, values, date, money.amount);
  }

  function keep(row: number, values: Values, date: CalendarDate, amount: Paise): void {
    const balance = balanceOf(values);
    if (balance === undefined) fail(row, "balance", values.balance, "is no amount");
    else if (amount === 0) state.memos += 1;
    else
      lines.push({
        ...{ row, date, balance, amount },
        valueDate: isFilled(values.valueDate)
          ? (readBankDate(values.valueDate, order) ?? null)
          : null,
        narration: unwrap(values.narration).replace(/\s+/g, " "),
        ref: readReference(values.reference),
        bankId: readReference(values.bankId),
      });
  }
  return Object.assign(state, { take });
}

/** Commas that a bank left without quotes: what is too much belongs to the narration. */
function joined(cells: Cell[], { narration = 0 }: Columns, count: number): Cell[] {
  let excess = cells.length - count;
  if (excess <= 0) return cells;
  const whole = [...cells];
  while (excess > 0 && !isFilled(whole.at(-1))) {
    whole.pop();
    excess -= 1;
  }
  if (excess === 0) return whole;
  const text = whole.slice(narration, narration + excess + 1).map((cell) => String(cell ?? ""));
  whole.splice(narration, excess + 1, text.join(","));
  return whole;
}

const isContinuation = (cells: Cell[], { narration }: Columns): boolean =>
  cells.every((cell, at) => isFilled(cell) === (at === narration));

interface Money {
  amount: Paise;
  hasAmount: boolean;
  wrong?: ColumnRole;
  why: string;
}

const OUT = /^(d|dr|debit|w)\.?$/i;
const IN = /^(c|cr|credit)\.?$/i;

/** In above zero, out below. */
function moneyOf(values: Values): Money {
  const none = { amount: 0 as Paise, hasAmount: false, why: "" };
  const wrong = (role: ColumnRole, why: string): Money => ({
    ...none,
    hasAmount: true,
    wrong: role,
    why,
  });
  if (!("debit" in values && "credit" in values)) return signed(values, wrong);
  const [debit, credit] = [readBankAmount(values.debit), readBankAmount(values.credit)];
  if (debit === undefined) return wrong("debit", "is no amount");
  if (credit === undefined) return wrong("credit", "is no amount");
  if (debit && credit)
    return wrong("debit", `stands beside ${unwrap(values.credit)} on the other side`);
  const amount = (credit ?? 0) - (debit ?? 0);
  return { ...none, amount: (amount || 0) as Paise, hasAmount: amount !== 0 };
}

function signed(values: Values, wrong: (role: ColumnRole, why: string) => Money): Money {
  const amount = readBankAmount(values.amount);
  if (amount === undefined) return wrong("amount", "is no amount");
  const found = { hasAmount: amount !== null && amount !== 0, why: "" };
  const flag = unwrap(values.flag);
  if (!amount || !("flag" in values)) return { ...found, amount: amount ?? (0 as Paise) };
  if (!OUT.test(flag) && !IN.test(flag)) return wrong("flag", "is neither debit nor credit");
  return { ...found, amount: (OUT.test(flag) ? -amount : amount) as Paise };
}

/** Null where none is printed; an overdrawn one is below zero. */
function balanceOf(values: Values): Paise | null | undefined {
  const balance = readBankAmount(values.balance);
  if (!balance) return balance;
  return (OUT.test(unwrap(values.balanceFlag)) ? -Math.abs(balance) : balance) as Paise;
}
