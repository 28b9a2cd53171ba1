import { and, eq, isNull } from "drizzle-orm";
import type { DoneBy } from "../../domain/closing/closing.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { users } from "../schema/agencies.ts";

type Who = Pick<Tenant, "agencyId">;

/** Returns the name of the user who did something. */
export async function findDoneBy(
  read: Pick<Read, "select">,
  tenant: Who,
  userId: string,
  at: string,
): Promise<DoneBy> {
  const [found] = await read
    .select({ name: users.name })
    .from(users)
    .where(forAgency(tenant, users, eq(users.id, userId)));
  return { at, name: found?.name ?? "" };
}

/** @throws Refusal "invalid" of `userId` if the user is not a member of the team */
export async function assertMember(
  read: Pick<Read, "select">,
  tenant: Who,
  userId: string,
): Promise<{ name: string }> {
  const [member] = await read
    .select({ name: users.name })
    .from(users)
    .where(forAgency(tenant, users, eq(users.id, userId), isNull(users.removedAt)));
  if (!member) throw invalid("userId", "Choose a member of your team");
  return member;
}

/** Lists the accountants that a month's documents are shared with. */
export async function listAccountants(
  read: Pick<Read, "select">,
  tenant: Who,
): Promise<{ name: string; email: string }[]> {
  const isOne = and(eq(users.role, "accountant"), isNull(users.removedAt));
  return read
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(forAgency(tenant, users, isOne))
    .orderBy(users.name);
}
