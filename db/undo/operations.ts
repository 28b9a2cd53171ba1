import { sql } from "drizzle-orm";
import type { AuditEntry } from "../../domain/agencies/audit.ts";
import { LAST_MS } from "../../domain/agencies/undo.ts";
import { readJson } from "../../domain/json.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

export type From = Pick<Read, "all">;
type Owner = Pick<Tenant, "agencyId">;

/** An entry of the log with its place. */
export type Logged = AuditEntry & { seq: number; operation: string | null };

/** What one call did: its entries, oldest first. */
export interface Operation {
  id: string;
  entries: Logged[];
}

interface Row {
  seq: number;
  id: string;
  at: string;
  user_id: string;
  name: string;
  email: string;
  action: Logged["action"];
  entity: Logged["entity"];
  payload: string;
  operation: string | null;
}

const toLogged = ({ id: _id, user_id, name, email, payload, ...row }: Row): Logged => ({
  ...row,
  _id,
  userId: { _id: user_id, name, email },
  payload: readJson(payload) as Logged["payload"],
});

const COLUMNS = sql`a.seq, a.id, a.at, a.user_id, u.name, u.email, a.action, a.entity, a.payload, a.operation
  FROM audit_log a JOIN users u ON u.agency_id = a.agency_id AND u.id = a.user_id`;

/** The entries of an operation lie together in the log, for nobody else writes meanwhile. */
export async function findOperation(
  from: From,
  { agencyId }: Owner,
  id: string,
): Promise<Operation | undefined> {
  const rows = await from.all<Row>(sql`
    WITH first AS MATERIALIZED (SELECT seq FROM audit_log
      WHERE agency_id = ${agencyId} AND id = ${id} AND operation = ${id})
    SELECT ${COLUMNS} WHERE a.agency_id = ${agencyId} AND a.seq >= (SELECT seq FROM first)
      AND a.seq < coalesce((SELECT seq FROM audit_log WHERE agency_id = ${agencyId}
        AND seq > (SELECT seq FROM first) AND operation IS NOT ${id} ORDER BY seq LIMIT 1), 1e15)
    ORDER BY a.seq`);
  return rows.length > 0 ? { id, entries: rows.map(toLogged) } : undefined;
}

/** The entries that have one of these places. */
export async function entriesAt(
  from: From,
  { agencyId }: Owner,
  seqs: number[],
): Promise<Map<number, Logged>> {
  const rows = await from.all<Row>(sql`SELECT ${COLUMNS} WHERE a.agency_id = ${agencyId}
    AND a.seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`);
  return new Map(rows.map((row) => [row.seq, toLogged(row)]));
}

/** Ids of what somebody did in the last day, newest first; no more than anybody looks back over. */
export async function lastOf(from: From, tenant: Tenant, limit = 500): Promise<string[]> {
  const since = new Date(Date.now() - LAST_MS).toISOString();
  const rows = await from.all<{ id: string }>(sql`
    SELECT a.id FROM audit_log a INDEXED BY audit_log_by_moment WHERE a.agency_id = ${tenant.agencyId}
      AND a.at >= ${since} AND a.action <> 'VIEW' AND a.user_id = ${tenant.userId} AND a.operation = a.id
      AND json_extract(a.payload, '$.series') IS NULL
    ORDER BY a.at DESC, a.id DESC LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Where an operation stands among undos: what it took back, and what of it holds now. */
export interface Standing {
  /** 0 of a write, 1 of its undo, 2 of the redo … */
  depth: number;
  undoes: string | null;
  /** The last of its chain: the one to undo, where the operation holds again. */
  end: string;
  isUndone: boolean;
}

export async function standingOf(from: From, { agencyId }: Owner, id: string): Promise<Standing> {
  const links = await from.all<{ way: "down" | "up"; id: string }>(sql`
    WITH RECURSIVE up(id, n) AS (
      SELECT operation, 1 FROM undos WHERE agency_id = ${agencyId} AND undone_by = ${id}
      UNION ALL SELECT u.operation, n + 1 FROM up JOIN undos u
        ON u.agency_id = ${agencyId} AND u.undone_by = up.id),
    down(id, n) AS (
      SELECT undone_by, 1 FROM undos WHERE agency_id = ${agencyId} AND operation = ${id}
      UNION ALL SELECT u.undone_by, n + 1 FROM down JOIN undos u
        ON u.agency_id = ${agencyId} AND u.operation = down.id)
    SELECT 'up' AS way, id, n FROM up UNION ALL SELECT 'down', id, n FROM down ORDER BY n`);
  const [up, down] = ["up", "down"].map((way) => links.filter((link) => link.way === way));
  const [first] = up as typeof links;
  const after = down as typeof links;
  return {
    depth: up?.length ?? 0,
    undoes: first?.id ?? null,
    end: after.at(-1)?.id ?? id,
    isUndone: after.length % 2 === 1,
  };
}
