import { sql } from "drizzle-orm";
import { NOTIFICATIONS_KEPT } from "../../domain/agencies/notifications.ts";
import { newId } from "../engine/id.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { notifications } from "../schema/notifications.ts";

type Event = Pick<typeof notifications.$inferInsert, "kind" | "label" | "link" | "name"> &
  Partial<Pick<typeof notifications.$inferInsert, "aboutId" | "amountPaise" | "byUser" | "toUser">>;

/** Notifies members of an event in its transaction, and removes the oldest notifications. */
export async function notify(
  tx: Write,
  tenant: Pick<Tenant, "agencyId" | "at">,
  event: Event,
): Promise<void> {
  const { agencyId } = tenant;
  await tx.insert(notifications).values({ ...event, agencyId, id: newId(), at: nowFor(tenant) });
  await tx.run(sql`DELETE FROM notifications WHERE agency_id = ${agencyId} AND id <= (
    SELECT id FROM notifications WHERE agency_id = ${agencyId}
    ORDER BY id DESC LIMIT 1 OFFSET ${NOTIFICATIONS_KEPT})`);
}
