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

// Four eyes. Whatever books money that goes out asks here, so what cannot wait for an owner is refused.

type From = Pick<Write, "select">;
type Approver = Pick<Tenant, "agencyId" | "approvedFor" | "role">;

/** Money that a write would book. */
export interface Outgoing {
  /** Of its amount, in what was sent. */
  path: string;
  type: TransactionType;
  amount: Paise;
}

/** What would be booked takes an owner. Where it can wait for one, it does. */
export class AboveLimit extends Refusal {}

/** The agency's limit in paise, where it has one. */
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

/** The limit that holds for whoever asks; undefined for an owner, and for what an owner has approved. */
export async function findLimit(from: From, tenant: Approver): Promise<Paise | undefined> {
  if (tenant.approvedFor || isPermitted(tenant.role, "approve payments")) return undefined;
  return readApprovalLimit(from, tenant);
}

/** @throws AboveLimit for each that is, where whoever asks may not enter it */
export async function assertWithinLimit(
  from: From,
  tenant: Approver,
  money: Outgoing[],
): Promise<void> {
  const out = money.filter(({ type }) => type !== "Income");
  const limit = out.length > 0 ? await findLimit(from, tenant) : undefined;
  if (limit === undefined) return;
  const above = out.filter(({ amount }) => amount > limit);
  if (above.length > 0) throw await buildRefusal(from, tenant, limit, above);
}

/** What one row, or the parts of one payment, come to, and of which account. */
export interface Booked {
  type: TransactionType;
  amount: Paise;
  accountId: string;
}

/** A change may leave what is above the limit, not make it. @throws AboveLimit */
export async function assertStaysWithinLimit(
  from: From,
  tenant: Approver,
  before: Booked,
  after: Booked,
): Promise<void> {
  const isOut = before.type === "Expense" && before.accountId === after.accountId;
  if (isOut && after.amount <= before.amount) return;
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

/** Whose the records are that somebody writes. */
export const resolveAuthorId = ({ approvedFor, userId }: Pick<Tenant, "approvedFor" | "userId">) =>
  approvedFor ?? userId;
