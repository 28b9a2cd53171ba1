import { desc, eq, max } from "drizzle-orm";
import { parseNarration } from "../../domain/banking/candidates.ts";
import { NewRule } from "../../domain/banking/matching.ts";
import { matchesRule, type Rule } from "../../domain/banking/rules.ts";
import type { BankRule, RuleTrial } from "../../domain/banking/statements.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { assertAllowed, invalid } from "../../domain/refusal.ts";
import { recordStore } from "../engine/records.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { assertTakesEntries } from "../ledger/transactions.ts";
import { bankLines, bankRules } from "../schema/banking.ts";
import { accounts, categories } from "../schema/ledger.ts";
import { listMatches } from "./lines.ts";

type Row = typeof bankRules.$inferSelect;

export const ruleStore = recordStore({
  entity: "BankRule",
  name: "Rule",
  table: bankRules,
  schema: NewRule,
  /** The order in which they are tried. */
  orderBy: [bankRules.place, bankRules.id],
  toRecord: toRule,
  toColumns: (input) => input,
  /** A new rule is the last. */
  async toNewColumns(tx, tenant) {
    const [last] = await tx
      .select({ place: max(bankRules.place) })
      .from(bankRules)
      .where(forAgency(tenant, bankRules));
    return { place: (last?.place ?? 0) + 1 };
  },
  /** @throws Refusal "forbidden" unless an owner adds or changes a rule that posts */
  async beforeWrite(tx, tenant, { input, before }) {
    if (before?.post || input.post) assertAllowed(tenant, "post at upload");
    await getTarget(tx, tenant, input);
  },
});

const TRIED_ON = 100;

/** Tests a rule on recent lines, and reports how many were booked the same way. */
export async function tryRule(tenant: Tenant, input: NewRule): Promise<RuleTrial> {
  const { read } = tenant.books;
  const target = await getTarget(read, tenant, input);
  const rule: Rule = { id: "", name: input.name, test: input.test, effect: input.effect, target };
  const rows = await read
    .select()
    .from(bankLines)
    .where(forAgency(tenant, bankLines))
    .orderBy(desc(bankLines.date), desc(bankLines.place), desc(bankLines.id))
    .limit(TRIED_ON);
  const found = await listMatches(read, tenant, rows);
  const taken = rows.filter((row) => {
    const line = parseNarration({ ...row, amountPaise: row.amountPaise });
    return matchesRule({ ...line, accountId: row.accountId }, rule);
  });
  const same = taken.filter(({ matchId }) =>
    found.get(matchId ?? "")?.parts.some(({ category }) => category === target.id),
  );
  return {
    lines: rows.length,
    taken: taken.length,
    same: same.length,
    examples: taken.slice(0, 5).map(({ id, date, narration, amountPaise }) => ({
      _id: id,
      date,
      narration,
      amount: toRupees(amountPaise as Paise),
    })),
  };
}

/** Returns the rule's target by name. @throws Refusal "invalid" if it is missing or inactive */
async function getTarget(
  from: Pick<Write, "select">,
  tenant: Tenant,
  { effect }: NewRule,
): Promise<Rule["target"]> {
  const { categoryId, transferTo } = effect;
  if (categoryId) {
    const [category] = await from
      .select()
      .from(categories)
      .where(forAgency(tenant, categories, eq(categories.id, categoryId)));
    if (!category?.isActive) {
      throw invalid("effect.categoryId", "Choose one of your active categories");
    }
    assertTakesEntries(category, "effect.categoryId");
    return { id: category.id, name: category.name, type: category.type };
  }
  const [account] = await from
    .select()
    .from(accounts)
    .where(forAgency(tenant, accounts, eq(accounts.id, transferTo ?? "")));
  if (!account?.isActive) throw invalid("effect.transferTo", "Choose one of your active accounts");
  return { id: account.id, name: account.name, type: "Transfer" };
}

/** Amounts in rupees, as entered. */
function toRule({
  id,
  name,
  test,
  effect,
  isActive,
  post,
}: Omit<Row, "agencyId" | "place">): BankRule {
  const { amountFrom, amountTo, ...rest } = test;
  const rupees = (paise: Paise | undefined) => (paise === undefined ? undefined : toRupees(paise));
  const [from, to] = [rupees(amountFrom), rupees(amountTo)];
  const tested = {
    ...rest,
    ...(from !== undefined && { amountFrom: from }),
    ...(to !== undefined && { amountTo: to }),
  };
  return { _id: id, name, test: tested, effect, isActive, post };
}
