import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { linkSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import {
  newFolder,
  registerOwner,
  runServer,
  type ServerProcess,
  startServer,
} from "../process.ts";

// One server per file, by whatever name it is opened.

const ROOT = join(import.meta.dir, "../..");
const { folder, remove } = newFolder();
const path = join(folder, "books.db");
const backup = join(folder, "backup.db");
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer(folder);
  await registerOwner(server.url);
  // A process that exits, because this one must not have the file open.
  const child = Bun.spawn([process.execPath, "server/backup.ts", backup], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: `file:${path}` },
    stdout: "ignore",
  });
  expect(await child.exited).toBe(0);
});
afterAll(async () => {
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  remove();
});

const startOn = async (file: string) =>
  (await runServer(folder, { DATABASE_URL: `file:${file}` })).stderr;

async function restoreOnto(file: string) {
  const child = Bun.spawn([process.execPath, "server/restore.ts", backup], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: `file:${file}` },
    stdout: "pipe",
    stderr: "pipe",
  });
  const stderr = await new Response(child.stderr).text();
  return { stderr, exitCode: await child.exited };
}

describe("the file of a running server", () => {
  test("cannot be started on or restored by a symbolic link", async () => {
    const link = join(folder, "link.db");
    const twice = join(folder, "twice.db");
    symlinkSync(path, link);
    symlinkSync("link.db", twice);
    for (const name of [link, twice]) {
      expect(await startOn(name)).toMatch(
        /^bahi cannot start: .* is already open by process .+\n$/,
      );
      expect(await restoreOnto(name)).toEqual({
        stderr: expect.stringMatching(/is already open by process .+; stop it first\n$/),
        exitCode: 1,
      });
    }
  });

  test("cannot be started on or restored by a hard link", async () => {
    const hard = join(folder, "hard.db");
    linkSync(path, hard);
    expect(await startOn(hard)).toMatch(/^bahi cannot start: .*hard\.db has another name .+\n$/);
    const { stderr, exitCode } = await restoreOnto(hard);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("has another name")]);
    unlinkSync(hard);
  });

  test("cannot be started on again, even if the lock was removed", async () => {
    rmSync(`${path}.lock`);
    for (let n = 0; n < 2; n++) {
      expect(await startOn(path)).toMatch(/^bahi cannot start: .* is already open in .+\n$/);
    }
    const { stderr, exitCode } = await restoreOnto(path);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is already open in .+\n$/)]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
