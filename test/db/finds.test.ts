import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Books } from "../../db/engine/books.ts";
import { listTransactions } from "../../db/ledger/listTransactions.ts";
import { isLocal } from "../../db/remote/primary.ts";
import { addDays } from "../../domain/dates.ts";
import { createWorld, made, type World } from "../world.ts";

// Search results are cached for further pages, until the next write.

const PATH = "/api/transactions";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (let n = 1; n <= 25; n++) await add(`Needle ${n}`, (n * 7) % 25);
  await add("Hay", 3);
});
afterAll(() => world.end());

async function add(description: string, day: number): Promise<{ _id: string }> {
  const { owner, account, fees } = world.kaveri;
  const of = { accountId: account._id, categoryId: fees._id, type: "Income", amount: 2 };
  const date = addDays("2026-01-01", day);
  return made(await owner.post(PATH, { date, description, ...of })).transaction;
}

async function pages(count: number) {
  const found = [];
  for (let page = 1; page <= count; page++) {
    found.push((await world.kaveri.owner.get(`${PATH}?q=needle&limit=10&page=${page}`)).body);
  }
  return found;
}

const listDescriptions = (found: Awaited<ReturnType<typeof pages>>) =>
  found.flatMap(({ items }) => items.map((item: { description: string }) => item.description));

const byDay = (a: number, b: number) => ((b * 7) % 25) - ((a * 7) % 25);
const NEEDLES = Array.from({ length: 25 }, (_, n) => n + 1).sort(byDay);

test("every page of a search shows the current books", async () => {
  const found = await pages(4);
  expect(listDescriptions(found)).toEqual(NEEDLES.map((n) => `Needle ${n}`));
  expect(found.map(({ total, items }) => [total, items.length])).toEqual([
    [25, 10],
    [25, 10],
    [25, 5],
    [25, 0],
  ]);
  expect(found[3].totals).toEqual({ income: 50, expense: 0, balance: 50 });

  const { owner } = world.kaveri;
  const [first, second] = found[0].items;
  expect(
    (await owner.put(`${PATH}/${first._id}`, { ...asInput(first), description: "Thread" })).status,
  ).toBe(200);
  expect(listDescriptions(await pages(3))).toEqual(NEEDLES.slice(1).map((n) => `Needle ${n}`));
  expect((await owner.put(`${PATH}/${second._id}`, { ...asInput(second), amount: 3 })).status).toBe(
    200,
  );
  expect((await pages(1))[0].totals.income).toBe(49);
  expect((await owner.delete(`${PATH}/${second._id}`)).status).toBe(200);
  expect(listDescriptions(await pages(3))).toEqual(NEEDLES.slice(2).map((n) => `Needle ${n}`));
  await add("Needle of today", 30);
  expect(listDescriptions(await pages(1))[0]).toBe("Needle of today");
  expect((await world.narmada.owner.get(`${PATH}?q=needle&limit=10&page=1`)).body.total).toBe(0);
});

const asInput = ({ date, description, type, amount, accountId, categoryId }: Entry) => ({
  date,
  description,
  type,
  amount,
  accountId: accountId._id,
  categoryId: categoryId._id,
});
interface Entry {
  date: string;
  description: string;
  type: string;
  amount: number;
  accountId: { _id: string };
  categoryId: { _id: string };
}

test("rows and totals come from one snapshot even if a write happens in between", async () => {
  const { books } = world;
  const written: string[] = [];
  const read = {
    all: (query: never) => books.read.all(query),
    async batch(queries: never) {
      written.push((await add(`Between ${written.length + 1}`, 31))._id);
      return books.read.batch(queries);
    },
  } as unknown as Books["read"];
  const tenant = { agencyId: 1, userId: "nobody", role: "owner" as const };
  const query = { q: "between", page: 1, limit: 10 } as const;
  // The second write comes before the cache is seen to be old, and again before the new search. A database
  // server gets both queries at once.
  for (const writes of isLocal(books.place.url) ? [1, 3] : [0, 0]) {
    const list = await listTransactions({ ...tenant, books: { ...books, read } }, query);
    expect(written).toHaveLength(writes);
    expect([list.total, list.totals.income]).toEqual([writes, writes * 2]);
    expect(list.items.map(({ _id }) => _id)).toEqual(written.toReversed());
  }
});
