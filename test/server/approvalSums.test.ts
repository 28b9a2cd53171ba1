import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";
import { buyingIn } from "./buying.ts";

// The limit applies to sums, and an approval to exactly what was approved.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  done(await world.kaveri.owner.put("/api/approvals/limit", { limit: 10_000 }));
});
afterAll(() => world.end());

const { owner, get, addVendor, line, bill, isRight } = buyingIn(() => world);
const staff = () => world.kaveri.staff;
const SENTENCE = "This is above ₹10,000.00, which only an owner can enter. Ask Owner of kaveri.";

const owed = async (vendor: { _id: string }, taxable = 40_000) =>
  bill(vendor, 0, { items: [line(taxable, { taxPct: 0 })], date: "2026-10-01" });
const paying = (amount: number, more = {}) => ({
  date: "2026-10-06",
  mode: "UPI",
  accountId: world.kaveri.account._id,
  amount,
  ...more,
});
const pay = (who: ReturnType<typeof staff>, { _id }: { _id: string }, body: object) =>
  who.post(`/api/bills/${_id}/payments`, body);

describe("the limit on staff payments", () => {
  test("applies to one bill in parts", async () => {
    const one = await owed(await addVendor());
    const parts = [];
    for (let n = 0; n < 4; n++) parts.push(await pay(staff(), one, paying(10_000)));
    expect(parts.map(({ status }) => status)).toEqual([201, 202, 202, 202]);
    expect((await get(`/bills/${one._id}`)).paid).toBe(10_000);
    await isRight();
  });

  test("applies to one vendor's bills together, on any dates", async () => {
    const vendor = await addVendor();
    const bills = [await owed(vendor, 6_000), await owed(vendor, 6_000)];
    const [first, second] = bills as [{ _id: string }, { _id: string }];
    made(await pay(staff(), first, paying(6_000)));
    expect((await pay(staff(), second, paying(6_000, { date: "2026-10-09" }))).status).toBe(202);
  });

  test("applies to expenses converted to bills", async () => {
    const vendor = await addVendor();
    const statuses = [];
    for (let n = 0; n < 2; n++) {
      const { transaction } = made(
        await staff().post("/api/transactions", {
          date: "2026-10-06",
          description: "Press",
          type: "Expense",
          amount: 8_000,
          accountId: world.kaveri.account._id,
          categoryId: world.kaveri.rent._id,
        }),
      );
      const body = { vendorId: vendor._id, number: `X/${n}` };
      statuses.push((await staff().post(`/api/transactions/${transaction._id}/bill`, body)).status);
    }
    expect(statuses).toEqual([201, 403]);
  });

  test("leaves out payments made or approved by an owner", async () => {
    const one = await owed(await addVendor());
    made(await pay(owner(), one, paying(15_000)));
    const { waiting } = (await pay(staff(), one, paying(15_000))).body;
    done(await owner().post(`/api/approvals/${waiting._id}/approve`, {}));
    made(await pay(staff(), one, paying(9_000)));
    await isRight();
  });

  test("applies to one bank line, however it is split", async () => {
    const { rent } = world.kaveri;
    const csv = "Date,Narration,Debit,Credit,Balance\n09/10/2026,STUDIO,85000.00,,15000.00\n";
    const { account: bank } = made(await owner().post("/api/accounts", { name: "HDFC" }));
    const query = `accountId=${bank._id}&file=oct.csv`;
    made(await sendStatement(owner(), query, new TextEncoder().encode(csv)));
    const [said] = (await get(`/bank-lines?accountId=${bank._id}`)).items;
    const accept = (body: object) => staff().post(`/api/bank-lines/${said._id}/accept`, body);
    const create = Array.from({ length: 10 }, () => ({ categoryId: rent._id, amount: 8_500 }));
    const split = await accept({ create });
    expect([split.status, split.body.message]).toEqual([403, SENTENCE]);
    const entries = [];
    for (let n = 0; n < 10; n++) {
      const entry = { date: "2026-10-09", description: "Studio", type: "Expense", amount: 8_500 };
      const sides = { accountId: bank._id, categoryId: rent._id };
      const { transaction } = made(await staff().post("/api/transactions", { ...entry, ...sides }));
      entries.push(transaction._id);
    }
    expect((await accept({ entries })).status).toBe(403);
    expect((await owner().post(`/api/bank-lines/${said._id}/accept`, { entries })).status).toBe(
      201,
    );
  });
});

describe("a bill with a pending payment", () => {
  test("shows it and accepts no request for more than the rest", async () => {
    const one = await owed(await addVendor());
    expect(one.approval).toBeNull();
    const { waiting } = (await pay(staff(), one, paying(30_000))).body;
    const approval = { _id: waiting._id, amount: 30_000 };
    expect(await get(`/bills/${one._id}`)).toMatchObject({ status: "OPEN", approval });
    const { items } = await get("/bills?limit=50");
    expect(items.find(({ _id }: { _id: string }) => _id === one._id)).toMatchObject({ approval });
    const message =
      "A payment of ₹30,000.00 for this bill awaits approval, which leaves ₹10,000.00 to pay";
    for (const amount of [40_000, 10_000.01]) {
      const refused = await pay(staff(), one, paying(amount));
      expect([refused.status, refused.body.message]).toEqual([409, message]);
    }
    made(await pay(staff(), one, paying(10_000)));
    done(await owner().post(`/api/approvals/${waiting._id}/approve`, {}));
    expect(await get(`/bills/${one._id}`)).toMatchObject({ status: "PAID", approval: null });
    await isRight();
  });

  test("accepts one of two concurrent requests", async () => {
    const one = await owed(await addVendor());
    const both = await Promise.all([1, 2].map(() => pay(staff(), one, paying(40_000))));
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test("is decided once by two owners at the same time", async () => {
    const one = await owed(await addVendor());
    const { waiting } = (await pay(staff(), one, paying(40_000))).body;
    const path = `/api/approvals/${waiting._id}`;
    const answers = await Promise.all([
      owner().post(`${path}/approve`, {}),
      owner().post(`${path}/refuse`, { reason: "Paid already" }),
      staff().post(`${path}/withdraw`, {}),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await isRight();
  });
});

test("staff may change only the notes of an approved payment", async () => {
  const { account, rent, fees, cash } = world.kaveri;
  const entry = { date: "2026-10-05", description: "Deposit", type: "Expense", amount: 10_001 };
  const sides = { accountId: account._id, categoryId: rent._id };
  const { waiting } = (await staff().post("/api/transactions", { ...entry, ...sides })).body;
  const { approval } = done(await owner().post(`/api/approvals/${waiting._id}/approve`, {}));
  const { transactionId: id } = approval;
  const change = (body: object) => staff().put(`/api/transactions/${id}`, body);
  const parts = [1, 10_000].map((amount) => ({ categoryId: rent._id, amount }));
  const refused = [
    { description: "My own pocket" },
    { date: "2026-09-01" },
    { amount: 1 },
    { type: "Income", categoryId: fees._id },
    { accountId: cash._id },
    { split: parts },
  ];
  const sentence = "An owner approved this payment. Staff can change only its notes.";
  for (const body of refused) {
    const answer = await change(body);
    expect([answer.status, answer.body.message]).toEqual([403, sentence]);
  }
  const { category } = made(await owner().post("/api/categories", { name: "Studio" }));
  const many = { ids: [id], categoryId: category._id };
  expect((await staff().post("/api/transactions/categorise", many)).status).toBe(403);
  done(await change({ notes: "The key is with Asha", description: "Deposit" }));
  done(await owner().put(`/api/transactions/${id}`, { description: "Studio deposit" }));
});
