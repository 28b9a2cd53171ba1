import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { type Answer, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const counts = async () => {
  const { owner } = world.kaveri;
  const { total } = done(await owner.get("/api/receipts?limit=1"));
  return [total, done(await owner.get("/api/transactions?limit=1")).total];
};

describe("a batch with skipExisting", () => {
  const rows = (...purposes: string[]) =>
    purposes.map((purpose) => ({
      purpose,
      client: { name: "Batch Rao" },
      date: "2026-11-02",
      amount: 1500.5,
      mode: "UPI",
      reference: "UTR 42",
      accountId: world.kaveri.account._id,
    }));
  const send = (receipts: object[], more: object = {}, caller = world.kaveri.owner) =>
    caller.post("/api/receipts/batch", { receipts, skipExisting: true, ...more });
  const numbers = ({ body }: Answer) =>
    body.receipts.map(({ receiptNumber }: { receiptNumber: string }) => receiptNumber);

  test("issues only new rows, in any order and for any user", async () => {
    const first = await send(rows("one", "two"));
    expect(made(first).existing).toEqual([]);
    const [one, two] = numbers(first);
    const longer = made(await send(rows("two", "three", "one"), {}, world.kaveri.staff));
    expect(longer.existing).toEqual([
      { row: 0, receiptNumber: two },
      { row: 2, receiptNumber: one },
    ]);
    expect(longer.receipts.map(({ purpose }: { purpose: string }) => purpose)).toEqual(["three"]);
    const before = await counts();
    const same = done(await send(rows("THREE", "one", "two")));
    expect([same.receipts, same.existing.length]).toEqual([[], 3]);
    expect(await counts()).toEqual(before);
    expect(made(await send(rows("one"), { skipExisting: false })).receipts).toHaveLength(1);
  });

  test("matches equal rows by count", async () => {
    expect(numbers(await send(rows("equal", "equal")))).toHaveLength(2);
    const third = made(await send(rows("equal", "equal", "equal")));
    expect([third.receipts.length, third.existing.map(({ row }: { row: number }) => row)]).toEqual([
      1,
      [0, 1],
    ]);
  });

  test("compares a row without a date by its other fields and dates it today", async () => {
    const undated = rows("no date").map(({ date: _, ...row }: { date?: string }) => row);
    const [receipt] = made(await send(undated)).receipts;
    expect(receipt.date).toBe(today());
    expect(done(await send(undated)).existing).toHaveLength(1);
    const both = made(await send([...undated, ...rows("no date")]));
    expect(both.receipts.map(({ date }: { date: string }) => date)).toEqual(["2026-11-02"]);
    expect(done(await send([...undated, ...rows("no date")])).existing).toHaveLength(2);
  });

  test("issues a deleted receipt again", async () => {
    const [receipt] = made(await send(rows("deleted"))).receipts;
    done(await world.kaveri.owner.delete(`/api/receipts/${receipt._id}`));
    expect(made(await send(rows("deleted"))).existing).toEqual([]);
  });

  test("reports an error at its row of the file", async () => {
    made(await send(rows("right")));
    const wrong = [...rows("right"), ...rows("wrong").map((row) => ({ ...row, accountId: "no" }))];
    const { status, body } = await send(wrong);
    expect([status, body.errors[0].path]).toEqual([400, "receipts.1.accountId"]);
  });

  test("issues nothing in a dry run and rejects the same rows", async () => {
    const [number] = numbers(await send(rows("tried")));
    const before = await counts();
    const tried = await send(rows("new", "tried"), { dryRun: true });
    expect(done(tried)).toEqual({ receipts: [], existing: [{ row: 1, receiptNumber: number }] });
    expect(tried.headers.get("x-operation")).toBeNull();
    const wrong = rows("no account").map((row) => ({ ...row, accountId: "no" }));
    expect((await send(wrong, { dryRun: true })).status).toBe(400);
    expect(await counts()).toEqual(before);
    const { receiptNumber } = made(await send(rows("new"))).receipts[0];
    expect(Number(receiptNumber.slice(-5))).toBe(Number(number.slice(-5)) + 1);
  });

  test("issues each row once in two concurrent requests", async () => {
    const both = await Promise.all([send(rows("at once")), send(rows("at once"))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
  });
});
