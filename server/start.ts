import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// `bun start`: installs missing packages, then serves. `bun run build`: does everything that writes to this
// folder, so that a start need not. This file must not import installed packages.

const root = fileURLToPath(new URL("..", import.meta.url));
const MARK = `${root}node_modules/.bahi-installed`;

const WORDS = {
  "--demo": "serve the books of a fictional studio, in data/demo.db",
  "--build": "prepare this folder for the first start, then exit",
  "--production": "with --build: do not install test dependencies",
  "--help": "show this help",
};
const words = process.argv.slice(2);
const unknown = words.find((word) => !(word in WORDS));
if (unknown !== undefined) {
  const known = Object.keys(WORDS).join(", ");
  process.stderr.write(`bahi cannot start: ${unknown} is unknown; use ${known}\n`);
  process.exit(2);
}
if (words.includes("--help")) {
  const lines = Object.entries(WORDS).map(([word, what]) => `  ${word.padEnd(14)}${what}`);
  process.stdout.write(`Usage: bun start [options]\n\n${lines.join("\n")}\n
Settings are environment variables: docs/operations.md\n`);
  process.exit(0);
}

process.chdir(root);
if (needsInstall()) await install();
// Restarts itself in the same process: its bundler caches that packages were missing, and the garbage
// collector reads its limit at startup (an import of a million rows peaks at 430 MB with the machine's
// memory as limit, at 320 MB with this).
if (!process.env.BUN_JSC_forceRAMSize) {
  const env = { ...process.env, BUN_JSC_forceRAMSize: String(288 << 20) };
  process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(1)], env);
}
if (words.includes("--build")) {
  const { loadBuilt } = await import("./pages/loadBuilt.ts");
  await loadBuilt();
} else {
  const isDemo = words.includes("--demo");
  const { serve } = await import("./main.ts");
  await serve(isDemo ? toDemoSettings(process.env) : process.env, isDemo);
}

/** Returns settings with a separate database, and output that keeps the sign-in visible. */
function toDemoSettings(env: NodeJS.ProcessEnv) {
  const { PORT, HOST, LOG_LEVEL = "warn", TRUST_PROXY, REGISTRATION } = env;
  const { SMTP_URL, SMTP_FROM, SMTP_PER_AGENCY, PUBLIC_URL } = env;
  const DATABASE_URL = "file:data/demo.db";
  const settings = { PORT, HOST, LOG_LEVEL, TRUST_PROXY, REGISTRATION, DATABASE_URL };
  return { ...settings, SMTP_URL, SMTP_FROM, SMTP_PER_AGENCY, PUBLIC_URL };
}

function needsInstall(): boolean {
  if (!existsSync(`${root}node_modules`)) return true;
  return !existsSync(MARK) || readFileSync(MARK, "utf8") !== lockHash();
}

async function install(): Promise<void> {
  if (process.stdout.isTTY) process.stdout.write("Installing packages...\n");
  const only = words.includes("--production") ? ["--production"] : [];
  const command = [process.execPath, "install", "--frozen-lockfile", ...only];
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
