import { eq } from "drizzle-orm";
import { describeAboveLimit } from "../../domain/agencies/approvals.ts";
import type { TransactionType } from "../../domain/ledger/transactions.ts";
import type { Paise } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import { approvalLimits } from "../schema/approvals.ts";
import type { Write } from "./books.ts";
import { findHelperName } from "./locks.ts";
import type { Tenant } from "./tenant.ts";

// The approval limit. Every write that books outgoing money checks it here, including those that cannot be
// requested.

type From = Pick<Write, "select">;
type Approver = Pick<Tenant, "agencyId" | "approvedFor" | "role">;

/** Money that a write would book. */
export interface Outgoing {
  /** Path of the amount in the request. */
  path: string;
  type: TransactionType;
  amountPaise: Paise;
}

/** The amount needs an owner's approval. Callers that support requests save one. */
export class AboveLimit extends Refusal {}

/** Returns the agency's limit in paise; undefined if it has none. */
export async function readApprovalLimit(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
): Promise<Paise | undefined> {
  const [row] = await from
    .select({ limit: approvalLimits.limitPaise })
    .from(approvalLimits)
    .where(eq(approvalLimits.agencyId, tenant.agencyId));
  return row?.limit;
}

/** Returns the limit for this user; undefined for owners, and for writes that an owner approved. */
export async function findLimit(from: From, tenant: Approver): Promise<Paise | undefined> {
  if (tenant.approvedFor || isPermitted(tenant.role, "approve payments")) return undefined;
  return readApprovalLimit(from, tenant);
}

/** @throws AboveLimit naming each outgoing amount above the user's limit */
export async function assertWithinLimit(
  from: From,
  tenant: Approver,
  money: Outgoing[],
): Promise<void> {
  const out = money.filter(({ type }) => type !== "Income");
  const limit = out.length > 0 ? await findLimit(from, tenant) : undefined;
  if (limit === undefined) return;
  const above = out.filter(({ amountPaise }) => amountPaise > limit);
  if (above.length > 0) throw await buildRefusal(from, tenant, limit, above);
}

/** The amount and account of an entry, or of a whole split. */
export interface Booked {
  type: TransactionType;
  amountPaise: Paise;
  accountId: string;
}

/**
 * Checks a changed entry. An amount that was already above the limit can stay or fall.
 * @throws AboveLimit
 */
export async function assertStaysWithinLimit(
  from: From,
  tenant: Approver,
  before: Booked,
  after: Booked,
): Promise<void> {
  const isOut = before.type === "Expense" && before.accountId === after.accountId;
  if (isOut && after.amountPaise <= before.amountPaise) return;
  await assertWithinLimit(from, tenant, [{ path: "amount", ...after }]);
}

async function buildRefusal(from: From, { agencyId }: Approver, limit: Paise, above: Outgoing[]) {
  const message = describeAboveLimit(limit, await findHelperName(from, agencyId));
  return new AboveLimit(
    "forbidden",
    message,
    above.map(({ path }) => ({ path, message })),
  );
}

/** Returns the user that records belong to: the one who requested an approved payment, else the caller. */
export const resolveAuthorId = ({ approvedFor, userId }: Pick<Tenant, "approvedFor" | "userId">) =>
  approvedFor ?? userId;
