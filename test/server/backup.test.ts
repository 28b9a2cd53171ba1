import { afterAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { newFolder, registerOwner, startServer } from "../process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

const ROOT = join(import.meta.dir, "../..");
const copy = join(folder, "copy.db");

async function run(script: string, path: string, books = join(folder, "books.db")) {
  const child = Bun.spawn([process.execPath, `server/${script}.ts`, path], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: `file:${books}` },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

test("a restored backup of a running server equals its books", async () => {
  let server = await startServer(folder);
  const { headers } = await registerOwner(server.url);
  const add = (rows: string) =>
    fetch(`${server.url}/api/transactions/import`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/csv" },
      body: CSV_HEADER + rows,
    });
  const list = async () =>
    (await fetch(`${server.url}/api/transactions?q=kept`, { headers })).json();

  expect((await add("2026-04-01,Kept in mind,Bank,Fees,Income,12.50,\n")).status).toBe(201);
  const before = await list();
  expect(await run("backup", copy)).toMatchObject({
    exitCode: 0,
    stdout: `${copy} holds 1 agency with 1 transaction, verified after writing\n`,
  });
  const again = await run("backup", copy);
  expect([again.exitCode, again.stdout]).toEqual([1, ""]);
  expect(again.stderr).toContain("a backup never overwrites a file");

  expect((await add("2026-04-02,Kept no longer,Bank,Fees,Income,1,\n")).status).toBe(201);
  expect((await list()).total).toBe(2);
  const tooEarly = await run("restore", copy);
  expect([tooEarly.exitCode, tooEarly.stdout]).toEqual([1, ""]);
  expect(tooEarly.stderr).toMatch(/is already open by process \d+, .*; stop it first/);

  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  const restored = await run("restore", copy);
  expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
  const kept = /The earlier file was kept as (\S+)/.exec(restored.stdout)?.[1] as string;
  expect(existsSync(kept)).toBe(true);

  server = await startServer(folder);
  expect(await list()).toEqual(before);
  server.child.kill("SIGTERM");
  await server.child.exited;
}, 60_000);

test("the backup contains the attachments, each with its hash", async () => {
  const town = newFolder();
  const books = join(town.folder, "books.db");
  const backup = join(town.folder, "papers.db");
  let server = await startServer(town.folder);
  const { headers } = await registerOwner(server.url);
  const ask = (path: string, rest: RequestInit = {}) =>
    fetch(`${server.url}/api${path}`, { ...rest, headers: { ...headers, ...rest.headers } });
  const json = { method: "POST", headers: { "content-type": "application/json" } };
  const named = { ...json, body: JSON.stringify({ displayName: "Konkan Foods" }) };
  const { client } = await (await ask("/clients", named)).json();
  const attach = async (bytes: Uint8Array<ArrayBuffer>) => {
    const query = `entity=client&id=${client._id}&name=${bytes.length}.pdf`;
    const answer = await ask(`/attachments?${query}`, { method: "POST", body: bytes });
    return (await answer.json()).attachment;
  };
  const buildPdf = (size: number) => {
    const bytes = new Uint8Array(size).fill(37);
    bytes.set(new TextEncoder().encode("%PDF-1.7"));
    return bytes;
  };
  const papers = [await attach(buildPdf(40)), await attach(buildPdf(700_000))];
  expect(await run("backup", backup, books)).toEqual({
    exitCode: 0,
    stdout: `${backup} holds 1 agency with 0 transactions and 2 attachments, verified after writing\n`,
    stderr: "",
  });
  const later = await attach(buildPdf(50));
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);

  const restored = await run("restore", backup, books);
  expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
  const kept = /The earlier file was kept as (\S+)/.exec(restored.stdout)?.[1] as string;
  server = await startServer(town.folder);
  for (const { _id, sha256 } of papers) {
    const bytes = await (await ask(`/attachments/${_id}/content`)).bytes();
    expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
  expect((await ask(`/attachments/${later._id}`)).status).toBe(404);
  const checked = { checked: 2, bytes: 700_040, wrong: [], next: null };
  expect(await (await ask("/attachments/check")).json()).toEqual(checked);
  server.child.kill("SIGTERM");
  await server.child.exited;
  const env = { DATABASE_URL: `file:${kept}` };
  server = await startServer(town.folder, env);
  const bytes = await (await ask(`/attachments/${later._id}/content`)).bytes();
  expect(bytes).toEqual(buildPdf(50));
  server.child.kill("SIGTERM");
  await server.child.exited;
  town.remove();
}, 60_000);

test("writes one of three concurrent backups to one name and fails the others clearly", async () => {
  const target = join(folder, "three.db");
  const runs = await Promise.all([1, 2, 3].map(() => run("backup", target)));
  expect(runs.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1]);
  for (const { stderr } of runs.filter(({ exitCode }) => exitCode === 1)) {
    expect(stderr).toBe(
      `bahi: no backup was created: ${target} already exists; a backup never overwrites a file\n`,
    );
  }
  expect(readdirSync(folder).filter((name) => name.startsWith("three"))).toEqual(["three.db"]);
}, 60_000);

