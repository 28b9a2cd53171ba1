import { computeLikeness, splitNameWords } from "../banking/names.ts";
import { nameKey } from "../names.ts";
import type { Known } from "./ledgers.ts";
import type { TallyLedger } from "./list.ts";

/** A name of his for something of ours. */
export interface Offer {
  key: string;
  name: string;
  group: string;
  /** The same name, but for case. */
  isSame: boolean;
}

const ENOUGH = 0.6;
/** Names of one word say too little to be alike in part. */
const GROUP_COUNTS = 0.3;

/** For what has no name yet, his ledger of the same or a like name; the group tells apart what is alike. */
export function listOffers(known: Known[], ledgers: TallyLedger[]): Offer[] {
  const byName = new Map(ledgers.map((ledger) => [nameKey(ledger.name), ledger]));
  const byWord = new Map<string, TallyLedger[]>();
  for (const ledger of ledgers) {
    for (const word of new Set(splitNameWords(ledger.name).map(stem))) {
      const same = byWord.get(word);
      if (same) same.push(ledger);
      else byWord.set(word, [ledger]);
    }
  }
  return known.flatMap((one): Offer[] => {
    const { key, ours, name } = one;
    const same = byName.get(nameKey(ours)) ?? byName.get(nameKey(name));
    if (same) return [{ key, ...same, isSame: true }];
    const near = new Set(splitNameWords(ours).flatMap((word) => byWord.get(stem(word)) ?? []));
    let best: { points: number; ledger: TallyLedger } | undefined;
    for (const ledger of near) {
      const points = computeScore(one, ledger);
      if (points >= ENOUGH && points > (best?.points ?? 0)) best = { points, ledger };
    }
    return best ? [{ key, ...best.ledger, isSame: false }] : [];
  });
}

const stem = (word: string) => word.slice(0, 4);

/** Words in common of all there are, and a little for the same group. */
function computeScore({ ours, group }: Known, ledger: TallyLedger): number {
  const [one, other] = [splitNameWords(ours), splitNameWords(ledger.name)];
  const share =
    computeLikeness(one, other) *
    (Math.min(one.length, other.length) / Math.max(one.length, other.length));
  return share + (group === ledger.group && share > 0 ? GROUP_COUNTS : 0);
}
