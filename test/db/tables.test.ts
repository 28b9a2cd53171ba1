import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { getTableConfig, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { buildTriggers, installTriggers } from "../../db/tables/install.ts";
import { buildJournalTriggers, listTables } from "../../db/tables/journalTriggers.ts";
import { buildLockTriggers, listLockedColumns } from "../../db/tables/lockTriggers.ts";
import { schemaModules } from "../../db/tables/schema.ts";
import { JOURNALED } from "../../db/tables/tables.ts";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const installed = async () =>
  new Map(
    (
      await world.books.read.all<{ name: string; text: string }>(sql`
        SELECT name, sql AS text FROM sqlite_schema
        WHERE type = 'trigger' AND (name GLOB '*_image_*' OR name GLOB '*_lock_*')`)
    ).map(({ name, text }) => [name, text]),
  );

test("an opened database has exactly the triggers of the descriptions", async () => {
  expect(await installed()).toEqual(buildTriggers());
});

test("opening replaces a trigger that differs, and removes one that no table has", async () => {
  const { write } = world.books;
  await write.run(sql`DROP TRIGGER receipts_lock_delete`);
  await write.run(sql`DROP TRIGGER clients_image_update`);
  await write.run(
    sql`CREATE TRIGGER clients_image_update AFTER UPDATE ON clients BEGIN SELECT 1; END`,
  );
  await write.run(sql`CREATE TRIGGER clients_lock_old AFTER UPDATE ON clients BEGIN SELECT 1; END`);
  await installTriggers(world.books);
  expect(await installed()).toEqual(buildTriggers());
});

test("a new column is journaled and locked unless its description opens it", () => {
  const receipts = sqliteTable("receipts", {
    agencyId: integer("agency_id"),
    id: text("id"),
    date: text("date"),
    added: text("added"),
  });
  const journal = buildJournalTriggers(receipts);
  for (const what of ["insert", "update", "delete"]) {
    expect(journal.get(`receipts_image_${what}`)).toContain("'added'");
  }
  expect(buildLockTriggers(receipts).get("receipts_lock_update")).toStartWith(
    "CREATE TRIGGER receipts_lock_update AFTER UPDATE ON receipts\n",
  );
  const documents = sqliteTable("documents", { id: text("id"), added: text("added") });
  const { lock } = JOURNALED.documents ?? {};
  const open = lock?.by === "own" ? lock.open : [];
  expect(listLockedColumns(documents, open)).toEqual(["added"]);
});

test("each open column exists, and each journaled table with a date says how it is locked", () => {
  const tables = listTables(schemaModules);
  for (const [name, { lock }] of Object.entries(JOURNALED)) {
    const table = tables.get(name);
    if (!table) throw new Error(`There is no table ${name}`);
    const columns = getTableConfig(table).columns.map((column) => column.name);
    const open = lock && "open" in lock ? (lock.open ?? []) : [];
    expect([name, open.filter((column) => !columns.includes(column))]).toEqual([name, []]);
    if (columns.includes("date")) expect([name, lock !== undefined]).toEqual([name, true]);
  }
});

test("closed books refuse a change of a pure agent's amount, a column added after the locks", async () => {
  const { owner } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Locked Films" }));
  const items = [{ description: "Edit", qty: 1, rate: 500, hsnSac: "998361" }];
  const draft = { clientId: client._id, date: "2026-03-09", items };
  const { _id } = made(await owner.post("/api/invoices", draft));
  done(await owner.post(`/api/invoices/${_id}/send`, {}));
  done(await owner.put("/api/locks", { lockedTo: "2026-03-31", reason: "signed" }));
  const change = async (column: string) => {
    const set = sql.raw(`UPDATE documents SET ${column} = 1 WHERE id = '${_id}'`);
    const error = await Promise.resolve(world.books.write.run(set)).catch((cause) => cause);
    return String(error?.cause ?? "");
  };
  expect(await change("pure_agent_paise")).toContain("books are closed");
  expect(await change("is_on_hold")).toBe("");
});
