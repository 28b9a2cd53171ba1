import { parseArgs } from "node:util";
import { killInTurn } from "../remote/machines.ts";
import { runRounds } from "./rounds.ts";

// `bun run crash --rounds 500`: by hand, what the suite does for a few rounds; with `--machines`, to two
// servers and a database server, one of the three in each round. Ends with 1 at the first thing that is not
// as it was acknowledged.

const { rounds, isOfMachines } = readWords();
const run = isOfMachines ? killInTurn : runRounds;
const started = performance.now();
let done = 0;
// A database of its own for each lot, so that the last round holds no more rows than the first.
const LOT = 50;
let writes = 0;
for (let left = rounds; left > 0; left -= LOT) {
  writes += await run(Math.min(left, LOT), () => {
    done += 1;
    process.stderr.write(`\r${done} of ${rounds}`);
  });
}
const seconds = Math.round((performance.now() - started) / 1000);
process.stdout.write(
  `\n${rounds} rounds, ${writes} writes, ${seconds} s: nothing lost, nothing twice\n`,
);

function readWords() {
  const options = {
    rounds: { type: "string", default: "500" },
    machines: { type: "boolean" },
  } as const;
  try {
    const { rounds, machines } = parseArgs({ options }).values;
    if (/^[1-9]\d*$/.test(rounds))
      return { rounds: Number(rounds), isOfMachines: machines === true };
  } catch {
    // Told below, in one way for all that can be wrong.
  }
  process.stderr.write("bahi: write it like: bun run crash --rounds 500 --machines\n");
  process.exit(2);
}
