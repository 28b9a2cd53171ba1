import { asc } from "drizzle-orm";
import { users } from "../schema/agencies.ts";
import type { Write } from "./books.ts";
import { forAgency } from "./tenant.ts";

/** Returns the agency's first user, the author of automatic log entries. */
export async function findFounder(tx: Pick<Write, "select">, agencyId: number): Promise<string> {
  const [founder] = await tx
    .select({ id: users.id })
    .from(users)
    .where(forAgency({ agencyId }, users))
    .orderBy(asc(users.createdAt))
    .limit(1);
  if (!founder) throw new Error(`Agency ${agencyId} has no user`);
  return founder.id;
}
