import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { runSeries } from "../../db/series/run.ts";
import { addDays, today } from "../../domain/dates.ts";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
let client: string;
const mail = { url: "", from: "", isPerAgency: false };
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  client = made(await owner.post("/api/clients", { displayName: "Konkan Foods" })).client._id;
});
afterAll(() => world.end());

const NOW = today();
const NOTHING = { made: 0, failed: [] };
const items = [{ description: "Retainer for {month}", hsnSac: "998361", qty: 1, rate: 1000 }];
const retainer = (more: object) => ({
  kind: "invoice",
  template: { clientId: client, dueDays: 15, items },
  anchor: NOW,
  unit: "month",
  every: 1,
  mode: "issue",
  ...more,
});
const rent = (more: object) => {
  const { account, rent } = world.kaveri;
  const template = { accountId: account._id, categoryId: rent._id, type: "Expense" };
  return {
    kind: "transaction",
    template: { ...template, description: "Rent, {month}", amount: 500 },
    anchor: NOW,
    unit: "week",
    every: 1,
    ...more,
  };
};
const post = (path: string, body: object = {}) =>
  world.kaveri.owner.post(`/api/series${path}`, body);
const get = async (path: string) => done(await world.kaveri.owner.get(`/api/series${path}`));
const look = (day: string) => runSeries(world.books, { today: day, mail });

test("a due date is created at once, as by a user, and only once", async () => {
  const series = made(await post("", retainer({})));
  expect(series).toMatchObject({
    made: 1,
    amount: 1000,
    state: "active",
    title: "Retainer for {month}",
  });
  const [first] = series.occurrences;
  expect(first).toMatchObject({ date: NOW, state: "made", number: expect.stringContaining("INV") });
  const { invoice } = done(await world.kaveri.owner.get(`/api/invoices/${first.madeId}`));
  const due = addDays(NOW, 15);
  expect(invoice).toMatchObject({ status: "SENT", date: NOW, dueDate: due, seriesId: series._id });
  expect(invoice.items[0].description).not.toContain("{");
  expect(await Promise.all([look(NOW), look(NOW), look(NOW)])).toEqual([NOTHING, NOTHING, NOTHING]);
  const log = done(await world.kaveri.owner.get("/api/audit?entity=Invoice&action=CREATE"));
  expect(log.items[0].payload.series).toEqual({ _id: series._id, title: series.title, date: NOW });

  const { dates } = await get(`/${series._id}/preview`);
  expect(dates).toHaveLength(12);
  expect(dates[0]).toMatchObject({ date: NOW, amount: 1000, state: "made" });
  const next = dates[1].date;
  const skipped = done(await post(`/${series._id}/skip`));
  expect(skipped.nextDate).toBe(dates[2].date);
  expect(
    (await post(`/${series._id}/skip`, { date: addDays(next, 1) })).body.errors[0].message,
  ).toContain("has no date on");
  expect(done(await post(`/${series._id}/unskip`, { date: next })).nextDate).toBe(next);
  const early = made(await post(`/${series._id}/make`));
  expect(early).toMatchObject({ made: 2, nextDate: dates[2].date });
  const { invoice: second } = done(
    await world.kaveri.owner.get(`/api/invoices/${early.occurrences[0].madeId}`),
  );
  expect(second.date).toBe(NOW);
  expect(await look(next)).toEqual({ made: 0, failed: [] });
  expect((await world.kaveri.owner.delete(`/api/series/${series._id}`)).status).toBe(409);
  expect((await world.kaveri.owner.delete(`/api/clients/${client}`)).body.message).toMatch(
    /invoices|series/,
  );
  expect(done(await post(`/${series._id}/end`)).state).toBe("ended");
  expect((await post(`/${series._id}/pause`)).status).toBe(409);
});

test("keeps more than three missed dates as drafts and creates none during a pause", async () => {
  const back = made(await post("", retainer({ anchor: addDays(NOW, -28), unit: "week" })));
  expect(back.made).toBe(5);
  const list = await get("?kind=invoice");
  expect(list.waiting).toMatchObject({ count: 5, total: 5000 });
  expect(list.upcoming.count).toBeGreaterThan(3);
  expect((await get(`/${back._id}/preview`)).dates[0].date).toBe(NOW);
  const few = made(await post("", retainer({ anchor: addDays(NOW, -1), unit: "day" })));
  expect(few.made).toBe(2);
  expect((await get("?kind=invoice")).waiting.count).toBe(5);
  expect((await post("", retainer({ anchor: "2010-01-01", unit: "day" }))).status).toBe(400);

  done(await post(`/${back._id}/pause`));
  expect(await look(addDays(NOW, 20))).toMatchObject({ failed: [] });
  const resumed = done(await post(`/${back._id}/resume`));
  expect(resumed).toMatchObject({ made: 5, nextDate: addDays(NOW, 7) });

  const { count } = (await get("?kind=invoice")).upcoming;
  done(await post(`/${back._id}/skip`, { date: addDays(NOW, 14) }));
  expect((await get("?kind=invoice")).upcoming.count).toBe(count - 1);

  const long = made(await post("", retainer({ anchor: addDays(NOW, -3), unit: "week" })));
  done(await post(`/${long._id}/pause`));
  await world.books.write.run(
    sql`UPDATE series SET next_date = ${addDays(NOW, -10)} WHERE id = ${long._id}`,
  );
  const byHand = made(await post(`/${long._id}/make`));
  expect(byHand.occurrences[0].date).toBe(addDays(NOW, 4));
  await post(`/${long._id}/end`);
  await post(`/${back._id}/end`);
  await post(`/${few._id}/end`);
});

