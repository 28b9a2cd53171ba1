import { createRandom } from "../fuzz/grammar.ts";
import { toBillActions } from "./randomBills.ts";
import { MONTHS } from "./randomBooks.ts";
import { type Action, createChance, type Stretch } from "./randomMaking.ts";
import { toPortalActions } from "./randomPortal.ts";
import { toSaleActions } from "./randomSales.ts";

// Random half years for the tax book: the events, the orders in which they may be entered, and the filings.

export function generateHalfYear(seed: number, size: number): Stretch[] {
  const chance = createChance(seed);
  const stretches: Stretch[] = MONTHS.map(() => ({ actions: [], last: [] }));
  const enter = (month: number, action: Action) => {
    stretches[Math.min(month, MONTHS.length - 1)]?.actions.push(action);
  };
  const filed = 3 + chance.below(2);
  const of = { chance, size, filed, enter, stretches };
  toSaleActions(of);
  const bills = toBillActions(of);
  toPortalActions(of, bills);
  return stretches;
}

/** Returns a random order of a stretch, the same for the same seed. */
export function shuffleActions({ actions, last }: Stretch, seed: number): Action[] {
  const below = createRandom(seed);
  const waiting = new Map(actions.map((action) => [action.key, action]));
  const order: Action[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ after }) => !after.some((key) => waiting.has(key)),
    );
    const next = ready[below(ready.length)];
    if (!next) throw new Error(`Deeds wait for each other: ${[...waiting.keys()]}`);
    waiting.delete(next.key);
    order.push(next);
  }
  return [...order, ...last];
}
