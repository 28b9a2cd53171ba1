import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { classifyFault } from "../../db/engine/errors.ts";
import { streamSnapshot } from "../../db/engine/snapshot.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { openDbWorker } from "../../db/engine/worker.ts";
import journal from "../../db/migrations/meta/_journal.json";
import { openBooks } from "../../db/open/open.ts";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { newFolder } from "../process.ts";
import { type Sqld, startSqld } from "../sqld.ts";
import { createWorld, made, type World } from "../world.ts";
import { startProxy } from "./proxy.ts";

// Servers that share a database in one process, each with its own connections, threads and queues.

/** After this time it ends an idle transaction. */
const SQLD_PATIENCE_MS = 10_000;

const { folder, remove } = newFolder();
let db: Sqld;
let world: World;
let proxy: ReturnType<typeof startProxy>;

beforeAll(async () => {
  db = await startSqld(folder);
  proxy = startProxy(db.url);
  const others = await Promise.all([1, 2, 3].map(() => openBooks({ url: db.url })));
  for (const books of others) books.close();
  world = await createWorld({}, { url: proxy.url });
});
afterAll(async () => {
  await world.end();
  proxy.stop();
  db.child.kill("SIGKILL");
  remove();
});

test("one of three servers starting on an empty database migrates it", async () => {
  const [row] = await world.books.read.all(
    "SELECT count(*) AS all_of_them, count(DISTINCT created_at) AS different FROM __drizzle_migrations",
  );
  const all = journal.entries.length;
  expect(row).toEqual({ all_of_them: all, different: all });
});

test("a reader of a long file may pause longer than the database's timeout", async () => {
  const moment = streamSnapshot(world.books, async function* (read) {
    for (;;) yield (await read.all("SELECT id FROM clients")).length;
  });
  const next = async () => (await moment.next()).value;
  expect(await next()).toBe(0);
  made(await world.kaveri.owner.post("/api/clients", { displayName: "Meanwhile" }));
  await Bun.sleep(SQLD_PATIENCE_MS + 1_000);
  expect(await next()).toBe(0);
  await moment.return(undefined);
});

describe("a lost response to a commit", () => {
  const names = async () => {
    const { accounts } = (await world.kaveri.owner.get("/api/accounts")).body;
    return accounts.map(({ name }: { name: string }) => name);
  };

  test("still returns the record of a create with a key", async () => {
    proxy.loseAnswerTo("COMMIT");
    const key = { "idempotency-key": "once" };
    made(await world.kaveri.owner.post("/api/accounts", { name: "Kept" }, key));
    expect((await names()).filter((name: string) => name === "Kept")).toEqual(["Kept"]);
  });

  test("reports an unknown result for any other write, and how to look for it", async () => {
    proxy.loseAnswerTo("COMMIT");
    const { status, headers, body } = await world.kaveri.owner.post("/api/accounts", {
      name: "Lost",
    });
    expect([status, headers.get("retry-after")]).toEqual([503, "10"]);
    expect(body.message).toBe(
      "This may or may not have been saved; check before you send it again",
    );
    expect(await names()).toContain("Lost");
  });

  test("applies no write that was lost before its commit", async () => {
    proxy.loseAnswerTo("Never");
    const { status } = await world.kaveri.owner.post("/api/accounts", { name: "Never" });
    expect(status).toBe(503);
    expect(await names()).not.toContain("Never");
  });
});

