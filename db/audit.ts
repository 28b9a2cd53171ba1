import type { Action, Entity } from "../domain/audit.ts";
import { atomically, type Write } from "./atomically.ts";
import { newId } from "./id.ts";
import { auditLog } from "./schema.ts";
import { momentOf, type Tenant } from "./tenant.ts";

/** Logs a change in the transaction that makes it: neither can happen without the other. */
export async function record(
  tx: Write,
  who: Pick<Tenant, "agencyId" | "userId" | "at">,
  action: Action,
  entity: Entity,
  payload: { before?: unknown; after?: unknown } | Record<string, unknown>,
): Promise<void> {
  const { agencyId, userId } = who;
  const row = { agencyId, id: newId(), at: momentOf(who), userId };
  await tx.insert(auditLog).values({ ...row, action, entity, payload });
}

/** Logs that data leaves the house: a PDF or an export, and of what. */
export function recordView(
  tenant: Tenant,
  entity: Entity,
  payload: Record<string, unknown>,
): Promise<void> {
  return atomically(tenant.books, (tx) => record(tx, tenant, "VIEW", entity, payload));
}
