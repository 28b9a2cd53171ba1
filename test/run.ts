// Everything a change has to pass: types, lint, then the tests. `--quick` keeps to what needs no server
// and no browser; any other words go to `bun test`. The packages may not be there yet when this starts,
// so it imports only what Bun brings.

const words = process.argv.slice(2).filter((word) => word !== "--quick");
const isQuick = process.argv.includes("--quick");

const TOOLS = {
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
};

process.chdir(`${import.meta.dir}/..`);
const { passed, failed } = (await install()) ? await check() : { passed: 0, failed: 1 };
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

/** Whether all packages of bun.lock are in place now: 20 ms where they were already. */
async function install(): Promise<boolean> {
  return (await run("packages", ["install", "--frozen-lockfile", "--silent"])).status === 0;
}

async function check() {
  let passed = 0;
  let failed = 0;
  for (const [name, command] of Object.entries(TOOLS)) {
    if ((await run(name, command)).status === 0) passed++;
    else failed++;
  }
  const tests = await runTests();
  return { passed: passed + tests.passed, failed: failed + tests.failed };
}

/**
 * Counted from what `bun test` says last, which JUnit's report does not: a file that cannot be imported is
 * missing there. A test that ends the process leaves status 0 and no summary, so the summary must be there.
 */
async function runTests() {
  const suite = isQuick ? ["./test/tidy.test.ts", "./test/domain"] : ["--parallel=2"];
  // Given here because bunfig.toml has no such setting (Bun 1.4.5), and it is meant for hooks as well.
  const command = ["test", "--timeout=60000", ...(words.length ? words : suite)];
  const { status, tail } = await run("tests", command);
  const count = (what: string) => Number(new RegExp(`^ (\\d+) ${what}$`, "m").exec(tail)?.[1] ?? 0);
  const isWhole = /^Ran \d+ tests? /m.test(tail);
  return {
    passed: count("pass"),
    failed: Math.max(count("fail"), status !== 0 || !isWhole ? 1 : 0),
  };
}

/** Runs a script, or a command of Bun, in this same Bun: there may be no other on the machine. */
async function run(name: string, command: string[]) {
  const started = performance.now();
  const color = process.stderr.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = Bun.spawn([process.execPath, ...command], {
    env: { ...process.env, ...color },
    stdout: "inherit",
    stderr: "pipe",
  });

  let tail = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4000);
  }
  const status = await child.exited;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  return { status, tail: Bun.stripANSI(tail) };
}
