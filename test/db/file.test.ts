import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect } from "../../db/engine/books.ts";
import { createMutex } from "../../db/engine/mutex.ts";
import { writeRelaxedTransaction, writeTransaction } from "../../db/engine/transaction.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("keeps acknowledged writes, enforces foreign keys and gives readers read access only", async () => {
  const { read, write } = world.books;
  const pragma = async (of: typeof read, name: string) =>
    Object.values((await of.get<Record<string, unknown>>(sql.raw(`PRAGMA ${name}`))) ?? {})[0];
  expect(await pragma(write, "journal_mode")).toBe("wal");
  expect(await pragma(write, "synchronous")).toBe(2);
  expect(await pragma(write, "foreign_keys")).toBe(1);
  const change = async () => read.run(sql`DELETE FROM users`);
  await expect(change()).rejects.toMatchObject({ cause: { code: "SQLITE_READONLY" } });
});

test("a write waits for the disk, except the steps of an import", async () => {
  const books = await connect(world.books.place, createMutex());
  const synchronous = async (of: Pick<typeof books.write, "get">) =>
    Object.values((await of.get<Record<string, unknown>>(sql`PRAGMA synchronous`)) ?? {})[0];
  expect(await writeTransaction({ books }, synchronous)).toBe(2);
  expect(await writeRelaxedTransaction(books, synchronous)).toBe(1);
  const failing = () => Promise.reject(new Error("A step fails"));
  await expect(writeRelaxedTransaction(books, failing)).rejects.toThrow("A step fails");
  expect(await synchronous(books.write)).toBe(2);
  expect(await writeTransaction({ books }, synchronous)).toBe(2);
  books.close();
});
