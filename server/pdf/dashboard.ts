import type { Balances } from "../../domain/accounts.ts";
import type { Analytics } from "../../domain/dashboard.ts";
import { type CalendarDate, formatDate, formatRange } from "../../domain/dates.ts";
import { forChart, type RupeeSum } from "../../domain/money.ts";
import { drawBars, drawLines, drawRing, inShort } from "./charts.ts";
import {
  balanceColor,
  drawFigures,
  drawOpening,
  fittedLine,
  inr,
  type Opening,
  style,
  WIDTH,
} from "./opening.ts";
import { BOTTOM, CATEGORY_INKS, INK, LEFT, openSheet, PAGE, RIGHT, type Sheet } from "./sheet.ts";

export interface DashboardReport extends Omit<Opening, "title" | "filters"> {
  analytics: Analytics;
  balances: Balances;
  /** At the foot, and the document's own date: the same input gives the same bytes. */
  generatedOn: CalendarDate;
}

/** The dashboard on paper: key figures, balances, the three charts as vectors, and the categories. */
export async function* dashboardPdf(report: DashboardReport): AsyncGenerator<Uint8Array> {
  const { analytics, balances, generatedOn, ...opening } = report;
  const sheet = openSheet({
    title: `Dashboard of ${report.agencyName}, ${formatRange(report.range)}`,
    author: report.agencyName,
    madeOn: new Date(`${generatedOn}T00:00:00Z`),
    foot: `Generated on ${formatDate(generatedOn)} by bahi`,
  });
  yield await sheet.turn();
  const page = openPages(sheet);
  const top = drawOpening(sheet, { title: "Dashboard", filters: [], ...opening });
  page.y = drawFigures(sheet, figuresOf(analytics), top);

  yield* page.room(160);
  page.y = drawLineChart(sheet, analytics, page.y);
  yield* drawBalances(sheet, page, balances);
  yield* page.room(170);
  page.y = drawAccountBars(sheet, analytics, page.y);
  yield* drawCategories(sheet, page, analytics);
  yield await sheet.end();
}

interface Pages {
  y: number;
  /** Turns the page where less than this is left of it. */
  room(height: number): AsyncGenerator<Uint8Array>;
}

function openPages(sheet: Sheet): Pages {
  const pages: Pages = {
    y: 0,
    async *room(height) {
      if (pages.y + height <= BOTTOM) return;
      yield await sheet.turn();
      pages.y = PAGE.margin;
    },
  };
  return pages;
}

function figuresOf({ totals: { income, expense, balance } }: Analytics) {
  return [
    { label: "Total Income", text: inr(income), color: INK.income },
    { label: "Total Expense", text: inr(expense), color: INK.text },
    {
      label: `Net Balance (${balance < 0 ? "Deficit" : "Surplus"})`,
      text: inr(balance),
      color: balanceColor(balance),
    },
  ];
}

const TITLE = style(10, INK.text, "semibold");
const HEAD = style(7.5, INK.quiet, "semibold");
const CELL = style(8, INK.text);
const QUIET = style(8, INK.quiet);
const STRONG = style(8, INK.text, "semibold");

function drawTitle(sheet: Sheet, text: string, y: number): number {
  sheet.put(sheet.type.line(text, TITLE), LEFT, y + 16);
  return y + 24;
}

function drawLegend(sheet: Sheet, names: { name: string; color: string }[], y: number): void {
  let x = RIGHT;
  for (const { name, color } of names.toReversed()) {
    const line = sheet.type.line(name, style(7.5, INK.quiet));
    sheet.put(line, x, y + 16, "right");
    x -= line.width + 10;
    sheet.box(color, x, y + 11, 6, 6);
    x -= 12;
  }
}

const INCOME = { name: "Income", color: INK.income };
const EXPENSE = { name: "Expense", color: INK.expense };
const BALANCE = { name: "Balance", color: INK.balance };

function drawLineChart(sheet: Sheet, { timeSeries }: Analytics, y: number): number {
  const top = drawTitle(sheet, "Income and expense", y);
  if (timeSeries.every(({ income, expense }) => income === 0 && expense === 0)) {
    return drawNothing(sheet, "No income or expense in this period", top);
  }
  drawLegend(sheet, [INCOME, EXPENSE], y);
  const box = { x: LEFT, y: top, width: WIDTH, height: 104 };
  drawLines(
    sheet,
    box,
    timeSeries.map(({ date }) => date),
    [
      { color: INK.income, values: timeSeries.map(({ income }) => forChart(income)) },
      {
        color: INK.expense,
        values: timeSeries.map(({ expense }) => forChart(expense)),
        isDashed: true,
      },
    ],
  );
  return top + box.height + 22;
}

function drawAccountBars(sheet: Sheet, { byAccount }: Analytics, y: number): number {
  const top = drawTitle(sheet, "Accounts", y);
  if (byAccount.length === 0) return drawNothing(sheet, "No account has moved", top);
  drawLegend(sheet, [INCOME, EXPENSE, BALANCE], y);
  // A chart of more than a dozen cannot be read; the table of balances names them all.
  const shown = byAccount.slice(0, 12);
  const box = { x: LEFT, y: top, width: WIDTH, height: 104 };
  drawBars(
    sheet,
    box,
    shown.map(({ accountName }) => accountName),
    [
      { color: INK.income, values: shown.map(({ income }) => forChart(income)) },
      { color: INK.expense, values: shown.map(({ expense }) => forChart(expense)) },
      { color: INK.balance, values: shown.map(({ balance }) => forChart(balance)) },
    ],
  );
  return top + box.height + 22;
}

