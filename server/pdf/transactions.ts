import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { pluralize } from "../../domain/counts.ts";
import { type CalendarDate, type DateRange, formatDate, formatRange } from "../../domain/dates.ts";
import type { Totals, Transaction } from "../../domain/ledger/transactions.ts";
import { groupIndian } from "../../domain/money.ts";
import { balanceColor, inr } from "./amounts.ts";
import { INK } from "./ink.ts";
import { formatFoot } from "./kit.ts";
import { BOTTOM, LEFT, openSheet, PAGE, RIGHT, type Sheet } from "./sheet.ts";
import { fitStyle, type Line, type Style, style } from "./type.ts";

const WIDTH = RIGHT - LEFT;

export interface TransactionsReport {
  agencyName: string;
  gstNumber: string;
  location: string;
  /** A complete PNG or JPEG. */
  logo?: Uint8Array | undefined;
  range: DateRange;
  /** The filters as sentences: `Type: Expense`. */
  filters: string[];
  count: number;
  totals: Totals;
  /** The footer's date and the PDF's own date, so that the same input gives the same bytes. */
  generatedOn: CalendarDate;
  /** The audit log's checkpoint, printed in the footer. */
  head: Checkpoint;
}

const COLUMNS = {
  date: { head: "Date", x: LEFT, width: 50 },
  description: { head: "Description", x: LEFT + 58, width: 156 },
  account: { head: "Account", x: LEFT + 224, width: 84 },
  category: { head: "Category", x: LEFT + 318, width: 76 },
  type: { head: "Type", x: LEFT + 402, width: 36 },
};

const CELL = style(8, INK.text);
const QUIET_CELL = style(8, INK.quiet);
const NOTE = style(7, INK.faint);
const RUNNING_NAME = style(8, INK.text, "semibold");
const HEAD = style(7.5, INK.quiet, "semibold");

/** The distances between baselines in a row, and from a row's edges to its text. */
const LEADING = { cell: 10.2, note: 8.8 };
const PADDING = { top: 4.2, bottom: 3.4 };

/**
 * Yields the report as a PDF, page by page: 20,000 rows need no more memory than forty. `slices` yields the
 * rows in order, in slices of any size.
 */
export async function* transactionsPdf(
  report: TransactionsReport,
  slices: AsyncIterable<Transaction[]>,
): AsyncGenerator<Uint8Array> {
  const sheet = openSheet({
    title: `Transactions of ${report.agencyName}, ${formatRange(report.range)}`,
    author: report.agencyName,
    madeOn: new Date(`${report.generatedOn}T00:00:00Z`),
    foot: formatFoot(report),
  });
  yield await sheet.turn();
  let y = drawTableHead(sheet, drawHead(sheet, report));
  let left = report.count;

  for await (const slice of slices) {
    for (const transaction of slice) {
      const row = layRow(sheet, transaction);
      await sheet.yieldIfBusy();
      // The totals are never alone on a page: the last row goes with them.
      const needed = --left === 0 ? row.height + CLOSING_HEIGHT : row.height;
      if (y + needed > BOTTOM) {
        yield await sheet.turn();
        y = drawTableHead(sheet, drawRunningHead(sheet, report));
      }
      y = drawRow(sheet, row, y);
    }
  }

  if (report.count === 0) y = drawNothing(sheet, y);
  drawClosing(sheet, report, y);
  yield await sheet.end();
}

const LOGO: [number, number] = [120, 34];

/** Draws the title and the key figures on the first page. Returns where the next part can begin. */
function drawHead(sheet: Sheet, report: TransactionsReport): number {
  const { type } = sheet;
  const { agencyName, location, gstNumber, logo, range, filters } = report;
  const top = PAGE.margin;
  const x = LEFT + (logo ? sheet.picture(logo, LEFT, top, LOGO) + 12 : 0);
  const room = LEFT + 350 - x;
  let y = top + 13;
  for (const line of type.wrap(agencyName, style(14, INK.text, "semibold"), room, 3)) {
    sheet.put(line, x, y);
    y += 18;
  }
  const address = gstNumber ? `${location}${location && "  ·  "}GSTIN ${gstNumber}` : location;
  for (const part of address.split("\n").slice(0, 6)) {
    for (const line of type.wrap(part, style(8.5, INK.quiet), room, 2)) {
      sheet.put(line, x, y - 3);
      y += 11;
    }
  }
  sheet.put(type.line("Transactions", style(14, INK.text, "semibold")), RIGHT, top + 13, "right");
  sheet.put(type.line(formatRange(range), style(8.5, INK.quiet)), RIGHT, top + 28, "right");

  y = Math.max(y, top + 36);
  sheet.box(INK.text, LEFT, y, WIDTH, 1.4);
  y += 16;
  for (const line of type.wrap(filters.join("  ·  "), style(8.5, INK.text), WIDTH, 4)) {
    sheet.put(line, LEFT, y);
    y += 12;
  }
  return drawFigures(sheet, report, filters.length > 0 ? y - 1 : y - 8);
}

