import { type SQL, sql } from "drizzle-orm";
import type { AccountType } from "../../domain/ledger/accounts.ts";
import type {
  AccountName,
  SourceKind,
  TRANSACTION_SORTS,
  Transaction,
  TransactionFilter,
  TransactionType,
} from "../../domain/ledger/transactions.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import { isOnAnyDay } from "./rollup.ts";
import { containsSql, hasTrigram, isCompared, toSearchPhrase } from "./search.ts";

// Builds queries so that SQLite scans one index for the keys, and reads full rows only for those shown. The
// choice of index and join order cannot be expressed with Drizzle's builder. test/db/plans.test.ts checks the
// plans.

/** A filter, with known limits on where it can match. */
export type Narrowed = TransactionFilter & {
  /** Only these days. */
  days?: string[];
  /** Whether there are so few rows that a scan beats the search index. */
  areFew?: boolean;
};

/** Selects columns of the transactions (as t) that match a filter. */
export function matching(agencyId: number, filter: Narrowed, columns: SQL): SQL {
  const { q } = filter;
  const rest = sql`t.agency_id = ${agencyId} AND ${narrowing(filter)}`;
  if (q && usesSearchIndex(filter)) {
    // CROSS JOIN fixes the join order. The planner might otherwise scan all transactions for each hit.
    return sql`SELECT ${columns} FROM ${selectEntries(agencyId, filter)} CROSS JOIN transactions_search
        CROSS JOIN transactions t ON t.entry = transactions_search.rowid
      WHERE transactions_search MATCH ${toSearchPhrase(q)}
        AND transactions_search.rowid BETWEEN first AND last AND ${rest}
      UNION ALL SELECT ${columns} FROM transactions t NOT INDEXED
      WHERE entry > (SELECT indexed_to FROM search_state) AND ${rest} AND ${containsSql(q)}`;
  }
  const found = q ? sql`${rest} AND ${containsSql(q)}` : rest;
  return sql`SELECT ${columns} FROM transactions t INDEXED BY transactions_by_date WHERE ${found}`;
}

/** Whether the search index is used, sorted by entry. Otherwise an index by date is, oldest first. */
export const usesSearchIndex = ({ q, areFew }: Narrowed): boolean =>
  q !== undefined && hasTrigram(q) && !(areFew && isCompared(q));

/**
 * Selects the range of entries of the dates, which bounds the search index. Entries are created roughly in
 * date order, so the range of a month is not much wider than the month. It takes three index lookups and no
 * scan.
 */
function selectEntries(agencyId: number, { dateFrom, dateTo }: Narrowed): SQL {
  if (!dateFrom && !dateTo) return sql`(SELECT 0 AS first, ${Number.MAX_SAFE_INTEGER} AS last)`;
  const rows = sql`FROM transactions INDEXED BY transactions_by_date WHERE agency_id = ${agencyId}`;
  const end = (which: "min" | "max") =>
    sql`${sql.raw(which)}((SELECT ${sql.raw(which)}(entry) ${rows} AND date = day))`;
  return sql`(WITH RECURSIVE days(day) AS (
      SELECT min(date) ${rows} AND ${narrowing({ dateFrom, dateTo })}
      UNION ALL SELECT (SELECT min(date) ${rows} AND date > day AND ${narrowing({ dateTo })})
      FROM days WHERE day IS NOT NULL)
    SELECT ${end("min")} AS first, ${end("max")} AS last FROM days WHERE day IS NOT NULL)`;
}

function narrowing(filter: Narrowed): SQL {
  const { type, accountId, categoryId, dateFrom, dateTo, minAmount, maxAmount, days } = filter;
  return joinConditions(
    days && isOnAnyDay(days),
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    type && sql`type = ${type}`,
    accountId && sql`(account_id = ${accountId} OR to_account_id = ${accountId})`,
    categoryId && sql`category_id = ${categoryId}`,
    minAmount !== undefined && sql`amount_paise >= ${minAmount}`,
    maxAmount !== undefined && sql`amount_paise <= ${maxAmount}`,
  );
}

