import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

async function issue(changes: object) {
  const { owner, account } = world.kaveri;
  const input = { client: { name: "Meera Iyer" }, purpose: "Logo design", amount: 1500.5 };
  const rest = { mode: "UPI", reference: "UTR 42", accountId: account._id };
  return made(await owner.post("/api/receipts", { ...input, ...rest, ...changes })).receipt;
}

describe("the list", () => {
  const list = async (query: string) =>
    (await world.kaveri.owner.get(`/api/receipts?${query}`)).body;

  beforeAll(async () => {
    const cash = world.kaveri.cash._id;
    await issue({ date: "2040-01-01", client: { name: "100% राग_Studio" }, amount: 0.1 });
    await issue({
      date: "2040-01-02",
      mode: "Cash",
      accountId: cash,
      amount: 0.2,
      purpose: "ÉCLAIR",
    });
    await issue({ date: "2040-01-03", amount: 99.99, reference: 'O\'Brien "x" \\ %' });
  });

  const YEAR = "dateFrom=2040-01-01&dateTo=2040-12-31";

  test("filters by each of its names, newest first, with the exact sum of the filter", async () => {
    const { items, ...rest } = await list(`${YEAR}&limit=2`);
    expect(rest).toEqual({ total: 3, page: 1, totalPages: 2, totals: { amountSum: 100.29 } });
    expect(items.map(({ date }: { date: string }) => date)).toEqual(["2040-01-03", "2040-01-02"]);
    expect((await list(`${YEAR}&limit=2&page=2`)).items).toHaveLength(1);
    expect((await list(`${YEAR}&page=9`)).items).toEqual([]);
    const total = async (query: string) => (await list(`${YEAR}&${query}`)).total;
    expect(await total("mode=Cash")).toBe(1);
    expect(await total(`accountId=${world.kaveri.cash._id}`)).toBe(1);
    expect(await total(`accountId=${world.narmada.account._id}`)).toBe(0);
    expect(await total("min=0.2&max=99.98")).toBe(1);
    expect(await total("dateFrom=2040-01-02&dateTo=2040-01-02&mode=&q=")).toBe(1);
    expect((await list("dateFrom=2040-01-01&dateTo=2040-01-02")).totals.amountSum).toBe(0.3);
  });

  test("searches number, client, purpose and reference as ordinary text of any case", async () => {
    const found = async (q: string) => (await list(`${YEAR}&q=${encodeURIComponent(q)}`)).total;
    expect(await found("fy39-40/rcpt/")).toBe(3);
    expect(await found("राग")).toBe(1);
    expect(await found("éclair")).toBe(1);
    expect(await found("100%")).toBe(1);
    expect(await found("_")).toBe(1);
    expect(await found('o\'brien "X" \\ %')).toBe(1);
    expect(await found("1' OR '1'='1")).toBe(0);
  });

  test("says what is wrong with a query", async () => {
    for (const query of ["limit=101", "page=0", "mode=Barter", "min=x", "dateFrom=2040-02-30"]) {
      expect((await world.kaveri.owner.get(`/api/receipts?${query}`)).status).toBe(400);
    }
    const backwards = await list("dateFrom=2040-02-01&dateTo=2040-01-01");
    expect(backwards.message).toBe("From date must not be after to date");
  });
});
