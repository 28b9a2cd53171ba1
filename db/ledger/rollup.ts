import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type DateRange, monthsAndDays } from "../../domain/dates.ts";
import type { TransactionFilter } from "../../domain/ledger/transactions.ts";
import type { Read } from "../engine/books.ts";
import { isIn, joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readSum, sumOfKept } from "./sums.ts";

// The rollups: day × account × category, and month × account × category. Triggers write them; nothing
// here does. Whoever asks for a period reads its whole months from one and the days at its ends from
// the other, so ten years of books answer as quickly as one. Neither is a table of the schema, which
// drizzle-kit keeps: what reads kept sums is SQL, here and elsewhere.

/** What the rollups know to filter by; a single row's amount or text they do not. */
export type RollupFilter = Pick<
  TransactionFilter,
  "type" | "accountId" | "categoryId" | "dateFrom" | "dateTo"
>;

/** How many transactions, and what they come to in paise. */
export interface Sums {
  entries: number;
  income: bigint;
  expense: bigint;
}

/** The same as SQL gives it. */
export interface SumsRow {
  entries: number;
  income: string;
  expense: string;
}

export const readSums = ({ entries, income, expense }: SumsRow): Sums => ({
  entries,
  income: readSum(income),
  expense: readSum(expense),
});

/**
 * The rollup's cells of a period, as a table to select from: month, date (of days alone), account_id,
 * category_id ('' for transfers) and the figures in crores and paise (see sums.ts).
 */
export function cellsSql(agencyId: number, period: Partial<DateRange>): SQL {
  return selectParts(agencyId, period, "monthly", `${FIGURES}, category_id, entries, arrivals`);
}

/** The same by account alone: fewer cells where a period begins with the books, and need only be summed. */
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
 * How many transactions the filter matches, and what they come to. An account's transfers count on
 * either side, as its list shows them.
 */
export function selectSums(agencyId: number, filter: RollupFilter): SQL<SumsRow> {
  return sql<SumsRow>`SELECT coalesce(sum(${entriesSql(filter)}), 0) AS entries,
    ${sumOfKept("income")} AS income, ${sumOfKept("expense")} AS expense
    FROM ${cellsSql(agencyId, filter)} WHERE ${callOwnApi(filter)}`;
}

/** What adding so many cells up costs is some ten milliseconds. */
const CELLS_AT_ONCE = 10_000;

/** For a second, in which an import makes no more than some 50,000 cells: each list would count them anew. */
const wideness = new LRUCache<string, boolean>({ max: 10_000, ttl: 1_000 });

/**
 * Whether a period has so many cells that adding them up would hold the event loop: as many as its rows,
 * where somebody has made it so. With the months before it, by account, where openings are asked as well.
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

/** Up to here it is quicker to pass over keys than to count days. */
export const OFFSET_WORTH_COUNTING = 500;

/** Where a page of a list lies: on these days, or on any, after so many rows of the last of them. */
export interface Window {
  days?: string[];
  offset: number;
}

/** The condition on a row's date. */
export const isOnAnyDay = (days: string[] | undefined): SQL =>
  days ? isIn(sql`date`, days) : sql`true`;

/**
 * The days that hold the page, newest first, found by counting months, then days: so that page 100,000
 * costs what page 1 does, and no row is read to be passed over.
 */
export async function findWindow(
  read: Read,
  agencyId: number,
  filter: RollupFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Required<Window>> {
  const months =
    await read.all<Count>(sql`SELECT month AS period, sum(${entriesSql(filter)}) AS entries
    FROM ${cellsSql(agencyId, filter)} WHERE ${callOwnApi(filter)} GROUP BY month ORDER BY month DESC`);
  const first = findPlace(months, offset);
  const last = findPlace(months, offset + limit - 1) ?? findPlace(months, sumCounts(months) - 1);
  if (!first || !last) return NOWHERE;

  const dateFrom = pickLatest(`${last.period}-01`, filter.dateFrom);
  const dateTo = earlier(`${first.period}-31`, filter.dateTo);
  const days =
    await read.all<Count>(sql`SELECT date AS period, sum(${entriesSql(filter)}) AS entries
    FROM daily WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
      AND ${callOwnApi(filter)} GROUP BY date ORDER BY date DESC`);
  return findRowWindow(days, { offset: offset - first.before, limit });
}

/** How many a table of days has of each day that the condition leaves, newest first. */
export async function countDays(
  read: Read,
  table: "audit_days" | "document_days" | "receipt_days",
  counted: "documents" | "entries" | "receipts",
  where: SQL,
): Promise<Count[]> {
  // As JSON a thousand days come in half of the time.
  const [found] = await read.all<{ days: string }>(sql`
    SELECT json_group_array(json_object('period', date, 'entries', entries)) AS days
    FROM (SELECT date, sum(${sql.raw(counted)}) AS entries FROM ${sql.raw(table)} WHERE ${where}
      GROUP BY date ORDER BY date DESC)`);
  return JSON.parse(found?.days ?? "[]");
}

/** Where a page lies among days, newest first, of which it is known how much each holds. */
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

/** How many there are of a day, or of a month. */
export interface Count {
  period: string;
  entries: number;
}

/** The period that holds the row of that number, and how many rows come before it. */
function findPlace(counts: Count[], row: number): { period: string; before: number } | undefined {
  let before = 0;
  for (const { period, entries } of counts) {
    if (row < before + entries) return { period, before };
    before += entries;
  }
  return undefined;
}

export const sumCounts = (counts: Count[]) => counts.reduce((sum, { entries }) => sum + entries, 0);
/** The later of two days or months. */
export const pickLatest = (a: string, b: string | undefined) => (b && b > a ? b : a);
const earlier = (a: string, b: string | undefined) => (b && b < a ? b : a);

const entriesSql = ({ accountId }: RollupFilter) =>
  accountId ? sql`entries + arrivals` : sql`entries`;

/** The condition on a cell. A category has one type while it is in use, so a cell holds rows of one type. */
function callOwnApi({ type, accountId, categoryId }: RollupFilter): SQL {
  return joinConditions(
    type === "Income" && sql`(income_paise > 0 OR income_crores > 0)`,
    type === "Expense" && sql`(expense_paise > 0 OR expense_crores > 0)`,
    type === "Transfer" && sql`category_id = ''`,
    accountId && sql`account_id = ${accountId}`,
    categoryId && sql`category_id = ${categoryId}`,
  );
}
