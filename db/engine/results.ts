import { sql } from "drizzle-orm";
import type { Action, Entity } from "../../domain/agencies/audit.ts";
import { areAllGone, type LoggedChange, listCreated } from "../../domain/agencies/results.ts";
import { mayBeUndone } from "../../domain/agencies/undo.ts";
import type { Write } from "./books.ts";
import type { Tenant } from "./tenant.ts";

type Logged = LoggedChange & { isUndo: number };

/**
 * Checks whether the result of an operation of the last day is gone: undone and not redone, or all its
 * records deleted or cancelled. It reads the log, so it works for every kind of record.
 */
export async function isResultGone(
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
  operation: string,
): Promise<boolean> {
  const [undos] = await tx.all<{ count: number }>(sql`
    WITH RECURSIVE chain(id) AS (
      SELECT undone_by FROM undos WHERE agency_id = ${agencyId} AND operation = ${operation}
      UNION ALL SELECT undone_by FROM chain JOIN undos ON agency_id = ${agencyId} AND operation = chain.id)
    SELECT count(*) AS count FROM chain`);
  if ((undos?.count ?? 0) % 2 === 1) return true;

  const since = sql`FROM audit_log WHERE agency_id = ${agencyId} AND action <> 'VIEW'
    AND seq >= (SELECT seq FROM audit_log WHERE agency_id = ${agencyId} AND id = ${operation})`;
  const own = await tx.all<Logged>(
    sql`SELECT ${COLUMNS} ${since} AND operation = ${operation} ORDER BY seq`,
  );
  const created = listCreated(own.filter(({ isUndo }) => !isUndo));
  const entities = JSON.stringify([...new Set(created.map(({ entity }) => entity))]);
  const ids = JSON.stringify(created.map(({ id }) => id));
  const later =
    await tx.all<Logged>(sql`SELECT ${COLUMNS} ${since} AND operation IS NOT ${operation}
      AND entity IN (SELECT value FROM json_each(${entities}))
      AND ${ID} IN (SELECT value FROM json_each(${ids})) ORDER BY seq`);
  return areAllGone(created, later);
}

/** Whether the author of an operation can undo it, judging by its changes. */
export async function mayUndoResult(
  tx: Write,
  tenant: Pick<Tenant, "agencyId" | "role" | "userId">,
  operation: string,
): Promise<boolean> {
  const rows = await tx.all<{ action: Action; entity: Entity; payload: string }>(sql`
    SELECT action, entity, payload FROM audit_log WHERE agency_id = ${tenant.agencyId}
      AND seq >= (SELECT seq FROM audit_log WHERE agency_id = ${tenant.agencyId} AND id = ${operation})
      AND operation = ${operation}`);
  const changes = rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) }));
  return mayBeUndone(changes, tenant);
}

const ID = sql.raw("coalesce(payload ->> '$.after._id', payload ->> '$.before._id')");
const COLUMNS = sql`action, entity, ${ID} AS id, payload ->> '$.undoes' IS NOT NULL AS isUndo,
  coalesce(payload ->> '$.after.status', payload ->> '$.after.state') AS state`;
