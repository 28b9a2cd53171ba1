import { runRounds } from "./rounds.ts";

// `bun run crash --rounds 500`: by hand, what the suite does for 20 rounds. Ends with 1 at the first thing
// that is not as it was acknowledged.

const [flag, text = "500"] = process.argv.slice(2);
const rounds = Number(text);
if ((flag !== undefined && flag !== "--rounds") || !Number.isSafeInteger(rounds) || rounds < 1) {
  process.stderr.write("bahi: write it like: bun run crash --rounds 500\n");
  process.exit(2);
}

const started = performance.now();
let done = 0;
// A database of its own for each lot, so that the last round holds no more rows than the first.
const LOT = 50;
let writes = 0;
for (let left = rounds; left > 0; left -= LOT) {
  writes += await runRounds(Math.min(left, LOT), () => {
    done += 1;
    process.stderr.write(`\r${done} of ${rounds}`);
  });
}
const seconds = Math.round((performance.now() - started) / 1000);
process.stdout.write(
  `\n${rounds} rounds, ${writes} writes, ${seconds} s: nothing lost, nothing twice\n`,
);
