import * as v from "valibot";
import { addRule, changeRule, deleteRule, listRules, tryRule } from "../../db/banking/rules.ts";
import { NewRule, RuleEffect, WORDS } from "../../domain/banking/matching.ts";
import { MODES } from "../../domain/banking/narrations.ts";
import type { BankRule, RuleTrial } from "../../domain/banking/statements.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, day, deleted, id, isTrue, rupees, text } from "./shapes.ts";

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
    call({
      name: "listRules",
      method: "GET",
      path: "/api/bank-rules",
      summary: "List bank rules, in the order they are tried",
      who: "members",
      answer: { status: 200, schema: v.object({ rules: v.array(rule) }) },
      run: async ({ tenant }) => ({ rules: await listRules(tenant) }),
    }),
    call({
      name: "addRule",
      method: "POST",
      path: "/api/bank-rules",
      summary: "Create a bank rule",
      about:
        "A line must pass every condition in `test`. The rule proposes a category, or a transfer " +
        "to an account.",
      who: "members",
      body: { schema: NewRule, example },
      answer: { status: 201, schema: v.object({ rule }) },
      also: [403],
      run: async ({ tenant, input }) => ({ rule: await addRule(tenant, input) }),
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
    call({
      name: "changeRule",
      method: "PUT",
      path: "/api/bank-rules/:id",
      summary: "Update a bank rule",
      who: "members",
      id: ID.rule,
      body: { schema: NewRule, isChange: true, example: { isActive: false } },
      answer: { status: 200, schema: v.object({ rule }) },
      also: [403],
      run: async ({ tenant, id, input }) => ({ rule: await changeRule(tenant, id, input) }),
    }),
    call({
      name: "deleteRule",
      method: "DELETE",
      path: "/api/bank-rules/:id",
      summary: "Delete a bank rule",
      who: "members",
      id: ID.rule,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deleteRule(tenant, id);
        return { message: "Rule deleted successfully" };
      },
    }),
  ],
};
