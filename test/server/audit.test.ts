import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addDays, today } from "../../domain/dates.ts";
import { turnsDuring } from "../turns.ts";
import { createWorld, made, type World } from "../world.ts";
import { buildWrites, writingRoutes } from "./writes.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

/** Row snapshots without a log entry. */
const STRAYS = `SELECT of_table, seq FROM row_images i
  WHERE seq > (SELECT max(seq) FROM audit_log a WHERE a.agency_id = i.agency_id)`;
/** Actions without an operation: those of strangers, exports, and matches of a statement without lines. */
const NO_OPERATION = /auth\/(register|join|reset)|pdfs$|statements\/:id\/undo$|opened$/;

const total = async (query = "") =>
  (await world.kaveri.owner.get(`/api/audit?${query}`)).body.total;

describe("every route that changes the books", () => {
  test("writes its entry to the log", async () => {
    const calls = await buildWrites(world, world.kaveri.owner);
    // A route missing both here and in the nouns fails the test.
    expect(Object.keys(calls).sort()).toEqual(writingRoutes(world).sort());

    for (const [route, call] of Object.entries(calls)) {
      const before = await countAll();
      const { status, headers } = await call();
      expect([200, 201], route).toContain(status);
      expect(await countAll(), route).toBeGreaterThan(before);
      // Rows must be written before the entry that undoes them.
      expect(await world.books.read.all(STRAYS), route).toEqual([]);
      expect(headers.has("x-operation"), route).toBe(!NO_OPERATION.test(route));
    }
  });

  async function countAll(): Promise<number> {
    const [row] = await world.books.read.all<{ count: number }>(
      "SELECT count(*) AS count FROM audit_log",
    );
    return row?.count ?? 0;
  }
});

