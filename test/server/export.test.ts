import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turnsDuring } from "../turns.ts";
import { createWorld, made, type World } from "../world.ts";

// Nine thousand rows of nine weeks, more than one slice.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const rows = Array.from({ length: 9_000 }, (_, n) => {
    const date = new Date(Date.UTC(2026, 3, 1 + (n % 63))).toISOString().slice(0, 10);
    const what = n % 90 === 7 ? "Éclairs for the office" : `Bill ${n}`;
    const [from, category, type] =
      n % 50 === 3
        ? ["kaveri cash → kaveri bank", "Transfer", "Transfer"]
        : [
            `kaveri ${n % 30 ? "bank" : "cash"}`,
            n % 2 ? "Fees" : "Rent",
            n % 2 ? "Income" : "Expense",
          ];
    return `${date},${what},${from},${category},${type},${1 + (n % 999)}.50,${n % 7 ? "" : "राग"}`;
  });
  const csv = `Date,Description,Account,Category,Type,Amount,Notes\n${rows.join("\n")}\n`;
  made(await world.kaveri.owner.upload("/api/transactions/import", csv));
});
afterAll(() => world.end());

test("an export contains the filtered list, oldest first", async () => {
  const { owner, cash, rent } = world.kaveri;
  for (const filter of [
    "",
    "q=zq",
    "q=l+1",
    "q=bill+12",
    "q=éclair",
    "q=ÉCLAIR&dateFrom=2026-04-20",
    "q=राग",
    "minAmount=990&type=Expense",
    "type=Transfer",
    `accountId=${cash._id}&dateFrom=2026-04-15&dateTo=2026-05-20`,
    `categoryId=${rent._id}`,
    "dateFrom=2027-01-01",
  ]) {
    const exported = (await owner.get(`/api/transactions/export.csv?${filter}`)).body;
    const lines = exported.trim().split("\n").slice(1).map(start);
    const listed: string[] = [];
    for (let page = 1; ; page++) {
      const { items } = (await owner.get(`/api/transactions?${filter}&limit=100&page=${page}`))
        .body;
      if (items.length === 0) break;
      listed.push(...items.map(({ date, description }: Item) => `${date},${description}`));
    }
    expect(lines, filter).toEqual(listed.toReversed());
  }
}, 60_000);

interface Item {
  date: string;
  description: string;
}
const start = (line: string) => line.split(",").slice(0, 2).join(",");

test.each(["q=zq", "minAmount=99999"])(
  "serves other requests while an export of %s scans everything",
  async (filter) => {
    const { owner } = world.narmada;
    const rows = Array.from({ length: 40_000 }, (_, n) => {
      const date = new Date(Date.UTC(2026, 3, 1 + (n % 200))).toISOString().slice(0, 10);
      return `${date},Bill ${filter} ${n},narmada bank,Fees,Income,5,`.replace("zq", "");
    });
    const csv = `Date,Description,Account,Category,Type,Amount,Notes\n${rows.join("\n")}\n`;
    made(await owner.upload("/api/transactions/import", csv));
    await world.context.writers.call("fillSearch", undefined, undefined); // So no request waits for it.
    const path = `/api/transactions/export.csv?${filter}`;
    const { result, turns } = await turnsDuring(() => owner.get(path));
    expect(result.body.trim().split("\n")).toHaveLength(1);
    expect(turns).toBeGreaterThan(7); // One for each 5,000 rows.
  },
  60_000,
);

test.each([
  "transactions/export.csv",
  "transactions/export.csv?q=bill",
  "transactions/export.journal",
  "reports/transactions.pdf?dateFrom=2026-04-01&dateTo=2026-06-30",
  "audit/export.csv",
])("closes the snapshot if a client stops reading %s", async (path) => {
  // A local file shows it: its log is not checkpointed while a snapshot is open.
  const folder = mkdtempSync(join(tmpdir(), "bahi-"));
  const local = await createWorld({}, { url: `file:${join(folder, "books.db")}` });
  const { owner, account, fees } = local.kaveri;
  const headers = { authorization: `Bearer ${owner.token}` };
  const answer = await local.app.handle(new Request(`http://localhost/api/${path}`, { headers }));
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
  const of = { accountId: account._id, categoryId: fees._id, type: "Income", amount: 1 };
  made(await owner.post("/api/transactions", { date: "2026-04-01", description: "Later", ...of }));
  const [left] = await local.books.write.all("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(left).toEqual({ busy: 0, log: 0, checkpointed: 0 });
  await local.end();
  rmSync(folder, { recursive: true });
});
