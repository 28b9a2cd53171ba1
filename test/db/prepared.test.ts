import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import {
  type Write,
  writeRelaxedTransaction,
  writeTransaction,
} from "../../db/engine/transaction.ts";
import { countRounds } from "../rounds.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const FULL = 2;

test("only relaxed writes skip waiting for the disk, however often they run", async () => {
  const { books } = world;
  const durability = async (tx: Write) =>
    (await tx.get<{ synchronous: number }>("PRAGMA synchronous"))?.synchronous;
  if (books.primary) return expect(books.place.url).toStartWith("http");
  for (let round = 0; round < 3; round++) {
    const seen: unknown[] = [];
    await writeRelaxedTransaction(books, async (tx) => seen.push(await durability(tx)));
    await writeTransaction({ books }, async (tx) => seen.push(await durability(tx)));
    expect([round, ...seen]).toEqual([round, 1, FULL]);
  }
});

test("a prepared statement with other values returns fresh rows", async () => {
  const { write } = world.books;
  await write.run(sql`CREATE TABLE kept (id INTEGER PRIMARY KEY, word TEXT UNIQUE)`);
  const words = new Map<number, string | null>();
  const step = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    word: fc.option(fc.constantFrom("tea", "chai", "", "चाय")),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      for (const { id, word } of steps) {
        const isTaken = [...words].some(
          ([other, taken]) => word !== null && taken === word && other !== id,
        );
        const put = async () =>
          write.run(sql`INSERT INTO kept VALUES (${id}, ${word})
            ON CONFLICT (id) DO UPDATE SET word = excluded.word`);
        const failed = await put().then(
          () => false,
          () => true,
        );
        expect(failed).toBe(isTaken);
        if (!isTaken) words.set(id, word);
        const rows = await write.all(sql`SELECT id, word FROM kept WHERE id >= ${id} ORDER BY id`);
        const expected = [...words].filter(([known]) => known >= id).sort(([a], [b]) => a - b);
        expect(rows).toEqual(expected.map(([id, word]) => ({ id, word })));
      }
    }),
    { numRuns: countRounds(100) },
  );
  await write.run(sql`DROP TABLE kept`);
});
