import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type DateRange, monthsAndDays } from "../../domain/dates.ts";
import type { TransactionFilter } from "../../domain/ledger/transactions.ts";
import type { Read } from "../engine/books.ts";
import { isIn, joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readSum, sumOfKept } from "./sums.ts";

// The rollups: day × account × category, and month × account × category. Only triggers write them. A query
// reads whole months from one and the days at both ends from the other, so ten years take no longer than one.
// They are not in the drizzle schema, so queries on stored sums are plain SQL.

/** Filters that rollups support. They do not contain amounts or text of single rows. */
export type RollupFilter = Pick<
  TransactionFilter,
  "type" | "accountId" | "categoryId" | "dateFrom" | "dateTo"
>;

/** Number of transactions and their totals in paise. */
export interface Sums {
  entries: number;
  incomePaise: bigint;
  expensePaise: bigint;
}

/** The row that SQL returns. */
export interface SumsRow {
  entries: number;
  income: string;
  expense: string;
}

export const readSums = ({ entries, income, expense }: SumsRow): Sums => ({
  entries,
  incomePaise: readSum(income),
  expensePaise: readSum(expense),
});

/**
 * Selects a period's rollup cells as a table: month, date (for days), account_id, category_id ('' for
 * transfers), and sums in crores and paise (see sums.ts).
 */
export function cellsSql(agencyId: number, period: Partial<DateRange>): SQL {
  return selectParts(agencyId, period, "monthly", `${FIGURES}, category_id, entries, arrivals`);
}

/** Selects cells by account only. That is fewer cells for a period from the start of the books. */
export function selectAccountCells(agencyId: number, period: Partial<DateRange>): SQL {
  return selectParts(agencyId, period, "account_months", FIGURES);
}

const MONEY = ["income", "expense", "transfer_in", "transfer_out"];
const FIGURES = `account_id, ${MONEY.map((figure) => `${figure}_crores, ${figure}_paise`).join()}`;

function selectParts(
  agencyId: number,
  period: Partial<DateRange>,
  byMonth: "account_months" | "monthly",
  columns: string,
): SQL {
  const { months, days } = monthsAndDays(period);
  const figures = sql.raw(columns);
  const parts = days.map(
    ({ dateFrom, dateTo }) => sql`SELECT substr(date, 1, 7) AS month, ${figures} FROM daily
      WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}`,
  );
  if (months) {
    parts.push(sql`SELECT month, ${figures} FROM ${sql.raw(byMonth)}
      WHERE agency_id = ${agencyId} AND month BETWEEN ${months.from} AND ${months.to}`);
  }
  return sql`(${sql.join(parts, sql` UNION ALL `)})`;
}

/**
 * Selects the number and totals of the filter's transactions. A transfer counts in both of its accounts, as
 * in their lists.
 */
export function selectSums(agencyId: number, filter: RollupFilter): SQL<SumsRow> {
  return sql<SumsRow>`SELECT coalesce(sum(${entriesSql(filter)}), 0) AS entries,
    ${sumOfKept("income")} AS income, ${sumOfKept("expense")} AS expense
    FROM ${cellsSql(agencyId, filter)} WHERE ${filterSql(filter)}`;
}

/** Summing this many cells takes about ten milliseconds. */
const CELLS_AT_ONCE = 10_000;

/**
 * Cached for a second, in which an import adds at most 50,000 cells. Otherwise each list would count again.
 */
const wideness = new LRUCache<string, boolean>({ max: 10_000, ttl: 1_000 });

/**
 * Whether a period has so many cells that summing them would block the event loop. With openings, the cells
 * by account of all months before it count too.
 */
export async function isWide(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  period: Partial<DateRange>,
  { withOpenings = false } = {},
): Promise<boolean> {
  const key = JSON.stringify([agencyId, period.dateFrom, period.dateTo, withOpenings]);
  const known = wideness.get(key);
  if (known !== undefined) return known;

  const before = selectAccountCells(agencyId, period.dateTo ? { dateTo: period.dateTo } : {});
  const some = (cells: SQL) => sql`SELECT 1 FROM ${cells} LIMIT ${CELLS_AT_ONCE}`;
  const [found] = await books.read.all<{ cells: number }>(sql`SELECT
    (SELECT count(*) FROM (${some(cellsSql(agencyId, period))}))
      + ${withOpenings ? sql`(SELECT count(*) FROM (${some(before)}))` : sql`0`} AS cells`);
  const isMany = (found?.cells ?? 0) >= CELLS_AT_ONCE;
  wideness.set(key, isMany);
  return isMany;
}

