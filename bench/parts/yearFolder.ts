import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Finding, Part } from "../measure.ts";
import { FOLDER, ROOT, startServer } from "../server.ts";
import { fillBooks, MANY } from "./statements.ts";

/** All rows in the downloaded year, or spread over ten years. */
const SIZES = {
  "one year of ten": { ...MANY, years: 10 },
  "all in one year": MANY,
};

export const yearFolder: Part = {
  title: "bahi reports year of 1,000,000 transactions and 50,000 documents",
  async run() {
    const found: Finding[] = [];
    for (const [what, size] of Object.entries(SIZES)) found.push(await measured(what, size));
    return found;
  },
};

async function measured(what: string, size: typeof MANY): Promise<Finding> {
  const name = `one-year-of-${size.years}`;
  const { authorization } = await fillBooks(name, size);
  const server = await startServer(name);
  const out = join(FOLDER, `papers-${name}`);
  const words = ["reports", "year", "--year", "2025-26", "--out", out];
  const token = authorization.replace("Bearer ", "");
  const started = performance.now();
  const child = Bun.spawn([process.execPath, "cli/main.ts", ...words], {
    cwd: ROOT,
    env: { ...process.env, BAHI_SERVER: server.url, BAHI_TOKEN: token },
    stderr: "inherit",
  });
  const exitCode = await child.exited;
  const seconds = (performance.now() - started) / 1_000;
  await server.stop();
  if (exitCode !== 0) throw new Error(`bahi reports year ended with ${exitCode}`);
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  const mb = sizes.reduce((sum, { size }) => sum + size, 0) / 2 ** 20;
  return {
    what: `the folder of a year, ${what}`,
    measured: `${seconds.toFixed(1)} s`,
    beside: `${files.length} files, ${Math.round(mb)} MB`,
    ratio: "",
    target: "20 s",
  };
}