describe("imports by two servers", () => {
  const rows = (count: number, what: string) =>
    CSV_HEADER +
    Array.from(
      { length: count },
      (_, n) => `2026-10-0${1 + (n % 9)},${what} ${n % 700},kaveri bank,Fees,Income,5,\n`,
    ).join("");
  const options = { dryRun: false, createMissing: true, keepDuplicates: false, file: "books.csv" };

  async function createTenant(place = world.books.place): Promise<Tenant> {
    const { user } = (await world.kaveri.owner.get("/api/auth/me")).body;
    const [row] = await world.books.read.all<{ agency: number }>(
      "SELECT agency_id AS agency FROM users WHERE email = 'owner@kaveri.test'",
    );
    const books = await openBooks(place);
    return { books, agencyId: row?.agency ?? 0, userId: user._id, role: "owner" };
  }

  const states = () =>
    world.books.read.all<{ state: string }>("SELECT state FROM imports WHERE state <> 'done'");

  async function* besides(count: number, text: string) {
    yield new TextEncoder().encode(text);
    while ((await states()).length < count) await Bun.sleep(1);
  }

  const total = async () => (await world.kaveri.owner.get("/api/transactions?limit=1")).body.total;

  test("importing the same file at once duplicates nothing", async () => {
    const tenant = await createTenant();
    const others = [openDbWorker(tenant.books), openDbWorker(tenant.books)];
    const before = await total();
    const reports = await Promise.all(
      others.map((worker) =>
        worker.call("importTransactions", tenant, options, besides(2, rows(6_000, "Twice"))),
      ),
    );
    expect(reports.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 6_000]);
    expect(await total()).toBe(before + 6_000);
    expect((await world.kaveri.owner.get("/api/books/check")).body).toMatchObject({ ok: true });
    for (const worker of others) await worker.stop("now");
    tenant.books.close();
  });

  test("one server leaves the other's running import alone and finishes an abandoned one", async () => {
    const tenant = await createTenant();
    const [mine, other] = [openDbWorker(tenant.books), openDbWorker(tenant.books)];
    const before = await total();

    async function* slowly() {
      yield new TextEncoder().encode(rows(30_000, "Slow"));
      while ((await states()).length === 0) await Bun.sleep(1);
      await other.call("resumeImports", undefined, undefined);
      expect(await states()).toEqual([{ state: "staging" }]);
    }
    const sending = mine
      .call("importTransactions", tenant, options, slowly())
      .catch(({ message }) => message);
    while ((await states())[0]?.state !== "posting") await Bun.sleep(1);
    void mine.stop("now");
    expect(await sending).toBe("The worker was stopped");
    await other.call("resumeImports", undefined, undefined);
    expect(await states()).toEqual([{ state: "posting" }]);

    await world.books.write.run("UPDATE imports SET held_until = 0"); // A while later.
    await other.call("resumeImports", undefined, undefined);
    expect(await states()).toEqual([]);
    expect(await total()).toBe(before + 30_000);
    expect((await world.kaveri.owner.get("/api/books/check")).body).toMatchObject({ ok: true });
    for (const worker of [mine, other]) await worker.stop("now");
    tenant.books.close();
  });

  test("an import claimed too late is dropped completely and never half posted", async () => {
    const tenant = await createTenant();
    const line = startProxy(db.url, 40);
    const distant = await createTenant({ url: line.url });
    const [mine, other] = [openDbWorker(tenant.books), openDbWorker(distant.books)];
    const before = await total();
    const slices = async () => {
      const [row] = await world.books.read.all<{ count: number }>(
        "SELECT count(*) AS count FROM import_slices",
      );
      return row?.count ?? 0;
    };
    const months = Array.from(
      { length: 24 },
      (_, n) => `${2024 + Math.floor(n / 12)}-0${1 + (n % 9)}`,
    );
    let dropping: Promise<void> | undefined;

    async function* late() {
      yield new TextEncoder().encode(CSV_HEADER);
      for (const month of months)
        yield new TextEncoder().encode(
          `${month}-01,Late,kaveri bank,Fees,Income,5,\n`.repeat(5_000),
        );
      const more = "2026-12-01,Late,kaveri bank,Fees,Income,5,\n".repeat(4_000);
      yield new TextEncoder().encode(more);
      while ((await slices()) < months.length) await Bun.sleep(1);
      while ((await slices()) === months.length) {
        await world.books.write.run("UPDATE imports SET held_until = 0"); // A while later.
        let isOver = false;
        dropping = other.call("resumeImports", undefined, undefined).finally(() => {
          isOver = true;
        });
        while (!isOver && (await slices()) === months.length) await Bun.sleep(1);
      }
    }
    const sending = mine.call("importTransactions", tenant, options, late());
    expect(await sending.catch(classifyFault)).toBe("away");
    await dropping;
    expect([await total(), await states(), await slices()]).toEqual([before, [], 0]);
    for (const worker of [mine, other]) await worker.stop("now");
    for (const { books } of [tenant, distant]) books.close();
    line.stop();
  }, 180_000);
});
