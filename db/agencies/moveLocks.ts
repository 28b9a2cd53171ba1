import { inArray, lte } from "drizzle-orm";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import type { LockDates } from "../../domain/agencies/locks.ts";
import { today } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { readLocks } from "../engine/locks.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { imports } from "../schema/imports.ts";
import { locks } from "../schema/locks.ts";
import { findNewlyClosed } from "./closedProfit.ts";

/** Closes the books up to the end of a past month, as part of a larger transaction. */
export async function closeTo(tx: Write, tenant: Tenant, lockedTo: string): Promise<Checkpoint> {
  const before = await readLocks(tx, tenant);
  await assertNotPosted(tx, tenant, lockedTo);
  return setLocks(tx, tenant, { before, after: { ...before, lockedTo }, reason: "" });
}

/** Stores and logs the lock dates and who moved each. */
export async function setLocks(
  tx: Write,
  tenant: Tenant,
  { before, after, reason }: { before: LockDates; after: LockDates; reason: string },
): Promise<Checkpoint> {
  const { agencyId, userId } = tenant;
  const at = nowFor(tenant);
  const [row] = await tx
    .select({ furthestTo: locks.furthestTo })
    .from(locks)
    .where(forAgency(tenant, locks));
  const furthestTo = row?.furthestTo ?? "";
  const { lockedTo } = after;
  const closed = await findNewlyClosed(tx, tenant, {
    furthestTo,
    lockedTo,
    day: today(new Date(at)),
  });
  const set = {
    ...after,
    ...(after.lockedTo !== before.lockedTo && { lockedBy: userId, lockedAt: at }),
    ...(after.finalTo !== before.finalTo && { finalBy: userId, finalAt: at }),
    furthestTo: closed?.dateTo ?? furthestTo,
  };
  await tx
    .insert(locks)
    .values({ agencyId, furthestTo: "", lockedTo: "", finalTo: "" })
    .onConflictDoNothing();
  await tx.update(locks).set(set).where(forAgency(tenant, locks));
  return recordChange(tx, tenant, "UPDATE", "Lock", {
    before,
    after: { ...after, ...(reason && { reason }) },
    ...(closed && { closed }),
  });
}

/** A running import must finish posting first. */
export async function assertNotPosted(tx: Write, tenant: Tenant, to: string): Promise<void> {
  const isOnItsWay = inArray(imports.state, ["posting", "undoing"]);
  const reaches = lte(imports.dateFrom, to);
  const count = await tx.$count(imports, forAgency(tenant, imports, isOnItsWay, reaches));
  if (count === 0) return;
  throw new Refusal("conflict", "An import is running; close the books when it is done");
}
