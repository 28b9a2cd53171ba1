import { sql } from "drizzle-orm";
import type { AuditEntry, Entity } from "../../domain/agencies/audit.ts";
import { LAST_MS } from "../../domain/agencies/undo.ts";
import { readJson } from "../../domain/json.ts";
import type { Read } from "../engine/books.ts";
import { dropDigests } from "../engine/journal.ts";
import type { Tenant } from "../engine/tenant.ts";

export type From = Pick<Read, "all">;
type Owner = Pick<Tenant, "agencyId">;

/** A log entry with its position. */
export type Logged = AuditEntry & { seq: number; operation: string | null };

/** The log entries of one call, oldest first. */
export interface Operation {
  id: string;
  entries: Logged[];
  /** For lists: the maximum number of row snapshots to read. */
  atMost?: number;
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
  payload: dropDigests(readJson(payload) as Logged["payload"]),
});

const COLUMNS = sql`a.seq, a.id, a.at, a.user_id, u.name, u.email, a.action, a.entity, a.payload, a.operation
  FROM audit_log a JOIN users u ON u.agency_id = a.agency_id AND u.id = a.user_id`;

/** Finds an operation. Its entries are adjacent in the log, because writes are serialized. */
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

/** Returns the entries at these positions. */
export async function entriesAt(
  from: From,
  { agencyId }: Owner,
  seqs: number[],
): Promise<Map<number, Logged>> {
  const rows = await from.all<Row>(sql`SELECT ${COLUMNS} WHERE a.agency_id = ${agencyId}
    AND a.seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`);
  return new Map(rows.map((row) => [row.seq, toLogged(row)]));
}

/** An operation by the positions of its first and last entries. */
export interface Span {
  id: string;
  first: number;
  last: number;
}

/**
 * Lists the user's operations of the last day, newest first, up to a limit. It steps backwards from operation
 * to operation and does not read their other entries.
 */
export async function listSpans(from: From, tenant: Tenant, limit = 500): Promise<Span[]> {
  const { agencyId, userId } = tenant;
  const since = new Date(Date.now() - LAST_MS).toISOString();
  // Finds the first entry of the operation that ends at the previous entry.
  const step = sql`SELECT a.id, a.seq, z.seq, a.at, a.action <> 'VIEW' AND a.user_id = ${userId}
      AND a.operation = a.id AND json_extract(a.payload, '$.series') IS NULL
      AND json_extract(a.payload, '$.importId') IS NULL
      AND json_extract(a.payload, '$.after.isVerified') IS NULL`;
  const begins = sql`CROSS JOIN audit_log a ON a.agency_id = ${agencyId}
      AND a.id = coalesce(z.operation, z.id) AND a.seq <= z.seq`;
  return from.all<Span>(sql`
    WITH RECURSIVE done(id, first, last, at, is_theirs) AS (
      ${step} FROM audit_log z ${begins} WHERE z.agency_id = ${agencyId}
        AND z.seq = (SELECT max(seq) FROM audit_log WHERE agency_id = ${agencyId})
      UNION ALL ${step} FROM done CROSS JOIN audit_log z ON z.agency_id = ${agencyId}
        AND z.seq = done.first - 1 ${begins} WHERE done.at >= ${since})
    SELECT id, first, last FROM done WHERE at >= ${since} AND is_theirs LIMIT ${limit}`);
}

/** How many entries and rows of a large operation are read for a list. */
const LOOK = 10;

/** An operation in a list. A large one has its first entries, its last one and the counts. */
export interface Glimpse extends Operation {
  counts: Map<Entity, number>;
}

/** Reads the glimpses of all spans at once. */
export async function listGlimpses(from: From, tenant: Owner, spans: Span[]): Promise<Glimpse[]> {
  const listSeqs = ({ first, last }: Span) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n).filter(
      (seq, n) => n < LOOK || seq === last,
    );
  const at = await entriesAt(from, tenant, spans.flatMap(listSeqs));
  const glimpses: Glimpse[] = [];
  for (const span of spans) {
    const entries = listSeqs(span).flatMap((seq) => at.get(seq) ?? []);
    const isPart = entries.length < span.last - span.first + 1;
    const counts = await countEntities(from, tenant, span, entries);
    glimpses.push({ id: span.id, entries, counts, ...(isPart && { atMost: LOOK }) });
  }
  return glimpses;
}

/** Large operations mostly repeat one action, so no count is needed. */
async function countEntities(
  from: From,
  { agencyId }: Owner,
  { first, last }: Span,
  entries: Logged[],
): Promise<Map<Entity, number>> {
  const size = last - first + 1;
  const [one, ...others] = new Set(entries.map(({ entity }) => entity));
  if (one && others.length === 0) return new Map([[one, size]]);
  const rows = await from.all<{ entity: Entity; count: number }>(sql`
    SELECT entity, count(*) AS count FROM audit_log
    WHERE agency_id = ${agencyId} AND seq BETWEEN ${first} AND ${last} GROUP BY entity`);
  return new Map(rows.map(({ entity, count }) => [entity, count]));
}

/** The chain of undo and redo that an operation belongs to. */
export interface UndoStatus {
  /** 0 for a write, 1 for its undo, 2 for the redo … */
  depth: number;
  undoes: string | null;
  /** The end of the chain: the operation to undo if the original write is in effect. */
  end: string;
  isUndone: boolean;
}

export async function undoStatus(from: From, { agencyId }: Owner, id: string): Promise<UndoStatus> {
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
