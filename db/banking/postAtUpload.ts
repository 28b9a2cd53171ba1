import { and, eq, isNull } from "drizzle-orm";
import { planOf } from "../../domain/banking/acceptance.ts";
import type { Proposed } from "../../domain/banking/propose.ts";
import type { PostedLines } from "../../domain/banking/statements.ts";
import { isOneOf } from "../engine/conditions.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankLines, bankRules } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { acceptFirst } from "./accept.ts";

/**
 * Accepts those of the lines that an owner lets post by themselves, as one batch: what a rule with `post`
 * proposes, and sure matches with existing entries if the account has `postSure`. What the user could not
 * accept by hand stays open: above the approval limit, or in closed books.
 * @returns null if nothing was posted
 */
export async function postAtUpload(
  tx: Write,
  tenant: Tenant,
  accountId: string,
  lineIds: string[],
): Promise<PostedLines | null> {
  const [account] = await tx
    .select({ postSure: accounts.postSure })
    .from(accounts)
    .where(owned(tenant, accounts, eq(accounts.id, accountId)));
  const rules = await tx
    .select({ id: bankRules.id })
    .from(bankRules)
    .where(owned(tenant, bankRules, eq(bankRules.isActive, true), eq(bankRules.post, true)));
  const posting = new Set(rules.map(({ id }) => id));
  if (lineIds.length === 0 || (!account?.postSure && posting.size === 0)) return null;
  const rows = await tx
    .select()
    .from(bankLines)
    .where(
      owned(tenant, bankLines, and(isOneOf(bankLines.id, lineIds), isNull(bankLines.matchId))),
    );
  const isPosting = ({ id, kind, likely }: Proposed) => {
    if (kind === "rule") return posting.has(planOf({ proposal: id }).ruleId ?? "");
    return kind === "transaction" && likely && account?.postSure === true;
  };
  const done = await acceptFirst(tx, tenant, rows, isPosting);
  const [match] = done.matches;
  if (!match) return null;
  const { accepted, batchId } = done;
  return { accepted, batchId, match, in: done.in, out: done.out };
}
