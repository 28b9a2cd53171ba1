import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { checklist, findItem } from "./closing.ts";
import { closeTo } from "./locking.ts";
import { foundTeam } from "./ownTeam.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const MONTH = "2026-06";
const LAST = "2026-06-30";

const owns = async (who: Caller, month: string) => {
  const { items } = await checklist(who, month);
  return items.flatMap(({ title, step }) => (step === 4 ? title : []));
};

const add = async (who: Caller, userId: string, fields: object) =>
  made(await who.post("/api/close-items", { userId, from: "2026-06-15", ...fields })).closeItem;

async function startCount() {
  const team = await foundTeam(world);
  const { owner, staff } = team;
  const { account: cash } = made(
    await owner.post("/api/accounts", { name: "Petty cash", type: "Cash", openingBalance: 500 }),
  );
  const { category } = made(await owner.post("/api/categories", { name: "Tea", type: "Expense" }));
  const item = await add(owner, staff._id, {
    name: "Count petty cash",
    kind: "count",
    accountId: cash._id,
  });
  const spend = async (amount: number, date = LAST) =>
    made(
      await owner.post("/api/transactions", {
        date,
        amount,
        description: "Tea",
        type: "Expense",
        accountId: cash._id,
        categoryId: category._id,
      }),
    );
  const count = (counted: number | null, who = staff, day = LAST) =>
    who.post(`/api/close-items/${item._id}/mark`, { date: day, counted });
  return { ...team, cash, item, spend, count };
}

test("a tick belongs to one month, and can be undone", async () => {
  const { owner, staff } = await foundTeam(world);
  const item = await add(owner, staff._id, {
    name: "Send hours",
    kind: "tick",
    until: "2026-08-01",
  });
  const state = async (month: string) => (await findItem(owner, `tick:${item._id}`, month)).state;
  expect(await findItem(owner, "tick:", MONTH)).toMatchObject({
    title: "Send hours",
    state: "open",
    count: 1,
    step: 4,
    note: `for ${staff.name}`,
  });
  const path = `/api/close-items/${item._id}`;
  const { headers } = await staff.post(`${path}/mark`, { date: LAST });
  expect(await state(MONTH)).toBe("done");
  expect((await findItem(owner, "tick:", MONTH)).by?.name).toBe(staff.name);
  expect([await state("2026-07"), await state("2026-08")]).toEqual(["open", "open"]);
  for (const other of ["2026-05", "2026-09"]) {
    expect(await owns(owner, other)).toEqual([]);
    expect((await staff.post(`${path}/mark`, { date: `${other}-10` })).status).toBe(400);
  }
  done(await staff.post(`/api/operations/${headers.get("x-operation")}/undo`, {}));
  expect(await state(MONTH)).toBe("open");
  done(await owner.post(`${path}/mark`, { date: LAST }));
  done(await owner.post(`${path}/unmark`, { date: LAST }));
  expect(await state(MONTH)).toBe("open");
  expect((await owner.post(`${path}/unmark`, { date: LAST })).status).toBe(409);
});

test("a count is compared with the books each time", async () => {
  const { owner, spend, count } = await startCount();
  await spend(120);
  const found = () => findItem(owner, "count:", MONTH);
  expect((await found()).state).toBe("open");
  expect((await count(null)).body.errors[0].path).toBe("counted");
  done(await count(400));
  expect(await found()).toMatchObject({
    state: "open",
    amount: 400,
    note: "counted ₹400.00, the books have ₹380.00: ₹20.00 too much",
  });
  done(await count(380));
  expect(await found()).toMatchObject({
    state: "done",
    count: 0,
    note: "counted ₹380.00, equal to the books",
  });
  // A later change of the books makes it differ again. One of the next month does not.
  await spend(50, "2026-07-01");
  expect((await found()).state).toBe("done");
  await spend(30);
  expect((await found()).note).toBe("counted ₹380.00, the books have ₹350.00: ₹30.00 too much");
  const { items } = done(await owner.get("/api/audit?entity=CloseMark"));
  expect(items.map(({ action }: { action: string }) => action)).toEqual(["UPDATE", "CREATE"]);
});

test("owners and accountants define items, and everyone does them", async () => {
  const { owner, staff, accountant, item, cash } = await startCount();
  const path = `/api/close-items/${item._id}`;
  expect((await staff.put(path, { name: "Mine" })).status).toBe(403);
  expect((await staff.delete(path)).status).toBe(403);
  done(await accountant.put(path, { name: "Count the box", userId: accountant._id }));
  expect((await owner.get("/api/close-items")).body.items).toEqual([
    {
      _id: item._id,
      name: "Count the box",
      kind: "count",
      user: { _id: accountant._id, name: accountant.name },
      account: { _id: cash._id, name: "Petty cash" },
      from: "2026-06-15",
      until: "",
    },
  ]);
  const refused = async (fields: object) => {
    const { status, body } = await owner.put(path, fields);
    return [status, body.errors[0].path];
  };
  expect(await refused({ kind: "tick" })).toEqual([400, "kind"]);
  expect(await refused({ accountId: "" })).toEqual([400, "accountId"]);
  expect(await refused({ until: "2026-05-01" })).toEqual([400, "until"]);
  expect(await refused({ userId: "1m7z83st80wnr" })).toEqual([400, "userId"]);
  const bank = made(await owner.post("/api/accounts", { name: "HDFC" })).account;
  expect(await refused({ accountId: bank._id })).toEqual([400, "accountId"]);
  expect((await owner.delete(`/api/accounts/${cash._id}`)).status).toBe(409);
  expect((await world.narmada.owner.get(path)).status).toBe(404);
  const mark = { date: LAST, counted: 1 };
  expect((await world.narmada.owner.post(`${path}/mark`, mark)).status).toBe(404);
});

test("closed books keep what was counted", async () => {
  const { owner, item, count } = await startCount();
  done(await count(500));
  const path = `/api/close-items/${item._id}`;
  await closeTo(owner, LAST);
  expect((await count(400)).status).toBe(409);
  expect((await owner.post(`${path}/unmark`, { date: LAST })).status).toBe(409);
  const removed = await owner.delete(path);
  expect([removed.status, removed.body.message]).toEqual([
    409,
    "June 2026 is closed with it. Enter its last month as Until instead",
  ]);
  const early = await owner.post("/api/close-items", {
    name: "Late",
    kind: "tick",
    userId: owner._id,
    from: "2026-06-01",
  });
  expect(early.body.errors[0]).toEqual({
    path: "from",
    message: "June 2026 is closed; use 1 Jul 2026 or later",
  });
  done(await count(500, owner, "2026-07-31"));
});

test("a deleted item comes back with its marks", async () => {
  const { owner, item, count } = await startCount();
  done(await count(500));
  const { headers } = await owner.delete(`/api/close-items/${item._id}`);
  expect(await owns(owner, MONTH)).toEqual([]);
  done(await owner.post(`/api/operations/${headers.get("x-operation")}/undo`, {}));
  expect((await findItem(owner, "count:", MONTH)).state).toBe("done");
});
