import { sql } from "drizzle-orm";
import { recordChange } from "./audit.ts";
import type { Write } from "./books.ts";
import { findFounder } from "./founder.ts";

/**
 * Logs rows that were changed outside bahi since the last entry. bahi logs every write, so journaled changes
 * without an entry come from elsewhere. They get their own entry; otherwise the next write's entry would
 * cover them.
 */
export async function logOutsideChanges(tx: Write, agencyId: number): Promise<void> {
  const [found] = await tx.all(sql`SELECT 1 FROM row_images WHERE agency_id = ${agencyId}
    AND seq > (SELECT max(seq) FROM audit_log WHERE agency_id = ${agencyId}) LIMIT 1`);
  if (!found) return;
  const userId = await findFounder(tx, agencyId);
  await recordChange(tx, { agencyId, userId, role: "bahi" }, "UPDATE", "Metadata", {
    [OUTSIDE]: true,
  });
}

/** Payload field of such an entry. */
export const OUTSIDE = "changedOutsideBahi";
