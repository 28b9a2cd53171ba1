import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const owner = () => world.kaveri.owner;
const BOOK = {
  name: "Petty cash book",
  headings: ["Txn Date", "Narration", "Debit"],
  mapping: { columns: { date: "Txn Date", description: "Narration", out: "Debit" } },
};
const DEFAULTS = { dateOrder: "day", account: "", categoryIn: "", categoryOut: "", categories: {} };

test("keeps a mapping, changes and deletes it, and restores it by undo", async () => {
  const { mapping } = made(await owner().post("/api/import-mappings", BOOK));
  expect(mapping).toEqual({
    _id: mapping._id,
    ...BOOK,
    mapping: { ...BOOK.mapping, ...DEFAULTS },
  });
  const path = `/api/import-mappings/${mapping._id}`;
  const chosen = { ...mapping.mapping, account: "Petty Cash", categories: { Head: "Travel" } };
  done(await world.kaveri.staff.put(path, { mapping: chosen }));
  const changed = { ...mapping, mapping: chosen };
  expect(done(await owner().get("/api/import-mappings")).mappings).toEqual([changed]);
  expect(done(await world.narmada.owner.get("/api/import-mappings")).mappings).toEqual([]);

  done(await owner().delete(path));
  expect((await owner().get(path)).status).toBe(404);
  made(await owner().post("/api/undo", {}));
  expect(done(await owner().get(path))).toEqual({ mapping: changed });
});

test.each([
  [{ ...BOOK, name: "petty CASH book" }, 409, "name", "already exists"],
  [{ ...BOOK, name: "Other", headings: ["Date"] }, 400, "headings", "at least two columns"],
  [
    { ...BOOK, name: "Other", mapping: { columns: { colour: "Date" } } },
    400,
    "mapping.columns.colour",
    "Choose a field of transactions",
  ],
  [
    { ...BOOK, name: "Other", mapping: { ...BOOK.mapping, dateOrder: "year" } },
    400,
    "mapping.dateOrder",
    "Date order",
  ],
])("rejects %j", async (input, status, path, message) => {
  const { body, ...answer } = await owner().post("/api/import-mappings", input);
  expect([answer.status, body.errors[0].path]).toEqual([status, path]);
  expect(body.message).toContain(message);
});
