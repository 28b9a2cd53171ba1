import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { derive, type Read } from "../../db/checks/rollups.ts";
import { sumsOf } from "../../db/daily.ts";
import { pageOf } from "../../db/invoices/lists.ts";
import { matching, type Narrowed, rowsOf } from "../../db/transactions/rows.ts";
import type { Paise } from "../../domain/money.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const MONTH = { dateFrom: "2026-04-01", dateTo: "2026-04-30" };

async function planOf(filter: Narrowed): Promise<string> {
  const keys = sql`${matching(1, filter, sql`entry, date`)} ORDER BY date DESC, entry DESC LIMIT 10`;
  const steps = await world.books.read.all<{ detail: string }>(
    sql`EXPLAIN QUERY PLAN ${rowsOf(1, keys, "newest")}`,
  );
  return steps.map(({ detail }) => detail).join("\n");
}

describe("a page of the list", () => {
  test.each<[string, Narrowed, RegExp]>([
    [
      "a month",
      MONTH,
      /SEARCH t USING COVERING INDEX transactions_by_date \(agency_id=\? AND date>\? AND date<\?\)/,
    ],
    ["everything", {}, /SEARCH t USING COVERING INDEX transactions_by_date \(agency_id=\?\)/],
    ["amounts", { minAmount: 5 as Paise }, /USING COVERING INDEX transactions_by_date/],
    [
      "the days that the rollup names",
      { accountId: "a", days: ["2026-04-01"] },
      /SEARCH t USING COVERING INDEX transactions_by_date \(agency_id=\? AND date=\?\)/,
    ],
    [
      "words",
      { q: "rent" },
      /SCAN transactions_search VIRTUAL TABLE[\s\S]*SEARCH t USING INTEGER PRIMARY KEY/,
    ],
    [
      "words in a month",
      { ...MONTH, q: "rent" },
      /SEARCH transactions USING COVERING INDEX transactions_by_date \(agency_id=\? AND date=\?\)/,
    ],
  ])("of %s walks its index and reads whole rows by their key", async (_, filter, expected) => {
    const plan = await planOf(filter);
    expect(plan).toMatch(expected);
    expect(plan).toMatch(/SEARCH t USING INTEGER PRIMARY KEY \(rowid=\?\)/);
    expect(plan).not.toMatch(/SCAN t\b/);
  });

  test("of a month sorts nothing before it has its ten keys", async () => {
    for (const filter of [MONTH, {}]) {
      const plan = await planOf(filter);
      expect(plan.split("USE TEMP B-TREE").length - 1).toBeLessThanOrEqual(1);
    }
  });
});

test("totals read the rollups and no transaction", async () => {
  for (const filter of [
    {},
    MONTH,
    { accountId: "a", dateFrom: "2025-04-15" },
    { type: "Income" as const },
  ]) {
    const steps = await world.books.read.all<{ detail: string }>(
      sql`EXPLAIN QUERY PLAN ${sumsOf(1, filter)}`,
    );
    const plan = steps.map(({ detail }) => detail).join("\n");
    expect(plan).toContain("SEARCH");
    expect(plan).not.toContain("transactions");
    expect(plan).not.toMatch(/SCAN (daily|monthly)/);
  }
});

test("a check of the books reads transactions in the order of their index and sorts none", async () => {
  const asked: SQL[] = [];
  const all = async (query: SQL) => {
    asked.push(query);
    return [];
  };
  const dates = sql`agency_id = 1 AND date >= '2026-04' AND date < '2026-05'`;
  await derive({ all } as unknown as Read, dates, new Map());
  const steps = await world.books.read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${asked[0]}`);
  expect(steps.map(({ detail }) => detail)).toEqual([
    "SEARCH transactions USING COVERING INDEX transactions_by_date (agency_id=? AND date>? AND date<?)",
  ]);
});

test("a page of invoices walks the index of its filter, and reads ten of them by their key", async () => {
  const tenant = { books: world.books, agencyId: 1, userId: "u", role: "owner" as const };
  const page = { page: 1, limit: 10 };
  for (const [filter, index] of [
    [{}, "COVERING INDEX invoices_by_date (agency_id=?)"],
    [MONTH, "COVERING INDEX invoices_by_date (agency_id=? AND date>? AND date<?)"],
    [{ status: "SENT" as const }, "INDEX invoices_by_status (agency_id=? AND status=?)"],
    [{ clientId: "c" }, "COVERING INDEX invoices_by_client (agency_id=? AND client_id=?)"],
  ] as const) {
    const query = pageOf(tenant, { ...page, ...filter }).getSQL();
    const steps = await world.books.read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
    const plan = steps.map(({ detail }) => detail);
    expect(plan[0]).toStartWith("SEARCH invoices USING INDEX sqlite_autoindex_invoices");
    expect(plan).toContain(`SEARCH invoices USING ${index}`);
  }
});
