import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { type Books, connect } from "../../db/engine/books.ts";
import { StartupError } from "../../db/engine/errors.ts";
import { createMutex } from "../../db/engine/mutex.ts";
import { openBooks } from "../../db/open/open.ts";
import { proveMonths } from "../../db/verify/books.ts";
import { createApp } from "../../server/app.ts";
import { newFolder, registerOwner, runServer, startServer } from "../process.ts";
import { caller, createWorld, made, type World } from "../world.ts";

// Damage that disks do to a file: bahi recovers it exactly or refuses it in one line, and never reads it as
// if it were intact.

const ENTRIES = 40;
const { folder, remove } = newFolder();
let world: World;
let source: string;
const whole = join(folder, "whole.db");
beforeAll(async () => {
  world = await createWorld();
  const { owner, account, fees } = world.kaveri;
  source = join(world.folder, "books.db");
  await world.books.write.run("PRAGMA wal_checkpoint(TRUNCATE)");
  for (let n = 1; n <= ENTRIES; n++) {
    const links = { accountId: account._id, categoryId: fees._id };
    const entry = { date: "2026-04-01", description: `Entry ${n}`, type: "Income", amount: n };
    made(await owner.post("/api/transactions", { ...entry, ...links }));
  }
  const client = createClient({ url: `file:${source}` });
  await client.execute({ sql: "VACUUM INTO ?", args: [whole] });
  client.close();
  // A copy does not use the journal mode of a running server's file.
  const copy = createClient({ url: `file:${whole}` });
  await copy.execute("PRAGMA journal_mode = WAL");
  await copy.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  copy.close();
});
afterAll(async () => {
  await world.end();
  remove();
});

async function readFigures({ read }: Books) {
  const entries = await read.all<{ description: string }>(
    "SELECT description FROM transactions ORDER BY entry",
  );
  const [logged] = await read.all<{ count: number }>(
    "SELECT count(*) AS count FROM audit_log WHERE entity = 'Transaction'",
  );
  const { differences } = await proveMonths(read, 1);
  return {
    entries: entries.map(({ description }) => description),
    logged: logged?.count,
    differences,
  };
}

const upTo = (n: number) => ({
  entries: Array.from({ length: n }, (_, at) => `Entry ${at + 1}`),
  logged: n,
  differences: [],
});

test("a log torn or damaged anywhere yields the complete books of an earlier moment", async () => {
  const log = readFileSync(`${source}-wal`);
  const lengths = new Set<number>();
  for (let n = 0; n < 24; n++) {
    const path = join(folder, `torn-${n}.db`);
    copyFileSync(source, path);
    copyFileSync(`${source}-wal`, `${path}-wal`);
    const at = Math.floor(Math.random() * log.length);
    if (n % 2) truncateSync(`${path}-wal`, at);
    else writeFileSync(`${path}-wal`, log.with(at, (log[at] ?? 0) ^ 0x55));

    const books = await openBooks({ url: `file:${path}` });
    const figures = await readFigures(books);
    books.close();
    expect(figures, `${n % 2 ? "cut" : "spoilt"} at ${at}`).toEqual(upTo(figures.entries.length));
    lengths.add(figures.entries.length);
  }
  expect(lengths.size).toBeGreaterThan(4);
});

