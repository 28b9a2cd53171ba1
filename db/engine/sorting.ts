import { type SQL, sql } from "drizzle-orm";
import type { Sort } from "../../domain/fields.ts";

/** Whether a list keeps its usual order, newest first, for which there are indexes. */
export const isUsual = (sort: string | undefined): boolean =>
  sort === undefined || sort === "-date";

/** What is compared, of what can be. */
export const sortSql = <Name extends string>(
  columns: Record<Name, SQL>,
  sort: Sort<Name> | undefined,
): SQL => columns[(sort ?? "-date").replace("-", "") as Name];

/**
 * An ORDER BY for what is compared. Rows that are alike in it stand newest first, so the order is total and
 * pages never overlap. The plus keeps an index by date from being walked for the order of ten rows.
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
