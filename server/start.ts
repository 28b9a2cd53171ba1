import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// `bun start`: installs what is missing, then serves. `bun run build`: does all of it that writes to this
// folder, so that a start need not. This file may import nothing that is installed.

const root = fileURLToPath(new URL("..", import.meta.url));
const MARK = `${root}node_modules/.bahi-installed`;

process.chdir(root);
if (needsInstall()) await install();
// Once more from the top, in the same process: this one has seen the folder without packages, which its
// bundler goes on believing; and the collector takes its measure from the machine's memory (an import
// of a million rows peaks at 430 MB by that, at 320 MB by this), which it reads at its start.
if (!process.env.BUN_JSC_forceRAMSize) {
  const env = { ...process.env, BUN_JSC_forceRAMSize: String(288 << 20) };
  process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(1)], env);
}
if (process.argv.includes("--build")) {
  const { loadBuilt } = await import("./built.ts");
  await loadBuilt();
} else {
  const isDemo = process.argv.includes("--demo");
  const { serve } = await import("./main.ts");
  await serve(isDemo ? demoOf(process.env) : process.env, isDemo);
}

/** Books of its own, and a terminal that goes on to show how to sign in. */
function demoOf({ PORT, HOST, LOG_LEVEL = "warn", TRUST_PROXY, REGISTRATION }: NodeJS.ProcessEnv) {
  const DATABASE_URL = "file:data/demo.db";
  return { PORT, HOST, LOG_LEVEL, TRUST_PROXY, REGISTRATION, DATABASE_URL };
}

function needsInstall(): boolean {
  if (!existsSync(`${root}node_modules`)) return true;
  return !existsSync(MARK) || readFileSync(MARK, "utf8") !== lockHash();
}

async function install(): Promise<void> {
  const words = process.argv.includes("--production") ? ["--production"] : [];
  const command = [process.execPath, "install", "--frozen-lockfile", ...words];
  const { exited } = Bun.spawn(command, { cwd: root, stdout: "ignore", stderr: "inherit" });
  if ((await exited) !== 0) {
    process.stderr.write("bahi cannot start: its packages could not be installed\n");
    process.exit(1);
  }
  writeFileSync(MARK, lockHash());
}

function lockHash(): string {
  return Bun.hash(readFileSync(`${root}bun.lock`)).toString(36);
}
