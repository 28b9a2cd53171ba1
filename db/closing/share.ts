import { and, eq, sql } from "drizzle-orm";
import type { MonthClosing, MonthShare, ShareWay } from "../../domain/closing/closing.ts";
import type { DateRange } from "../../domain/dates.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { recordView } from "../engine/views.ts";
import { closings } from "../schema/closings.ts";
import { getClosing } from "./closings.ts";

type Who = Pick<Tenant, "agencyId">;

interface Row {
  month: string;
  closedAt: string;
  closer: string;
  mailedAt: string | null;
  mailer: string;
  waiting: number;
  openedAt: string | null;
  opener: string;
  markedAt: string;
  marker: string;
}

/** Returns how the documents of closed months were shared, by month. */
export async function readShares(
  read: Pick<Read, "all">,
  { agencyId }: Who,
  { dateFrom, dateTo }: DateRange,
): Promise<Map<string, MonthShare>> {
  const name = (id: string) =>
    sql.raw(`coalesce((SELECT name FROM users WHERE agency_id = c.agency_id AND id = ${id}), '')`);
  const mail = (columns: string, where: string) =>
    sql.raw(`(SELECT ${columns} FROM mails m WHERE m.agency_id = c.agency_id AND m.entity = 'month'
      AND m.entity_id = c.month AND NOT m.is_copy AND m.created_at >= c.created_at AND ${where})`);
  // The index is on an expression: a plain c.id would be compared as text, and the index not used.
  const opening = (columns: string) =>
    sql.raw(`(SELECT ${columns} FROM audit_log a INDEXED BY audit_log_views CROSS JOIN users u
      ON u.agency_id = a.agency_id AND u.id = a.user_id AND u.role = 'accountant'
      WHERE a.agency_id = c.agency_id AND a.payload ->> '$._id' = +c.id AND a.action = 'VIEW'
      ORDER BY a.seq DESC LIMIT 1)`);
  const handed = "m.state = 'handed_over' ORDER BY handed_over_at DESC LIMIT 1";
  const rows = await read.all<Row>(sql`
    SELECT c.month, c.created_at AS "closedAt", ${name("c.created_by")} AS closer,
      ${mail("m.handed_over_at", handed)} AS "mailedAt",
      ${mail("(SELECT name FROM users u WHERE u.agency_id = m.agency_id AND u.id = m.created_by)", handed)}
        AS mailer,
      ${mail("count(*)", "m.state IN ('queued', 'sending')")} AS waiting,
      ${opening("a.at")} AS "openedAt", ${opening("u.name")} AS opener,
      c.marked_at AS "markedAt", ${name("c.marked_by")} AS marker
    FROM closings c WHERE c.agency_id = ${agencyId} AND c.reopened_at = ''
      AND c.month BETWEEN ${dateFrom} AND ${dateTo}`);
  const shares = new Map<string, MonthShare>();
  for (const row of rows) {
    const shared = findLast(row);
    const changes = shared ? await countChanges(read, agencyId, row.month, shared.at) : 0;
    const opened = row.openedAt ? { at: row.openedAt, name: row.opener } : null;
    shares.set(row.month, { shared, opened, isOnItsWay: row.waiting > 0, changes });
  }
  return shares;
}

function findLast(row: Row): MonthShare["shared"] {
  const ways: [way: ShareWay, at: string | null, name: string][] = [
    ["emailed", row.mailedAt, row.mailer],
    ["marked", row.markedAt, row.marker],
    ["opened", row.openedAt, row.opener],
  ];
  const known = ways.flatMap(([way, at, name]) => (at ? [{ way, at, name }] : []));
  return known.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
}

/**
 * Counts the writes since a moment that changed a month in closed books, and its returns filed since. A
 * change without a date, such as an opening balance, counts in every month.
 */
async function countChanges(
  read: Pick<Read, "all">,
  agencyId: number,
  month: string,
  since: string,
): Promise<number> {
  const ofMonth = (side: string) => sql`a.payload ->> ${`$.${side}.date`} GLOB ${`${month}-*`}`;
  const [found] = await read.all<{ count: number }>(sql`
    SELECT (SELECT count(DISTINCT coalesce(a.operation, a.id)) FROM locked_changes l
      JOIN audit_log a ON a.agency_id = l.agency_id AND a.id = l.audit_id
      LEFT JOIN bank_lines b ON b.agency_id = a.agency_id
        AND b.id = coalesce(a.payload ->> '$.after.lines[0]', a.payload ->> '$.before.lines[0]')
      WHERE l.agency_id = ${agencyId} AND a.at > ${since} AND a.entity <> 'Closing'
        AND (${ofMonth("after")} OR ${ofMonth("before")} OR b.date GLOB ${`${month}-*`} OR
          coalesce(a.payload ->> '$.after.date', a.payload ->> '$.before.date', b.date) IS NULL))
    + (SELECT count(*) FROM filings
      WHERE agency_id = ${agencyId} AND period = ${month} AND created_at > ${since}) AS count`);
  return found?.count ?? 0;
}

/** Marks a closed month's documents as shared. @throws Refusal "conflict" if the month is not closed */
export function markShared(tenant: Tenant, month: string): Promise<MonthClosing> {
  return writeTransaction(tenant, async (tx) => {
    const closing = await getClosing(tx, tenant, month);
    const marked = { markedAt: nowFor(tenant), markedBy: tenant.userId };
    await tx
      .update(closings)
      .set(marked)
      .where(and(forAgency(tenant, closings), eq(closings.id, closing._id)));
    const before = { _id: closing._id, month };
    await recordChange(tx, tenant, "UPDATE", "Closing", {
      before,
      after: { ...before, ...marked },
    });
    return closing;
  });
}

/** Logs that a user has opened a closed month's documents. @throws Refusal "conflict" if it is not closed */
export async function recordOpening(tenant: Tenant, month: string): Promise<void> {
  const { _id } = await getClosing(tenant.books.read, tenant, month);
  await recordView(tenant, "Closing", { _id, month });
}