/** Up to this offset, skipping keys is faster than counting days. */
export const OFFSET_WORTH_COUNTING = 500;

/** The days of a page, or undefined for all days, and the rows to skip on the last of them. */
export interface Window {
  days?: string[];
  offset: number;
}

export const isOnAnyDay = (days: string[] | undefined): SQL =>
  days ? isIn(sql`date`, days) : sql`true`;

/**
 * Finds the days of a page, newest first, by counting months and then days. So page 100,000 costs the same as
 * page 1, and no row is read only to be skipped.
 */
export async function findWindow(
  read: Read,
  agencyId: number,
  filter: RollupFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Required<Window>> {
  const months =
    await read.all<Count>(sql`SELECT month AS period, sum(${entriesSql(filter)}) AS entries
    FROM ${cellsSql(agencyId, filter)} WHERE ${filterSql(filter)} GROUP BY month ORDER BY month DESC`);
  const first = findPlace(months, offset);
  const last = findPlace(months, offset + limit - 1) ?? findPlace(months, sumCounts(months) - 1);
  if (!first || !last) return NOWHERE;

  const dateFrom = pickLatest(`${last.period}-01`, filter.dateFrom);
  const dateTo = earlier(`${first.period}-31`, filter.dateTo);
  const days =
    await read.all<Count>(sql`SELECT date AS period, sum(${entriesSql(filter)}) AS entries
    FROM daily WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
      AND ${filterSql(filter)} GROUP BY date ORDER BY date DESC`);
  return findRowWindow(days, { offset: offset - first.before, limit });
}

/** Counts the matching rows of each day, newest first. */
export async function countDays(
  read: Read,
  table: "audit_days" | "document_days" | "receipt_days",
  counted: "documents" | "entries" | "receipts",
  where: SQL,
): Promise<Count[]> {
  // A thousand days as one JSON take half the time.
  const [found] = await read.all<{ days: string }>(sql`
    SELECT json_group_array(json_object('period', date, 'entries', entries)) AS days
    FROM (SELECT date, sum(${sql.raw(counted)}) AS entries FROM ${sql.raw(table)} WHERE ${where}
      GROUP BY date ORDER BY date DESC)`);
  return JSON.parse(found?.days ?? "[]");
}

/** Finds a page among days, newest first, with known row counts. */
export function findRowWindow(
  days: Count[],
  { offset, limit }: { offset: number; limit: number },
): Required<Window> {
  const start = findPlace(days, offset);
  const end = findPlace(days, offset + limit - 1) ?? findPlace(days, sumCounts(days) - 1);
  if (!start || !end) return NOWHERE;
  const between = days.filter(({ period }) => period >= end.period && period <= start.period);
  return { days: between.map(({ period }) => period), offset: offset - start.before };
}

const NOWHERE: Required<Window> = { days: [], offset: 0 };

/** The number of rows of a day or month. */
export interface Count {
  period: string;
  entries: number;
}

/** Finds the period of a row by its position, and the number of rows before it. */
function findPlace(counts: Count[], row: number): { period: string; before: number } | undefined {
  let before = 0;
  for (const { period, entries } of counts) {
    if (row < before + entries) return { period, before };
    before += entries;
  }
  return undefined;
}

export const sumCounts = (counts: Count[]) => counts.reduce((sum, { entries }) => sum + entries, 0);
/** Returns the later of two days or months. */
export const pickLatest = (a: string, b: string | undefined) => (b && b > a ? b : a);
const earlier = (a: string, b: string | undefined) => (b && b < a ? b : a);

const entriesSql = ({ accountId }: RollupFilter) =>
  accountId ? sql`entries + arrivals` : sql`entries`;

/** Builds the condition on a cell. A category in use has one type, so a cell contains rows of one type. */
function filterSql({ type, accountId, categoryId }: RollupFilter): SQL {
  return joinConditions(
    type === "Income" && sql`(income_paise > 0 OR income_crores > 0)`,
    type === "Expense" && sql`(expense_paise > 0 OR expense_crores > 0)`,
    type === "Transfer" && sql`category_id = ''`,
    accountId && sql`account_id = ${accountId}`,
    categoryId && sql`category_id = ${categoryId}`,
  );
}
