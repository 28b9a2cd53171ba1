import { and, eq, type SQL, sql } from "drizzle-orm";
import type {
  Action,
  AuditEntry,
  AuditFilter,
  AuditQuery,
  AuditStats,
  Entity,
} from "../../domain/agencies/audit.ts";
import { addDays } from "../../domain/dates.ts";
import { readJson } from "../../domain/json.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import { dropDigests } from "../engine/journal.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { countDays, findRowWindow, sumCounts, type Window } from "../ledger/rollup.ts";
import { auditLog, users } from "../schema/agencies.ts";

// Only the entries shown are read from the log. A trigger counts entries in audit_days, by day in India,
// action and entity. That gives the total and the days of a page.

/** Lists entries, newest first. */
export async function listAudit(tenant: Tenant, { page, limit, ...filter }: AuditQuery) {
  const { read } = tenant.books;
  const days = await countDays(read, "audit_days", "entries", filterSql(tenant, filter));
  const window = findRowWindow(days, { offset: (page - 1) * limit, limit });
  // One batch, so that the count matches the rows.
  const [[counted], rows] = await read.batch([
    read.all<{ total: number }>(sql`SELECT coalesce(sum(entries), 0) AS total FROM audit_days
      WHERE ${filterSql(tenant, filter)}`),
    selectEntries(read, tenant, selectIds(tenant, filter, window, limit)),
  ]);
  const { total } = counted as NonNullable<typeof counted>; // An aggregate always returns one row.
  return { items: rows.map(toEntry), total, page, totalPages: Math.ceil(total / limit) };
}

/**
 * Streams the filter's entries from one snapshot, newest first, a hundred at a time because payloads are
 * long.
 */
export function exportAudit(tenant: Tenant, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  return streamSnapshot(tenant.books, async function* (read) {
    const days = await countDays(read, "audit_days", "entries", filterSql(tenant, filter));
    for (let offset = 0; offset < sumCounts(days); offset += IDS_AT_ONCE) {
      const window = findRowWindow(days, { offset, limit: IDS_AT_ONCE });
      const ids = await read.all<{ id: string }>(selectIds(tenant, filter, window, IDS_AT_ONCE));
      for (let start = 0; start < ids.length; start += SLICE) {
        const slice = JSON.stringify(ids.slice(start, start + SLICE).map(({ id }) => id));
        const rows = await selectEntries(read, tenant, sql`SELECT value FROM json_each(${slice})`);
        yield rows.map(toEntry);
        await Bun.sleep(0); // Reading a local file never yields on its own.
      }
    }
  });
}

// Each such chunk skips the day's earlier entries again.
const IDS_AT_ONCE = 5_000;
const SLICE = 200;

export async function countAudit(tenant: Tenant, filter: AuditFilter): Promise<AuditStats> {
  const { read } = tenant.books;
  const by = (column: "action" | "date" | "entity") => sql`SELECT ${sql.raw(column)},
    sum(entries) AS count FROM audit_days WHERE ${filterSql(tenant, filter)} GROUP BY 1 ORDER BY 1`;
  const [byAction, byEntity, byDay] = await read.batch([
    read.all<{ action: Action; count: number }>(by("action")),
    read.all<{ entity: Entity; count: number }>(by("entity")),
    read.all<{ date: string; count: number }>(by("date")),
  ]);
  return { total: byAction.reduce((sum, row) => sum + row.count, 0), byAction, byEntity, byDay };
}

type Owner = Pick<Tenant, "agencyId">;

function filterSql({ agencyId }: Owner, { dateFrom, dateTo, ...kind }: AuditFilter): SQL {
  return joinConditions(
    sql`agency_id = ${agencyId}`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    ofKind(kind),
  );
}

const ofKind = ({ action, entity }: Pick<AuditFilter, "action" | "entity">) =>
  joinConditions(action && sql`action = ${action}`, entity && sql`entity = ${entity}`);

/** Selects the ids of the filter's entries in the window, newest first. */
export function selectIds(
  { agencyId }: Owner,
  filter: AuditFilter,
  { days, offset }: Required<Window>,
  limit: number,
): SQL<{ id: string }> {
  const ranges = JSON.stringify(days.map((day) => [startOfDay(day), startOfDay(addDays(day, 1))]));
  // CROSS JOIN fixes the order: each day scans its range of the index, which has all columns but the payload.
  return sql`SELECT e.id FROM json_each(${ranges}) day
    CROSS JOIN audit_log e INDEXED BY audit_log_by_moment
    WHERE agency_id = ${agencyId} AND at >= day.value ->> 0 AND at < day.value ->> 1
      AND ${ofKind(filter)}
    ORDER BY at DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

/** Reads full entries for ids (a select), newest first. */
export const selectEntries = (read: Read, owner: Owner, ids: SQL) =>
  read
    .select({
      _id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      entity: auditLog.entity,
      payload: sql<string>`${auditLog.payload}`,
      userId: { _id: users.id, name: users.name, email: users.email },
    })
    .from(auditLog)
    .innerJoin(users, and(eq(users.agencyId, auditLog.agencyId), eq(users.id, auditLog.userId)))
    .where(forAgency(owner, auditLog, sql`${auditLog.id} IN (${ids})`))
    .orderBy(sql`+${auditLog.at} DESC, +${auditLog.id} DESC`);

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

/** The payload was kept as text until now, because a sum can have more digits than a number. */
export const toEntry = ({ payload, ...entry }: Row): AuditEntry => ({
  ...entry,
  payload: dropDigests(readJson(payload) as AuditEntry["payload"]),
});

/** Returns the start of a day in India, in the log's time format. */
function startOfDay(date: string): string {
  return new Date(`${date}T00:00:00+05:30`).toISOString();
}
