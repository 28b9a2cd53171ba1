import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Part } from "../measure.ts";
import { FOLDER, ROOT, startServer } from "../server.ts";
import { fillBooks, MANY } from "./statements.ts";

export const yearFolder: Part = {
  title: "bahi reports year of 1,000,000 transactions and 50,000 documents",
  async run() {
    const { authorization } = await fillBooks("year", MANY);
    const server = await startServer("year");
    const out = join(FOLDER, "papers");
    const started = performance.now();
    const child = Bun.spawn(
      [process.execPath, "cli/main.ts", "reports", "year", "--year", "2025-26", "--out", out],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          BAHI_SERVER: server.url,
          BAHI_TOKEN: authorization.replace("Bearer ", ""),
        },
        stderr: "inherit",
      },
    );
    const exitCode = await child.exited;
    const seconds = (performance.now() - started) / 1_000;
    await server.stop();
    if (exitCode !== 0) throw new Error(`bahi reports year ended with ${exitCode}`);
    const found = await readdir(out, { recursive: true, withFileTypes: true });
    const files = found.filter((file) => file.isFile());
    const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
    const mb = sizes.reduce((sum, { size }) => sum + size, 0) / 2 ** 20;
    return [
      {
        what: "the folder of a year",
        measured: `${seconds.toFixed(1)} s`,
        beside: `${files.length} files, ${Math.round(mb)} MB`,
        ...{ ratio: "", target: "20 s" },
      },
    ];
  },
};
