import { eq, type SQL, sql } from "drizzle-orm";
import {
  addDays,
  type CalendarDate,
  countDays,
  type DateRange,
  pickLater,
  today,
} from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import {
  type Gathered,
  type SeriesKind,
  type SeriesList,
  type SeriesQuery,
  type TransactionTemplate,
  UPCOMING_DAYS,
  type Upcoming,
  type Waiting,
} from "../../domain/series/series.ts";
import { joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { series } from "../schema/series.ts";
import { type Found, findSeries, toRow, toSchedule } from "./rows.ts";

/** Returns a page of series, next due first, with dates in the next 30 days and pending items. */
export async function listSeries(
  tenant: Tenant,
  query: SeriesQuery,
  day = today(),
): Promise<SeriesList> {
  const { page, limit, ...filter } = query;
  const { read } = tenant.books;
  const where = matching(tenant, filter);
  const [found] = await read
    .select({ total: sql<number>`count(*)` })
    .from(series)
    .where(sql`${series.agencyId} = ${tenant.agencyId} AND ${where}`);
  const total = found?.total ?? 0;
  const rows = await findSeries(read, tenant, where, ORDER, { limit, offset: (page - 1) * limit });
  return {
    items: rows.map(toRow),
    total,
    page,
    totalPages: Math.ceil(total / limit),
    upcoming: await gatherUpcoming(tenant, query.kind, day),
    waiting: await gatherWaiting(tenant, query.kind),
  };
}

const ORDER = sql`${series.state} = 'ended', ${series.state} = 'paused', ${series.nextDate}, ${series.id}`;

/** SQL: paused because of an error, not by a user. */
const IS_STOPPED = sql`${series.state} = 'paused' AND ${series.reason} <> ''`;

/** Counts the stopped series of each kind. */
export async function countStopped({
  books,
  agencyId,
}: Tenant): Promise<Record<SeriesKind, number>> {
  const rows = await books.read
    .select({ kind: series.kind, count: sql<number>`count(*)` })
    .from(series)
    .where(sql`${series.agencyId} = ${agencyId} AND ${IS_STOPPED}`)
    .groupBy(series.kind);
  const counts = { invoice: 0, transaction: 0 };
  for (const { kind, count } of rows) counts[kind] = count;
  return counts;
}

function matching({ agencyId }: Tenant, { q, kind, state, clientId }: Partial<SeriesQuery>): SQL {
  const wanted = q?.toLowerCase();
  return joinConditions(
    sql`1 = 1`,
    kind && eq(series.kind, kind),
    state && (state === "stopped" ? IS_STOPPED : eq(series.state, state)),
    clientId && eq(series.clientId, clientId),
    wanted &&
      sql`(instr(${series.searched}, ${wanted}) > 0 OR ${series.clientId} IN (
        SELECT id FROM clients WHERE agency_id = ${agencyId} AND instr(searched, ${wanted}) > 0))`,
  );
}

/** Maximum series, and dates of each, that are read and shown. */
const LOOKED_AT = 200;
const TOLD = 5;

/** Reads the coming dates of active series up to a day, without those that were created or skipped. */
export async function readUpcoming(
  tenant: Tenant,
  kind: SeriesQuery["kind"],
  { dateFrom: day, dateTo: to }: DateRange,
): Promise<{ found: Found; date: CalendarDate }[]> {
  const soon = joinConditions(
    sql`${series.state} = 'active' AND ${series.nextDate} <= ${to}`,
    kind && eq(series.kind, kind),
  );
  const rows = await findSeries(tenant.books.read, tenant, soon, sql`${series.nextDate}`, {
    limit: LOOKED_AT,
    offset: 0,
  });
  const ids = JSON.stringify(rows.map(({ row }) => row.id));
  const dealtWith = await tenant.books.read.all<{ id: string; date: CalendarDate }>(sql`
    SELECT series_id AS id, date FROM occurrences WHERE agency_id = ${tenant.agencyId}
      AND series_id IN (SELECT value FROM json_each(${ids})) AND date BETWEEN ${day} AND ${to}`);
  const isDealtWith = new Set(dealtWith.map(({ id, date }) => `${id} ${date}`));
  return rows.flatMap((found) =>
    listDatesFrom(
      toSchedule(found.row),
      pickLater(day, found.row.nextDate ?? day),
      countDays({ dateFrom: day, dateTo: to }),
    )
      .filter((date) => date <= to && !isDealtWith.has(`${found.row.id} ${date}`))
      .map((date) => ({ found, date })),
  );
}

async function gatherUpcoming(
  tenant: Tenant,
  kind: SeriesQuery["kind"],
  day: CalendarDate,
): Promise<Gathered<Upcoming>> {
  const range = { dateFrom: day, dateTo: addDays(day, UPCOMING_DAYS) };
  const all = await readUpcoming(tenant, kind, range);
  const items = all.map(({ found, date }) => toUpcoming(found, date));
  const total = all.reduce((sum, { found }) => sum + found.row.amountPaise, 0) as Paise;
  return {
    items: items.sort((one, other) => (one.date < other.date ? -1 : 1)).slice(0, TOLD),
    count: all.length,
    total: toRupees(total),
  };
}

const toUpcoming = ({ row, client }: Found, date: CalendarDate): Upcoming => ({
  seriesId: row.id,
  kind: row.kind,
  mode: row.mode,
  date,
  name: client?.displayName ?? row.title,
  amount: toRupees(row.amountPaise),
});

interface WaitingRow {
  seriesId: string;
  date: string;
  name: string;
  paise: Paise;
  /** "" for a transaction. */
  invoiceId: string;
  /** Due date of a draft; "" if it has none. */
  dueDate: string;
  /** Type of a transaction. */
  type: TransactionTemplate["type"] | "";
}

/** Reads drafts that series created, and transactions not booked yet, oldest first. */
export async function readWaiting(
  { books, agencyId }: Tenant,
  kind: SeriesQuery["kind"],
): Promise<WaitingRow[]> {
  const drafts = sql`SELECT d.series_id AS seriesId, d.date, c.display_name AS name,
      d.grand_total_paise AS paise, d.id AS invoiceId, d.due_date AS dueDate, '' AS type
    FROM documents d INDEXED BY documents_of_series
    JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
    WHERE d.agency_id = ${agencyId} AND d.series_id IS NOT NULL AND d.status = 'DRAFT'
    ORDER BY d.date LIMIT ${LOOKED_AT}`;
  const unbooked = sql`SELECT s.id AS seriesId, o.date, s.title AS name, s.amount_paise AS paise,
      '' AS invoiceId, '' AS dueDate, s.template ->> '$.type' AS type
    FROM occurrences o INDEXED BY occurrences_waiting
    JOIN series s ON s.agency_id = o.agency_id AND s.id = o.series_id
    WHERE o.agency_id = ${agencyId} AND o.state = 'waiting' ORDER BY o.date LIMIT ${LOOKED_AT}`;
  return [
    ...(kind === "transaction" ? [] : await books.read.all<WaitingRow>(drafts)),
    ...(kind === "invoice" ? [] : await books.read.all<WaitingRow>(unbooked)),
  ];
}

async function gatherWaiting(
  tenant: Tenant,
  kind: SeriesQuery["kind"],
): Promise<Gathered<Waiting>> {
  const rows = await readWaiting(tenant, kind);
  const total = rows.reduce((sum, { paise }) => sum + paise, 0) as Paise;
  const items = rows.slice(0, TOLD).map(({ paise, invoiceId, seriesId, date, name }) => ({
    seriesId,
    date,
    name,
    invoiceId,
    amount: toRupees(paise),
    kind: invoiceId ? ("invoice" as const) : ("transaction" as const),
  }));
  return { items, count: rows.length, total: toRupees(total) };
}
