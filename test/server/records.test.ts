import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { RecordDifference } from "../../domain/agencies/recordsCheck.ts";
import { furnish, type Ids } from "../furnish.ts";
import { forgetOutside } from "../journal.ts";
import { createWorld, done, made, type World } from "../world.ts";

// Rows changed by SQL: the check finds and names each.

let world: World;
let ids: Ids;
beforeAll(async () => {
  world = await createWorld();
  ({ ids } = await furnish(world.kaveri.owner, { mark: "of kaveri", n: 500 }));
});
afterAll(() => world.end());

const records = async (): Promise<{ compared: number; differences: RecordDifference[] }> =>
  done(await world.kaveri.owner.get("/api/audit/verify")).records;

let agency: number;
beforeEach(async () => {
  const [row] = await world.books.read.all<{ id: number }>(
    "SELECT id FROM agencies WHERE slug = 'kaveri'",
  );
  agency = row?.id ?? 0;
});

async function foundAfter(change: string, back: string): Promise<RecordDifference[]> {
  await world.books.write.run(change);
  await forgetOutside(world.books);
  const { differences } = await records();
  const { ok, differences: told } = done(await world.kaveri.owner.get("/api/books/check"));
  expect([ok, told.length >= differences.length]).toEqual([differences.length === 0, true]);
  await world.books.write.run(back);
  await forgetOutside(world.books);
  return differences;
}

test("each kind of record matches its last log entry, also after undo and redo", async () => {
  const { owner } = world.kaveri;
  const { compared, differences } = await records();
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
  const client = made(await owner.post("/api/clients", { displayName: "Konkan Films" })).client;
  done(await owner.put(`/api/clients/${client._id}`, { city: "Pune" }));
  done(await owner.call("DELETE", `/api/clients/${client._id}`));
  for (const way of ["undo", "redo"]) {
    for (let n = 0; n < 3; n++) {
      made(await owner.post(`/api/${way}`, {}));
      expect((await records()).differences).toEqual([]);
    }
  }
});

test("finds an amount that differs from the log, with its record and entry", async () => {
  const { owner, account, rent } = world.kaveri;
  const entry = { date: "2026-04-02", type: "Expense", description: "Cab to Baner", amount: 340 };
  const sides = { accountId: account._id, categoryId: rent._id };
  const { _id } = made(await owner.post("/api/transactions", { ...entry, ...sides })).transaction;
  done(await owner.put(`/api/transactions/${_id}`, { amount: 460 }));
  const { seq } = done(await owner.get("/api/audit/head"));
  const set = (paise: number) =>
    `UPDATE transactions SET amount_paise = ${paise} WHERE agency_id = ${agency} AND id = '${_id}'`;
  expect(await foundAfter(set(50_000), set(46_000))).toEqual([
    {
      seq,
      entity: "Transaction",
      _id,
      name: "Cab to Baner, ₹460.00",
      field: "amount",
      logged: "460.00",
      now: "500.00",
    },
  ]);
});

test.each([
  ["an invoice's date", "documents", "date", "Invoice", () => ids.invoices],
  ["a bill's number", "documents", "number", "Bill", () => ids.bills],
  ["a receipt's purpose", "receipts", "purpose", "Receipt", () => ids.receipts],
] as const)("finds a changed %s", async (_, table, column, entity, id) => {
  const isIt = `agency_id = ${agency} AND id = '${id()}'`;
  const [was] = await world.books.read.all<{ value: string }>(
    `SELECT ${column} AS value FROM ${table} WHERE ${isIt}`,
  );
  const value = { date: "2025-10-09" }[column as string] ?? "Another";
  const set = (value: string) => `UPDATE ${table} SET ${column} = '${value}' WHERE ${isIt}`;
  const found = await foundAfter(set(value), set(was?.value ?? ""));
  expect(found.map(({ entity, _id, now }) => ({ entity, _id, now }))).toEqual([
    { entity, _id: id() as string, now: value },
  ]);
  expect((await records()).differences).toEqual([]);
});

test("finds a changed document line and a changed lock", async () => {
  const line = (text: string) => `UPDATE document_lines SET description = '${text}'
    WHERE agency_id = ${agency} AND document_id = '${ids.estimates}'`;
  const [first] = await foundAfter(line("Another film"), line("Design"));
  expect(first).toMatchObject({ entity: "Estimate", field: "items.description" });

  done(await world.kaveri.owner.put("/api/locks", { lockedTo: "2024-03-31" }));
  const lock = (date: string) =>
    `UPDATE locks SET locked_to = '${date}' WHERE agency_id = ${agency}`;
  const [moved] = await foundAfter(lock("2023-03-31"), lock("2024-03-31"));
  expect(moved).toMatchObject({ entity: "Lock", logged: "2024-03-31", now: "2023-03-31" });
});

test("finds a missing row and one that was never logged", async () => {
  const { owner } = world.kaveri;
  const slip = made(await owner.post("/api/vendors", { displayName: "A slip" })).vendor;
  await world.books.write.run(
    `UPDATE vendors SET id = 'nobody' WHERE agency_id = ${agency} AND id = '${slip._id}'`,
  );
  await forgetOutside(world.books);
  expect((await records()).differences).toEqual([
    expect.objectContaining({ entity: "Vendor", _id: slip._id, field: "", now: "" }),
    expect.objectContaining({ entity: "Vendor", _id: "nobody", seq: 0, now: "there" }),
  ]);
});
