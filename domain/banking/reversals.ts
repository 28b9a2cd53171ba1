import type { Paise } from "../money.ts";
import { type Candidate, formatDaysApart, type ParsedLine } from "./candidates.ts";
import { isSameReference } from "./cells.ts";
import { computeLikeness } from "./names.ts";
import { NAMED } from "./ownNames.ts";

// Finds pairs of lines in one account that cancel out: a payment and its return.

const REVERSED_DAYS = 7;

/** Pairs each payment with its return, by reference, or by amount and party if only one line fits. */
export function* reversals(lines: ParsedLine[]): Generator<[ParsedLine, Candidate]> {
  const taken = new Set<string>();
  const toKey = (amount: number, day: number) => `${amount} ${day}`;
  const onDay = Map.groupBy(lines, ({ amountPaise, day }) => toKey(amountPaise, day));
  const days = Array.from({ length: 2 * REVERSED_DAYS + 1 }, (_, n) => n - REVERSED_DAYS);
  const opposite = (line: ParsedLine) =>
    days
      .flatMap((off) => onDay.get(toKey(-line.amountPaise, line.day + off)) ?? [])
      .filter((other) => !taken.has(other.id));
  for (const line of lines) {
    if (taken.has(line.id) || line.refs.length === 0) continue;
    const partner = opposite(line).find(
      (other) =>
        (line.parsedNarration.isReversal ||
          other.parsedNarration.isReversal ||
          line.parsedNarration.mode === "CHEQUE") &&
        line.refs.some((one) => other.refs.some((two) => isSameReference(one, two))),
    );
    if (partner) yield* pair(line, partner, taken, "same reference, opposite amount");
  }
  for (const line of lines) {
    if (taken.has(line.id) || !line.parsedNarration.isReversal || line.party.length === 0) continue;
    const [partner, ...more] = opposite(line).filter(
      (other) =>
        !other.parsedNarration.isReversal &&
        other.date <= line.date &&
        computeLikeness(line.party, other.party) >= NAMED,
    );
    if (partner && more.length === 0) {
      yield* pair(line, partner, taken, "same party, opposite amount");
    }
  }
}

function* pair(
  line: ParsedLine,
  partner: ParsedLine,
  taken: Set<string>,
  why: string,
): Generator<[ParsedLine, Candidate]> {
  for (const [one, other] of [
    [line, partner],
    [partner, line],
  ] as const) {
    taken.add(one.id);
    const days = Math.abs(one.day - other.day);
    const part = { kind: "line" as const, id: other.id, name: other.narration, date: other.date };
    yield [
      one,
      {
        id: `r:${other.id}`,
        kind: "reversed",
        points: 100,
        claims: [],
        date: one.date,
        hasEvidence: true,
        why: [why, formatDaysApart(days)],
        parts: [{ ...part, amountPaise: other.amountPaise, tdsPaise: 0 as Paise }],
      },
    ];
  }
}
