import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("books that are closed refuse an entry there, and say to when", async () => {
  const { owner } = world.kaveri;
  const { account } = made(await owner.post("/api/accounts", { name: "HDFC" }));
  const { category } = made(
    await owner.post("/api/categories", { name: "Studio rent", type: "Expense" }),
  );
  const entry = {
    description: "Rent",
    type: "Expense",
    amount: 5,
    accountId: account._id,
    categoryId: category._id,
  };
  const { transaction } = made(
    await owner.post("/api/transactions", { ...entry, date: "2026-09-30" }),
  );
  expect((await owner.put("/api/locks", { lockedTo: "2026-09-30" })).body).toMatchObject({
    lockedTo: "2026-09-30",
    finalTo: "",
  });
  const refused = await owner.post("/api/transactions", { ...entry, date: "2026-09-30" });
  console.log(refused);
  console.log(await owner.put(`/api/transactions/${transaction._id}`, { amount: 6 }));
  console.log(await owner.put(`/api/accounts/${account._id}`, { openingBalance: 6 }));
  console.log(await owner.put(`/api/categories/${category._id}`, { kind: "asset" }));
  console.log(await owner.put(`/api/categories/${category._id}`, { name: "Rent 2" }));
  const { exception } = made(
    await owner.post("/api/locks/exceptions", {
      userId: (await owner.call("GET", "/api/auth/me")).body.user._id,
      until: new Date(Date.now() + 60_000).toISOString(),
      reason: "Twice",
    }),
  );
  console.log(exception, await owner.put(`/api/transactions/${transaction._id}`, { amount: 6 }));
  console.log(
    done(await owner.call("GET", "/api/locks/changes")),
    done(await owner.call("GET", "/api/locks")),
  );
});
