import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readMonth } from "../../domain/dates.ts";
import { type Caller, createWorld, made, type World } from "../world.ts";
import { expected, makeAccounts, YEAR_CSV } from "../year.ts";

let world: World;
const csv = await Bun.file(YEAR_CSV).text();
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  await makeAccounts(owner);
  made(await owner.upload("/api/transactions/import?createMissing=true&file=year.csv", csv));
});
afterAll(() => world.end());

describe("a real year of an agency", () => {
  test("has the expected totals", () => expectTheYear(world.kaveri.owner));

  test("adds nothing when imported again", async () => {
    const again = await world.kaveri.owner.upload("/api/transactions/import", csv);
    expect(again.status).toBe(200);
    expect(again.body.import).toMatchObject({ _id: null, rows: 1725, added: 0, skipped: 1725 });
    await expectTheYear(world.kaveri.owner);
  });

  test("gives another agency the same books by export, and nothing new to itself", async () => {
    const { body: exported } = await world.kaveri.owner.get("/api/transactions/export.csv");
    const back = await world.kaveri.owner.upload("/api/transactions/import", exported);
    expect(back.body.import).toMatchObject({ added: 0, skipped: 1725 });

    const { owner } = world.narmada;
    await makeAccounts(owner);
    made(await owner.upload("/api/transactions/import?createMissing=true", exported));
    await expectTheYear(owner);
    const rows = async (of: Caller) => {
      const { body } = await of.get("/api/transactions?limit=100&page=7");
      return body.items.map(({ date, description, notes, amount }: Record<string, unknown>) => [
        date,
        description,
        notes,
        amount,
      ]);
    };
    expect(await rows(owner)).toEqual(await rows(world.kaveri.owner));
    const { body: exportedAgain } = await owner.get("/api/transactions/export.csv");
    expect(exportedAgain).toBe(exported);
  });
});

async function expectTheYear(owner: Caller): Promise<void> {
  const year = "dateFrom=2025-04-01&dateTo=2026-03-31";
  const { totals, accounts, byMonth, byCategory, rows } = expected;
  const money = ({ income, expense }: { income: string; expense: string }) => ({
    income: Number(income),
    expense: Number(expense),
  });

  const { body: list } = await owner.get("/api/transactions?limit=1");
  expect(list.total).toBe(rows);
  expect(list.totals).toEqual({ ...money(totals), balance: Number(totals.balance) });

  const { body: balances } = await owner.get(`/api/accounts/balances?${year}`);
  for (const account of accounts) {
    const row = balances.balances.find(
      (row: { accountName: string }) => row.accountName === account.name,
    );
    expect(row).toMatchObject({
      accountType: account.type,
      openingBalance: Number(account.openingBalance),
      periodIncome: Number(account.income),
      periodExpense: Number(account.expense),
      periodTransfers: Number(account.transfers),
      closingBalance: Number(account.closingBalance),
    });
  }

  const { body: analytics } = await owner.get(`/api/dashboard?${year}`);
  expect(analytics.totals).toEqual(list.totals);
  expect(
    Object.fromEntries(
      analytics.byCategory.map((row: { type: string; categoryName: string; total: number }) => [
        `${row.type}: ${row.categoryName}`,
        row.total,
      ]),
    ),
  ).toEqual(
    Object.fromEntries(Object.entries(byCategory).map(([name, sum]) => [name, Number(sum)])),
  );

  for (const [month, figures] of Object.entries(byMonth)) {
    const { dateFrom, dateTo } = readMonth(month) as { dateFrom: string; dateTo: string };
    const { body } = await owner.get(`/api/transactions?dateFrom=${dateFrom}&dateTo=${dateTo}`);
    expect([month, body.totals]).toEqual([
      month,
      { ...money(figures), balance: expect.any(Number) },
    ]);
    const point = analytics.timeSeries.find(({ date }: { date: string }) => date === dateFrom);
    expect(point).toEqual({ date: dateFrom, ...money(figures) });
  }
  expect((await owner.get("/api/books/check")).body).toMatchObject({
    ok: true,
    differences: [],
    checked: { transactions: rows },
  });
}
