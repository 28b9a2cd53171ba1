import { playTwice } from "../../test/server/playTaxBook.ts";
import { createWorld } from "../../test/world.ts";
import { type Finding, ms, type Part } from "../measure.ts";

const TIMES = 10;
/** Documents of each kind in a month. */
const SIZE = 12;

/** Random half years of the tax book, larger than in the tests. `SEED=7` repeats one. */
export const halfYears: Part = {
  title: "random half years: the proofs, and two orders of entry",
  async run() {
    const first = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
    const times = process.env.SEED ? 1 : TIMES;
    const findings: Finding[] = [];
    for (let seed = first; seed < first + times; seed++) {
      const world = await createWorld();
      const started = performance.now();
      const { offices, faults } = await playTwice(world, seed, SIZE);
      const [one, other] = await Promise.all(offices.map((office) => office.says()));
      await world.end();
      const isSame = Bun.deepEquals(one, other);
      findings.push({
        what: `half year of seed ${seed}`,
        measured: `${faults.length} faults, ${isSame ? "the same" : "ANOTHER"} result in another order`,
        beside: ms(performance.now() - started),
        ratio: "",
        target: "0 faults, the same",
      });
      if (faults.length > 0) console.error(JSON.stringify(faults, null, 1));
    }
    return findings;
  },
};