const COLUMNS: Record<keyof Row, string> = {
  entry: "t.entry",
  id: "t.id",
  date: "t.date",
  type: "t.type",
  amount_paise: "t.amount_paise",
  description: "t.description",
  notes: "t.notes",
  source: "t.source",
  source_id: "t.source_id",
  account_id: "a.id",
  account_name: "a.name",
  account_type: "a.type",
  to_id: "b.id",
  to_name: "b.name",
  to_type: "b.type",
  category_id: "c.id",
  category_name: "c.name",
  split_id: "t.split_id",
  split: `CASE WHEN t.split_id IS NOT NULL THEN (SELECT json_group_array(json_object('id', id,
      'category', category_id, 'name', name, 'paise', amount_paise))
    FROM (SELECT p.id, p.category_id, p.amount_paise, k.name
    FROM transactions p INDEXED BY transactions_of_split CROSS JOIN categories k
      ON k.agency_id = p.agency_id AND k.id = p.category_id
    WHERE p.agency_id = t.agency_id AND p.split_id = t.split_id ORDER BY p.entry)) END`,
};
const SELECTED = Object.entries(COLUMNS).map(([name, column]) => `${column} AS ${name}`);
const PAIRS = Object.keys(COLUMNS).map((name) => `'${name}', ${name}`);

/** Sort expressions. ASCII names are compared without case. */
export const SORTED: Record<(typeof TRANSACTION_SORTS)[number], SQL> = {
  date: sql`t.date`,
  description: sql`t.description COLLATE NOCASE`,
  account: sql`(SELECT name FROM accounts
    WHERE agency_id = t.agency_id AND id = t.account_id) COLLATE NOCASE`,
  category: sql`(SELECT name FROM categories
    WHERE agency_id = t.agency_id AND id = t.category_id) COLLATE NOCASE`,
  type: sql`t.type`,
  amount: sql`t.amount_paise`,
};

/**
 * Selects full rows with names for keys (a select of entry): oldest first, or by the keys' position column.
 */
export function selectRows(
  agencyId: number,
  keys: SQL,
  order: "newest" | "oldest" | "placed",
): SQL<Row> {
  const direction = sql.raw(order === "newest" ? "DESC" : "ASC");
  const place = order === "placed" ? sql`keys.place, ` : sql``;
  return sql<Row>`SELECT ${sql.raw(SELECTED.join())}
    FROM (${keys}) keys CROSS JOIN transactions t ON t.entry = keys.entry
    JOIN accounts a ON a.agency_id = ${agencyId} AND a.id = t.account_id
    LEFT JOIN accounts b ON b.agency_id = ${agencyId} AND b.id = t.to_account_id
    LEFT JOIN categories c ON c.agency_id = ${agencyId} AND c.id = t.category_id
    WHERE t.agency_id = ${agencyId}
    ORDER BY ${place}t.date ${direction}, t.entry ${direction}`;
}

/** Reads rows of some thousand keys, oldest first. As JSON they take half the time. */
export async function readRows(read: Read, agencyId: number, keys: SQL): Promise<Row[]> {
  const [found] = await read.all<{ rows: string }>(sql`
    SELECT json_group_array(json_object(${sql.raw(PAIRS.join())})) AS rows
    FROM (${selectRows(agencyId, keys, "oldest")})`);
  return JSON.parse(found?.rows ?? "[]");
}

export interface Row {
  entry: number;
  id: string;
  date: string;
  type: TransactionType;
  amount_paise: Paise;
  description: string;
  notes: string;
  source: SourceKind | null;
  source_id: string | null;
  account_id: string;
  account_name: string;
  account_type: AccountType;
  to_id: string | null;
  to_name: string | null;
  to_type: AccountType | null;
  category_id: string | null;
  category_name: string | null;
  split_id: string | null;
  /** The parts of its split, as JSON. */
  split: string | null;
}

export function toTransaction(row: Row): Transaction {
  const { id, date, type, description, notes } = row;
  const account = { _id: row.account_id, name: row.account_name, type: row.account_type };
  const to = row.to_id && ({ _id: row.to_id, name: row.to_name, type: row.to_type } as AccountName);
  return {
    _id: id,
    date,
    description,
    accountId: account,
    categoryId: row.category_id
      ? { _id: row.category_id, name: row.category_name as string }
      : null,
    type,
    amount: toRupees(row.amount_paise),
    notes,
    isTransfer: type === "Transfer",
    ...(to ? { transfer: { fromAccountId: account, toAccountId: to } } : {}),
    ...(row.source && row.source_id ? { source: { type: row.source, _id: row.source_id } } : {}),
    ...(row.split_id && row.split ? { split: toSplit(row.split_id, JSON.parse(row.split)) } : {}),
  };
}

/** A part of a split, as the database returns it. */
interface Part {
  id: string;
  category: string;
  name: string;
  paise: Paise;
}

function toSplit(_id: string, parts: Part[]): Transaction["split"] {
  const sum = parts.reduce((all, { paise }) => all + paise, 0) as Paise;
  return {
    _id,
    amount: toRupees(sum),
    parts: parts.map(({ id, category, name, paise }) => ({
      _id: id,
      categoryId: { _id: category, name },
      amount: toRupees(paise),
    })),
  };
}
