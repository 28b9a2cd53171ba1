import { type SQL, sql } from "drizzle-orm";
import type { Sort } from "../../domain/fields.ts";

/** Whether the list has its default order, newest first, which is indexed. */
export const isUsual = (sort: string | undefined): boolean =>
  sort === undefined || sort === "-date";

/** Returns the SQL expression to sort by, out of the allowed ones. */
export const sortSql = <Name extends string>(
  columns: Record<Name, SQL>,
  sort: Sort<Name> | undefined,
): SQL => columns[(sort ?? "-date").replace("-", "") as Name];

/**
 * Returns an ORDER BY with ties sorted newest first, so the order is total and pages never overlap. The plus
 * stops SQLite from scanning an index by date to sort ten rows.
 */
export function orderBy(
  sort: string | undefined,
  compared: SQL,
  { date, id }: { date: SQL; id: SQL },
): SQL {
  const direction = sql.raw(sort?.startsWith("-") || !sort ? "DESC" : "ASC");
  const isByDate = isUsual(sort) || sort === "date";
  if (isByDate) return sql`+${date} ${direction}, +${id} ${direction}`;
  return sql`${compared} ${direction}, +${date} DESC, +${id} DESC`;
}
