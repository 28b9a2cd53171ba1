import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bahi-kept-"));
  mkdirSync(join(folder, "bahi"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string) => JSON.parse(readFileSync(join(folder, "bahi", name), "utf8"));

/** Runs a script in this many processes at once; `N` is the number of the process. */
async function runAtOnce(processes: number, script: string): Promise<void> {
  const running = Array.from({ length: processes }, (_, n) =>
    Bun.spawn([process.execPath, "-e", script.replaceAll("N", String(n))], {
      cwd: join(import.meta.dir, "../.."),
      env: { PATH: process.env.PATH ?? "", HOME: folder, XDG_CONFIG_HOME: folder },
      stderr: "inherit",
    }),
  );
  expect(await Promise.all(running.map((one) => one.exited))).toEqual(running.map(() => 0));
}

test("keeps every change of concurrent processes", async () => {
  await runAtOnce(
    4,
    `import { changeStored } from "./cli/stored.ts";
    for (let i = 0; i < 50; i++) changeStored("count.json", ({ all = 0 }) => ({ all: all + 1 }));`,
  );
  expect(read("count.json")).toEqual({ all: 200 });
});

test("keeps every session saved by concurrent processes", async () => {
  await runAtOnce(
    4,
    `import { saveSession } from "./cli/session.ts";
    for (let i = 0; i < 10; i++)
      saveSession({ url: "http://a", token: "t", email: "N-" + i + "@kaveri.test", agency: "kaveri" });`,
  );
  const emails = read("session.json").sessions.map(({ email }: { email: string }) => email);
  expect(new Set(emails).size).toBe(40);
  expect(readdirSync(join(folder, "bahi")).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test("takes over the lock of a killed process", async () => {
  const killed = Bun.spawn([process.execPath, "-e", ""]);
  await killed.exited;
  writeFileSync(join(folder, "bahi/count.json.lock"), String(killed.pid));
  await runAtOnce(
    1,
    `import { changeStored } from "./cli/stored.ts"; changeStored("count.json", () => ({ left: 1 }));`,
  );
  expect(read("count.json").left).toBe(1);
});
