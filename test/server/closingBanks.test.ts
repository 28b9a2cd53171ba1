import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { bring, checklist } from "./closing.ts";
import { newOwner } from "./locking.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

describe("a month's checklist", () => {
  test("has every bank account and card, and wallets from their first statement on", async () => {
    const owner = await newOwner(world, "wallets");
    const add = async (name: string, type: string) =>
      made(await owner.post("/api/accounts", { name, type })).account._id;
    const bank = await add("HDFC", "Bank");
    const wallet = await add("Paytm", "Wallet");
    await add("Till", "Cash");
    const banks = async (month: string) => {
      const { items } = await checklist(owner, month);
      return items.filter(({ key }) => key.startsWith("bank:"));
    };
    const keys = async (month: string) => (await banks(month)).map(({ key }) => key.slice(5));
    expect(await keys("2026-07")).toEqual([bank]);
    const { _id } = await bring(owner, wallet, [["2026-07-05", "QR SALE", 480]]);
    expect(await keys("2026-06")).toEqual([bank]);
    const [, paytm] = await banks("2026-07");
    expect(paytm).toMatchObject({
      key: `bank:${wallet}`,
      state: "open",
      count: 1,
      link: `/banking/${_id}?to=2026-07-31`,
    });
    expect(await keys("2026-08")).toEqual([bank, wallet]);
    const closing = await owner.post("/api/close/2026-07", {});
    expect([closing.status, closing.body.message]).toEqual([409, expect.stringContaining("Paytm")]);
    expect(done(await owner.get("/api/locks")).lockedTo).toBe("");
  });
});
