import { and, eq, isNull } from "drizzle-orm";
import { parsePlan } from "../../domain/banking/acceptance.ts";
import { type Proposals, type Proposed, propose } from "../../domain/banking/propose.ts";
import type { PostedLines } from "../../domain/banking/statements.ts";
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankLines, bankRules } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { acceptFirst } from "./accept.ts";
import { type NewLines, readMatchContext } from "./matchContext.ts";

/** Rules and matches posted at upload, and suggestions for the new lines. */
export interface Posting {
  postSure: boolean;
  rules: Set<string>;
  proposals: Proposals;
}

/**
 * Computes suggestions before lines are stored. With many open lines it takes long, and a write blocks other
 * agencies.
 * @returns null if nothing is posted at upload
 */
export async function preparePosting(
  read: Read,
  tenant: Tenant,
  accountId: string,
  fresh: NewLines,
): Promise<Posting | null> {
  const [account] = await read
    .select({ postSure: accounts.postSure })
    .from(accounts)
    .where(forAgency(tenant, accounts, eq(accounts.id, accountId)));
  const posting = await read
    .select({ id: bankRules.id })
    .from(bankRules)
    .where(forAgency(tenant, bankRules, eq(bankRules.isActive, true), eq(bankRules.post, true)));
  const rules = new Set(posting.map(({ id }) => id));
  const postSure = account?.postSure === true;
  if (fresh.lines.length === 0 || (!postSure && rules.size === 0)) return null;
  return {
    postSure,
    rules,
    proposals: propose(await readMatchContext(read, tenant, accountId, fresh)),
  };
}

/**
 * Accepts lines that may be posted automatically, as one batch: by rules with `post`, and exact matches with
 * existing entries if the account has `postSure`. Lines that the user could not accept by hand stay open:
 * above the approval limit, or in closed books.
 * @returns null if nothing was posted
 */
export async function postAtUpload(
  tx: Write,
  tenant: Tenant,
  { postSure, rules, proposals }: Posting,
  lineIds: string[],
): Promise<PostedLines | null> {
  const rows = await tx
    .select()
    .from(bankLines)
    .where(
      forAgency(tenant, bankLines, and(isIn(bankLines.id, lineIds), isNull(bankLines.matchId))),
    );
  const isPosting = ({ id, kind, likely }: Proposed) => {
    if (kind === "rule") return rules.has(parsePlan({ proposal: id }).ruleId ?? "");
    return kind === "transaction" && likely && postSure;
  };
  const done = await acceptFirst(tx, tenant, rows, proposals, isPosting);
  const [match] = done.matches;
  if (!match) return null;
  const { accepted, batchId } = done;
  return { accepted, batchId, match, in: done.in, out: done.out };
}
