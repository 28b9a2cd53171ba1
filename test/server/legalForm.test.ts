import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { newOwner } from "./locking.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

interface Wanted {
  equity: Record<string, number>;
  assets: Record<string, number>;
  profit: Record<string, number>;
  appropriations: string[];
  flow: Record<string, number>;
}

describe("the legal form of an agency", () => {
  const PROFIT = { "Profit of this year": 60_000 };
  const FORMS: Record<string, Wanted> = {
    PROPRIETOR: {
      equity: { "Owner's capital": 1_00_000, Drawings: -20_000, "Income tax": -30_000, ...PROFIT },
      assets: { "Cash and bank balances": 1_10_000 },
      profit: { profitBefore: 1_00_000, profit: 60_000 },
      appropriations: ["Partners' remuneration"],
      flow: { "financing: capital and drawings": 50_000, "operating: expenses paid": -40_000 },
    },
    LLP: {
      equity: { "Owner's capital": 1_00_000, Drawings: -20_000, ...PROFIT },
      assets: { "Cash and bank balances": 1_10_000, "Short-term loans and advances": 30_000 },
      profit: { profitBefore: 1_00_000, profit: 60_000 },
      appropriations: ["Partners' remuneration"],
      flow: { "financing: capital and drawings": 80_000, "operating: income tax paid": -30_000 },
    },
    COMPANY: {
      equity: { "Share capital": 1_00_000, "Reserves and surplus": 60_000 },
      assets: { "Cash and bank balances": 1_10_000, "Short-term loans and advances": 50_000 },
      profit: { profitBefore: 60_000, profit: 60_000 },
      appropriations: [],
      flow: { "financing: share capital": 1_00_000, "operating: income tax paid": -30_000 },
    },
  };

  test("decides how statements show income tax, capital, drawings and partners' pay", async () => {
    const llp = await newOwner(world, "legal-form");
    const send = async (path: string, body: object) => made(await llp.post(`/api${path}`, body));
    const { account } = await send("/accounts", { name: "HDFC" });
    const rows: [name: string, type: string, kind: string, amount: number][] = [
      ["Owner's capital", "Income", "capital", 1_00_000],
      ["Design fees", "Income", "revenue", 1_00_000],
      ["Income tax", "Expense", "income_tax", 30_000],
      ["Drawings", "Expense", "drawings", 20_000],
      ["Asha, remuneration", "Expense", "partner_pay", 40_000],
    ];
    for (const [name, type, kind, amount] of rows) {
      const { category } = await send("/categories", { name, type, kind });
      const money = { accountId: account._id, categoryId: category._id, date: "2026-10-05" };
      await send("/transactions", { ...money, type, amount, description: name });
    }
    const read = async (path: string) => done(await llp.get(`/api/reports/${path}`));
    const year = "dateFrom=2026-04-01&dateTo=2027-03-31";
    const mapByName = (lines: { name: string; amount: number }[]) =>
      Object.fromEntries(lines.map(({ name, amount }) => [name, amount]));
    for (const [constitution, wanted] of Object.entries(FORMS)) {
      done(await llp.put("/api/metadata", { constitution }));
      const sheet = await read("balance-sheet?at=2027-03-31");
      expect(mapByName(sheet.equity)).toEqual(wanted.equity);
      expect(mapByName(sheet.assets)).toEqual(wanted.assets);
      expect(sheet).toMatchObject({ constitution, totalAssets: sheet.totalEquity });
      const account = await read(`profit-and-loss?${year}`);
      expect(account).toMatchObject(wanted.profit);
      const below = account.lines.filter(
        (line: { section: string }) => line.section === "appropriations",
      );
      expect(below.map(({ name }: { name: string }) => name)).toEqual(wanted.appropriations);
      expect(mapByName((await read(`cash-flow?${year}`)).sections)).toMatchObject(wanted.flow);
    }
    expect(done(await llp.get("/api/books/check")).differences).toEqual([]);
  });
});

test("a report rejects an unknown query name instead of returning another period", async () => {
  const ask = (path: string) => world.kaveri.owner.get(`/api/reports/${path}`);
  for (const path of [
    "balance-sheet?date=2026-03-31",
    "trial-balance?dateTo=2026-03-31",
    "tds?quarter=1",
  ]) {
    const { status, body } = await ask(path);
    const [name = ""] = /[a-zA-Z]+(?==)/.exec(path) ?? [];
    expect([path, status, body.errors?.[0].path]).toEqual([path, 400, name]);
  }
  expect((await ask("balance-sheet?at=2026-03-31&compare=year")).status).toBe(200);
});
