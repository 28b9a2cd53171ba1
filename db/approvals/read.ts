import { desc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Approval, ApprovalQuery } from "../../domain/agencies/approvals.ts";
import { toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { approvals } from "../schema/approvals.ts";

type Row = typeof approvals.$inferSelect;
type From = Pick<Write, "select">;

/** Lists requests, newest first. */
export async function listApprovals(tenant: Tenant, { state, page, limit }: ApprovalQuery) {
  const { read } = tenant.books;
  const where = forAgency(tenant, approvals, state && eq(approvals.state, state));
  const total = await read.$count(approvals, where);
  const rows = await named(read, tenant)
    .where(where)
    .orderBy(desc(approvals.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { items: rows.map(toApproval), total, page, totalPages: Math.ceil(total / limit) };
}

/** @throws Refusal "missing" */
export async function getApproval(tenant: Tenant, id: string): Promise<Approval> {
  return toApproval(await findApproval(tenant.books.read, tenant, id));
}

/** Returns a request with its requester and decider. @throws Refusal "missing" */
export async function findApproval(from: From, tenant: Tenant, id: string) {
  const [found] = await named(from, tenant).where(
    forAgency(tenant, approvals, eq(approvals.id, id)),
  );
  if (!found) throw new Refusal("missing", "Request for approval not found");
  return found;
}

const decider = alias(users, "decider");

const named = (from: From, tenant: Tenant) =>
  from
    .select({ row: approvals, askedBy: users.name, decidedBy: decider.name })
    .from(approvals)
    .innerJoin(users, forAgency(tenant, users, eq(users.id, approvals.askedBy)))
    .leftJoin(decider, forAgency(tenant, decider, eq(decider.id, approvals.decidedBy)));

interface Named {
  row: Row;
  askedBy: string;
  decidedBy: string | null;
}

export function toApproval({ row, askedBy, decidedBy }: Named): Approval {
  const { id, kind, state, date, description, from, to, billId, reason, transactionId } = row;
  return {
    _id: id,
    kind,
    state,
    date,
    amount: toRupees(row.amountPaise),
    description,
    from,
    to,
    billId,
    asked: { at: row.askedAt, by: { _id: row.askedBy, name: askedBy } },
    decided: row.decidedAt
      ? { at: row.decidedAt, by: { _id: row.decidedBy ?? "", name: decidedBy ?? "" } }
      : null,
    reason,
    transactionId,
  };
}
