import { type SQL, sql } from "drizzle-orm";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import {
  countDays,
  findRowWindow,
  isOnAnyDay,
  OFFSET_WORTH_COUNTING,
  type Window,
} from "../ledger/rollup.ts";
import type { documents } from "../schema/documents.ts";
import type { receipts } from "../schema/receipts.ts";

// A list of documents or receipts, newest first by default: a page of rows, and sums of the whole filter.

/** The definition of a list. Its conditions leave the agency out. */
export interface List<Filter, Row> {
  /** Its table, and the column that counts rows in its daily sums. */
  counted: "documents" | "receipts";
  table: typeof documents | typeof receipts;
  select(read: Read, where: SQL | undefined, order: SQL): { getSQL(): SQL } & PromiseLike<Row[]>;
  sorted: Record<string, SQL>;
  /** Conditions on daily sums and on rows. */
  onDays(filter: Filter): SQL;
  /** Further conditions on rows. */
  onRows(filter: Filter, tenant: Tenant): SQL;
  /** Whether the query may read every row. A reader thread then runs it, not the event loop. */
  isOfRows(filter: Filter): boolean;
  /** Whether a filter has an index, such as a client, but no daily sums. */
  isIndexed?(filter: Filter): boolean;
  /** Whether rows are so rare that most days have none. */
  isRare?(filter: Filter): boolean;
  /** An index chosen by hand. */
  index?(filter: Filter): SQL;
  /** Columns of daily sums, computed from a row. */
  figures?: SQL[];
  /** Sums of these columns. */
  sums?: SQL[];
  /** A row with other sums of the same snapshot. */
  otherSums?(tenant: Tenant): SQL;
}

interface Sorted {
  sort?: string | undefined;
}

export const mayTakeLong = <Filter extends Sorted>(
  { isOfRows }: List<Filter, unknown>,
  filter: Filter,
): boolean => isOfRows(filter) || !isUsual(filter.sort);

/** Returns the rows of a page and the sums of the whole filter. */
export async function readPage<Filter extends Sorted, Row, Sums = unknown>(
  tenant: Tenant,
  list: List<Filter, Row>,
  query: Filter & { page: number; limit: number },
) {
  const { page, limit, ...rest } = query;
  const filter = rest as unknown as Filter;
  const { read } = tenant.books;
  const window = await findWindow(tenant, list, filter, { offset: (page - 1) * limit, limit });
  // One batch, so that sums and rows come from the same snapshot.
  const statements = [
    read.all(selectSums(tenant, list, filter)),
    selectPage(tenant, list, filter, window, limit),
  ];
  const [[sums], rows] = (await read.batch(statements as never)) as unknown as [
    [Sums & { total: number }], // An aggregate always returns one row.
    Row[],
  ];
  const { total } = sums;
  return { rows, sums, paging: { total, page, totalPages: Math.ceil(total / limit) } };
}

/** Selects whole rows only for the page, by key. */
export function selectPage<Filter extends Sorted, Row>(
  tenant: Tenant,
  list: List<Filter, Row>,
  filter: Filter,
  { days, offset }: Window,
  limit: number,
) {
  const { table, counted, sorted } = list;
  const order = orderBy(filter.sort, sortSql(sorted, filter.sort), {
    date: sql`${table.date}`,
    id: sql`${table.id}`,
  });
  const keys = sql`SELECT id FROM ${sql.raw(counted)} ${list.index?.(filter) ?? sql``}
    WHERE ${matching(tenant, list, filter)} AND ${isOnAnyDay(days)}
    ORDER BY ${isUsual(filter.sort) ? sql`date DESC, id DESC` : order} LIMIT ${limit} OFFSET ${offset}`;
  return list.select(
    tenant.books.read,
    forAgency(tenant, table, sql`${table.id} IN (${keys})`),
    order,
  );
}

/** Finds the days of a page from daily sums, so that earlier rows are not read and skipped. */
async function findWindow<Filter extends Sorted>(
  tenant: Tenant,
  list: List<Filter, unknown>,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<Window> {
  const isNear = page.offset <= OFFSET_WORTH_COUNTING && !list.isRare?.(filter);
  if (isNear || !isOfDays(list, filter) || !isUsual(filter.sort)) return page;
  const where = onDays(tenant, list, filter);
  const { counted } = list;
  return findRowWindow(await countDays(tenant.books.read, DAYS[counted], counted, where), page);
}

const DAYS = { documents: "document_days", receipts: "receipt_days" } as const;

/** Whether daily sums cover all of the filter. */
const isOfDays = <Filter>({ isOfRows, isIndexed }: List<Filter, unknown>, filter: Filter) =>
  !isOfRows(filter) && !isIndexed?.(filter);

const onDays = <Filter>({ agencyId }: Tenant, list: List<Filter, unknown>, filter: Filter): SQL =>
  sql`agency_id = ${agencyId} AND ${list.onDays(filter)}`;

const matching = <Filter>(tenant: Tenant, list: List<Filter, unknown>, filter: Filter): SQL =>
  joinConditions(onDays(tenant, list, filter), list.onRows(filter, tenant));

function selectSums<Filter>(tenant: Tenant, list: List<Filter, unknown>, filter: Filter): SQL {
  const { counted, figures = [], sums = [] } = list;
  const table = sql.raw(counted);
  const columns = sql.join([sql`1 AS ${table}`, ...figures], sql`, `);
  const from = isOfDays(list, filter)
    ? sql`${sql.raw(DAYS[counted])} WHERE ${onDays(tenant, list, filter)}`
    : sql`(SELECT ${columns} FROM ${table} ${list.index?.(filter) ?? sql``}
        WHERE ${matching(tenant, list, filter)})`;
  const summed = sql.join([sql`coalesce(sum(${table}), 0) AS total`, ...sums], sql`, `);
  const all = sql`SELECT ${summed} FROM ${from}`;
  return list.otherSums ? sql`SELECT * FROM (${all}), (${list.otherSums(tenant)})` : all;
}
