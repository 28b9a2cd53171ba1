import type { Paise } from "../money.ts";
import type { Candidate, ParsedLine } from "./candidates.ts";
import { splitNameWords } from "./names.ts";

// Remembers the categories that users chose for lines without an entry, only as counts of tokens.
// Undoing an acceptance subtracts its counts, and `bahi check` recounts them.

/** Number of times each category was chosen, by direction and token. Token "" counts every line. */
export interface Memory {
  counts: Map<string, Map<string, number>>;
  categories: Map<string, { name: string; type: "Income" | "Expense" }>;
}

export const toDirection = (amount: number): "in" | "out" => (amount > 0 ? "in" : "out");
export const memoryKey = (direction: "in" | "out", token: string): string =>
  `${direction} ${token}`;

/**
 * Returns the tokens by which similar lines are recognized, strongest first: UPI address, account,
 * party, else words.
 */
export function listTokens({ parsedNarration: parsed, party, narration }: ParsedLine): string[] {
  const tokens = [
    ...(parsed.vpa ? [`@${parsed.vpa.toLowerCase()}`] : []),
    ...(parsed.account ? [`#${parsed.account}`] : []),
    ...(party.length > 0 ? [party.join(" ")] : []),
  ];
  if (tokens.length > 0) return tokens;
  return [...new Set([`~${parsed.mode}`, ...splitNameWords(narration)])].slice(0, 12);
}

const TIMES = 3;
const SURE = 0.9;
const MEMORY_POINTS = 66;
/** Enough points to be shown, too few to be accepted with a key. */
const LAST_TIME_POINTS = 46;

/** Suggests the category that similar lines got, and gives the counts as the reason. */
export function suggestFromHistory(
  line: ParsedLine,
  { counts, categories }: Memory,
): Candidate | undefined {
  const direction = toDirection(line.amountPaise);
  const all = counts.get(memoryKey(direction, ""));
  if (!all) return undefined;
  const tokens = listTokens(line);
  const total = [...all.values()].reduce((sum, n) => sum + n, 0);
  const scores = [...all].map(([id, n]) => {
    const seen = tokens.map((token) => counts.get(memoryKey(direction, token))?.get(id) ?? 0);
    const score = seen.reduce(
      (sum, often) => sum + Math.log((often + 0.5) / (n + 1)),
      Math.log((n + 0.5) / (total + 0.5 * all.size)),
    );
    return { id, score, seen };
  });
  const best = scores.reduce((most, next) => (next.score > most.score ? next : most));
  const strongest = tokens
    .map((token, at) => ({
      token,
      often: best.seen[at] ?? 0,
      of: sumCounts(counts, direction, token),
    }))
    .sort((a, b) => b.often - a.often)[0];
  const category = categories.get(best.id);
  if (!strongest || strongest.often === 0 || !category) return undefined;
  const sum = scores.reduce((all, { score }) => all + Math.exp(score - best.score), 0);
  const { token, often, of } = strongest;
  const isSure = often >= TIMES && 1 / sum >= SURE && often / of >= SURE;
  const name = token.replace(/^[@#~]/, "");
  return {
    id: `m:${best.id}`,
    kind: "memory",
    hasEvidence: true,
    claims: [],
    date: line.date,
    points: isSure ? MEMORY_POINTS : LAST_TIME_POINTS,
    why: [
      isSure
        ? `${name}: ${often} of ${of} went to ${category.name}`
        : `Last time: ${category.name}`,
    ],
    parts: [
      {
        kind: "category",
        id: best.id,
        name: category.name,
        date: line.date,
        amountPaise: line.amountPaise,
        tdsPaise: 0 as Paise,
      },
    ],
  };
}

/** Suggests the category of bank charges for a charge without history. */
export function suggestCharges(
  line: ParsedLine,
  charges: { id: string; name: string } | undefined,
): Candidate | undefined {
  if (!charges || line.kind !== "charge" || line.amountPaise > 0) return undefined;
  const { id, name } = charges;
  const part = {
    kind: "category" as const,
    id,
    name,
    date: line.date,
    amountPaise: line.amountPaise,
  };
  return {
    id: `m:${id}`,
    kind: "memory",
    hasEvidence: true,
    claims: [],
    date: line.date,
    points: LAST_TIME_POINTS,
    why: ["Bank charge"],
    parts: [{ ...part, tdsPaise: 0 as Paise }],
  };
}

const sumCounts = (counts: Memory["counts"], direction: "in" | "out", token: string) =>
  [...(counts.get(memoryKey(direction, token))?.values() ?? [])].reduce((sum, n) => sum + n, 0);
