import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// `bun start`: installs what is missing, then serves. This file may import nothing that is installed.

const root = fileURLToPath(new URL("..", import.meta.url));
const MARK = `${root}node_modules/.bahi-installed`;

process.chdir(root);
if (needsInstall()) await install();
const isDemo = process.argv.includes("--demo");
const { serve } = await import("./main.ts");
await serve(isDemo ? { ...process.env, DATABASE_URL: "file:data/demo.db" } : process.env, isDemo);

function needsInstall(): boolean {
  if (!existsSync(`${root}node_modules`)) return true;
  return !existsSync(MARK) || readFileSync(MARK, "utf8") !== lockHash();
}

async function install(): Promise<void> {
  const command = [process.execPath, "install", "--frozen-lockfile"];
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
