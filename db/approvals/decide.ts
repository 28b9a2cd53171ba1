import { eq } from "drizzle-orm";
import type {
  Approval,
  ApprovalLimit,
  ApprovalState,
  NewApprovalLimit,
} from "../../domain/agencies/approvals.ts";
import { toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { moveAttachments } from "../attachments/attachments.ts";
import { readApprovalLimit } from "../engine/approvals.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { approvalLimits, approvals } from "../schema/approvals.ts";
import { findApproval, getApproval, toApproval } from "./read.ts";
import { bookRequest } from "./request.ts";

/**
 * Books a requested payment on its own date, in the name of its requester.
 * @throws Refusal "conflict" for one's own request, if it was decided before, or if it can no longer be
 * booked: the day is closed, the bill paid, an account deleted. It then stays open.
 */
export function approve(tenant: Tenant, id: string): Promise<Approval> {
  return writeTransaction(tenant, async (tx) => {
    const { row } = await findWaiting(tx, tenant, id);
    if (row.askedBy === tenant.userId) throw new Refusal("conflict", OWN);
    const who = { ...tenant, approvedFor: row.askedBy };
    const transactionId = await bookRequest(who, row).catch((error) => {
      throw asConflict(error);
    });
    await moveAttachments(
      tx,
      tenant,
      { entity: "approval", id },
      { entity: "transaction", id: transactionId },
    );
    return decide(tx, tenant, id, { state: "approved", transactionId });
  });
}

const OWN =
  "You requested this yourself, so another owner must approve it. " +
  "Or withdraw it and enter it as an owner.";

/** The approver cannot fix the requester's input. */
function asConflict(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.kind !== "invalid" && error.kind !== "missing") return error;
  return new Refusal("conflict", `This can no longer be recorded: ${error.message}`);
}

/** Refuses a request, with a reason. @throws Refusal "conflict" if it was decided before */
export function refuse(tenant: Tenant, id: string, reason: string): Promise<Approval> {
  return writeTransaction(tenant, async (tx) => {
    await findWaiting(tx, tenant, id);
    return decide(tx, tenant, id, { state: "refused", reason });
  });
}

/** Withdraws one's own request. @throws Refusal "conflict" for another user's, and as refuse */
export function withdraw(tenant: Tenant, id: string): Promise<Approval> {
  return writeTransaction(tenant, async (tx) => {
    const { row, askedBy } = await findWaiting(tx, tenant, id);
    if (row.askedBy !== tenant.userId) {
      throw new Refusal("conflict", `Only ${askedBy}, who requested it, can withdraw it`);
    }
    return decide(tx, tenant, id, { state: "withdrawn" });
  });
}

async function findWaiting(tx: Write, tenant: Tenant, id: string) {
  const found = await findApproval(tx, tenant, id);
  const { state } = found.row;
  if (state === "waiting") return found;
  throw new Refusal("conflict", `${found.decidedBy} has already ${DONE[state]} it`);
}

const DONE: Record<Exclude<ApprovalState, "waiting">, string> = {
  approved: "approved",
  refused: "refused",
  withdrawn: "withdrawn",
};

type Decision = Partial<typeof approvals.$inferInsert> & { state: ApprovalState };

async function decide(
  tx: Write,
  tenant: Tenant,
  id: string,
  decision: Decision,
): Promise<Approval> {
  const before = toApproval(await findApproval(tx, tenant, id));
  await tx
    .update(approvals)
    .set({ ...decision, decidedBy: tenant.userId, decidedAt: nowFor(tenant) })
    .where(forAgency(tenant, approvals, eq(approvals.id, id)));
  const after = await getApproval(tenant, id);
  await recordChange(tx, tenant, "UPDATE", "Approval", { before, after });
  return after;
}

/** Returns the amount above which payments by staff need approval. */
export async function getApprovalLimit(tenant: Tenant): Promise<ApprovalLimit> {
  return readLimit(tenant.books.read, tenant);
}

async function readLimit(from: Pick<Write, "select">, tenant: Tenant): Promise<ApprovalLimit> {
  const limit = await readApprovalLimit(from, tenant);
  return { limit: limit === undefined ? null : toRupees(limit) };
}

/** Changes the limit. Open requests stay open. */
export function changeApprovalLimit(
  tenant: Tenant,
  { limit }: NewApprovalLimit,
): Promise<ApprovalLimit> {
  const { agencyId } = tenant;
  return writeTransaction(tenant, async (tx) => {
    const before = await readLimit(tx, tenant);
    const target = approvalLimits.agencyId;
    if (limit === null) await tx.delete(approvalLimits).where(eq(target, agencyId));
    else {
      await tx
        .insert(approvalLimits)
        .values({ agencyId, limitPaise: limit })
        .onConflictDoUpdate({ target, set: { limitPaise: limit } });
    }
    const after = await readLimit(tx, tenant);
    if (after.limit === before.limit) return after;
    await recordChange(tx, tenant, "UPDATE", "ApprovalLimit", { before, after });
    return after;
  });
}
