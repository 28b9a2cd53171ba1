import type { World } from "../world.ts";
import { generateHalfYear, shuffleActions } from "./randomTaxBook.ts";
import { TaxOffice } from "./taxOffice.ts";

/** Two agencies with the same rows, entered in two orders. */
interface Played {
  offices: [TaxOffice, TaxOffice];
  faults: unknown[];
}

/**
 * Enters a random half year twice, each stretch between filings in another order.
 * @param size documents of each kind in a month
 */
export async function playTwice(world: World, seed: number, size: number): Promise<Played> {
  const stretches = generateHalfYear(seed, size);
  const faults: unknown[] = [];
  const play = async (order: number) => {
    const office = await TaxOffice.open(world, `half-year-${seed}-${order}`);
    for (const [at, stretch] of stretches.entries()) {
      for (const action of shuffleActions(stretch, 7 * seed + 13 * order + at))
        await action.run(office);
      const isLook = at === 2 || at === stretches.length - 1;
      for (const fault of isLook ? await office.faults() : [])
        faults.push({ seed, order, at, fault });
    }
    return office;
  };
  return { offices: [await play(0), await play(1)], faults };
}
