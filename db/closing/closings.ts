import { and, eq } from "drizzle-orm";
import type { MonthClosing } from "../../domain/closing/closing.ts";
import { monthName } from "../../domain/months.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { users } from "../schema/agencies.ts";
import { closings } from "../schema/closings.ts";

type Who = Pick<Tenant, "agencyId">;

/** Returns a month's closing; undefined if it was never closed, or was reopened. */
export async function findClosing(
  read: Pick<Read, "select">,
  tenant: Who,
  month: string,
): Promise<MonthClosing | undefined> {
  const [found] = await read
    .select({ closing: closings, name: users.name })
    .from(closings)
    .innerJoin(users, and(eq(users.agencyId, closings.agencyId), eq(users.id, closings.createdBy)))
    .where(forAgency(tenant, closings, eq(closings.month, month), eq(closings.reopenedAt, "")));
  if (!found) return undefined;
  const { id: _id, seq, head, figures, papers, recipients, createdBy, createdAt } = found.closing;
  return {
    _id,
    month,
    figures,
    papers,
    to: recipients,
    createdAt,
    head: { seq, head },
    createdBy: { _id: createdBy, name: found.name },
  };
}

/** Returns a month's closing. @throws Refusal "conflict" if it is not closed */
export async function getClosing(
  read: Pick<Read, "select">,
  tenant: Who,
  month: string,
): Promise<MonthClosing> {
  const closing = await findClosing(read, tenant, month);
  if (!closing) throw new Refusal("conflict", `${monthName(month)} is not closed`);
  return closing;
}
