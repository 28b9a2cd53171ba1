import type { Paise } from "../money.ts";
import type { Candidate, ParsedLine } from "./candidates.ts";
import type { RuleEffect, RuleTest } from "./matching.ts";

/** A rule with the name of its category or account. */
export interface Rule {
  id: string;
  name: string;
  test: RuleTest;
  effect: RuleEffect;
  /** Its category and that category's type, or the other account of a transfer. */
  target: { id: string; name: string; type: "Income" | "Expense" | "Transfer" };
}

const RULE_POINTS = 70;

/** Returns the proposal of the first matching rule. */
export function ruleFor(line: ParsedLine, rules: Rule[]): Candidate | undefined {
  const rule = rules.find((one) => matchesRule(line, one));
  if (!rule) return undefined;
  const { id, name, target } = rule;
  const kind = target.type === "Transfer" ? ("account" as const) : ("category" as const);
  return {
    id: `u:${id}`,
    kind: "rule",
    hasEvidence: true,
    points: RULE_POINTS,
    claims: [],
    date: line.date,
    why: [`Rule “${name}”`],
    parts: [
      {
        kind,
        id: target.id,
        name: target.name,
        date: line.date,
        amountPaise: line.amountPaise,
        tdsPaise: 0 as Paise,
      },
    ],
  };
}

/** Whether a rule matches a line, and its category accepts the line's sign. */
export function matchesRule(
  line: ParsedLine & { accountId?: string },
  { test, target }: Rule,
): boolean {
  const { direction, accountId, mode, party, narration, how, amountFrom, amountTo } = test;
  const size = Math.abs(line.amountPaise);
  const isIn = line.amountPaise > 0;
  if (target.type !== "Transfer" && (target.type === "Income") !== isIn) return false;
  if (direction && (direction === "in") !== isIn) return false;
  if (accountId && line.accountId !== undefined && accountId !== line.accountId) return false;
  if (mode && mode !== line.parsedNarration.mode) return false;
  if (amountFrom !== undefined && size < amountFrom) return false;
  if (amountTo !== undefined && size > amountTo) return false;
  if (party && !matchesText(line.parsedNarration.party ?? "", party, "contains")) return false;
  return !narration || matchesText(line.narration, narration, how);
}

function matchesText(text: string, sought: string, how: RuleTest["how"]): boolean {
  const [whole, part] = [text.toUpperCase().replace(/\s+/g, " "), sought.toUpperCase()];
  if (how === "is") return whole === part;
  if (how === "begins") return whole.startsWith(part);
  if (how === "contains") return whole.includes(part);
  return ` ${whole.replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${part} `);
}
