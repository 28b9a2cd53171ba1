import { and, asc, eq } from "drizzle-orm";
import { formatDate } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankLines, matchEntries } from "../schema/banking.ts";

/** @throws Refusal "conflict" for the first entry that is matched with a bank line */
export async function assertNotCleared(tx: Write, tenant: Tenant, ids: string[]): Promise<void> {
  const [cleared] = await tx
    .select({ date: bankLines.date, id: matchEntries.transactionId })
    .from(matchEntries)
    .innerJoin(
      bankLines,
      and(
        eq(bankLines.agencyId, matchEntries.agencyId),
        eq(bankLines.matchId, matchEntries.matchId),
      ),
    )
    .where(forAgency(tenant, matchEntries, isIn(matchEntries.transactionId, ids)))
    .orderBy(asc(bankLines.date))
    .limit(1);
  if (!cleared) return;
  const day = formatDate(cleared.date);
  const message = `This transaction is matched with the bank line of ${day}; undo the match first`;
  throw new Refusal("conflict", message, [{ path: cleared.id, message }]);
}
