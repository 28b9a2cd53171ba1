import { randomOf } from "../fuzz/grammar.ts";
import { billDeeds } from "./randomBills.ts";
import { MONTHS } from "./randomBooks.ts";
import { chanceOf, type Deed, type Stretch } from "./randomMaking.ts";
import { portalDeeds } from "./randomPortal.ts";
import { saleDeeds } from "./randomSales.ts";

// Random half years for the tax book: the events, the orders in which they may be entered, and the filings.

export function halfYearOf(seed: number, size: number): Stretch[] {
  const chance = chanceOf(seed);
  const stretches: Stretch[] = MONTHS.map(() => ({ deeds: [], last: [] }));
  const enter = (month: number, deed: Deed) => {
    stretches[Math.min(month, MONTHS.length - 1)]?.deeds.push(deed);
  };
  const filed = 3 + chance.below(2);
  const of = { chance, size, filed, enter, stretches };
  saleDeeds(of);
  const bills = billDeeds(of);
  portalDeeds(of, bills);
  return stretches;
}

/** Returns a random order of a stretch, the same for the same seed. */
export function orderOf({ deeds, last }: Stretch, seed: number): Deed[] {
  const below = randomOf(seed);
  const waiting = new Map(deeds.map((deed) => [deed.key, deed]));
  const order: Deed[] = [];
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
