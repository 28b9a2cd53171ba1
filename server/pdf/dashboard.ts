import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type CalendarDate, type DateRange, formatRange } from "../../domain/dates.ts";
import type { Balances } from "../../domain/ledger/accounts.ts";
import type { Analytics } from "../../domain/ledger/analytics.ts";
import { type RupeeSum, toChartNumber } from "../../domain/money.ts";
import { CASH_BASIS } from "../../domain/periods.ts";
import { balanceColor, inr } from "./amounts.ts";
import { drawBars, drawLines, drawRing, formatShort } from "./charts.ts";
import { CATEGORY_INKS, INK } from "./ink.ts";
import {
  breakBefore,
  drawing,
  figures,
  formatFoot,
  heading,
  layOutColumns,
  letterhead,
  pages,
  QUIET,
  SMALL,
  text,
  titles,
  WIDTH,
} from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { type Column, table } from "./table.ts";

export interface DashboardReport {
  agencyName: string;
  gstNumber: string;
  location: string;
  range: DateRange;
  analytics: Analytics;
  balances: Balances;
  /** The footer's date and the PDF's own date, so that the same input gives the same bytes. */
  generatedOn: CalendarDate;
  /** The audit log's checkpoint, printed in the footer. */
  head: Checkpoint;
}

/** Lays out the dashboard: key figures, balances, the three charts and the categories. */
export function layOutDashboard(report: DashboardReport, logo?: Uint8Array): Definition {
  const { agencyName, gstNumber, location, range, analytics, balances, generatedOn } = report;
  const what = `Dashboard, ${formatRange(range)}`;
  const letterheadFacts = { name: agencyName, facts: location.split("\n"), gstin: gstNumber };
  return {
    title: `Dashboard of ${agencyName}, ${formatRange(range)}`,
    author: agencyName,
    madeOn: new Date(`${generatedOn}T00:00:00Z`),
    logo,
    ...pages(agencyName, what, formatFoot(report)),
    breakBefore,
    content: [
      ...letterhead(
        { ...letterheadFacts, hasLogo: logo !== undefined },
        titles("Dashboard", formatRange(range), []),
      ),
      figures(listFigures(analytics)),
      text(CASH_BASIS, SMALL),
      ...layOutFlow(analytics),
      heading("Account balances", 60),
      layOutBalances(balances),
      ...layOutAccounts(analytics),
      ...layOutExpenses(analytics),
      ...layOutIncome(analytics),
    ],
  };
}

function listFigures({ totals: { income, expense, balance } }: Analytics) {
  const title = `Net Balance (${balance < 0 ? "Deficit" : "Surplus"})`;
  return [
    { label: "Total Income", amount: inr(income), color: INK.income },
    { label: "Total Expense", amount: inr(expense), color: INK.text },
    { label: title, amount: inr(balance), color: balanceColor(balance) },
  ];
}

const CHART = { x: 0, y: 0, width: WIDTH, height: 92 };
const INCOME = { name: "Income", color: INK.income };
const EXPENSE = { name: "Expense", color: INK.expense };
const BALANCE = { name: "Balance", color: INK.balance };

function layOutFlow({ timeSeries }: Analytics): Content[] {
  const title = heading("Income and expense", 140);
  if (timeSeries.every(({ income, expense }) => income === 0 && expense === 0)) {
    return [title, text("No income or expense in this period", QUIET)];
  }
  const dates = timeSeries.map(({ date }) => date);
  const series = [
    { ...INCOME, values: timeSeries.map(({ income }) => toChartNumber(income)) },
    { ...EXPENSE, values: timeSeries.map(({ expense }) => toChartNumber(expense)), isDashed: true },
  ];
  return [title, drawing(WIDTH, 104, (pen) => drawLines(pen, CHART, dates, series))];
}