const ROW = 15;
/** Of amounts. */
const COLUMN = 78;
const RING = 122;

async function* drawBalances(sheet: Sheet, page: Pages, { balances, total }: Balances) {
  yield* page.room(24 + 3 * ROW);
  page.y = drawTitle(sheet, "Account balances", page.y);
  const columns = ["Opening", "Income", "Expense", "Transfers", "Closing"];
  const ends = columns.map((_, n) => RIGHT - (columns.length - 1 - n) * COLUMN);
  sheet.box(INK.sunken, LEFT - 6, page.y, WIDTH + 12, ROW);
  sheet.put(sheet.type.line("Account", HEAD), LEFT, page.y + 10.5);
  columns.forEach((name, n) => {
    sheet.put(sheet.type.line(name, HEAD), ends[n] as number, page.y + 10.5, "right");
  });
  page.y += ROW;
  for (const row of balances) {
    yield* page.room(ROW);
    const { openingBalance, periodIncome, periodExpense, periodTransfers, closingBalance } = row;
    const [name] = sheet.type.wrap(`${row.accountName} (${row.accountType})`, CELL, 118, 1);
    if (name) sheet.put(name, LEFT, page.y + 10.5);
    const amounts = [openingBalance, periodIncome, periodExpense, periodTransfers, closingBalance];
    drawAmounts(sheet, amounts, ends, page.y, QUIET);
    sheet.box(INK.line, LEFT, page.y + ROW - 0.4, WIDTH, 0.4);
    page.y += ROW;
  }
  yield* page.room(ROW);
  sheet.put(sheet.type.line("Total", STRONG), LEFT, page.y + 10.5);
  const { openingBalance, periodIncome, periodExpense, closingBalance } = total;
  const sums = [openingBalance, periodIncome, periodExpense, 0, closingBalance];
  drawAmounts(sheet, sums, ends, page.y, STRONG);
  page.y += ROW + 10;
}

function drawAmounts(
  sheet: Sheet,
  amounts: RupeeSum[],
  ends: number[],
  y: number,
  usual: typeof CELL,
): void {
  amounts.forEach((amount, n) => {
    const isClosing = n === amounts.length - 1;
    const closing = amount < 0 ? INK.negative : INK.income;
    const color = isClosing ? closing : usual.color;
    const line = fittedLine(sheet, inr(amount), { ...usual, color }, COLUMN - 4);
    sheet.put(line, ends[n] as number, y + 10.5, "right");
  });
}

async function* drawCategories(sheet: Sheet, page: Pages, { byCategory, totals }: Analytics) {
  const expenses = byCategory.filter(({ type }) => type === "Expense");
  yield* page.room(Math.min(24 + Math.max(RING, expenses.length * ROW), BOTTOM - PAGE.margin));
  page.y = drawTitle(sheet, "Expenses by category", page.y);
  if (expenses.length === 0) page.y = drawNothing(sheet, "No expenses in this period", page.y);
  else {
    const ring = { x: LEFT, y: page.y + 4, width: 110, height: 110 };
    drawRing(
      sheet,
      ring,
      expenses.map(({ total }) => forChart(total)),
      inShort(forChart(totals.expense)),
    );
    const start = page.y;
    yield* drawShares(sheet, page, expenses, totals.expense, LEFT + 136);
    // On a page that was turned meanwhile there is no ring to stay clear of.
    page.y = (page.y < start ? page.y : Math.max(page.y, start + RING)) + 6;
  }
  const incomes = byCategory.filter(({ type }) => type === "Income");
  if (incomes.length === 0) return;
  yield* page.room(24 + ROW);
  page.y = drawTitle(sheet, "Income by category", page.y);
  yield* drawShares(sheet, page, incomes, totals.income, LEFT);
}

async function* drawShares(
  sheet: Sheet,
  page: Pages,
  rows: Analytics["byCategory"],
  whole: RupeeSum,
  left: number,
) {
  for (const [n, { categoryName, type, total }] of rows.entries()) {
    yield* page.room(ROW);
    const color = type === "Expense" ? CATEGORY_INKS[n % CATEGORY_INKS.length] : INK.income;
    sheet.box(color as string, left, page.y + 4.5, 6, 6);
    const [name] = sheet.type.wrap(categoryName, CELL, RIGHT - left - 170, 1);
    if (name) sheet.put(name, left + 12, page.y + 10.5);
    sheet.put(sheet.type.line(inr(total), CELL), RIGHT - 44, page.y + 10.5, "right");
    const share = sheet.type.line(
      `${((100 * forChart(total)) / forChart(whole)).toFixed(1)} %`,
      QUIET,
    );
    sheet.put(share, RIGHT, page.y + 10.5, "right");
    sheet.box(INK.line, left, page.y + ROW - 0.4, RIGHT - left, 0.4);
    page.y += ROW;
  }
}

function drawNothing(sheet: Sheet, text: string, y: number): number {
  sheet.put(sheet.type.line(text, style(9, INK.quiet)), LEFT, y + 12);
  return y + 26;
}
