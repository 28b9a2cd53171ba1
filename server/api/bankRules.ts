import * as v from "valibot";
import { ruleStore, tryRule } from "../../db/banking/rules.ts";
import { NewRule, RuleEffect, WORDS } from "../../domain/banking/matching.ts";
import { MODES } from "../../domain/banking/narrations.ts";
import type { BankRule, RuleTrial } from "../../domain/banking/statements.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { recordCalls } from "./records.ts";
import { count, createShape, day, id, isTrue, rupees, text } from "./shapes.ts";

const rule = createShape<BankRule>()(
  v.object({
    _id: id,
    name: text,
    test: v.object({
      direction: v.exactOptional(v.picklist(["in", "out"])),
      accountId: v.exactOptional(id),
      mode: v.exactOptional(v.picklist(MODES)),
      party: v.exactOptional(text),
      narration: v.exactOptional(text),
      how: v.picklist(WORDS),
      amountFrom: v.exactOptional(rupees),
      amountTo: v.exactOptional(rupees),
    }),
    effect: v.object({
      categoryId: v.exactOptional(id),
      transferTo: v.exactOptional(id),
      description: text,
    }),
    isActive: isTrue,
    post: v.pipe(isTrue, v.description("Whether its matches are accepted at upload")),
  }) as unknown as v.GenericSchema<unknown, BankRule>,
);
const trial = createShape<RuleTrial>()(
  v.object({
    lines: count,
    taken: count,
    same: v.pipe(count, v.description("How many of them were recorded the same way")),
    examples: v.array(v.object({ _id: id, date: day, narration: text, amount: rupees })),
  }),
);
const example = {
  name: "Bank charges",
  test: { direction: "out", narration: "SMS CHARGES", how: "contains" },
  effect: { categoryId: ID.cost, description: "SMS charges" },
};

export const rules: Group = {
  title: "Bank rules",
  about:
    "Rules propose categories for bank lines without an entry. A person accepts the proposals, " +
    "unless an owner sets `post`: then the rule's matches are accepted at upload.",
  schemas: { BankRule: rule, NewRule, RuleEffect, RuleTrial: trial },
  calls: [
    ...recordCalls({
      noun: "rule",
      title: "bank rule",
      id: ID.rule,
      schema: NewRule,
      record: rule,
      store: ruleStore,
      example,
      changeExample: { isActive: false },
      list: { summary: "List bank rules, in the order they are tried" },
      get: null,
      add: {
        about:
          "A line must pass every condition in `test`. The rule proposes a category, or a " +
          "transfer to an account.",
        also: [403],
      },
      change: { also: [403] },
    }),
    call({
      name: "tryRule",
      method: "POST",
      path: "/api/bank-rules/try",
      summary: "Test a bank rule on the last 100 lines",
      who: "members",
      isRead: true,
      body: { schema: NewRule, example },
      answer: { status: 200, schema: trial },
      run: ({ tenant, input }) => tryRule(tenant, input),
    }),
  ],
};
