import type { Action, Entity } from "../../domain/agencies/audit.ts";
import { auditLog } from "../schema/agencies.ts";
import { newId } from "./id.ts";
import { insertRows } from "./insertRows.ts";
import { momentOf, type Tenant } from "./tenant.ts";
import { type Write, writeTransaction } from "./transaction.ts";

type Who = Pick<Tenant, "agencyId" | "userId" | "at">;

/** One change, and what it changed. */
export interface Change {
  action: Action;
  entity: Entity;
  payload: { before?: unknown; after?: unknown } | Record<string, unknown>;
}

/** Logs a change in the transaction that makes it: neither can happen without the other. */
export async function recordChange(
  tx: Write,
  who: Who,
  action: Action,
  entity: Entity,
  payload: Change["payload"],
): Promise<void> {
  const { agencyId, userId } = who;
  const row = { agencyId, id: newId(), at: momentOf(who), userId };
  await tx.insert(auditLog).values({ ...row, action, entity, payload });
}

/** The change that a new transaction is, which a document made. */
export const booking = (after: object): Change => ({
  action: "CREATE",
  entity: "Transaction",
  payload: { after },
});

/** The same for many changes of one transaction, in their order. */
export async function recordChanges(tx: Write, who: Who, changes: Change[]): Promise<void> {
  const { agencyId, userId } = who;
  const common = { agencyId, userId, at: momentOf(who) };
  await insertRows(
    tx,
    auditLog,
    changes.map((change) => ({ ...common, id: newId(), ...change })),
  );
}

/** Logs that data leaves the books: a PDF or an export, and of what. */
export function recordView(
  tenant: Tenant,
  entity: Entity,
  payload: Record<string, unknown>,
): Promise<void> {
  return writeTransaction(tenant, (tx) => recordChange(tx, tenant, "VIEW", entity, payload));
}

/** The same of many papers, which leave together. */
export function recordViews(
  tenant: Tenant,
  entity: Entity,
  payloads: Record<string, unknown>[],
): Promise<void> {
  const changes = payloads.map((payload) => ({ action: "VIEW", entity, payload }) as const);
  return writeTransaction(tenant, (tx) => recordChanges(tx, tenant, changes));
}
