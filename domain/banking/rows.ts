import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import type { ColumnRole, Columns } from "./captions.ts";
import {
  type Cell,
  type DateOrder,
  looksLikeDate,
  readBankAmount,
  readBankDate,
  readReference,
  unwrap,
} from "./cells.ts";
import type { FileRow } from "./sheet.ts";
import { type FilePeriod, isWithoutYear, readColumnDate } from "./shortDates.ts";
import { type Money, parseBalance, parseMoney, type Values } from "./sides.ts";
import { type Signs, usePoints } from "./signs.ts";
import { assertFewLines, type RawLine } from "./statement.ts";

// Classifies the rows of a table: lines, continuations of the line above, and totals.

export const ERRORS_MAX = 100;

export const isFilled = (cell: Cell): boolean => unwrap(cell) !== "";
const END =
  /end of (the )?statement|\blegends\b|generated on|computer generated|unless the constituent|^\*{3}/i;
const SUM = /\b(total|(closing|opening) bal(ance)?|(brought|carried) forward|statement summary)\b/i;
const CARRIED = /^(by |to )?[bc]\/f\b/i;
/** Labels of a page's opening or closing balance. No payment has only such a label as its narration. */
const BALANCE_LABEL =
  /^(by |to )?((opening|closing) bal(ance)?|(balance )?(brought|carried) forward|(balance )?[bc]\/[fd])\W*$/i;
const TOTAL_LABEL = /^(grand |page |sub ?)?totals?\W*$/i;
const PENDING = /^(pending|unbilled)$/i;
export const isSumLabel = (text: string): boolean => SUM.test(text) || CARRIED.test(text);

export const isBalanceLabel = (text: string): boolean => BALANCE_LABEL.test(text);

/** Class of a row. `around` rows belong to the facts; `end` rows may end the table. */
type Taken = "line" | "around" | "end";

interface Sums {
  paid: number;
  received: number;
}

interface Seen {
  row: number;
  cells: Cell[];
  values: Values;
  text: string;
  isDated: boolean;
  date: CalendarDate | undefined;
  money: Money;
}

/** How the whole file writes dates, signs and rows. */
export interface FileManner {
  order: DateOrder;
  /** Period of the statement, from the rows around its table. */
  period: FilePeriod | null;
  signs: Signs;
  place: (row: number) => string;
}

/** Reads the rows of one table into lines. */
export class RowReader {
  readonly lines: RawLine[] = [];
  readonly errors: FieldError[] = [];
  /** Rows around the lines, for the facts. */
  readonly around: FileRow[] = [];
  /** Number of rows with a date but no amount. */
  memos = 0;
  pending = 0;
  /** A narration below a line that may also be a footer. The rows below decide. */
  private held = "";
  private readonly sums: Sums = { paid: 0, received: 0 };

  constructor(
    private readonly columns: Columns,
    private readonly captions: string[],
    private readonly file: FileManner,
  ) {}

  /** Returns the row's name in messages. */
  place(row: number): string {
    return this.file.place(row);
  }

  /** Reads a row of the table. Rows that are not lines join `around`. */
  take(row: FileRow, isAfterBlank: boolean): Taken {
    const seen = this.see(row);
    const taken = isSum(seen, this.sums)
      ? "around"
      : seen.isDated
        ? this.dated(seen)
        : this.undated(seen, isAfterBlank);
    if (taken !== "line") this.around.push(isBalance(seen) ? balanceRow(seen) : row);
    return taken;
  }

  /** Reads a row below the end of the table. Returns whether it is still a line of the table. */
  takeBelow(row: FileRow): boolean {
    const seen = this.see(row);
    const isLine =
      seen.isDated && hasMoney(seen) && !isSum(seen, this.sums) && !isSumLabel(seen.text);
    const last = this.lines.at(-1);
    if (isLine && last) last.narration += this.held;
    this.held = "";
    if (isLine) this.read(seen);
    return isLine;
  }

  private see({ row, cells: all }: FileRow): Seen {
    const cells = rejoinNarration(all, this.columns, this.captions.length);
    const values: Values = {};
    for (const [role, at] of Object.entries(this.columns)) values[role as ColumnRole] = cells[at];
    if (this.file.signs.isComma) usePoints(values);
    const { order, period } = this.file;
    const date = isFilled(values.date) ? readColumnDate(values.date, order, period) : undefined;
    const isDated = date !== undefined || looksLikeDate(values.date) || isWithoutYear(values.date);
    const text = cells.filter(isFilled).map(unwrap).join(" ");
    return { row, cells, values, text, isDated, date, money: parseMoney(values, this.file.signs) };
  }

