import { desc, eq, gt, sql } from "drizzle-orm";
import type { Entity } from "../../domain/agencies/audit.ts";
import { formatMoment } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import { auditLog, users } from "../schema/agencies.ts";
import { forAgency, type Tenant } from "./tenant.ts";
import type { Write } from "./transaction.ts";

/** How many log entries are searched for the author of a change. For an older change, no name is shown. */
const ENTRIES = 1_000;

/**
 * Checks that a record has not changed since the client read it. The client sends the record it read as
 * `seen`, so no one overwrites another user's change unnoticed.
 * @throws Refusal "conflict" that says who changed what, at the path `seen`
 */
export async function assertUnchanged(
  tx: Write,
  tenant: Tenant,
  entity: Entity,
  before: object,
  changes: { seen?: unknown },
): Promise<void> {
  const { seen } = changes;
  if (typeof seen !== "object" || seen === null) return;
  const now = before as Record<string, unknown>;
  const moved = Object.entries(seen).filter(
    ([field, value]) => field in now && !Bun.deepEquals(compared(now[field]), compared(value)),
  );
  if (moved.length === 0) return;
  const fields = moved.map(([field]) => field).join(", ");
  const who = await nameLastChange(tx, tenant, entity, now._id);
  const message = `${who} changed this in the meantime (${fields})`;
  throw new Refusal("conflict", message, [{ path: "seen", message }]);
}

/** Converts a value to what the API returns. Other records are reduced to their ids. */
function compared(value: unknown): unknown {
  const { _id } = (value ?? {}) as { _id?: string };
  return _id ?? JSON.parse(JSON.stringify(value ?? null));
}

/**
 * Searches the log backwards by index for the latest entry of this record. Settings, which exist once, have
 * no id.
 */
async function nameLastChange(
  tx: Write,
  tenant: Tenant,
  entity: Entity,
  id: unknown,
): Promise<string> {
  const from = tx
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(forAgency(tenant, auditLog))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
    .offset(ENTRIES);
  const [last] = await tx
    .select({ at: auditLog.at, name: users.name })
    .from(auditLog)
    .leftJoin(users, forAgency(tenant, users, eq(users.id, auditLog.userId)))
    .where(
      forAgency(
        tenant,
        auditLog,
        gt(auditLog.at, sql`coalesce((${from}), '')`),
        eq(auditLog.action, "UPDATE"),
        eq(auditLog.entity, entity),
        id ? eq(sql`${auditLog.payload} ->> '$.after._id'`, id) : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return last ? `${last.name}, at ${formatMoment(last.at)},` : "Somebody";
}
