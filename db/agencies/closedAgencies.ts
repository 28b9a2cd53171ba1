import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  type AgencyClosing,
  agencyClosed,
  type ClosedAgency,
  computeLastRestoreDay,
} from "../../domain/agencies/closedAgency.ts";
import { today } from "../../domain/dates.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { nowFor, type Tenant, todayFor } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { agencies, closedAgencies, users } from "../schema/agencies.ts";

type From = Pick<Write, "select">;
type Which = Pick<Tenant, "agencyId">;

/** Returns the condition that a row's agency is open. Everything that runs automatically has it. */
export const isOpenAgency = (agencyId: SQL): SQL =>
  sql`${agencyId} NOT IN (SELECT agency_id FROM closed_agencies)`;

/** Whether a user's agency is closed, as a column. */
export const isClosedSql = sql<number>`EXISTS (SELECT 1 FROM ${closedAgencies}
  WHERE ${closedAgencies.agencyId} = ${users.agencyId})`;

/** Returns who closed an agency and until when it can be restored; undefined if it is open. */
export async function findClosed(
  from: From,
  { agencyId }: Which,
): Promise<ClosedAgency | undefined> {
  const [row] = await from
    .select({ closed: closedAgencies, agencyName: agencies.name, by: users.name })
    .from(closedAgencies)
    .innerJoin(agencies, eq(agencies.id, closedAgencies.agencyId))
    .innerJoin(
      users,
      and(eq(users.agencyId, closedAgencies.agencyId), eq(users.id, closedAgencies.closedBy)),
    )
    .where(eq(closedAgencies.agencyId, agencyId));
  if (!row) return undefined;
  const { closed, agencyName, by } = row;
  const on = today(new Date(closed.closedAt));
  return { agencyName, by, on, until: closed.restorableUntil };
}

/**
 * Closes the agency: from now on nobody can use it, and nothing runs in it automatically.
 * @throws Refusal "invalid" if the slug is not the agency's; FactorNeeded "proof"
 */
export function closeAgency(tenant: Tenant, { agencySlug }: AgencyClosing): Promise<ClosedAgency> {
  const { agencyId, userId } = tenant;
  return writeTransaction(tenant, async (tx) => {
    const [agency] = await tx.select().from(agencies).where(eq(agencies.id, agencyId));
    if (agency?.slug !== agencySlug) {
      throw invalid("agencySlug", `Type ${agency?.slug} to close the agency`);
    }
    const closedUntil = computeLastRestoreDay(todayFor(tenant));
    const closedAt = nowFor(tenant);
    const [added] = await tx
      .insert(closedAgencies)
      .values({ agencyId, closedAt, closedBy: userId, restorableUntil: closedUntil })
      .onConflictDoNothing()
      .returning();
    const closed = await findClosed(tx, tenant);
    if (!closed) throw new Error("The closed agency was not returned");
    if (!added) throw agencyClosed(closed, todayFor(tenant));
    const [before, after] = [{ closedUntil: "" }, { closedUntil }];
    await recordChange(tx, tenant, "UPDATE", "Metadata", { before, after });
    return closed;
  });
}

/** Restores a closed agency. @throws Refusal "conflict" if it is open; "forbidden" if it is too late */
export function restoreAgency(tenant: Tenant): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const closed = await findClosed(tx, tenant);
    if (!closed) throw new Refusal("conflict", "The agency is not closed");
    assertRestorable(closed, tenant);
    await tx.delete(closedAgencies).where(eq(closedAgencies.agencyId, tenant.agencyId));
    const [before, after] = [{ closedUntil: closed.until }, { closedUntil: "" }];
    await recordChange(tx, tenant, "UPDATE", "Metadata", { before, after });
  });
}

/** @throws Refusal "forbidden" if the user can no longer restore the agency, or is no owner */
export function assertRestorable(closed: ClosedAgency, who: Pick<Tenant, "at" | "role">): void {
  const day = todayFor(who);
  if (who.role !== "owner" || day > closed.until) throw agencyClosed(closed, day);
}
