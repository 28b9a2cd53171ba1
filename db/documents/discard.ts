import { eq } from "drizzle-orm";
import type { Entity } from "../../domain/agencies/audit.ts";
import { isOwnKind } from "../../domain/documents/kinds.ts";
import { type Removed, toDiscarded } from "../../domain/documents/removed.ts";
import { recordChange } from "../engine/audit.ts";
import { withDeletions } from "../engine/images.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { deleteItems } from "./documents.ts";
import { returnNumber } from "./returnedNumbers.ts";

/**
 * Deletes a draft that can return its number: the newest of its series, seen by no one outside. Returns
 * undefined for any other document; the caller cancels it, and it keeps its number.
 */
export async function discardDraft(
  tx: Write,
  tenant: Tenant,
  entity: Entity,
  row: typeof documents.$inferSelect,
  before: object,
): Promise<Removed | undefined> {
  const { id, kind, number, date, status } = row;
  if (status !== "DRAFT" || !isOwnKind(kind)) return undefined;
  if (!(await returnNumber(tx, tenant, { id, kind, number, date }))) return undefined;
  await withDeletions(tx, tenant, async () => {
    await deleteItems(tx, tenant, id);
    await tx.delete(documents).where(forAgency(tenant, documents, eq(documents.id, id)));
  });
  await recordChange(tx, tenant, "DELETE", entity, { before });
  return toDiscarded(number);
}