function drawFigures(sheet: Sheet, { totals, count }: TransactionsReport, y: number): number {
  const figures = [
    { label: "Income", text: inr(totals.income), color: INK.income },
    { label: "Expense", text: inr(totals.expense), color: INK.text },
    { label: "Balance", text: inr(totals.balance), color: balanceColor(totals.balance) },
    { label: "Transactions", text: groupIndian(count), color: INK.text },
  ];
  const step = WIDTH / figures.length;
  figures.forEach(({ label, text, color }, n) => {
    const x = LEFT + n * step;
    const look = fitStyle(sheet.type, text, style(14, color, "semibold"), step - 8);
    sheet.put(sheet.type.line(label, NOTE), x, y + 8);
    sheet.put(sheet.type.line(text, look), x, y + 25);
  });
  return y + 39;
}

function drawRunningHead(sheet: Sheet, { agencyName, range }: TransactionsReport): number {
  const baseline = PAGE.margin + 8;
  const [name] = sheet.type.wrap(agencyName, RUNNING_NAME, 300, 1);
  if (name) sheet.put(name, LEFT, baseline);
  const what = sheet.type.line(`Transactions, ${formatRange(range)}`, QUIET_CELL);
  sheet.put(what, RIGHT, baseline, "right");
  return PAGE.margin + 20;
}

function drawTableHead(sheet: Sheet, y: number): number {
  const height = 18;
  sheet.box(INK.text, LEFT, y + height - 0.8, WIDTH, 0.8);
  for (const { head, x } of Object.values(COLUMNS)) {
    sheet.put(sheet.type.line(head, HEAD), x, y + 12);
  }
  sheet.put(sheet.type.line("Amount", HEAD), RIGHT, y + 12, "right");
  return y + height;
}

interface Row {
  cells: { x: number; lines: Line[] }[];
  notes: Line[];
  amount: Line;
  height: number;
}

function layRow({ type }: Sheet, transaction: Transaction): Row {
  const { date, description, account, category } = COLUMNS;
  const { transfer, amount } = transaction;
  const accounts = transfer
    ? `${transfer.fromAccountId.name} > ${transfer.toAccountId.name}`
    : transaction.accountId.name;
  const categoryName = transfer ? "Transfer" : (transaction.categoryId?.name ?? "");

  const cells = [
    { x: date.x, lines: [type.line(formatDate(transaction.date), QUIET_CELL)] },
    { x: description.x, lines: type.wrap(transaction.description, CELL, description.width, 3) },
    { x: account.x, lines: type.wrap(accounts, QUIET_CELL, account.width, 4) },
    { x: category.x, lines: type.wrap(categoryName, QUIET_CELL, category.width, 3) },
    { x: COLUMNS.type.x, lines: [type.line(transaction.type, QUIET_CELL)] },
  ];
  const notes = type.wrap(transaction.notes, NOTE, description.width, 2);
  const lines = (n: number) => (cells[n]?.lines.length ?? 0) * LEADING.cell;
  const text = Math.max(lines(1) + notes.length * LEADING.note, lines(2), lines(3));
  return {
    cells,
    notes,
    amount: type.line(signed(transaction.type, amount), AMOUNTS[transaction.type]),
    height: PADDING.top + text + PADDING.bottom,
  };
}

const AMOUNTS: Record<Transaction["type"], Style> = {
  Income: style(8, INK.income),
  Expense: CELL,
  Transfer: QUIET_CELL,
};

/** As on the screen: money in has a plus, money out a minus, a transfer neither. */
function signed(type: Transaction["type"], amount: number): string {
  const sign = { Income: "+", Expense: "−", Transfer: "" }[type];
  return sign + inr(amount);
}

function drawRow(sheet: Sheet, { cells, notes, amount, height }: Row, y: number): number {
  const first = y + PADDING.top + 7.2;
  for (const { x, lines } of cells) {
    lines.forEach((line, n) => {
      sheet.put(line, x, first + n * LEADING.cell);
    });
  }
  const below = first + (cells[1]?.lines.length ?? 0) * LEADING.cell - 0.8;
  notes.forEach((line, n) => {
    sheet.put(line, COLUMNS.description.x, below + n * LEADING.note);
  });
  sheet.put(amount, RIGHT, first, "right");
  sheet.box(INK.line, LEFT, y + height - 0.4, WIDTH, 0.4);
  return y + height;
}

function drawNothing(sheet: Sheet, y: number): number {
  const line = sheet.type.line("No transactions in this period", style(9, INK.quiet));
  sheet.put(line, LEFT + (WIDTH - line.width) / 2, y + 34);
  return y + 60;
}

const CLOSING_HEIGHT = 62;

/** Draws the totals below their columns, on the page where the rows end. */
function drawClosing(sheet: Sheet, { count, totals }: TransactionsReport, y: number): void {
  sheet.box(INK.strong, LEFT, y, WIDTH, 0.8);
  const what = sheet.type.line(`Total of ${pluralize(count, "transaction")}`, TOTAL);
  sheet.put(what, LEFT, y + 16);
  sheet.put(sheet.type.line("Transfers are neither income nor expense.", NOTE), LEFT, y + 27);

  const sums = [
    { label: "Income", amount: totals.income, color: INK.income },
    { label: "Expense", amount: totals.expense, color: INK.text },
    { label: "Balance", amount: totals.balance, color: balanceColor(totals.balance) },
  ];
  sums.forEach(({ label, amount, color }, n) => {
    const baseline = y + 16 + n * 14;
    sheet.put(sheet.type.line(label, style(8, INK.quiet)), COLUMNS.category.x, baseline);
    const line = sheet.type.line(inr(amount), style(9, color, "semibold"));
    sheet.put(line, RIGHT, baseline, "right");
  });
}

const TOTAL = style(9, INK.text, "semibold");