  private dated(seen: Seen): Taken {
    const { values, money } = seen;
    if (!money.hasAmount && !isFilled(values.narration) && !isFilled(values.balance))
      return "around";
    this.read(seen);
    return "line";
  }

  private undated({ values, text, cells, money, row }: Seen, isAfterBlank: boolean): Taken {
    const last = this.lines.at(-1);
    const narration = unwrap(values.narration);
    const continues = last && !isFilled(values.date) && isContinuation(cells, this.columns);
    if (END.test(text) || isAfterBlank) {
      this.held = continues && !isAfterBlank ? narration : "";
      return "end";
    }
    if (isSumLabel(narration) || isSumLabel(text)) return "around";
    if (continues) last.narration += narration;
    else if (!money.hasAmount || money.wrong) return "around";
    else if (PENDING.test(unwrap(values.date))) this.pending += 1;
    else this.fail(row, "date", values.date, "is not a date");
    return "line";
  }

  private read({ row, values, date, money }: Seen): void {
    assertFewLines(this.lines.length + 1);
    if (!date) this.fail(row, "date", values.date, "is not a date");
    else if (money.wrong) this.fail(row, money.wrong, values[money.wrong], money.why);
    else this.keep(row, values, date, money.amountPaise);
  }

  private keep(row: number, values: Values, date: CalendarDate, amount: Paise): void {
    const balance = parseBalance(values);
    if (balance === undefined) this.fail(row, "balance", values.balance, "is not an amount");
    else if (amount === 0) this.memos += 1;
    else {
      this.sums[amount < 0 ? "paid" : "received"] += Math.abs(amount);
      this.lines.push({
        row,
        date,
        balancePaise: balance,
        amountPaise: amount,
        valueDate: isFilled(values.valueDate)
          ? (readColumnDate(values.valueDate, this.file.order, this.file.period) ?? null)
          : null,
        narration: unwrap(values.narration).replace(/\s+/g, " "),
        ref: readReference(values.reference),
        bankId: readReference(values.bankId),
      });
    }
  }

  private fail(row: number, role: ColumnRole, cell: Cell, what: string): void {
    if (this.errors.length >= ERRORS_MAX) return;
    const column = this.captions[this.columns[role] ?? -1] || role;
    const message = `${this.place(row)}, column ${column}: "${unwrap(cell).slice(0, 60)}" ${what}`;
    this.errors.push({ path: String(row), column, message });
  }
}

const readLabel = ({ values }: Seen): string =>
  unwrap(values.narration) || (readBankDate(values.date) ? "" : unwrap(values.date));

/** Whether a row only shows a balance or a total of other rows. */
function isSum(seen: Seen, sums: Sums): boolean {
  const { isDated, money, values, text } = seen;
  const label = readLabel(seen);
  if (isBalance(seen)) return true;
  if (!isDated) return false;
  if (!money.hasAmount)
    return /^\W*(by |to )?(opening|closing|brought|carried)/i.test(label) && isSumLabel(text);
  return TOTAL_LABEL.test(label) && isTotal(values, sums);
}

/**
 * Whether a row is an opening or closing balance. An amount in a debit or credit column repeats the
 * balance, or is the only number.
 */
function isBalance(seen: Seen): boolean {
  const { values, money } = seen;
  if (!isBalanceLabel(readLabel(seen)) || money.wrong) return false;
  const balance = parseBalance(values);
  if (!money.hasAmount) return typeof balance === "number";
  return !balance || Math.abs(balance) === Math.abs(money.amountPaise);
}

/** Returns only label and balance, because an amount next to them would be read as the balance. */
function balanceRow(seen: Seen): FileRow {
  const { row, values, money } = seen;
  const balance = parseBalance(values) || money.amountPaise;
  return { row, cells: [readLabel(seen), balance / 100] };
}

/** Whether an amount is the sum of the lines so far, and so not a payment. */
function isTotal(values: Values, { paid, received }: Sums): boolean {
  const [debit, credit, amount] = [values.debit, values.credit, values.amount].map((cell) =>
    Math.abs(readBankAmount(cell) ?? 0),
  );
  if (debit && credit) return true;
  return [paid, received, Math.abs(received - paid)].includes(debit || credit || amount || 0);
}

const hasMoney = ({ money, values }: Seen): boolean =>
  money.hasAmount && (!money.wrong || /\d/.test(unwrap(values[money.wrong])));

/** Rejoins a narration that contains unquoted commas. */
function rejoinNarration(cells: Cell[], { narration = 0 }: Columns, count: number): Cell[] {
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