describe("the log", () => {
  test("lists who did what, newest first, with a filter for each", async () => {
    const { body } = await world.kaveri.owner.get("/api/audit?limit=1");
    expect(body.items[0]).toMatchObject({
      userId: { name: "Owner of kaveri", email: "owner@kaveri.test" },
      action: expect.any(String),
      payload: expect.any(Object),
    });
    const deleted = await world.kaveri.owner.get("/api/audit?action=DELETE&entity=Account");
    expect(deleted.body.items).toHaveLength(1);
    expect(deleted.body.items[0].payload.before).toMatchObject({ name: "Changed" });
    const all = await total();
    // The first entries may be from before midnight.
    expect(await total(`dateFrom=${addDays(today(), -1)}&dateTo=${today()}`)).toBe(all);
    expect(await total("dateTo=2020-01-01")).toBe(0);
  });

  test("pages on through its days without changes in between", async () => {
    const { owner } = world.kaveri;
    const [first] = await world.books.read.all<{ id: string; user: string }>(
      "SELECT id, user_id AS user FROM audit_log WHERE agency_id = 1 LIMIT 1",
    );
    // Midnight in India is 18:30 of the previous day in UTC.
    for (const [n, at] of ["2020-02-01T18:29:59.999Z", "2020-02-01T18:30:00.000Z"].entries()) {
      for (const m of [0, 1, 2]) {
        await world.books.write.run(`INSERT INTO audit_log VALUES
          (1, 'old-${n}${m}', '${at}', '${first?.user}', 'VIEW', 'Client', '{}',
            (SELECT max(seq) + 1 FROM audit_log WHERE agency_id = 1), '${"0".repeat(64)}', NULL)`);
      }
    }
    const read = async (page: number, rest = "") =>
      (await owner.get(`/api/audit?limit=4&page=${page}${rest}`)).body;
    const { totalPages } = await read(1);
    const ids: string[] = [];
    for (let page = 1; page <= totalPages; page++) {
      ids.push(...(await read(page)).items.map(pickId));
    }
    const kept = await world.books.read.all<{ id: string }>(
      "SELECT id FROM audit_log WHERE agency_id = 1 ORDER BY at DESC, id DESC",
    );
    expect(ids).toEqual(kept.map(({ id }) => id));
    expect((await read(totalPages + 1)).items).toEqual([]);
    expect((await read(1, "&dateTo=2020-02-01")).items.map(pickId)).toEqual([
      "old-02",
      "old-01",
      "old-00",
    ]);
    const second = await read(
      1,
      "&dateFrom=2020-02-02&dateTo=2020-02-02&entity=Client&action=VIEW",
    );
    expect(second.items.map(pickId)).toEqual(["old-12", "old-11", "old-10"]);
    expect([second.total, second.totalPages]).toEqual([3, 1]);
    expect((await read(1, "&dateTo=2020-02-02&action=CREATE")).total).toBe(0);
  });

  test("never contains a password", async () => {
    const [row] = await world.books.read.all<{ count: number }>(
      "SELECT count(*) AS count FROM audit_log WHERE payload LIKE '%password%' OR payload LIKE '%argon2%'",
    );
    expect(row?.count).toBe(0);
  });

  test("records what leaves the system", async () => {
    const before = await total("action=VIEW");
    await world.kaveri.staff.get("/api/transactions/export.csv");
    await world.kaveri.staff.get("/api/transactions/export.journal");
    await world.kaveri.staff.get(
      "/api/reports/transactions.pdf?dateFrom=2026-04-01&dateTo=2026-04-30",
    );
    expect(await total("action=VIEW")).toBe(before + 3);
  });

  test("counts by action, record type and day with the same filters", async () => {
    const { body } = await world.kaveri.owner.get("/api/audit/stats?entity=Account");
    const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    expect(body.total).toBe(await total("entity=Account"));
    expect([sum(body.byAction), sum(body.byDay)]).toEqual([body.total, body.total]);
    expect(body.byEntity).toEqual([{ entity: "Account", count: body.total }]);
    expect(body.byDay.at(-1).date).toBe(today());
  });

  test("exports the same filters as CSV sentences with no runnable spreadsheet cell", async () => {
    const { owner } = world.kaveri;
    const { account } = made(
      await owner.post("/api/accounts", { name: "=2+5", openingBalance: 5 }),
    );
    await owner.put(`/api/accounts/${account._id}`, { openingBalance: 123456.5 });
    const { status, headers, body } = await owner.get("/api/audit/export.csv?entity=Account");
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const lines = body.trim().split("\n");
    expect(lines[0]).toBe("Time,User,Email,Action,Entity,What,Changes");
    const [, change, creation] = lines;
    expect(change).toEndWith(',UPDATE,Account,\'=2+5,"Opening balance: ₹5.00 → ₹1,23,456.50"');
    expect(creation).toContain(",Owner of kaveri,owner@kaveri.test,CREATE,Account,'=2+5,");
    expect(lines.length).toBe(1 + (await total("entity=Account")));
    expect((await owner.get("/api/audit?limit=1")).body.items[0].payload).toEqual({
      export: "audit log",
      filter: { entity: "Account" },
    });
  });

  test("exports every entry once, however long it is", async () => {
    const { owner } = world.narmada;
    const names = Array.from({ length: 600 }, (_, n) => `Account ${n}`);
    for (const name of names) made(await owner.post("/api/accounts", { name }));
    const { result, turns } = await turnsDuring(() =>
      owner.get("/api/audit/export.csv?entity=Account"),
    );
    expect(turns).toBeGreaterThan(3); // Other requests run between its slices.
    const exported: string[] = result.body.trim().split("\n").slice(1);
    expect(new Set(exported.map((line) => line.split(",")[6])).size).toBe(602);
    expect(exported).toHaveLength(602);
  });

  test("exports in order, however busy a day was", async () => {
    const { owner } = world.narmada;
    const DAY = "dateFrom=2020-02-01&dateTo=2020-02-01";
    await world.books.write.run(`WITH RECURSIVE busy(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM busy
        WHERE n < 10999)
      INSERT INTO audit_log SELECT agency_id, printf('busy-%05d', n),
        strftime('%Y-%m-%dT%H:%M:%fZ', '2020-02-01', (n * 7 % 4000) || ' seconds'), id, 'VIEW', 'Client',
        json_object('before', json_object('displayName', printf('%05d', n))),
        n + (SELECT max(seq) + 1 FROM audit_log WHERE agency_id = users.agency_id), '${"0".repeat(64)}', NULL
      FROM busy JOIN users ON email = 'owner@narmada.test'`);
    const { body } = await owner.get(`/api/audit/export.csv?${DAY}`);
    const exported: string[] = body.trim().split("\n").slice(1);
    const kept = await world.books.read.all<{ n: string }>(`SELECT substr(id, 6) AS n FROM audit_log
      WHERE id LIKE 'busy-%' ORDER BY at DESC, id DESC`);
    expect(exported.map((line) => line.split(",")[6])).toEqual(kept.map(({ n }) => n));
    expect(exported).toHaveLength(11_000);
  });

  test("is for owners only and shows one agency", async () => {
    for (const path of ["/api/audit", "/api/audit/stats", "/api/audit/export.csv"]) {
      const { status, body } = await world.kaveri.staff.get(path);
      expect([status, body.message]).toEqual([403, "Only agency owners can view audit logs."]);
    }
    const { body } = await world.narmada.owner.get("/api/audit?limit=100");
    expect(JSON.stringify(body)).not.toContain("kaveri");
    expect((await world.kaveri.owner.get("/api/audit?entity=Nothing")).status).toBe(400);
  });
});

const pickId = ({ _id }: { _id: string }) => _id;
