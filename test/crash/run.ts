import { parseArgs } from "node:util";
import { killInTurn } from "../remote/machines.ts";
import { runRounds } from "./rounds.ts";

// `bun run crash --rounds 500` runs by hand what the suite does for a few rounds. With `--machines` it uses
// two servers and a database server, and kills one of the three in each round. Exits 1 at the first lost or
// wrong write.

const { rounds, isOfMachines } = readWords();
const run = isOfMachines ? killInTurn : runRounds;
const started = performance.now();
let done = 0;
// A new database for each lot keeps the rounds equally fast.
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
    // Reported below with all other failures.
  }
  process.stderr.write("bahi: write it like: bun run crash --rounds 500 --machines\n");
  process.exit(2);
}
