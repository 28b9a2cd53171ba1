import { type SQL, sql } from "drizzle-orm";
import { type DateRange, monthsAndDays } from "../domain/dates.ts";
import type { Paise } from "../domain/money.ts";
import type { TransactionFilter } from "../domain/transactions.ts";

// The rollups: day × account × category, and month × account × category. Triggers write them; nothing
// here does. Whoever asks for a period reads its whole months from one and the days at its ends from
// the other, so ten years of books answer as quickly as one.

/** What the rollups know to filter by; a single row's amount or text they do not. */
export type RollupFilter = Pick<
  TransactionFilter,
  "type" | "accountId" | "categoryId" | "dateFrom" | "dateTo"
>;

export interface Sums {
  entries: number;
  income: Paise;
  expense: Paise;
}

/**
 * The rollup's cells of a period, as a table to select from: month, date (of days alone), account_id,
 * category_id ('' for transfers) and the figures in paise.
 */
export function cellsOf(agencyId: number, period: Partial<DateRange>): SQL {
  const { months, days } = monthsAndDays(period);
  const figures = sql.raw(
    `account_id, category_id, income_paise, expense_paise, transfer_in_paise, transfer_out_paise, entries, arrivals`,
  );
  const parts = days.map(
    ({ dateFrom, dateTo }) => sql`SELECT substr(date, 1, 7) AS month, ${figures} FROM daily
      WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}`,
  );
  if (months) {
    parts.push(sql`SELECT month, ${figures} FROM monthly
      WHERE agency_id = ${agencyId} AND month BETWEEN ${months.from} AND ${months.to}`);
  }
  return sql`(${sql.join(parts, sql` UNION ALL `)})`;
}

/**
 * How many transactions the filter matches, and what they come to. An account's transfers count on
 * either side, as its list shows them.
 */
export function sumsOf(agencyId: number, filter: RollupFilter): SQL<Sums> {
  const { accountId, categoryId } = filter;
  const entries = accountId ? sql`entries + arrivals` : sql`entries`;
  return sql<Sums>`SELECT coalesce(sum(${entries}), 0) AS entries,
    coalesce(sum(income_paise), 0) AS income, coalesce(sum(expense_paise), 0) AS expense
    FROM ${cellsOf(agencyId, filter)}
    WHERE ${ofType(filter.type)}
      AND ${accountId ? sql`account_id = ${accountId}` : sql`true`}
      AND ${categoryId ? sql`category_id = ${categoryId}` : sql`true`}`;
}

// A category has one type for as long as it is in use, so a cell holds rows of one type.
function ofType(type: RollupFilter["type"]): SQL {
  if (type === "Income") return sql`income_paise > 0`;
  if (type === "Expense") return sql`expense_paise > 0`;
  return type === "Transfer" ? sql`category_id = ''` : sql`true`;
}
