import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { registerAgency } from "../../db/agencies/users.ts";
import { openBooks } from "../../db/open/open.ts";
import { users } from "../../db/schema/agencies.ts";
import { openDemo } from "../../server/main.ts";
import { newFolder, registerOwner, runServer, startServer } from "../process.ts";

const ROOT = join(import.meta.dir, "../..");
const { folder, remove } = newFolder();
afterAll(remove);

describe("a start", () => {
  test.each([
    ["PORT", "abc", 'PORT must be a number from 0 to 65535, not "abc"'],
    ["PORT", "65536", 'PORT must be a number from 0 to 65535, not "65536"'],
    ["SESSION_SECRET", "short", "SESSION_SECRET must have at least 32 characters"],
    [
      "DATABASE_URL",
      "books.db",
      'DATABASE_URL must be file:PATH, http://HOST, https://HOST or libsql://HOST, not "books.db"',
    ],
    ["DATABASE_REPLICA", "x.db", "DATABASE_REPLICA requires a DATABASE_URL that is a server"],
    ["LOG_LEVEL", "loud", 'LOG_LEVEL must be debug or info or warn or error or silent, not "loud"'],
    [
      ...["PUBLIC_URL", "ftp://x"],
      'PUBLIC_URL must be an address without a path, such as https://books.example, not "ftp://x"',
    ],
    ["TRUST_PROXY", "maybe", 'TRUST_PROXY must be 0 or 1, not "maybe"'],
    [
      "EINVOICE_KEYS",
      "none.pem",
      'EINVOICE_KEYS must be a file of public keys in PEM, not "none.pem"',
    ],
    ["REGISTRATION", "no", 'REGISTRATION must be open or closed, not "no"'],
  ])("ends in one line that names %s=%s", async (name, value, message) => {
    expect(await runServer(folder, { [name]: value })).toEqual({
      stdout: "",
      stderr: `bahi cannot start: ${message}\n`,
      exitCode: 1,
    });
  });

  test("knows its options and rejects others", async () => {
    const start = (word: string) =>
      Bun.spawnSync([process.execPath, join(ROOT, "server/start.ts"), word], { cwd: folder });
    const wrong = start("--dmeo");
    expect([wrong.exitCode, String(wrong.stdout), String(wrong.stderr)]).toEqual([
      2,
      "",
      "bahi cannot start: --dmeo is unknown; use --demo, --build, --production, --help\n",
    ]);
    const help = start("--help");
    expect([help.exitCode, String(help.stderr)]).toEqual([0, ""]);
    expect(String(help.stdout)).toContain("--demo        serve the books of a fictional studio");
  });

  test("rewrites a demo that was cut off midway", async () => {
    const { folder, remove } = newFolder();
    const place = { url: `file:${join(folder, "demo.db")}` };
    const half = await openBooks(place);
    const asha = { name: "Asha", email: "asha@indigo.example", password: "indigo demo" };
    const agency = { agencyName: "Indigo Studio", agencySlug: "indigo-studio" };
    await registerAgency(half, { ...asha, ...agency }, { address: "a start" });
    half.close();
    const books = await openDemo(place, () => {});
    const team = await books.read.select().from(users);
    expect(team.map(({ name }) => name)).toContain("Sneha Patil");
    books.close();
    remove();
  });

  test("locks its database and its port, and releases them", async () => {
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
  });

  test("hashes a password with argon2id, in 64 MB and two passes", async () => {
    const { url, child } = await startServer(folder);
    await registerOwner(url);
    child.kill("SIGTERM");
    await child.exited;
    const client = createClient({ url: `file:${join(folder, "books.db")}` });
    const { rows } = await client.execute("SELECT password_hash FROM people");
    client.close();
    expect(rows.map((row) => row.password_hash)).toEqual([
      expect.stringMatching(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/),
    ]);
  });

  test("makes its generated secret readable by its owner only", () => {
    expect(statSync(join(folder, "session-secret")).mode & 0o777).toBe(0o600);
  });
});

describe("a built checkout", () => {
  const copy = newFolder();
  // Root writes anywhere unless it drops that capability.
  const asReader =
    process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];
  const inCopy = [...asReader, "env", `--chdir=${copy.folder}`];
  const setWritable = (isWritable: boolean) => {
    for (const { path, isFolder } of below(copy.folder)) {
      chmodSync(path, (isFolder ? 0o555 : 0o444) | (isWritable ? 0o200 : 0));
    }
  };
  afterAll(() => {
    setWritable(true);
    copy.remove();
  });

  test("is only read by a start", async () => {
    for (const name of ["domain", "db", "islands", "server", "package.json", "bun.lock"]) {
      cpSync(join(ROOT, name), join(copy.folder, name), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(copy.folder, "node_modules"));
    const build = [process.execPath, "run", "--silent", "build"];
    expect(await Bun.spawn(build, { cwd: copy.folder }).exited).toBe(0);
    const pages = join(copy.folder, "build", "pages");
    expect(readdirSync(pages).map((name) => statSync(join(pages, name)).mode & 0o777)).toEqual([
      0o755,
    ]);

    setWritable(false);
    const before = below(copy.folder);
    const { url, child } = await startServer(folder, {}, inCopy);
    expect((await fetch(`${url}/login`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(below(copy.folder)).toEqual(before);

    setWritable(true);
    rmSync(join(copy.folder, "build"), { recursive: true });
    setWritable(false);
    const unbuilt = await runServer(folder, {}, inCopy);
    expect([unbuilt.exitCode, unbuilt.stderr]).toEqual([
      1,
      `bahi cannot start: EACCES: permission denied, mkdir '${copy.folder}/build'\n`,
    ]);
  });
});

function below(path: string): { path: string; isFolder: boolean; changed: number }[] {
  const { mtimeMs } = statSync(path);
  const entries = readdirSync(path, { withFileTypes: true }).filter((e) => !e.isSymbolicLink());
  return [
    { path, isFolder: true, changed: mtimeMs },
    ...entries.flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory()
        ? below(inner)
        : [{ path: inner, isFolder: false, changed: statSync(inner).mtimeMs }];
    }),
  ];
}
