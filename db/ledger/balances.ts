import { type SQL, sql } from "drizzle-orm";
import { addDays, splitIntoBuckets } from "../../domain/dates.ts";
import type { BalanceRow, Balances } from "../../domain/ledger/accounts.ts";
import type { Analytics, Period } from "../../domain/ledger/analytics.ts";
import { toRupees } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import { cellsSql, selectAccountCells } from "./rollup.ts";
import { readSum, sumOfKept, sumOfMoves } from "./sums.ts";

/** Returns each account's opening, income, expense, transfers and closing in the period, with totals. */
export async function getBalances(tenant: Tenant, period: Period): Promise<Balances> {
  const rows = await tenant.books.read.all<AccountRow>(accountFigures(tenant, period));
  const figures = rows.map(toFigures);
  const sum = (of: (row: AccountFigures) => bigint) =>
    toRupees(figures.reduce((total, row) => total + of(row), 0n));
  return {
    balances: figures.map(toBalanceRow),
    total: {
      openingBalance: sum(({ openingPaise }) => openingPaise),
      periodIncome: sum(({ incomePaise }) => incomePaise),
      periodExpense: sum(({ expensePaise }) => expensePaise),
      closingBalance: sum(computeClosing),
    },
  };
}

/** Returns the dashboard's totals. Its chart omits accounts without movements and balance. */
export async function getAnalytics(tenant: Tenant, period: Period): Promise<Analytics> {
  const { agencyId, books } = tenant;
  const { starts, by } = splitIntoBuckets(period);
  const [categories, accounts, moments] = await books.read.batch([
    books.read.all<CategoryRow>(sql`
      SELECT name, type, total FROM (
        SELECT category_id, ${sumOfMoves(["income", "expense"], [])} AS total
        FROM ${cellsSql(agencyId, period)} WHERE category_id <> '' GROUP BY category_id) figures
      JOIN categories ON categories.agency_id = ${agencyId} AND categories.id = category_id
      ORDER BY name_key`),
    books.read.all<AccountRow>(accountFigures(tenant, period)),
    books.read.all<{ start: string; income: string; expense: string }>(
      by === "day" ? selectByDay(agencyId, period) : byMonth(agencyId, period),
    ),
  ]);
  const ofAccounts = accounts.map(toFigures);
  const income = ofAccounts.reduce((sum, row) => sum + row.incomePaise, 0n);
  const expense = ofAccounts.reduce((sum, row) => sum + row.expensePaise, 0n);
  const found = new Map(moments.map((moment) => [moment.start, moment]));
  return {
    totals: {
      income: toRupees(income),
      expense: toRupees(expense),
      balance: toRupees(income - expense),
    },
    byCategory: largestFirst(categories),
    byAccount: ofAccounts
      .filter(
        (row) => row.incomePaise !== 0n || row.expensePaise !== 0n || computeClosing(row) !== 0n,
      )
      .map((row) => ({
        accountName: row.name,
        income: toRupees(row.incomePaise),
        expense: toRupees(row.expensePaise),
        balance: toRupees(computeClosing(row)),
      })),
    timeSeries: starts.map((date) => {
      const moment = found.get(by === "day" ? date : date.slice(0, 7));
      if (!moment) return { date, income: 0, expense: 0 };
      const [income, expense] = [readSum(moment.income), readSum(moment.expense)];
      return { date, income: toRupees(income), expense: toRupees(expense) };
    }),
  };
}

interface CategoryRow {
  name: string;
  type: Analytics["byCategory"][number]["type"];
  total: string;
}

/** Sorts by total, stable for equal totals, without categories whose total is 0. */
function largestFirst(categories: CategoryRow[]): Analytics["byCategory"] {
  return categories
    .map(({ name, type, total }) => ({ name, type, total: readSum(total) }))
    .filter(({ total }) => total > 0n)
    .sort((a, b) => (a.total < b.total ? 1 : a.total > b.total ? -1 : 0))
    .map(({ name, type, total }) => ({ categoryName: name, type, total: toRupees(total) }));
}

interface AccountRow {
  id: string;
  name: string;
  type: BalanceRow["accountType"];
  opening_paise: number;
  moved: string | null;
  income: string | null;
  expense: string | null;
  transfers: string | null;
}

/** In paise. */
interface AccountFigures extends Pick<AccountRow, "id" | "name" | "type"> {
  openingPaise: bigint;
  incomePaise: bigint;
  expensePaise: bigint;
  transfersPaise: bigint;
}

function accountFigures({ agencyId }: Tenant, period: Period): SQL<AccountRow> {
  const before = selectAccountCells(agencyId, { dateTo: addDays(period.dateFrom, -1) });
  const moved = sumOfMoves(["income", "transfer_in"], ["expense", "transfer_out"]);
  return sql<AccountRow>`
    WITH before AS MATERIALIZED (SELECT account_id, ${moved} AS moved FROM ${before} GROUP BY account_id),
    during AS MATERIALIZED (SELECT account_id, ${sumOfKept("income")} AS income,
        ${sumOfKept("expense")} AS expense, ${sumOfMoves(["transfer_in"], ["transfer_out"])} AS transfers
      FROM ${selectAccountCells(agencyId, period)} GROUP BY account_id)
    SELECT id, name, type, opening_paise, moved, income, expense, transfers
    FROM accounts LEFT JOIN before ON before.account_id = id LEFT JOIN during ON during.account_id = id
    WHERE agency_id = ${agencyId} ORDER BY name_key`;
}

function toFigures({ id, name, type, ...row }: AccountRow): AccountFigures {
  const sum = (text: string | null) => (text === null ? 0n : readSum(text));
  return {
    id,
    name,
    type,
    openingPaise: BigInt(row.opening_paise) + sum(row.moved),
    incomePaise: sum(row.income),
    expensePaise: sum(row.expense),
    transfersPaise: sum(row.transfers),
  };
}

function toBalanceRow(row: AccountFigures): BalanceRow {
  return {
    accountId: row.id,
    accountName: row.name,
    accountType: row.type,
    openingBalance: toRupees(row.openingPaise),
    periodIncome: toRupees(row.incomePaise),
    periodExpense: toRupees(row.expensePaise),
    periodTransfers: toRupees(row.transfersPaise),
    closingBalance: toRupees(computeClosing(row)),
  };
}

const computeClosing = ({
  openingPaise,
  incomePaise,
  expensePaise,
  transfersPaise,
}: AccountFigures): bigint => openingPaise + incomePaise - expensePaise + transfersPaise;

function selectByDay(agencyId: number, { dateFrom, dateTo }: Period): SQL {
  return sql`SELECT date AS start, ${sumOfKept("income")} AS income, ${sumOfKept("expense")} AS expense
    FROM daily WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo} GROUP BY date`;
}

function byMonth(agencyId: number, period: Period): SQL {
  return sql`SELECT month AS start, ${sumOfKept("income")} AS income, ${sumOfKept("expense")} AS expense
    FROM ${selectAccountCells(agencyId, period)} GROUP BY month`;
}
