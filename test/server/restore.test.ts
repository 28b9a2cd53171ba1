import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { finishRestore, prepareRestore, stepsLeft } from "../../db/backup/restore.ts";
import { newFolder, registerOwner, runServer, startServer } from "../process.ts";

const ROOT = join(import.meta.dir, "../..");
const { folder, remove } = newFolder();
afterAll(remove);

/** Yesterday's books as a backup, and today's with a write-ahead log, as a killed server leaves them. */
const backup = join(folder, "backup.db");
const today = join(folder, "today");
let token: string;
const SECRET = { SESSION_SECRET: "the same secret for every server here" };

async function countAccounts(path: string): Promise<number> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  const { rows } = await client.execute("SELECT count(*) AS count FROM accounts");
  client.close();
  return Number(rows[0]?.count);
}

beforeAll(async () => {
  mkdirSync(today);
  const server = await startServer(today, SECRET);
  const { headers, token: made } = await registerOwner(server.url);
  token = made;
  // A process that exits: an open file would be checkpointed at some point.
  expect((await run("backup", backup, join(today, "books.db"))).exitCode).toBe(0);
  const json = { ...headers, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Of today" });
  const added = await fetch(`${server.url}/api/accounts`, { method: "POST", headers: json, body });
  expect(added.status).toBe(201);
  server.child.kill("SIGKILL");
  await server.child.exited;
  expect(readFileSync(join(today, "books.db-wal")).length).toBeGreaterThan(0);
});

function newTown() {
  const town = newFolder();
  for (const name of ["books.db", "books.db-wal", "books.db.begun", "books.db.lock"]) {
    copyFileSync(join(today, name), join(town.folder, name));
  }
  return { ...town, path: join(town.folder, "books.db") };
}

async function run(script: string, file: string, path: string) {
  const child = Bun.spawn([process.execPath, `server/${script}.ts`, file], {
    cwd: ROOT,
    env: { ...process.env, ...SECRET, DATABASE_URL: `file:${path}` },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { stdout, stderr, exitCode: await child.exited };
}

async function accountsServed(at: string): Promise<number> {
  const { url, child } = await startServer(at, SECRET);
  const answer = await fetch(`${url}/api/accounts`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { accounts } = await answer.json();
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  return accounts.length;
}

describe("a restore", () => {
  test("is finished by the next process if stopped after any step", async () => {
    const first = newTown();
    await prepareRestore(backup, first.path);
    const count = stepsLeft(first.path).length;
    first.remove();
    expect(count).toBeGreaterThanOrEqual(3); // The file, its log, and the copy's new name.

    for (let done = 0; done <= count; done++) {
      const { folder: at, path, remove } = newTown();
      await prepareRestore(backup, path);
      for (const step of stepsLeft(path).slice(0, done)) step();
      const kept = finishRestore(path);
      expect(await countAccounts(path), `after ${done}`).toBe(1);
      const before = readdirSync(at).filter((name) => /before-[^.]*Z$/.test(name));
      expect(before).toHaveLength(1);
      const [name = ""] = before;
      expect(kept).toBe(done < count ? join(at, name) : undefined);
      expect(await countAccounts(join(at, name))).toBe(2);
      expect(finishRestore(path)).toBeUndefined();
      remove();
    }
  });

  test("is finished by a start", async () => {
    const { folder: at, path, remove } = newTown();
    await prepareRestore(backup, path);
    for (const step of stepsLeft(path).slice(0, 1)) step();
    expect(existsSync(path)).toBe(false);
    expect(await accountsServed(at)).toBe(1);
    remove();
  });

  test("leaves the books unchanged if nothing was prepared", async () => {
    const { folder: at, path, remove } = newTown();
    copyFileSync(backup, `${path}.part`); // Stopped during the copy.
    expect(await accountsServed(at)).toBe(2);
    remove();
  });

  test("leaves no file with the books if rejected", async () => {
    const { folder: at, path, remove } = newTown();
    const letter = join(folder, "letter.txt");
    writeFileSync(letter, "Dear Sir or Madam, ".repeat(500));
    const besideTheLock = () =>
      readdirSync(at)
        .filter((name) => !name.includes(".lock"))
        .toSorted();
    const before = besideTheLock();
    const { exitCode, stderr } = await run("restore", letter, path);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^bahi: nothing was restored: .+\n$/);
    expect(besideTheLock()).toEqual(before);
    remove();
  });
});

describe("a start refuses lost books", () => {
  const refusal = (what: string) =>
    new RegExp(
      `^bahi cannot start: .*books\\.db ${what}, where books were kept; restore a backup with: ` +
        "bun run restore FILE, or to begin new books delete .*books\\.db\\.begun\\n$",
    );

  test("if the file is missing but its log exists", async () => {
    const { folder: at, path, remove } = newTown();
    rmSync(path);
    const { stderr, exitCode } = await runServer(at, SECRET);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(refusal("is missing"))]);
    expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([false, true]);

    expect((await run("restore", backup, path)).exitCode).toBe(0);
    expect(await accountsServed(at)).toBe(1);
    remove();
  });

  test("if the file is empty or has no table, until confirmed as intended", async () => {
    const { folder: at, path, remove } = newTown();
    rmSync(`${path}-wal`);
    writeFileSync(path, "");
    expect((await runServer(at, SECRET)).stderr).toMatch(refusal("is empty"));

    rmSync(path);
    const empty = createClient({ url: `file:${path}`, concurrency: 1 });
    await empty.execute("PRAGMA journal_mode = WAL");
    empty.close();
    expect((await runServer(at, SECRET)).stderr).toMatch(refusal("is empty"));

    rmSync(`${path}.begun`);
    const server = await startServer(at, SECRET);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    expect(await server.child.exited).toBe(0);
    remove();
  });
});
