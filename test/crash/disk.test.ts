import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { type Books, connect, openBooks } from "../../db/books.ts";
import { checkRollups } from "../../db/check.ts";
import { Unusable } from "../../db/faults.ts";
import { createLane } from "../../db/lane.ts";
import { createApp } from "../../server/app.ts";
import { newFolder, registerOwner, runServer, startServer } from "../process.ts";
import { caller, createWorld, made, type World } from "../world.ts";

// What disks do to a file: it is recovered exactly, or refused in one line, and never read as if nothing
// were wrong.

const ENTRIES = 40;
const { folder, remove } = newFolder();
let world: World;
let source: string;
/** The file without, and with, what its write-ahead log holds. */
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
  // A copy is not in the mode that the file of a server is in.
  const copy = createClient({ url: `file:${whole}` });
  await copy.execute("PRAGMA journal_mode = WAL");
  await copy.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  copy.close();
});
afterAll(async () => {
  await world.end();
  remove();
});

/** Every figure that the file gives of the first agency, with the rows it comes from. */
async function figuresOf({ read }: Books) {
  const entries = await read.all<{ description: string }>(
    "SELECT description FROM transactions ORDER BY entry",
  );
  const [logged] = await read.all<{ count: number }>(
    "SELECT count(*) AS count FROM audit_log WHERE entity = 'Transaction'",
  );
  const { ok } = await checkRollups(read, 1);
  return { entries: entries.map(({ description }) => description), logged: logged?.count, ok };
}

const upTo = (n: number) => ({
  entries: Array.from({ length: n }, (_, at) => `Entry ${at + 1}`),
  logged: n,
  ok: true,
});

test("a log torn or spoilt anywhere gives the books of an earlier moment, whole", async () => {
  const log = readFileSync(`${source}-wal`);
  const lengths = new Set<number>();
  for (let n = 0; n < 24; n++) {
    const path = join(folder, `torn-${n}.db`);
    copyFileSync(source, path);
    copyFileSync(`${source}-wal`, `${path}-wal`);
    const at = Math.floor(Math.random() * log.length);
    if (n % 2) truncateSync(`${path}-wal`, at);
    else writeFileSync(`${path}-wal`, log.with(at, (log[at] ?? 0) ^ 0x55));

    const books = await openBooks(`file:${path}`);
    const figures = await figuresOf(books);
    books.close();
    expect(figures, `${n % 2 ? "cut" : "spoilt"} at ${at}`).toEqual(upTo(figures.entries.length));
    lengths.add(figures.entries.length);
  }
  expect(lengths.size).toBeGreaterThan(4);
});

test("a page of rubbish is refused at the start, wherever it lies", async () => {
  const bytes = readFileSync(whole);
  const PAGE = 4096;
  let refused = 0;
  for (let page = 1; page < bytes.length / PAGE; page++) {
    const path = join(folder, `rubbish-${page}.db`);
    const spoilt = Buffer.from(bytes);
    crypto.getRandomValues(spoilt.subarray(page * PAGE, (page + 1) * PAGE));
    writeFileSync(path, spoilt);
    try {
      const books = await openBooks(`file:${path}`);
      const figures = await figuresOf(books);
      books.close();
      expect(figures, `page ${page}`).toEqual(upTo(ENTRIES));
    } catch (error) {
      expect(error, `page ${page}`).toBeInstanceOf(Unusable);
      expect((error as Error).message).toMatch(/rubbish-\d+\.db is damaged.*restore FILE$/);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(20);
});

test("a page that goes bad while the server runs is answered by 503, and no figure", async () => {
  const path = join(folder, "going.db");
  const url = `file:${path}`;
  copyFileSync(whole, path);
  const sound = await openBooks(url);
  const root = await sound.read.get<{ rootpage: number }>(
    "SELECT rootpage FROM sqlite_schema WHERE name = 'transactions_by_date'",
  );
  sound.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, ((root?.rootpage ?? 0) - 1) * 4096, (root?.rootpage ?? 0) * 4096);
  writeFileSync(path, bytes);

  const books = await connect(url, createLane(), { waitsForDisk: true });
  const log = { ...world.house.log, error: () => {} };
  const { get } = caller(createApp({ ...world.house, books, log }), world.kaveri.owner.token);
  const { status, body } = await get("/api/transactions");
  books.close();
  expect([status, body]).toEqual([
    503,
    { message: "The database is damaged; a backup has to be restored" },
  ]);
});

describe("a start ends in one line", () => {
  const startOn = async (by: string[] = []) => {
    const { stdout, stderr, exitCode } = await runServer(folder, {}, by);
    expect([stdout, exitCode]).toEqual(["", 1]);
    return stderr;
  };
  const books = join(folder, "books.db");
  /** A log that lies beside a file is part of it. */
  const put = (file: string) => {
    for (const suffix of ["-wal", "-shm", ".lock"]) rmSync(books + suffix, { force: true });
    copyFileSync(file, books);
  };

  test("where the file is no database, of another program, or of a newer version", async () => {
    writeFileSync(books, "Dear Sir or Madam, ".repeat(500));
    expect(await startOn()).toMatch(/^bahi cannot start: .*books\.db is damaged, or no .*FILE\n$/);

    const other = createClient({ url: `file:${join(folder, "other.db")}` });
    await other.execute("CREATE TABLE recipes (name TEXT)");
    other.close();
    put(join(folder, "other.db"));
    expect(await startOn()).toMatch(/^bahi cannot start: .* is a database of another program\n$/);

    put(whole);
    const newer = createClient({ url: `file:${books}` });
    await newer.execute(
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
    );
    newer.close();
    const before = readFileSync(books);
    expect(await startOn()).toMatch(
      /^bahi cannot start: .* is from a newer version of bahi; start that version with it\n$/,
    );
    expect(readFileSync(books).equals(before)).toBe(true);
  });

  test("where the file, or its folder, cannot be written", async () => {
    put(whole);
    chmodSync(books, 0o444);
    const line = /^bahi cannot start: .*books\.db cannot be written; give .*\n$/;
    expect(await startOn(WITHOUT_PRIVILEGES)).toMatch(line);
    chmodSync(books, 0o644);
    put(whole);
    chmodSync(folder, 0o555);
    expect(await startOn(WITHOUT_PRIVILEGES)).toMatch(line);
    chmodSync(folder, 0o755);
  });
});

/** Root may write what nobody may write, unless that right is taken from it. */
const WITHOUT_PRIVILEGES =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];

test("a file that may not grow takes no harm, and grows once it may", async () => {
  const town = newFolder();
  const LIMIT_BLOCKS = 4_000; // of 512 bytes
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
