import { afterAll, beforeAll, expect, test } from "bun:test";
import { resumeImports } from "../../db/imports/import.ts";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("an import that cannot be finished blocks no other and is named", async () => {
  const { books, kaveri, narmada } = world;
  const ids: string[] = [];
  for (const { owner, account, fees } of [kaveri, narmada]) {
    const row = `2026-04-01,Cut off,${account.name},${fees.name},Income,5,\n`;
    const { import: done } = made(await owner.upload("/api/transactions/import", CSV_HEADER + row));
    ids.push(done._id);
  }
  const [first, second] = ids;
  await books.write.run("UPDATE imports SET state = 'posting', held_until = 0");
  const slice = `INSERT INTO import_slices VALUES (1, '${first}', '2026-04', 1, 'no JSON')`;
  await books.write.run(slice);

  await expect(resumeImports(books)).rejects.toThrow(`Not finished: import ${first} of agency 1`);
  const states = await books.read.all("SELECT id, state FROM imports ORDER BY agency_id");
  expect(states).toEqual([
    { id: first, state: "posting" },
    { id: second, state: "done" },
  ]);
  await books.write.run("DELETE FROM import_slices");
  await books.write.run("UPDATE imports SET held_until = 0");
  await resumeImports(books);
  expect((await kaveri.owner.get("/api/books/check")).body.ok).toBe(true);
});

test("an interrupted import is finished by the next one, and by its own undo", async () => {
  const { books, kaveri } = world;
  const { owner, account, fees } = kaveri;
  const upload = async (description: string) => {
    const row = `2026-05-01,${description},${account.name},${fees.name},Income,5,\n`;
    return made(await owner.upload("/api/transactions/import", CSV_HEADER + row)).import._id;
  };
  const cutOff = (id: string) =>
    books.write.run(`UPDATE imports SET state = 'posting', held_until = 0 WHERE id = '${id}'`);
  const first = await upload("Cut off by a full disk");
  await cutOff(first);
  const second = await upload("The next one");
  const [row] = await books.read.all(`SELECT state FROM imports WHERE id = '${first}'`);
  expect(row).toEqual({ state: "done" });

  await cutOff(second);
  expect((await owner.delete(`/api/imports/${second}`)).status).toBe(200);
  const { body } = await owner.get("/api/transactions?dateFrom=2026-05-01");
  expect(body.items.map(({ description }: { description: string }) => description)).toEqual([
    "Cut off by a full disk",
  ]);
  expect((await owner.get("/api/books/check")).body.ok).toBe(true);
});
