import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AuditEntry, AuditFilter, AuditQuery, AuditStats } from "../domain/audit.ts";
import { addDays } from "../domain/dates.ts";
import type { Books } from "./books.ts";
import { auditLog, users } from "./schema.ts";
import { owned, type Tenant } from "./tenant.ts";

/** Newest first. */
export async function listAudit(tenant: Tenant, { page, limit, ...filter }: AuditQuery) {
  const matches = matching(tenant, filter);
  const { read } = tenant.books;
  const [rows, counts] = await read.batch([
    newestFirst(read, matches)
      .limit(limit)
      .offset((page - 1) * limit),
    read.select({ count: sql<number>`count(*)` }).from(auditLog).where(matches),
  ]);
  const items = rows.map(toEntry);
  const total = counts[0]?.count ?? 0;
  return { items, total, page, totalPages: Math.ceil(total / limit) };
}

/** Every entry of the filter, newest first, some hundred at a time. */
export async function* exportAudit(
  tenant: Tenant,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let last: string | undefined;
  for (;;) {
    const older = last === undefined ? undefined : lt(auditLog.id, last);
    const rows = await newestFirst(tenant.books.read, and(matching(tenant, filter), older)).limit(
      SLICE,
    );
    if (rows.length > 0) yield rows.map(toEntry);
    if (rows.length < SLICE) return;
    last = rows.at(-1)?.audit_log.id;
  }
}

const SLICE = 500;

function newestFirst(read: Books["read"], matches: SQL | undefined) {
  return read
    .select()
    .from(auditLog)
    .innerJoin(users, sql`users.agency_id = audit_log.agency_id AND users.id = audit_log.user_id`)
    .where(matches)
    .orderBy(desc(auditLog.id));
}

type Row = { audit_log: typeof auditLog.$inferSelect; users: typeof users.$inferSelect };

function toEntry({ audit_log: row, users: { id, name, email } }: Row): AuditEntry {
  const { at, action, entity, payload } = row;
  const details = payload as Record<string, unknown>;
  return { _id: row.id, at, userId: { _id: id, name, email }, action, entity, payload: details };
}

export async function countAudit(tenant: Tenant, filter: AuditFilter): Promise<AuditStats> {
  const { read } = tenant.books;
  const matches = matching(tenant, filter);
  const day = sql<string>`date(at, '+330 minutes')`; // Of India.
  const count = sql<number>`count(*)`;
  const [byAction, byEntity, byDay] = await read.batch([
    read
      .select({ action: auditLog.action, count })
      .from(auditLog)
      .where(matches)
      .groupBy(auditLog.action),
    read
      .select({ entity: auditLog.entity, count })
      .from(auditLog)
      .where(matches)
      .groupBy(auditLog.entity),
    read.select({ date: day, count }).from(auditLog).where(matches).groupBy(day).orderBy(day),
  ]);
  return { total: byAction.reduce((sum, row) => sum + row.count, 0), byAction, byEntity, byDay };
}

function matching(
  tenant: Tenant,
  { entity, action, dateFrom, dateTo }: AuditFilter,
): SQL | undefined {
  return owned(
    tenant,
    auditLog,
    entity && eq(auditLog.entity, entity),
    action && eq(auditLog.action, action),
    dateFrom ? gte(auditLog.at, startOf(dateFrom)) : undefined,
    dateTo ? lt(auditLog.at, startOf(addDays(dateTo, 1))) : undefined,
  );
}

/** The moment a day of India begins, as the log writes moments. */
function startOf(date: string): string {
  return new Date(`${date}T00:00:00+05:30`).toISOString();
}
