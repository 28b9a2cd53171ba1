import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";

// Several users approve, undo and cancel the same record at once, and one succeeds.

let world: World;
let owner: Caller;
let second: Caller;
let staff: Caller;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  ({ owner, staff } = world.kaveri);
  const signIn = { email: "second@kaveri.test", password: "her own" };
  made(await owner.post("/api/users/team", { ...signIn, name: "Second owner", role: "owner" }));
  second = world.caller(done(await world.stranger.post("/api/auth/login", signIn)).token);
  ({ _id: clientId } = made(await owner.post("/api/clients", { displayName: "Saffron" })).client);
});
afterAll(() => world.end());

const items = [{ description: "Logo", qty: 1, rate: 1000, taxPct: 18 }];
const draft = () => owner.post("/api/invoices", { clientId, date: "2026-10-14", items });
const undo = (by: Caller, { headers }: Answer) =>
  by.post(`/api/operations/${headers.get("x-operation")}/undo`, {});
const statuses = async (answers: Promise<Answer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();
const isRight = async () => {
  expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
  expect(done(await owner.get("/api/audit/verify")).ok).toBe(true);
};

test("undoes a creation once and does not discard it again", async () => {
  const added = await draft();
  const { _id: id, invoiceNumber } = made(added);
  const cancel = staff.post(`/api/invoices/${id}/cancel`, {});
  const [won, ...lost] = await statuses([undo(owner, added), undo(second, added), cancel]);
  expect([200, 201]).toContain(won as number);
  for (const status of lost) expect([404, 409]).toContain(status);
  const next = await draft();
  expect(made(next).invoiceNumber).toBe(invoiceNumber);
  await isRight();
});

test("a sent invoice is either cancelled or paid", async () => {
  const { _id: id } = made(await draft());
  const sent = await owner.post(`/api/invoices/${id}/send`, {});
  const paying = { date: "2026-10-15", amount: 1180, mode: "UPI" };
  const pay = staff.post(`/api/invoices/${id}/payments`, {
    ...paying,
    accountId: world.kaveri.account._id,
  });
  const answers = await statuses([
    owner.post(`/api/invoices/${id}/cancel`, {}),
    second.post(`/api/invoices/${id}/cancel`, {}),
    undo(owner, sent),
    pay,
  ]);
  expect(answers.filter((status) => status < 300).length).toBeGreaterThan(0);
  const { status, body } = await owner.get(`/api/invoices/${id}`);
  const isPaid = (await pay).status === 201;
  // Undone first, it was a draft again, and cancelling removed it with its number.
  if (status === 404) expect(isPaid).toBe(false);
  else
    expect([body.invoice.status === "CANCELLED", body.payments.length > 0]).not.toEqual([
      true,
      true,
    ]);
  if (isPaid) expect([status, body.payments?.length]).toEqual([200, 1]);
  await isRight();
});

test("gives each number once to drafts created while others are undone", async () => {
  const added = await Promise.all([draft(), draft(), draft()]);
  await Promise.all([...added.map((one) => undo(owner, one)), draft(), draft()]);
  const { items: all } = done(await owner.get("/api/invoices?limit=100"));
  const numbers = all.map((one: { invoiceNumber: string }) => one.invoiceNumber);
  expect(new Set(numbers).size).toBe(numbers.length);
  await isRight();
});
