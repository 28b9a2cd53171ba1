import { sql } from "drizzle-orm";
import { recordChange } from "./audit.ts";
import type { Write } from "./books.ts";
import { findFounder } from "./founder.ts";

/**
 * Logs rows that were changed outside bahi since the last entry. Each write of bahi logs what it changes, so
 * journaled changes without an entry are no one's. They get an entry of their own, or the next write's entry
 * would cover them.
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

/** The field of an entry of such changes. */
export const OUTSIDE = "changedOutsideBahi";
