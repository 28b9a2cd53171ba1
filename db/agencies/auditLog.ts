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
import { allOf } from "../engine/conditions.ts";
import { withoutDigests } from "../engine/journal.ts";
import { inSnapshot } from "../engine/snapshot.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import { countDays, totalOf, type Window, windowIn } from "../ledger/rollup.ts";
import { auditLog, users } from "../schema/agencies.ts";

// Of the log itself only the entries that are shown are read. How many there are, and on which days a page
// lies, is in audit_days: by day in India, action and entity. A trigger writes it.

/** Newest first. */
export async function listAudit(tenant: Tenant, { page, limit, ...filter }: AuditQuery) {
  const { read } = tenant.books;
  const days = await countDays(read, "audit_days", "entries", within(tenant, filter));
  const window = windowIn(days, { offset: (page - 1) * limit, limit });
  // One batch is one moment: nobody is told of fewer than are shown.
  const [[counted], rows] = await read.batch([
    read.all<{ total: number }>(sql`SELECT coalesce(sum(entries), 0) AS total FROM audit_days
      WHERE ${within(tenant, filter)}`),
    rowsOf(read, tenant, idsOf(tenant, filter, window, limit)),
  ]);
  const { total } = counted as NonNullable<typeof counted>; // An aggregate answers exactly one row.
  return { items: rows.map(toEntry), total, page, totalPages: Math.ceil(total / limit) };
}

/** Every entry of the filter as of now, newest first, some hundred at a time, for payloads are long. */
export function exportAudit(tenant: Tenant, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  return inSnapshot(tenant.books, async function* (read) {
    const days = await countDays(read, "audit_days", "entries", within(tenant, filter));
    for (let offset = 0; offset < totalOf(days); offset += IDS_AT_ONCE) {
      const window = windowIn(days, { offset, limit: IDS_AT_ONCE });
      const ids = await read.all<{ id: string }>(idsOf(tenant, filter, window, IDS_AT_ONCE));
      for (let start = 0; start < ids.length; start += SLICE) {
        const slice = JSON.stringify(ids.slice(start, start + SLICE).map(({ id }) => id));
        const rows = await rowsOf(read, tenant, sql`SELECT value FROM json_each(${slice})`);
        yield rows.map(toEntry);
        await Bun.sleep(0); // Others have a turn: reading a local file waits for nothing.
      }
    }
  });
}

// A day's entries are passed over again for each so many of them.
const IDS_AT_ONCE = 5_000;
const SLICE = 200;

export async function countAudit(tenant: Tenant, filter: AuditFilter): Promise<AuditStats> {
  const { read } = tenant.books;
  const by = (column: "action" | "date" | "entity") => sql`SELECT ${sql.raw(column)},
    sum(entries) AS count FROM audit_days WHERE ${within(tenant, filter)} GROUP BY 1 ORDER BY 1`;
  const [byAction, byEntity, byDay] = await read.batch([
    read.all<{ action: Action; count: number }>(by("action")),
    read.all<{ entity: Entity; count: number }>(by("entity")),
    read.all<{ date: string; count: number }>(by("date")),
  ]);
  return { total: byAction.reduce((sum, row) => sum + row.count, 0), byAction, byEntity, byDay };
}

type Owner = Pick<Tenant, "agencyId">;

function within({ agencyId }: Owner, { dateFrom, dateTo, ...kind }: AuditFilter): SQL {
  return allOf(
    sql`agency_id = ${agencyId}`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    ofKind(kind),
  );
}

const ofKind = ({ action, entity }: Pick<AuditFilter, "action" | "entity">) =>
  allOf(action && sql`action = ${action}`, entity && sql`entity = ${entity}`);

/** The ids of the filter's entries that lie in the window, newest first. */
export function idsOf(
  { agencyId }: Owner,
  filter: AuditFilter,
  { days, offset }: Required<Window>,
  limit: number,
): SQL<{ id: string }> {
  const ranges = JSON.stringify(days.map((day) => [startOf(day), startOf(addDays(day, 1))]));
  // CROSS JOIN keeps the order: for each day its range of the index, which knows all but the payloads.
  return sql`SELECT e.id FROM json_each(${ranges}) day
    CROSS JOIN audit_log e INDEXED BY audit_log_by_moment
    WHERE agency_id = ${agencyId} AND at >= day.value ->> 0 AND at < day.value ->> 1
      AND ${ofKind(filter)}
    ORDER BY at DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

/** Whole entries, newest first, of ids (a select). */
export const rowsOf = (read: Read, owner: Owner, ids: SQL) =>
  read
    .select({
      ...{ _id: auditLog.id, at: auditLog.at, action: auditLog.action, entity: auditLog.entity },
      payload: sql<string>`${auditLog.payload}`,
      userId: { _id: users.id, name: users.name, email: users.email },
    })
    .from(auditLog)
    .innerJoin(users, and(eq(users.agencyId, auditLog.agencyId), eq(users.id, auditLog.userId)))
    .where(owned(owner, auditLog, sql`${auditLog.id} IN (${ids})`))
    .orderBy(sql`+${auditLog.at} DESC, +${auditLog.id} DESC`);

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** Its payload as text until now, for a sum may have more digits than a number holds. */
export const toEntry = ({ payload, ...entry }: Row): AuditEntry => ({
  ...entry,
  payload: withoutDigests(readJson(payload) as AuditEntry["payload"]),
});

/** The moment a day of India begins, as the log writes moments. */
function startOf(date: string): string {
  return new Date(`${date}T00:00:00+05:30`).toISOString();
}
