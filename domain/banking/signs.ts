import { hasDecimalComma, usesDecimalCommas, withDecimalPoint } from "../decimalComma.ts";
import type { ColumnRole, Columns } from "./captions.ts";
import {
  type Cell,
  looksLikeDate,
  parseSide,
  readBankDate,
  readPrinted,
  type Side,
  unwrap,
} from "./cells.ts";
import type { Sheet } from "./sheet.ts";

// Detects how a whole file writes amounts: some files mark only one side, or use a decimal comma.

export interface Signs {
  /** Whether all amounts of the file have a decimal comma. */
  isComma: boolean;
  /** Side of an unmarked amount. */
  bare: Side;
  /** Side of a row with an empty flag, or null if unknown. */
  unflagged: Side | null;
  /** Whether marks or flags give the sides. */
  areMarked: boolean;
  /** Whether a minus means money in, as on cards that print payments with a minus. */
  isMinusIn: boolean;
  remarks: string[];
}

const PAYMENT = /\b(payments?|refund|reversal|cashback|autopay|bbps)\b/i;

/** Returns the rows that begin like a line of the table. */
export const listDatedRows = (sheets: Sheet[], { date = 0 }: Columns): Cell[][] =>
  sheets
    .flatMap(({ rows }) => rows.map(({ cells }) => cells))
    .filter((cells) => {
      const cell = cells[date];
      return looksLikeDate(cell) || readBankDate(cell) !== undefined;
    });

export function detectSigns(rows: Cell[][], columns: Columns, isCard: boolean): Signs {
  const isComma = hasCommas(rows, columns);
  const flags = findFlags(rows, columns);
  const marks = findMarks(rows, columns, isComma);
  const remarks = isComma ? ["Amounts are read with a decimal comma"] : [];
  const isMinusIn = isCard && marks.minus.length > 0 && !marks.in && isPaidByMinus(marks);
  const bare = isMinusIn || isBareOut(marks, isCard) ? "out" : "in";
  const areMarked = marks.in || marks.isDr || marks.minus.length > 0 || flags.in || flags.out;
  if (!areMarked && columns.amount !== undefined && columns.balance === undefined) {
    const read = bare === "out" ? "spent with the card" : "money in";
    remarks.push(`The file does not say which amounts are in and out: all are read as ${read}`);
  }
  if (isMinusIn) remarks.push("Amounts with a minus are read as paid to the card");
  const unflagged =
    flags.in === flags.out ? (flags.in || !isCard ? null : "out") : flags.in ? "out" : "in";
  return { isComma, bare, unflagged, areMarked, isMinusIn, remarks };
}

/** Whether amounts have decimal commas. Numbers in a workbook never do. */
function hasCommas(rows: Cell[][], { debit, credit, amount, balance }: Columns): boolean {
  const columns = [debit, credit, amount, balance].filter((at) => at !== undefined);
  const cells = rows.flatMap((row) => columns.map((at) => row[at]));
  return !cells.some((cell) => typeof cell === "number") && usesDecimalCommas(cells.map(unwrap));
}

/** Converts `1.234,50` to `1234.50`. */
export const withPoint = (cell: Cell): Cell =>
  typeof cell === "string" && hasDecimalComma(unwrap(cell)) ? withDecimalPoint(cell) : cell;

/** Converts a row of a file with decimal commas, where points only separate digit groups. */
export function usePoints(values: Partial<Record<ColumnRole, Cell>>): void {
  for (const role of ["debit", "credit", "amount", "balance"] as const) {
    const cell = values[role];
    if (typeof cell === "string") values[role] = withDecimalPoint(cell);
  }
}

/** Returns which sides the flags name. */
function findFlags(rows: Cell[][], { flag }: Columns): Record<Side, boolean> {
  const found = { in: false, out: false };
  if (flag === undefined) return found;
  for (const cells of rows) {
    const side = parseSide(unwrap(cells[flag]));
    if (side) found[side] = true;
  }
  return found;
}

interface Marks {
  /** Whether Cr or a plus marks an amount. */
  in: boolean;
  isDr: boolean;
  /** For each amount with a minus, and each unmarked one: whether it is a payment to a card. */
  minus: boolean[];
  bare: boolean[];
}

function findMarks(rows: Cell[][], { amount, narration = 0 }: Columns, isComma: boolean): Marks {
  const marks: Marks = { in: false, isDr: false, minus: [], bare: [] };
  if (amount === undefined) return marks;
  for (const cells of rows) {
    const printed = readPrinted(isComma ? withPoint(cells[amount]) : cells[amount]);
    if (!printed?.sizePaise) continue;
    const isPayment = PAYMENT.test(unwrap(cells[narration]).slice(0, 200));
    if (printed.side === "in") marks.in = true;
    else if (printed.side === null) marks.bare.push(isPayment);
    else if (printed.isWorded) marks.isDr = true;
    else marks.minus.push(isPayment);
  }
  return marks;
}

/**
 * Whether unmarked amounts are money out: some are marked in and none out, or it is a card's file
 * without marks.
 */
const isBareOut = (marks: Marks, isCard: boolean): boolean =>
  !marks.isDr && marks.minus.length === 0 && (marks.in || isCard);

const isPaidByMinus = ({ minus, bare }: Marks): boolean =>
  minus.some(Boolean) && !bare.some(Boolean);
