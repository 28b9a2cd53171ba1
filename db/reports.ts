import { type SQL, sql } from "drizzle-orm";
import type { BalanceRow, Balances } from "../domain/accounts.ts";
import type { Analytics, Period } from "../domain/dashboard.ts";
import { addDays, bucketsOf } from "../domain/dates.ts";
import { type Paise, toRupees } from "../domain/money.ts";
import { accountCellsOf, cellsOf } from "./daily.ts";
import type { Tenant } from "./tenant.ts";

/** Every account's opening, income, expense, transfers and closing over the period, and their total. */
export async function getBalances(tenant: Tenant, period: Period): Promise<Balances> {
  const figures = await tenant.books.read.all<AccountFigures>(accountFigures(tenant, period));
  const balances = figures.map(toBalanceRow);
  const sum = (of: (row: AccountFigures) => number) =>
    toRupees(figures.reduce((total, row) => total + of(row), 0) as Paise);
  return {
    balances,
    total: {
      openingBalance: sum(({ opening }) => opening),
      periodIncome: sum(({ income }) => income),
      periodExpense: sum(({ expense }) => expense),
      closingBalance: sum(closingOf),
    },
  };
}

/** The dashboard's figures. Accounts in which nothing moves and nothing lies are left out of its chart. */
export async function getAnalytics(tenant: Tenant, period: Period): Promise<Analytics> {
  const { agencyId, books } = tenant;
  const { starts, by } = bucketsOf(period);
  const [categories, accounts, moments] = await books.read.batch([
    books.read.all<CategoryFigures>(sql`
      SELECT name, type, income + expense AS total FROM (
        SELECT category_id, sum(income_paise) AS income, sum(expense_paise) AS expense
        FROM ${cellsOf(agencyId, period)} WHERE category_id <> '' GROUP BY category_id) figures
      JOIN categories ON categories.agency_id = ${agencyId} AND categories.id = category_id
      WHERE income + expense > 0 ORDER BY total DESC, name_key`),
    books.read.all<AccountFigures>(accountFigures(tenant, period)),
    books.read.all<{ start: string; income: Paise; expense: Paise }>(
      by === "day" ? byDay(agencyId, period) : byMonth(agencyId, period),
    ),
  ]);
  const income = sumOf(accounts, "income");
  const expense = sumOf(accounts, "expense");
  const found = new Map(moments.map((moment) => [moment.start, moment]));
  return {
    totals: {
      income: toRupees(income),
      expense: toRupees(expense),
      balance: toRupees((income - expense) as Paise),
    },
    byCategory: categories.map(({ name, type, total }) => ({
      categoryName: name,
      type,
      total: toRupees(total),
    })),
    byAccount: accounts
      .filter((row) => row.income !== 0 || row.expense !== 0 || closingOf(row) !== 0)
      .map((row) => ({
        accountName: row.name,
        income: toRupees(row.income),
        expense: toRupees(row.expense),
        balance: toRupees(closingOf(row)),
      })),
    timeSeries: starts.map((date) => {
      const moment = found.get(by === "day" ? date : date.slice(0, 7));
      const { income, expense } = moment ?? { income: 0 as Paise, expense: 0 as Paise };
      return { date, income: toRupees(income), expense: toRupees(expense) };
    }),
  };
}

interface CategoryFigures {
  name: string;
  type: Analytics["byCategory"][number]["type"];
  total: Paise;
}

interface AccountFigures {
  id: string;
  name: string;
  type: BalanceRow["accountType"];
  opening: Paise;
  income: Paise;
  expense: Paise;
  transfers: Paise;
}

function accountFigures({ agencyId }: Tenant, period: Period): SQL<AccountFigures> {
  const before = accountCellsOf(agencyId, { dateTo: addDays(period.dateFrom, -1) });
  return sql<AccountFigures>`
    WITH before AS MATERIALIZED (SELECT account_id,
        sum(income_paise - expense_paise + transfer_in_paise - transfer_out_paise) AS moved
      FROM ${before} GROUP BY account_id),
    during AS MATERIALIZED (SELECT account_id, sum(income_paise) AS income, sum(expense_paise) AS expense,
        sum(transfer_in_paise - transfer_out_paise) AS transfers
      FROM ${accountCellsOf(agencyId, period)} GROUP BY account_id)
    SELECT id, name, type, opening_paise + coalesce(moved, 0) AS opening,
      coalesce(income, 0) AS income, coalesce(expense, 0) AS expense, coalesce(transfers, 0) AS transfers
    FROM accounts LEFT JOIN before ON before.account_id = id LEFT JOIN during ON during.account_id = id
    WHERE agency_id = ${agencyId} ORDER BY name_key`;
}

function toBalanceRow(row: AccountFigures): BalanceRow {
  return {
    accountId: row.id,
    accountName: row.name,
    accountType: row.type,
    openingBalance: toRupees(row.opening),
    periodIncome: toRupees(row.income),
    periodExpense: toRupees(row.expense),
    periodTransfers: toRupees(row.transfers),
    closingBalance: toRupees(closingOf(row)),
  };
}

function closingOf({ opening, income, expense, transfers }: AccountFigures): Paise {
  return (opening + income - expense + transfers) as Paise;
}

function sumOf(rows: AccountFigures[], figure: "income" | "expense"): Paise {
  return rows.reduce((total, row) => total + row[figure], 0) as Paise;
}

function byDay(agencyId: number, { dateFrom, dateTo }: Period): SQL {
  return sql`SELECT date AS start, sum(income_paise) AS income, sum(expense_paise) AS expense FROM daily
    WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo} GROUP BY date`;
}

function byMonth(agencyId: number, period: Period): SQL {
  return sql`SELECT month AS start, sum(income_paise) AS income, sum(expense_paise) AS expense
    FROM ${accountCellsOf(agencyId, period)} GROUP BY month`;
}
