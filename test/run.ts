// Everything a change has to pass: types, lint, the tests, and those of the API and the books once more
// against a database server. `--quick` keeps to what needs no server and no browser, `--remote` to that
// database server, with the browser's tests and the terminal's too; any other words go to `bun test`.
// The packages may not be there yet when this starts, so it imports only what Bun brings.

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = ["--quick", "--remote"];
const words = process.argv.slice(2).filter((word) => !FLAGS.includes(word));
const [isQuick, isRemote] = FLAGS.map((flag) => process.argv.includes(flag));

/** What is true of a local file only. */
const OF_A_FILE = [
  "test/crash/**",
  "test/db/{file,released}.test.ts",
  "test/server/{backup,descriptors,faults,heavy,hostileImports,names,restore,start,stop}.test.ts",
];
/** What asks no database. */
const OF_NO_DATABASE = [
  "test/domain/**",
  "test/*.test.ts",
  "test/db/fairQueue.test.ts",
  "test/server/{dearText,pages,turn}.test.ts",
  "test/server/pdf/{invoice,kit,papers,receipt,scripts,supplies,transactions}.test.ts",
];

/**
 * What a database server could do otherwise than a file: each call once, then transactions, triggers, turns,
 * keys, and what several do at once. `--remote` runs all the rest there as well.
 */
const OF_A_SERVER = `
  test/server/api/
  test/db/finds test/db/healing test/db/plans test/db/prepared test/db/series
  test/db/tenancy test/db/worker
  test/server/chain test/server/import. test/server/isolation test/server/lockRules
  test/server/manyAtOnce. test/server/numbers test/server/outbox test/server/payments test/server/people
  test/server/senders test/server/series. test/server/transactions. test/server/undo
`
  .trim()
  .split(/\s+/);

const TOOLS = {
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
};

process.chdir(`${import.meta.dir}/..`);
/**
 * As many as there are cores, up to four: one more took a fifth longer, for a browser has threads enough.
 * What a file has loaded and started, its browser too, serves the files after it; the process takes it
 * along.
 */
const CORES = Math.min(4, Math.max(2, availableParallelism()));
const WORKERS = [`--parallel=${CORES}`, "--no-isolate", "--no-orphans"];
/** How many failed files may be run once more: where more fail, something is broken. */
const FILES_OF_A_SECOND_RUN = 5;
const notes: string[] = [];
/** What Bun has freed it keeps: to give it back and take it again costs a fifth of the time of all. */
const IS_KEPT = { MIMALLOC_PURGE_DELAY: "-1" };
/** Where `test/template.ts` keeps what every test begins with. */
const templates = mkdtempSync(join(tmpdir(), "bahi-templates-"));
const { passed, failed } = (await install()) ? await check() : { passed: 0, failed: 1 };
// Once more here, for what was said of them is far above by now.
for (const note of new Set(notes)) console.log(note);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
rmSync(templates, { recursive: true });

/** Whether all packages of bun.lock are in place now: 20 ms where they were already. */
async function install(): Promise<boolean> {
  return (await run("packages", ["install", "--frozen-lockfile", "--silent"])) === 0;
}

async function check() {
  let passed = 0;
  let failed = 0;
  for (const [name, command] of Object.entries(TOOLS)) {
    if ((await run(name, command)) === 0) passed++;
    else {
      failed++;
      notes.push(`${name} failed: its messages are at the top.`);
    }
  }
  for (const lot of lots()) {
    const tests = await runTests(lot);
    passed += tests.passed;
    failed += tests.failed;
  }
  return { passed, failed };
}

interface Lot {
  name: string;
  args: string[];
  env?: Record<string, string>;
}

function lots(): Lot[] {
  if (words.length > 0) return [{ name: "tests", args: words }];
  if (isQuick) return [{ name: "tests", args: ["./test/tidy.test.ts", "./test/domain"] }];
  if (isRemote) return [onServer(["test/"])];
  return [{ name: "tests", args: WORKERS }, onServer(OF_A_SERVER)];
}

function onServer(files: string[]): Lot {
  const left = [...OF_A_FILE, ...OF_NO_DATABASE].map((glob) => `--path-ignore-patterns=${glob}`);
  const args = [...WORKERS, ...left, ...files];
  return { name: "tests against a database server", args, env: { TEST_DATABASE: "sqld" } };
}

/**
 * Counted from what `bun test` says last, which JUnit's report does not: a file that cannot be imported is
 * missing there. A test that ends the process leaves status 0 and no summary, so the summary must be there.
 *
 * A few files that fail beside all others are run once more by themselves, and what passes then is named, not
 * failed: servers, browsers and terminals share the machine here with whatever else is at work on it.
 */
async function runTests({ name, args, env }: Lot) {
  const { passed, failed, files } = await runLot(name, args, env);
  if (failed === 0 || files.length === 0 || files.length > FILES_OF_A_SECOND_RUN)
    return { passed, failed };
  const again = await runLot(`${name}, once more`, files, env);
  if (again.failed > 0) return { passed, failed };
  for (const file of files) notes.push(`${file} failed beside the others and passed by itself.`);
  return { passed: passed + failed, failed: 0 };
}

/** Runs `bun test`, and tells the files in which something failed. */
async function runLot(name: string, args: string[], env?: Record<string, string>) {
  const files = new Set<string>();
  let file = "";
  let last = "";
  // Given here because bunfig.toml has no such setting (Bun 1.4.5), and it is meant for hooks as well.
  const command = ["test", "--timeout=180000", ...args];
  const status = await run(name, command, env, (line) => {
    file = /^(test\/\S+):$/.exec(line)?.[1] ?? file;
    // What failed is listed once more at the end, under no file.
    if (/^\d+ tests? failed:$/.test(line)) file = "";
    if (file && /^(\(fail\)|✗|# Unhandled error) ?/.test(line)) {
      files.add(file);
      notes.push(`${file}: ${line}`);
    }
    last = `${last.slice(-2_000)}${line}\n`;
  });
  const count = (what: string) => Number(new RegExp(`^ (\\d+) ${what}$`, "m").exec(last)?.[1] ?? 0);
  const isWhole = /^Ran \d+ tests? /m.test(last);
  const failed = Math.max(count("fail"), status !== 0 || !isWhole ? 1 : 0);
  return { passed: count("pass"), failed, files: [...files] };
}

/** Runs a script, or a command of Bun, in this same Bun: there may be no other on the machine. */
async function run(
  name: string,
  command: string[],
  env: Record<string, string> = {},
  onLine: (line: string) => void = () => {},
): Promise<number> {
  const started = performance.now();
  const color = process.stderr.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = Bun.spawn([process.execPath, ...command], {
    env: { ...process.env, ...IS_KEPT, TEST_TEMPLATES: templates, ...color, ...env },
    stdout: "inherit",
    stderr: "pipe",
  });

  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(Bun.stripANSI(line));
  }
  onLine(Bun.stripANSI(rest));
  const status = await child.exited;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  return status;
}
