import { type SQL, sql } from "drizzle-orm";
import type { AccountType } from "../../domain/accounts.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type {
  AccountName,
  SourceKind,
  Transaction,
  TransactionFilter,
  TransactionType,
} from "../../domain/transactions.ts";
import { containing, hasTrigram, isCompared, phraseOf } from "../search.ts";

// Which rows a filter matches, said so that SQLite walks one index for it: the keys first, whole rows
// only for those that are shown. See the plans in test/db/plans.test.ts.

/** A filter, and what is known beforehand of where it can match. */
export type Narrowed = TransactionFilter & {
  /** On these days alone. */
  days?: string[];
  /** Among so few rows that reading them is quicker than the search index. */
  areFew?: boolean;
};

/** Where the rows of a filter come from: columns of `transactions` (as t) that match. */
export function matching(agencyId: number, filter: Narrowed, columns: SQL): SQL {
  const { q, areFew } = filter;
  const rest = sql`t.agency_id = ${agencyId} AND ${narrowing(filter)}`;
  if (q && hasTrigram(q) && !(areFew && isCompared(q))) {
    // CROSS JOIN keeps the order: left to itself the planner may walk all transactions for each hit.
    return sql`SELECT ${columns} FROM ${entriesOf(agencyId, filter)} CROSS JOIN transactions_search
        CROSS JOIN transactions t ON t.entry = transactions_search.rowid
      WHERE transactions_search MATCH ${phraseOf(q)}
        AND transactions_search.rowid BETWEEN first AND last AND ${rest}
      UNION ALL SELECT ${columns} FROM transactions t NOT INDEXED
      WHERE entry > (SELECT indexed_to FROM search_state) AND ${rest} AND ${containing(q)}`;
  }
  const found = q ? sql`${rest} AND ${containing(q)}` : rest;
  return sql`SELECT ${columns} FROM transactions t INDEXED BY transactions_by_date WHERE ${found}`;
}

/**
 * The entries that the dates leave, as a range that the search index can begin and end at. Days are
 * entered, and imported, more or less in their order, so a month's range is not much wider than the month.
 * Asked day by day, which the rollup knows, it is two looks at the index a day, and no walk over all rows.
 */
function entriesOf(agencyId: number, { dateFrom, dateTo }: Narrowed): SQL {
  if (!dateFrom && !dateTo) return sql`(SELECT 0 AS first, ${Number.MAX_SAFE_INTEGER} AS last)`;
  const end = (which: "min" | "max") => sql`${sql.raw(which)}((SELECT ${sql.raw(which)}(entry)
    FROM transactions INDEXED BY transactions_by_date WHERE agency_id = ${agencyId} AND date = day))`;
  return sql`(SELECT ${end("min")} AS first, ${end("max")} AS last FROM (SELECT DISTINCT date AS day
    FROM daily WHERE agency_id = ${agencyId} AND ${narrowing({ dateFrom, dateTo })}))`;
}

function narrowing(filter: Narrowed): SQL {
  const { type, accountId, categoryId, dateFrom, dateTo, minAmount, maxAmount, days } = filter;
  const conditions = [
    days && sql`date IN (SELECT value FROM json_each(${JSON.stringify(days)}))`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    type && sql`type = ${type}`,
    accountId && sql`(account_id = ${accountId} OR to_account_id = ${accountId})`,
    categoryId && sql`category_id = ${categoryId}`,
    minAmount !== undefined && sql`amount_paise >= ${minAmount}`,
    maxAmount !== undefined && sql`amount_paise <= ${maxAmount}`,
  ].filter((condition) => typeof condition === "object");
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`;
}

/** Whole rows with their names, for keys (a select of entry). In the order of the list, or oldest first. */
export function rowsOf(agencyId: number, keys: SQL, order: "newest" | "oldest"): SQL<Row> {
  const direction = sql.raw(order === "newest" ? "DESC" : "ASC");
  return sql<Row>`SELECT t.entry, t.id, t.date, t.type, t.amount_paise, t.description, t.notes,
      t.source, t.source_id, a.id AS account_id, a.name AS account_name, a.type AS account_type,
      b.id AS to_id, b.name AS to_name, b.type AS to_type, c.id AS category_id, c.name AS category_name
    FROM (${keys}) keys CROSS JOIN transactions t ON t.entry = keys.entry
    JOIN accounts a ON a.agency_id = ${agencyId} AND a.id = t.account_id
    LEFT JOIN accounts b ON b.agency_id = ${agencyId} AND b.id = t.to_account_id
    LEFT JOIN categories c ON c.agency_id = ${agencyId} AND c.id = t.category_id
    WHERE t.agency_id = ${agencyId}
    ORDER BY t.date ${direction}, t.entry ${direction}`;
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
  };
}
