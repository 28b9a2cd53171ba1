import { computeLikeness, splitNameWords } from "../banking/names.ts";
import { nameKey } from "../names.ts";
import type { Known } from "./ledgers.ts";
import type { TallyLedger } from "./list.ts";

/** A suggested Tally ledger for one of our records. */
export interface Offer {
  key: string;
  name: string;
  group: string;
  /** Whether the names are equal, ignoring case. */
  isSame: boolean;
}

const ENOUGH = 0.6;
/** Added to the score for the same group, to choose between similar names. */
const GROUP_COUNTS = 0.3;

/**
 * Suggests a Tally ledger with an equal or similar name for each unmapped record; the group decides
 * between similar names.
 */
export function listOffers(known: Known[], ledgers: TallyLedger[]): Offer[] {
  const byName = new Map(ledgers.map((ledger) => [nameKey(ledger.name), ledger]));
  const byWord = new Map<string, TallyLedger[]>();
  for (const ledger of ledgers) {
    for (const word of new Set(splitNameWords(ledger.name).map(toStem))) {
      const same = byWord.get(word);
      if (same) same.push(ledger);
      else byWord.set(word, [ledger]);
    }
  }
  return known.flatMap((one): Offer[] => {
    const { key, ours, name } = one;
    const same = byName.get(nameKey(ours)) ?? byName.get(nameKey(name));
    if (same) return [{ key, ...same, isSame: true }];
    const near = new Set(splitNameWords(ours).flatMap((word) => byWord.get(toStem(word)) ?? []));
    let best: { points: number; ledger: TallyLedger } | undefined;
    for (const ledger of near) {
      const points = computeScore(one, ledger);
      if (points >= ENOUGH && points > (best?.points ?? 0)) best = { points, ledger };
    }
    return best ? [{ key, ...best.ledger, isSame: false }] : [];
  });
}

const toStem = (word: string) => word.slice(0, 4);

/** Scores the share of common words, plus a little for the same group. */
function computeScore({ ours, group }: Known, ledger: TallyLedger): number {
  const [one, other] = [splitNameWords(ours), splitNameWords(ledger.name)];
  const share =
    computeLikeness(one, other) *
    (Math.min(one.length, other.length) / Math.max(one.length, other.length));
  return share + (group === ledger.group && share > 0 ? GROUP_COUNTS : 0);
}
