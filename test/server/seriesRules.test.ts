import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { runSeries } from "../../db/series/run.ts";
import type { Task } from "../../domain/closing/tasks.ts";
import { addDays, type CalendarDate, today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
let owner: Caller;
let staff: Caller;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  ({ owner, staff } = world.kaveri);
  clientId = made(await owner.post("/api/clients", { displayName: "Konkan Foods" })).client._id;
});
afterAll(() => world.end());

const NOW = today();
const mail = { url: "", from: "", isPerAgency: false };
const look = (day: CalendarDate) => runSeries(world.books, { today: day, mail });
const read = async (id: string) => done(await owner.get(`/api/series/${id}`));
const weekly = { anchor: NOW, unit: "week" };
const rent = (more: object = {}) => {
  const { account, rent } = world.kaveri;
  const of = { accountId: account._id, categoryId: rent._id, type: "Expense" };
  const template = { ...of, description: "Rent, {month}", amount: 500 };
  return { kind: "transaction", template, ...weekly, ...more };
};
const retainer = (more: object = {}) => {
  const template = { clientId, items: [{ description: "Retainer", qty: 1, rate: 5000 }] };
  return { kind: "invoice", template, ...weekly, mode: "issue", ...more };
};

test("an amount above its author's limit waits for an owner", async () => {
  done(await owner.put("/api/approvals/limit", { limit: 300 }));
  const asked = made(await staff.post("/api/series", rent()));
  expect(asked).toMatchObject({
    state: "active",
    reason: expect.stringContaining("needs an owner's approval"),
    occurrences: [{ date: NOW, state: "waiting", madeId: "" }],
  });
  const list = () => owner.get("/api/series?kind=transaction");
  expect(done(await list()).waiting).toMatchObject({ count: 1, total: 500 });
  const byStaff = await staff.post(`/api/series/${asked._id}/make`, {});
  expect(byStaff).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("only an owner can enter") },
  });
  const booked = made(await owner.post(`/api/series/${asked._id}/make`, {}));
  expect(booked).toMatchObject({ reason: "", occurrences: [{ state: "made", note: "" }] });
  const { transaction } = done(
    await owner.get(`/api/transactions/${booked.occurrences[0].madeId}`),
  );
  expect(transaction).toMatchObject({ amount: 500, seriesId: asked._id });
  const listed = done(await owner.get("/api/transactions?q=Rent")).items;
  expect(listed.map(({ seriesId }: { seriesId?: string }) => seriesId)).toEqual([asked._id]);
  expect((await world.narmada.owner.get("/api/transactions?q=Rent")).body.items).toEqual([]);
  expect(done(await list()).waiting.count).toBe(0);

  const own = made(await owner.post("/api/series", rent()));
  expect(own.occurrences[0].state).toBe("made");
  done(await staff.put(`/api/series/${own._id}`, { mode: "issue" }));
  done(await owner.post(`/api/series/${asked._id}/end`, {}));
  expect((await look(addDays(NOW, 7))).failed).toEqual([]);
  expect((await read(own._id)).occurrences[0].state).toBe("waiting");
  done(await owner.post(`/api/series/${own._id}/end`, {}));

  const invoiced = made(await staff.post("/api/series", retainer()));
  const path = `/api/invoices/${invoiced.occurrences[0].madeId}`;
  expect(done(await owner.get(path)).invoice).toMatchObject({ status: "SENT", grandTotal: 5000 });
  done(await owner.post(`/api/series/${invoiced._id}/end`, {}));
  done(await owner.put("/api/approvals/limit", { limit: null }));
});

test("a stopped series is in the morning's tasks and behind their link", async () => {
  const { account } = world.kaveri;
  const next = addDays(NOW, 2);
  const { _id } = made(await owner.post("/api/series", rent({ anchor: next })));
  const paused = made(await owner.post("/api/series", rent({ anchor: next })));
  done(await owner.post(`/api/series/${paused._id}/pause`, {}));
  const set = (isActive: 0 | 1) =>
    world.books.write.run(
      sql`UPDATE accounts SET is_active = ${isActive} WHERE id = ${account._id}`,
    );
  await set(0);
  for (const _ of [1, 2, 3]) await look(next);
  await set(1);
  const tasks = async () => {
    const all: Task[] = done(await owner.get("/api/tasks")).tasks;
    return all.filter(({ key }) => key === "money" || key === "series");
  };
  expect(await tasks()).toEqual([
    {
      key: "money",
      title: "1 series has stopped",
      count: 1,
      note: "no transactions until you resume it",
      link: "/series?state=stopped&kind=transaction",
    },
  ]);
  const { items } = done(await owner.get("/api/series?state=stopped&kind=transaction"));
  expect(items.map((one: { _id: string }) => one._id)).toEqual([_id]);
  done(await owner.post(`/api/series/${_id}/resume`, {}));
  expect(await tasks()).toEqual([]);
  done(await owner.post(`/api/series/${_id}/end`, {}));
});

test("undo reverses a user's action and not what was created automatically since", async () => {
  const tomorrow = addDays(NOW, 1);
  const series = made(
    await owner.post("/api/series", retainer({ anchor: tomorrow, mode: "draft" })),
  );
  const { client } = made(await owner.post("/api/clients", { displayName: "A slip" }));
  expect((await look(tomorrow)).made).toBe(1);
  made(await owner.post("/api/undo", {}));
  expect((await owner.get(`/api/clients/${client._id}`)).status).toBe(404);
  const [first] = (await read(series._id)).occurrences;
  expect(first).toMatchObject({ date: tomorrow, state: "made" });

  const { items } = done(await owner.get("/api/audit?entity=Invoice&action=CREATE"));
  const path = `/api/operations/${items[0]._id}`;
  const taken = made(await owner.post(`${path}/undo`, {}));
  expect((await owner.get(`/api/invoices/${first.madeId}`)).status).toBe(404);
  expect(await look(tomorrow)).toEqual({ made: 0, failed: [] });
  expect((await read(series._id)).occurrences[0]).toMatchObject({ state: "made", number: "" });
  made(await owner.post(`/api/operations/${taken.operation}/undo`, {}));
  const { invoice } = done(await owner.get(`/api/invoices/${first.madeId}`));
  expect(invoice).toMatchObject({ seriesId: series._id, invoiceNumber: first.number });

  done(await owner.put(`/api/series/${series._id}`, { mode: "issue" }));
  expect(await owner.post("/api/undo", {})).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Change, pause or end the series instead") },
  });
  // An earlier test has changed the account by SQL.
  const { differences } = done(await owner.get("/api/books/check"));
  const isOfAccount = ({ where }: { where: string }) => where.startsWith('Account "kaveri bank"');
  expect(differences.every(isOfAccount)).toBe(true);
});