test("refuses to start with a damaged page anywhere", async () => {
  const bytes = readFileSync(whole);
  const PAGE = 4096;
  const EVERY = 3;
  let refused = 0;
  for (
    let page = 1 + Math.floor(Math.random() * EVERY);
    page < bytes.length / PAGE;
    page += EVERY
  ) {
    const path = join(folder, `rubbish-${page}.db`);
    const spoilt = Buffer.from(bytes);
    crypto.getRandomValues(spoilt.subarray(page * PAGE, (page + 1) * PAGE));
    writeFileSync(path, spoilt);
    try {
      const books = await openBooks({ url: `file:${path}` });
      const figures = await readFigures(books);
      books.close();
      expect(figures, `page ${page}`).toEqual(upTo(ENTRIES));
    } catch (error) {
      expect(error, `page ${page}`).toBeInstanceOf(StartupError);
      expect((error as Error).message).toMatch(/rubbish-\d+\.db is damaged.*restore FILE$/);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(10);
});

test("returns 503 and no amounts if a page goes bad while the server runs", async () => {
  const path = join(folder, "going.db");
  const url = `file:${path}`;
  copyFileSync(whole, path);
  const sound = await openBooks({ url });
  const root = await sound.read.get<{ rootpage: number }>(
    "SELECT rootpage FROM sqlite_schema WHERE name = 'transactions_by_date'",
  );
  sound.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, ((root?.rootpage ?? 0) - 1) * 4096, (root?.rootpage ?? 0) * 4096);
  writeFileSync(path, bytes);

  const books = await connect({ url }, createMutex());
  const log = { ...world.context.log, error: () => {} };
  const { get } = caller(createApp({ ...world.context, books, log }), world.kaveri.owner.token);
  const { status, body } = await get("/api/transactions");
  books.close();
  expect([status, body]).toEqual([503, { message: "The database is damaged; restore a backup" }]);
});

describe("a start fails with one line", () => {
  const startOn = async (
    file: string,
    by: string[] = [],
    modes = { file: 0o644, folder: 0o755 },
  ) => {
    const town = newFolder();
    const books = join(town.folder, "books.db");
    copyFileSync(file, books);
    chmodSync(books, modes.file);
    chmodSync(town.folder, modes.folder);
    const env = { SESSION_SECRET: "a secret that is not kept in the folder" };
    const { stdout, stderr, exitCode } = await runServer(town.folder, env, by);
    expect([stdout, exitCode]).toEqual(["", 1]);
    expect(readFileSync(books).equals(readFileSync(file))).toBe(true);
    chmodSync(town.folder, 0o755);
    town.remove();
    return stderr;
  };

  test("if the file is not a database, another program's or a newer version's", async () => {
    const letter = join(folder, "letter.txt");
    writeFileSync(letter, "Dear Sir or Madam, ".repeat(500));
    expect(await startOn(letter)).toMatch(
      /^bahi cannot start: .*books\.db is damaged or not a database; restore .*FILE\n$/,
    );

    const recipes = join(folder, "recipes.db");
    const other = createClient({ url: `file:${recipes}` });
    await other.execute("PRAGMA journal_mode = WAL");
    await other.execute("CREATE TABLE recipes (name TEXT)");
    await other.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    other.close();
    expect(await startOn(recipes)).toMatch(
      /^bahi cannot start: .* is a database of another program\n$/,
    );

    const tomorrow = join(folder, "tomorrow.db");
    copyFileSync(whole, tomorrow);
    const newer = createClient({ url: `file:${tomorrow}` });
    await newer.execute(
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
    );
    await newer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    newer.close();
    expect(await startOn(tomorrow)).toMatch(
      /^bahi cannot start: .* is from a newer version of bahi; start that version with it\n$/,
    );
  });

  test("if the file or its folder is not writable", async () => {
    for (const modes of [
      { file: 0o444, folder: 0o755 },
      { file: 0o644, folder: 0o555 },
    ]) {
      expect(await startOn(whole, WITHOUT_PRIVILEGES, modes)).toMatch(
        /^bahi cannot start: .*books\.db cannot be written to; give .*\n$/,
      );
    }
  });
});

/** Root may write read-only files unless it drops that capability. */
const WITHOUT_PRIVILEGES =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];

test("a file that may not grow stays intact and grows once it may", async () => {
  const town = newFolder();
  const LIMIT_BLOCKS = 8_000; // of 512 bytes
  const limited = ["sh", "-c", `trap "" XFSZ; ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`];
  let server = await startServer(town.folder, { LOG_LEVEL: "silent" }, limited);
  const { headers } = await registerOwner(server.url);
  const api = async (path: string, body?: object) => {
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const json = { ...headers, "content-type": "application/json" };
    const answer = await fetch(`${server.url}/api${path}`, { headers: json, ...sent });
    return { status: answer.status, body: await answer.json() };
  };
  const [account] = (await api("/accounts")).body.accounts;
  const [category] = (await api("/categories")).body.categories;
  const entry = {
    date: "2026-04-01",
    description: "An entry",
    type: category.type,
    amount: 1,
    accountId: account._id,
    categoryId: category._id,
    notes: "n".repeat(5_000),
  };
  let kept = 0;
  let answer = await api("/transactions", entry);
  for (; answer.status === 201; kept++) answer = await api("/transactions", entry);
  expect(kept).toBeGreaterThan(10);
  expect(answer).toMatchObject({ status: 503, body: { message: "The server's disk failed" } });
  expect((await api("/transactions?limit=1")).body.total).toBe(kept);

  server.child.kill("SIGKILL");
  await server.child.exited;
  server = await startServer(town.folder);
  expect((await api("/transactions?limit=1")).body.total).toBe(kept);
  expect((await api("/transactions", entry)).status).toBe(201);
  expect((await api("/books/check")).body).toMatchObject({ ok: true });
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  town.remove();
});

test("a server serves even if it cannot finish what the last stop left, and says so", async () => {
  const town = newFolder();
  copyFileSync(whole, join(town.folder, "books.db"));
  // Otherwise another process with the file open would stop the server from starting.
  writeFileSync(join(town.folder, "books.db.lock"), "");
  const file = createClient({ url: `file:${join(town.folder, "books.db")}` });
  // An import past its point of no return, and a file that cannot grow.
  await file.execute(`INSERT INTO imports (agency_id, id, user_id, at, file, state, created)
    SELECT agency_id, 'cut off', id, '', '', 'posting', '{"accounts":[],"categories":[]}'
    FROM users LIMIT 1`);
  await file.execute(`CREATE TRIGGER stuck BEFORE UPDATE ON imports
    BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
  let server = await startServer(town.folder);
  await server.hasLogged(/Work interrupted by the last stop could not be completed/);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);

  await file.execute("DROP TRIGGER stuck");
  server = await startServer(town.folder);
  const states = async () => (await file.execute("SELECT state FROM imports")).rows;
  while ((await states())[0]?.state !== "done") await Bun.sleep(1);
  file.close();
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  town.remove();
});
