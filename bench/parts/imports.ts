import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBooks } from "../books.ts";
import { joinValues, median, type Part, thousands, timeCommand, times } from "../measure.ts";
import { FOLDER, importFile, register, startServer, toCpuSeconds } from "../server.ts";

export const ROWS = 100_000;
const RUNS = 3;

export const imports: Part = {
  title: "bahi import of 100,000 rows, from the command to the books, beside hledger",
  async run() {
    const file = await writeBooks(FOLDER, ROWS);
    const rates: number[] = [];
    const costs: number[] = [];
    for (let n = 0; n < RUNS; n++) {
      const server = await startServer(`import-${n}`);
      const ran = await importFile(server, await register(server, "bench"), file);
      rates.push(ran.rowsPerSecond);
      costs.push(ran.cpuMicrosPerRow);
      await server.stop();
    }
    const ours = median(rates);
    const theirs = await measureHledger(file);
    return [
      {
        what: "import, 100,000 rows, rows/s",
        measured: joinValues(rates, thousands),
        beside: theirs ? `hledger ${thousands(theirs.rate)}` : "hledger is not installed",
        ratio: theirs ? times(ours / theirs.rate) : "–",
        target: "50 k; 7 × hledger",
      },
      {
        what: "the same in processor time a row, which a busy machine changes less",
        measured: joinValues(costs, micros),
        beside: theirs ? `hledger ${micros(theirs.cost)}` : "hledger is not installed",
        ratio: theirs ? times(theirs.cost / median(costs)) : "–",
        target: "–",
      },
    ];
  },
};

const micros = (n: number) => `${n.toFixed(0)} µs`;

/** Measures hledger reading the same file. It does less than we do, because it writes nothing. */
async function measureHledger(file: string): Promise<{ rate: number; cost: number } | undefined> {
  const hledger = Bun.which("hledger");
  if (!hledger) return undefined;
  const rules = join(FOLDER, "books.rules");
  writeFileSync(rules, RULES);
  const command = [hledger, "-f", file, "--rules-file", rules, "stats"];
  const env = { ...process.env, LANG: "C.UTF-8" };
  const rate = (ROWS / median(await timeCommand(command, RUNS, { env }))) * 1000;
  const once = Bun.spawn(command, { env, stdout: "ignore", stderr: "ignore" });
  await once.exited;
  return { rate, cost: (toCpuSeconds(once) / ROWS) * 1e6 };
}

const RULES = `skip 1
fields date,description,account,category,type,amount,comment
date-format %Y-%m-%d
currency INR
account1 assets:%account
account2 expenses:%category
amount -%amount
if %type ^Income
  account2 income:%category
  amount %amount
`;