test.each([
  ["daily", "income_paise", "income_paise of day 2026-04-01, 1251 for 1250"],
  ["audit_days", "entries", "entries of audit log of .+, 2 for 1"],
])(
  "copies books whose %s differs from their rows and names the agency",
  async (table, figure, where) => {
    const file = createClient({ url: `file:${join(folder, "books.db")}` });
    const change = (by: number) =>
      file.execute(`UPDATE ${table} SET ${figure} = ${figure} + ${by}`);
    await change(1);
    const wrong = join(folder, `wrong-${table}.db`);
    const { exitCode, stdout, stderr } = await run("backup", wrong);
    await change(-1);
    // Checkpoint now, and not whenever the collector reaches the closed connection: the next test reads the
    // file.
    await file.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    file.close();
    expect([exitCode, stdout]).toEqual([
      0,
      `${wrong} holds 1 agency with 1 transaction, verified after writing\n`,
    ]);
    expect(stderr).toMatch(
      new RegExp(
        String.raw`^bahi: The totals of Crash & Sons \(agency 1\) differ from its rows: ${where}\n$`,
      ),
    );
  },
  60_000,
);

test("rejects a damaged or foreign file and keeps the current books", async () => {
  const books = join(folder, "books.db");
  const present = readFileSync(books);
  const damaged = Buffer.from(readFileSync(copy));
  damaged.fill(0xa5, 8192, 8192 + 4096 * 12);
  writeFileSync(join(folder, "damaged.db"), damaged);
  writeFileSync(join(folder, "letter.txt"), "Dear Sir or Madam, ".repeat(500));

  for (const name of ["damaged.db", "letter.txt", "nothing.db"]) {
    const { exitCode, stderr, stdout } = await run("restore", join(folder, name));
    expect([name, exitCode, stdout]).toEqual([name, 1, ""]);
    expect(stderr).toMatch(/^bahi: nothing was restored: .+\n$/);
  }
  expect(readFileSync(books).equals(present)).toBe(true);
}, 60_000);

test("copies and verifies books with totals beyond exact numbers, and all others", async () => {
  const own = newFolder();
  const server = await startServer(own.folder);
  const { headers } = await registerOwner(server.url);
  const answer = await fetch(`${server.url}/api/transactions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv" },
    body: CSV_HEADER + "2026-04-01,Fee,Bank,Fees,Income,99999999999.99,\n".repeat(1_000),
  });
  expect(answer.status).toBe(201);
  const path = join(own.folder, "books.db");
  const large = join(own.folder, "large.db");
  expect(await run("backup", large, path)).toEqual({
    exitCode: 0,
    stdout: `${large} holds 1 agency with 1,000 transactions, verified after writing\n`,
    stderr: "",
  });
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  const restored = await run("restore", large, path);
  expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
  own.remove();
}, 60_000);
