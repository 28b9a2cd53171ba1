// Runs everything a change has to pass: types, lint and tests, and the tests of the API and the books again
// on a database server. `--quick` runs only the tests of the domain, and those that import a changed file and
// need no browser. `--thorough` tries all random cases instead of a quarter (test/rounds.ts). `--remote` runs
// only the database server, including browser and terminal tests. Other arguments go to `bun test`. Imports
// no packages, because they may not be installed yet.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { listImportedFiles } from "./imports.ts";

const FLAGS = ["--quick", "--remote", "--thorough"];
const words = process.argv.slice(2).filter((word) => !FLAGS.includes(word));
const [isQuick, isRemote, isThorough] = FLAGS.map((flag) => process.argv.includes(flag));

/** Tests that need a local file. */
const OF_A_FILE = [
  "test/crash/**",
  "test/db/{file,released}.test.ts",
  "test/server/{backup,descriptors,faults,heavy,hostileImports,names,restore,start,stop}.test.ts",
];
const OF_NO_DATABASE = [
  "test/domain/**",
  "test/*.test.ts",
  "test/db/fairQueue.test.ts",
  "test/server/{dearText,pages,turn}.test.ts",
  "test/server/pdf/{invoice,kit,papers,receipt,scripts,supplies,transactions}.test.ts",
];

/**
 * Tests of what a database server could do differently from a file: each call once, then transactions,
 * triggers, queues, keys and concurrency. `--remote` runs all others there as well.
 */
const OF_A_SERVER = `
  test/server/api/
  test/db/finds test/db/healing test/db/joins test/db/plans test/db/prepared test/db/series test/db/tables
  test/db/tenancy test/db/worker
  test/server/chain test/server/import. test/server/lockRules
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
 * One per core, up to four: one more took a fifth longer, because a browser has many threads. Files in one
 * process share what is loaded and started, including the browser.
 */
const CORES = Math.min(4, Math.max(2, availableParallelism()));
const WORKERS = [`--parallel=${CORES}`, "--no-isolate", "--no-orphans"];
/** Up to this many failed files run once more, to find those that pass alone. */
const FILES_OF_A_SECOND_RUN = 5;
const notes: string[] = [];
/** Keeps freed memory: returning it to the system costs a fifth of the total time. */
const IS_KEPT = { MIMALLOC_PURGE_DELAY: "-1" };
/** Where `test/template.ts` stores the template of all tests. */
const templates = mkdtempSync(join(tmpdir(), "bahi-templates-"));
const { passed, failed } = (await install()) ? await check() : { passed: 0, failed: 1 };
for (const note of new Set(notes)) console.log(note);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
rmSync(templates, { recursive: true });

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
  if (isQuick) {
    const args = ["./test/tidy.test.ts", "./test/english.test.ts", "./test/domain"];
    return [{ name: "tests", args: [...args, ...listAffected()] }];
  }
  if (isRemote) return [onServer(["test/"])];
  return [{ name: "tests", args: WORKERS }, onServer(OF_A_SERVER)];
}

/** Tests without a browser that changed or directly import a changed file, committed or not. */
function listAffected(): string[] {
  const git = (...words: string[]) =>
    String(Bun.spawnSync(["git", ...words]).stdout)
      .split("\n")
      .filter(Boolean);
  const changed = new Set([
    ...git("diff", "--name-only", "HEAD"),
    ...git("diff", "--name-only", "@{upstream}...HEAD"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]);
  return [...new Bun.Glob("test/{cli,db,server}/**/*.test.ts").scanSync()]
    .filter((path) =>
      [path, ...listImportedFiles(path, readFileSync(path, "utf8"))].some((file) =>
        changed.has(file),
      ),
    )
    .map((path) => `./${path}`);
}

function onServer(files: string[]): Lot {
  const left = [...OF_A_FILE, ...OF_NO_DATABASE].map((glob) => `--path-ignore-patterns=${glob}`);
  const args = [...WORKERS, ...left, ...files];
  return { name: "tests against a database server", args, env: { TEST_DATABASE: "sqld" } };
}

/**
 * Counts from the summary of `bun test`, since JUnit's report leaves out a file that cannot be imported. A
 * test that ends the process leaves status 0 and no summary, so the summary must exist.
 *
 * A few files that fail run once more alone. Those that then pass are named, because they depend on load or
 * on other tests. They still fail the run.
 */
async function runTests({ name, args, env }: Lot) {
  const { passed, failed, files } = await runLot(name, args, env);
  if (files.length > 0 && files.length <= FILES_OF_A_SECOND_RUN) {
    const again = await runLot(`${name}, once more`, files, env);
    for (const file of files) {
      if (!again.files.includes(file))
        notes.push(`${file} failed in the whole run and passed alone.`);
    }
  }
  return { passed, failed };
}

async function runLot(name: string, args: string[], env?: Record<string, string>) {
  const files = new Set<string>();
  let file = "";
  let last = "";
  // bunfig.toml has no such setting (Bun 1.4.5), and hooks need it too.
  const command = ["test", "--timeout=180000", ...args];
  const status = await run(name, command, env, (line) => {
    file = /^(test\/\S+):$/.exec(line)?.[1] ?? file;
    // Failed tests are listed again at the end, without a file.
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

/** Runs a script or command in this same Bun, since there may be no other. */
async function run(
  name: string,
  command: string[],
  env: Record<string, string> = {},
  onLine: (line: string) => void = () => {},
): Promise<number> {
  const started = performance.now();
  const thorough = isThorough ? { TEST_THOROUGH: "1" } : {};
  const color = process.stderr.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = Bun.spawn([process.execPath, ...command], {
    env: { ...process.env, ...IS_KEPT, TEST_TEMPLATES: templates, ...thorough, ...color, ...env },
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
