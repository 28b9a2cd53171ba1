import type { Entity } from "../../domain/agencies/audit.ts";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { recordChange, recordChanges } from "./audit.ts";
import type { Tenant } from "./tenant.ts";
import { writeTransaction } from "./transaction.ts";

/** Logs that data leaves the books: a PDF or an export, and of what; the head that may go with it. */
export function recordView(
  tenant: Tenant,
  entity: Entity,
  payload: Record<string, unknown>,
): Promise<Checkpoint> {
  return writeTransaction(tenant, (tx) => recordChange(tx, tenant, "VIEW", entity, payload));
}

/** The same of many papers, which leave together. */
export function recordViews(
  tenant: Tenant,
  entity: Entity,
  payloads: Record<string, unknown>[],
): Promise<Checkpoint> {
  const changes = payloads.map((payload) => ({ action: "VIEW", entity, payload }) as const);
  return writeTransaction(tenant, (tx) => recordChanges(tx, tenant, changes));
}