function layOutAccounts({ byAccount }: Analytics): Content[] {
  const title = heading("Accounts", 140);
  if (byAccount.length === 0) return [title, text("No account has movements", QUIET)];
  // A chart with more than a dozen accounts is unreadable. The table of balances lists all of them.
  const shown = byAccount.slice(0, 12);
  const names = shown.map(({ accountName }) => accountName);
  const series = [
    { ...INCOME, values: shown.map(({ income }) => toChartNumber(income)) },
    { ...EXPENSE, values: shown.map(({ expense }) => toChartNumber(expense)) },
    { ...BALANCE, values: shown.map(({ balance }) => toChartNumber(balance)) },
  ];
  return [title, drawing(WIDTH, 104, (pen) => drawBars(pen, CHART, names, series))];
}

function layOutBalances({ balances, total }: Balances): Content {
  type Row = Balances["balances"][number];
  const wide: Column<Row> = {
    head: "Account",
    text: ({ accountName, accountType }) => `${accountName} (${accountType})`,
    isLeft: true,
    total: "Total",
  };
  const amount = (head: string, of: (row: Row) => RupeeSum, sum: RupeeSum): Column<Row> => ({
    head,
    text: (row) => inr(of(row)),
    color: () => INK.quiet,
    total: inr(sum),
  });
  const columns: Column<Row>[] = [
    wide,
    amount("Opening", (row) => row.openingBalance, total.openingBalance),
    amount("Income", (row) => row.periodIncome, total.periodIncome),
    amount("Expense", (row) => row.periodExpense, total.periodExpense),
    amount("Transfers", (row) => row.periodTransfers, 0),
    {
      ...amount("Closing", (row) => row.closingBalance, total.closingBalance),
      color: (row) => (row.closingBalance < 0 ? INK.negative : INK.income),
    },
  ];
  return table(columns, balances, { wide, room: 100 });
}

const RING = { x: 0, y: 0, width: 110, height: 110 };

function layOutExpenses({ byCategory, totals }: Analytics): Content[] {
  const expenses = byCategory.filter(({ type }) => type === "Expense");
  const title = heading("Expenses by category", 140);
  if (expenses.length === 0) return [title, text("No expenses in this period", QUIET)];
  const values = expenses.map(({ total }) => toChartNumber(total));
  const ring = drawing(110, 110, (pen) =>
    drawRing(pen, RING, values, formatShort(toChartNumber(totals.expense))),
  );
  const colors = expenses.map((_, n) => CATEGORY_INKS[n % CATEGORY_INKS.length] as string);
  const shares = layOutShares(expenses, totals.expense, WIDTH - 136, colors);
  return [
    title,
    layOutColumns(
      [
        [110, [ring]],
        ["*", [shares]],
      ],
      26,
    ),
  ];
}

function layOutIncome({ byCategory, totals }: Analytics): Content[] {
  const incomes = byCategory.filter(({ type }) => type === "Income");
  if (incomes.length === 0) return [];
  return [heading("Income by category", 60), layOutShares(incomes, totals.income, WIDTH)];
}

function layOutShares(
  rows: Analytics["byCategory"],
  whole: RupeeSum,
  width: number,
  colors: string[] = [],
): Content {
  type Row = Analytics["byCategory"][number];
  const share = ({ total }: Row) =>
    `${((100 * toChartNumber(total)) / toChartNumber(whole)).toFixed(1)} %`;
  const wide: Column<Row> = {
    head: "Category",
    text: ({ categoryName }) => categoryName,
    isLeft: true,
  };
  const swatch = (row: Row) =>
    drawing(7, 9, (pen) => pen.box(colors[rows.indexOf(row)] ?? INK.income, 0, 2.5, 6, 6));
  const columns: Column<Row>[] = [
    { head: "", text: () => "", draw: swatch },
    wide,
    { head: "Amount", text: ({ total }) => inr(total) },
    { head: "Share", text: share, color: () => INK.quiet },
  ];
  return table(columns, rows, { wide, room: 100, width });
}
