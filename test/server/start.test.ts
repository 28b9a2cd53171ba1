import { afterAll, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { newFolder, runServer, startServer } from "../process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

describe("a start", () => {
  test.each([
    ["PORT", "abc", 'PORT must be a number from 0 to 65535, not "abc"'],
    ["PORT", "65536", 'PORT must be a number from 0 to 65535, not "65536"'],
    ["SESSION_SECRET", "short", "SESSION_SECRET must have at least 32 characters"],
    ["DATABASE_URL", "books.db", 'DATABASE_URL must be file:PATH, not "books.db"'],
    ["LOG_LEVEL", "loud", 'LOG_LEVEL must be debug or info or warn or error or silent, not "loud"'],
    ["TRUST_PROXY", "maybe", 'TRUST_PROXY must be 0 or 1, not "maybe"'],
    ["REGISTRATION", "no", 'REGISTRATION must be open or closed, not "no"'],
  ])("with %s=%s ends in one line that names it", async (name, value, message) => {
    expect(await runServer(folder, { [name]: value })).toEqual({
      stdout: "",
      stderr: `bahi cannot start: ${message}\n`,
      exitCode: 1,
    });
  });

  test("holds its database and its port, lets nobody else in, and gives them back", async () => {
    const first = await startServer(folder);
    const { port } = new URL(first.url);
    expect(await (await fetch(`${first.url}/healthz`)).json()).toEqual({ status: "ok" });

    const second = await runServer(folder, { PORT: "0" });
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(
      /^bahi cannot start: .*books\.db is already open by process \d+, .*\n$/,
    );

    const elsewhere = newFolder();
    const third = await runServer(elsewhere.folder, { PORT: port });
    expect([third.exitCode, third.stderr]).toEqual([
      1,
      `bahi cannot start: PORT ${port} of 127.0.0.1 is in use by another program\n`,
    ]);
    elsewhere.remove();

    first.child.kill("SIGTERM");
    expect(await first.child.exited).toBe(0);
    const again = await startServer(folder);
    again.child.kill("SIGINT");
    expect(await again.child.exited).toBe(0);
  }, 30_000);

  test("keeps the secret that it makes to its owner", () => {
    expect(statSync(join(folder, "session-secret")).mode & 0o777).toBe(0o600);
  });
});
