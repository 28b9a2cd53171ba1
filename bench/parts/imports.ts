import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBooks } from "../books.ts";
import { allOf, median, type Part, thousands, timeCommand, times } from "../measure.ts";
import { FOLDER, importFile, register, startServer } from "../server.ts";

export const ROWS = 100_000;
const RUNS = 3;

export const imports: Part = {
  title: "bahi import of 100,000 rows, from the command to the books, beside hledger",
  async run() {
    const file = await writeBooks(FOLDER, ROWS);
    const rates: number[] = [];
    for (let n = 0; n < RUNS; n++) {
      const server = await startServer(`import-${n}`);
      rates.push((await importFile(server, await register(server, "bench"), file)).rowsPerSecond);
      await server.stop();
    }
    const ours = median(rates);
    const theirs = await hledgerRate(file);
    return [
      {
        what: "import, 100,000 rows, rows/s",
        measured: allOf(rates, thousands),
        beside: theirs ? `hledger ${thousands(theirs)}` : "hledger is not installed",
        ratio: theirs ? times(ours / theirs) : "–",
        target: "50 k; 7 × hledger",
      },
    ];
  },
};

/** Rows a second that hledger reads of the same file, which is less than we do: it writes nothing. */
async function hledgerRate(file: string): Promise<number | undefined> {
  const hledger = Bun.which("hledger");
  if (!hledger) return undefined;
  const rules = join(FOLDER, "books.rules");
  writeFileSync(rules, RULES);
  const command = [hledger, "-f", file, "--rules-file", rules, "stats"];
  const env = { ...process.env, LANG: "C.UTF-8" };
  return (ROWS / median(await timeCommand(command, RUNS, { env }))) * 1000;
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