test("the date at which a series stopped is skipped, and it continues with the next", async () => {
  const { account, staff } = world.kaveri;
  const { _id } = made(await staff.post("/api/series", rent({ unit: "week", state: "paused" })));
  done(await post(`/${_id}/resume`));
  const [first, second] = [addDays(NOW, -8), addDays(NOW, -1)];
  await world.books.write.run(
    sql`UPDATE series SET anchor = ${first}, next_date = ${first}, not_before = ${first}
      WHERE id = ${_id}`,
  );
  await world.books.write.run(sql`UPDATE accounts SET is_active = 0 WHERE id = ${account._id}`);
  for (const _ of [1, 2, 3]) await look(NOW);
  await world.books.write.run(sql`UPDATE accounts SET is_active = 1 WHERE id = ${account._id}`);
  expect(await get(`/${_id}`)).toMatchObject({ state: "paused", stoppedDate: first, nextDate: "" });
  const passed = await post(`/${_id}/skip`, { date: second });
  expect([passed.status, passed.body.errors[0].path]).toEqual([400, "date"]);
  const going = done(await post(`/${_id}/skip`));
  expect(going).toMatchObject({
    state: "active",
    stoppedDate: "",
    reason: "",
    paused: null,
    made: 0,
    nextDate: addDays(NOW, 6),
    savedBy: { name: "Owner of kaveri" },
    occurrences: [{ date: first, state: "skipped" }],
  });
  expect((await post(`/${_id}/unskip`, { date: first })).status).toBe(409);
  expect((await look(addDays(NOW, 6))).made).toBeGreaterThan(0);
  expect((await get(`/${_id}`)).occurrences[0]).toMatchObject({
    date: addDays(NOW, 6),
    state: "made",
  });
  done(await post(`/${_id}/end`));
});

test("a transaction is booked or waits; a failure stops its series with the reason", async () => {
  const booked = made(await post("", rent({})));
  expect(booked).toMatchObject({ made: 1, account: { name: "kaveri bank" }, mode: "issue" });
  const waits = made(await post("", rent({ mode: "draft" })));
  expect(waits.occurrences[0]).toMatchObject({ state: "waiting", madeId: "" });
  expect((await get("?kind=transaction")).waiting.count).toBe(1);
  const now = made(await post(`/${waits._id}/make`));
  expect(now.occurrences[0]).toMatchObject({ state: "made", madeId: expect.stringMatching(/./) });
  const { owner, account, staff } = world.kaveri;
  const refused = await owner.put(`/api/accounts/${account._id}`, { isActive: false });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Rent, {month}") },
  });

  const next = booked.nextDate;
  await world.books.write.run(sql`UPDATE accounts SET is_active = 0 WHERE id = ${account._id}`);
  for (const _ of [1, 2, 3]) expect((await look(next)).failed.length).toBeGreaterThan(0);
  const stopped = await get(`/${booked._id}`);
  expect(stopped).toMatchObject({
    state: "paused",
    reason: expect.stringContaining("active accounts"),
  });
  await world.books.write.run(sql`UPDATE accounts SET is_active = 1 WHERE id = ${account._id}`);
  const { template } = stopped;
  const mended = { ...template, notes: "The account is open again" };
  const changed = done(await owner.put(`/api/series/${booked._id}`, { template: mended }));
  expect(changed).toMatchObject({ state: "paused", reason: stopped.reason });
  expect(done(await post(`/${booked._id}/resume`)).nextDate).toBe(next);
  expect((await look(next)).made).toBe(1);

  const theirs = made(await staff.post("/api/series", rent({ anchor: addDays(NOW, 3) })));
  expect((await get(`/${theirs._id}/preview`)).dates[0]).toMatchObject({
    date: addDays(NOW, 3),
    amount: 500,
  });
  const paused = made(await post("", rent({ state: "paused" })));
  expect(paused).toMatchObject({ state: "paused", made: 0 });
  const { users } = done(await owner.get("/api/users/team"));
  const ravi = users.find(({ email }: { email: string }) => email === "staff@kaveri.test");
  done(await owner.delete(`/api/users/team/${ravi._id}`));
  await look(addDays(NOW, 3));
  expect((await get(`/${theirs._id}`)).reason).toContain("no longer in the team");
});

test("a date in closed books becomes today, and an impossible one is reported at its field", async () => {
  const { owner } = world.narmada;
  const { client } = made(await owner.post("/api/clients", { displayName: "Zest" }));
  const of = { clientId: client._id, items };
  done(await owner.put("/api/locks", { lockedTo: addDays(NOW, -1), reason: "done" }));
  const anchor = addDays(NOW, -1);
  const series = made(
    await owner.post("/api/series", retainer({ anchor, template: of, unit: "year" })),
  );
  const { invoice } = done(await owner.get(`/api/invoices/${series.occurrences[0].madeId}`));
  expect(invoice).toMatchObject({ date: NOW, notes: expect.stringContaining("For ") });
  const wrong = await owner.post(
    "/api/series",
    retainer({ every: 0, template: { ...of, items: [{ ...items[0], rate: -1 }] } }),
  );
  expect(wrong.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    "every",
    "template.items.0.rate",
  ]);
  expect((await owner.post("/api/series", retainer({}))).body.errors[0].path).toBe(
    "template.clientId",
  );
  expect((await owner.post("/api/series", { kind: "rent" })).body.errors[0].path).toBe("kind");
});
