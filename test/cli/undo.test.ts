import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
let staff: Seat;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  const url = world.listen();
  seat = { url, token: owner.token as string, folder: world.folder };
  staff = { ...seat, token: world.kaveri.staff.token as string };
});
afterAll(() => world.end());

test("bahi undo, redo, history and trash", async () => {
  const { owner, account, rent } = world.kaveri;
  const entry = { date: "2026-10-14", description: "Cab to Baner", type: "Expense", amount: 460 };
  const links = { accountId: account._id, categoryId: rent._id };
  const { transaction } = made(await owner.post("/api/transactions", { ...entry, ...links }));
  await owner.put(`/api/transactions/${transaction._id}`, { amount: 500 });

  const history = await bahi(seat, ["history", "transaction", transaction._id]);
  expect(history.stdout).toContain("Amount ₹460.00 → ₹500.00");
  const own = (await bahi(seat, ["history"])).stdout;
  expect(own).toContain("Changed: Cab to Baner, ₹500.00");
  expect(own).toContain("operations by you in the last 24 hours");
  expect((await bahi(seat, ["history", "transaction"])).exitCode).toBe(2);
  const cab = await bahi(seat, ["history", "cab", "1"]);
  expect(cab.exitCode).toBe(2);
  expect(cab.stderr).toStartWith('bahi: there is no kind "cab"; use one of transaction, ');

  const { items } = done(await owner.get(`/api/history?entity=Transaction&id=${transaction._id}`));
  await owner.put(`/api/transactions/${transaction._id}`, { amount: 600 });
  const of = ["--since", `transaction:${transaction._id}`];
  const back = await bahi(seat, ["undo", items[0].operation, ...of]);
  expect([back.exitCode, back.stdout]).toEqual([0, "Changed: Cab to Baner, ₹460.00\n"]);
  expect((await bahi(seat, ["undo"])).stdout).toBe("Changed: Cab to Baner, ₹600.00\n");
  expect((await bahi(seat, ["undo"])).stdout).toBe("Changed: Cab to Baner, ₹500.00\n");
  expect((await bahi(seat, ["undo", ...of])).exitCode).toBe(2);
  expect((await bahi(seat, ["undo", "x", "--since", "cab"])).exitCode).toBe(2);

  const undone = await bahi(seat, ["undo"]);
  expect([undone.exitCode, undone.stdout]).toEqual([0, "Changed: Cab to Baner, ₹460.00\n"]);
  expect((await bahi(seat, ["undo"])).stdout).toBe("Deleted: Cab to Baner, ₹460.00\n");
  expect((await bahi(seat, ["redo"])).stdout).toBe("Restored: Cab to Baner, ₹460.00\n");
  const nothing = await bahi(staff, ["undo"]);
  expect([nothing.exitCode, nothing.stdout]).toEqual([3, ""]);
  expect(nothing.stderr).toContain("Nothing to undo in the last 24 hours");

  await owner.delete(`/api/transactions/${transaction._id}`);
  const trash = await bahi(seat, ["trash", "list", "--csv"]);
  expect(trash.stdout).toContain(`${transaction._id},Transaction Cab to Baner,460.00,`);
  expect((await bahi(staff, ["trash", "restore", transaction._id])).exitCode).toBe(4);
  expect((await bahi(seat, ["trash", "restore", "nothing"])).exitCode).toBe(5);
  const restored = await bahi(seat, ["trash", "restore", transaction._id]);
  expect(restored.stdout).toBe("Restored: Cab to Baner, ₹460.00\n");
  expect((await bahi(seat, ["trash", "list"])).stdout).toContain("No deleted records");
});

test("history says if it shows only the last entries", async () => {
  const { owner } = world.narmada;
  const narmada = { ...seat, token: owner.token as string };
  for (let n = 0; n < 51; n++) made(await owner.post("/api/categories", { name: `Paper ${n}` }));
  const { stdout } = await bahi(narmada, ["history"]);
  expect(stdout).toEndWith("\nThe last 50 operations by you in the last 24 hours\n");
});
