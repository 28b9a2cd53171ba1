import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";
import { buyingIn } from "./buying.ts";

// Staff payments above the agency's limit, on every route. All users belong to kaveri.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  done(await world.kaveri.owner.put("/api/approvals/limit", { limit: 50_000 }));
});
afterAll(() => world.end());

const { owner, get, addVendor, line, bill, isRight } = buyingIn(() => world);
const staff = () => world.kaveri.staff;

const SENTENCE = "This is above ₹50,000.00, which only an owner can enter. Ask Owner of kaveri.";

const expense = (more: object = {}) => ({
  date: "2026-10-05",
  description: "Deposit for the studio",
  type: "Expense",
  accountId: world.kaveri.account._id,
  categoryId: world.kaveri.rent._id,
  amount: 60_000,
  ...more,
});

async function ask(body: object, path = "/api/transactions", headers = {}) {
  const answer = await staff().post(path, body, headers);
  expect([answer.status, Object.keys(answer.body)]).toEqual([202, ["waiting"]]);
  return answer.body.waiting;
}

const books = () =>
  world.books.read.all(`SELECT id, amount_paise AS paise, created_by AS "by" FROM transactions
    WHERE agency_id = 1 ORDER BY entry`);

test("a pending payment is in no total, and once approved is booked on its own day", async () => {
  const before = await books();
  const dates = "dateFrom=2026-10-01&dateTo=2026-10-31";
  const totals = async () => (await get(`/transactions?${dates}`)).totals;
  const was = await totals();
  const { user: asker } = done(await staff().get("/api/auth/me"));
  const headers = { "idempotency-key": "the deposit" };
  const waiting = await ask(expense(), "/api/transactions", headers);
  expect(waiting).toMatchObject({
    kind: "Expense",
    state: "waiting",
    date: "2026-10-05",
    amount: 60_000,
    description: "Deposit for the studio",
    from: "kaveri bank",
    to: "Rent",
    billId: null,
    asked: { by: { _id: asker._id } },
    decided: null,
    reason: "",
    transactionId: null,
  });
  const again = await staff().post("/api/transactions", expense(), headers);
  expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([
    ...[202, { waiting }, "true"],
  ]);
  expect([await books(), await totals()]).toEqual([before, was]);

  const path = `/api/approvals/${waiting._id}/approve`;
  expect((await staff().post(path, {})).status).toBe(403);
  expect((await world.narmada.owner.post(path, {})).status).toBe(404);
  const { approval } = done(await owner().post(path, {}));
  expect(approval).toMatchObject({
    state: "approved",
    decided: { by: { name: "Owner of kaveri" } },
  });
  const { transaction } = await get(`/transactions/${approval.transactionId}`);
  expect(transaction).toMatchObject({ date: "2026-10-05", amount: 60_000 });
  expect((await books()).at(-1)).toMatchObject({ paise: 60_000_00, by: asker._id });
  const twice = await owner().post(path, {});
  expect([twice.status, twice.body.message]).toEqual([
    ...[409, "Owner of kaveri has already approved it"],
  ]);
  const { items } = await get("/audit?limit=3");
  expect(items.map(({ action, entity }: Record<string, string>) => [action, entity])).toEqual([
    ...[
      ["UPDATE", "Approval"],
      ["CREATE", "Transaction"],
      ["CREATE", "Approval"],
    ],
  ]);
  expect((await get("/approvals?state=approved")).items).toEqual([approval]);
  await isRight();
});

test("a rejected payment stays with its reason, and its requester may withdraw it", async () => {
  const before = await books();
  const [first, second] = [await ask(expense()), await ask(expense({ amount: 50_000.01 }))];
  const refused = `/api/approvals/${first._id}/refuse`;
  expect((await owner().post(refused, { reason: "" })).body.errors[0].path).toBe("reason");
  const { approval } = done(await owner().post(refused, { reason: "Paid in September" }));
  expect(approval).toMatchObject({ state: "refused", reason: "Paid in September" });
  const other = await owner().post(`/api/approvals/${second._id}/withdraw`, {});
  expect([other.status, other.body.message]).toEqual([
    ...[409, "Only Staff of kaveri, who requested it, can withdraw it"],
  ]);
  done(await staff().post(`/api/approvals/${second._id}/withdraw`, {}));
  expect((await owner().post(`/api/approvals/${second._id}/approve`, {})).status).toBe(409);
  expect(await books()).toEqual(before);
  made(await staff().post("/api/transactions", expense({ amount: 50_000 })));
  made(
    await staff().post(
      "/api/transactions",
      expense({ type: "Income", categoryId: world.kaveri.fees._id }),
    ),
  );
});

test("holds a transfer, a split, a bill payment and a TDS deposit", async () => {
  const { account, cash, rent } = world.kaveri;
  const vendor = await addVendor({ displayName: "Pune Print House" });
  const owed = await bill(vendor, 0, { items: [line(80_000, { taxPct: 0 })], date: "2026-10-01" });
  const paying = { date: "2026-10-06", mode: "UPI", accountId: account._id };
  const split = [1, 2].map(() => ({ categoryId: rent._id, amount: 30_000 }));
  const sides = { fromAccountId: account._id, toAccountId: cash._id };
  const asked = [
    await ask(
      { ...sides, date: "2026-10-06", amount: 70_000, description: "Till" },
      "/api/transactions/transfer",
    ),
    await ask(expense({ split, amount: undefined, categoryId: undefined })),
    await ask({ ...paying, amount: 80_000 }, `/api/bills/${owed._id}/payments`),
    await ask(
      { ...paying, mode: undefined, month: "2026-09", amount: 51_000 },
      "/api/tds-deposits",
    ),
  ];
  expect(asked).toMatchObject([
    { kind: "Transfer", to: "kaveri cash" },
    { kind: "Expense", amount: 60_000, to: "2 categories" },
    { kind: "Payment", billId: owed._id, description: expect.stringContaining(owed.number) },
    { kind: "Deposit", description: "TDS of Sep 2026" },
  ]);
  expect(await get(`/bills/${owed._id}`)).toMatchObject({ status: "OPEN", balance: 80_000 });
  for (const { _id } of asked) done(await owner().post(`/api/approvals/${_id}/approve`, {}));
  expect(await get(`/bills/${owed._id}`)).toMatchObject({ status: "PAID", balance: 0 });
  await isRight();
});

test("its requester can undo a request", async () => {
  const asked = await staff().post("/api/transactions", expense({ description: "Undone" }));
  expect([asked.status, asked.headers.get("x-undo")]).toEqual([202, null]);
  const operation = asked.headers.get("x-operation");
  made(await staff().post(`/api/operations/${operation}/undo`, {}));
  const path = `/api/approvals/${asked.body.waiting._id}/approve`;
  expect((await owner().post(path, {})).status).toBe(404);
});

test("rejects an impossible payment at once and keeps waiting one that became impossible", async () => {
  const { account } = world.kaveri;
  const nobodys = await staff().post("/api/transactions", expense({ accountId: "nobody's" }));
  expect([nobodys.status, nobodys.body.errors[0].path]).toEqual([400, "accountId"]);
  const vendor = await addVendor({ displayName: "Kaveri Software" });
  const owed = await bill(vendor, 1, { items: [line(80_000, { taxPct: 0 })], date: "2026-08-01" });
  const paying = { mode: "UPI", accountId: account._id, amount: 80_000 };
  const path = `/api/bills/${owed._id}/payments`;
  const [early, paid] = [
    await ask(expense({ date: "2026-08-31" })),
    await ask({ ...paying, date: "2026-10-06" }, path),
  ];
  made(await owner().post(path, { ...paying, date: "2026-10-07" }));
  const tooLate = await owner().post(`/api/approvals/${paid._id}/approve`, {});
  expect([tooLate.status, tooLate.body.message]).toEqual([
    ...[409, expect.stringContaining("This can no longer be recorded: ")],
  ]);
  done(await owner().put("/api/locks", { lockedTo: "2026-08-31" }));
  const closed = "Books are closed to 31 August 2026";
  for (const answer of [
    await owner().post(`/api/approvals/${early._id}/approve`, {}),
    await staff().post("/api/transactions", expense({ date: "2026-08-31" })),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([409, closed]);
  }
  const { items } = await get("/approvals?state=waiting");
  expect(items.slice(0, 2)).toMatchObject([{ _id: paid._id }, { _id: early._id }]);
  done(await owner().put("/api/locks", { lockedTo: "", reason: "The deposit was paid then" }));
  done(await owner().post(`/api/approvals/${early._id}/approve`, {}));
});

test("enforces the limit on every route", async () => {
  const { rent, cash } = world.kaveri;
  const small = made(await staff().post("/api/transactions", expense({ amount: 40_000 })));
  const large = made(await owner().post("/api/transactions", expense())).transaction;
  const before = await books();
  const parts = [1, 2].map(() => ({ categoryId: rent._id, amount: 30_000 }));
  const { transaction } = small;
  const change = (body: object, id = transaction._id) =>
    staff().put(`/api/transactions/${id}`, body);
  const csv =
    "Date,Description,Account,Category,Type,Amount,Notes\n" +
    "2026-10-08,Rent,kaveri bank,Rent,Expense,50000.01,\n";
  const entries = [expense({ amount: 1 }), expense()];
  const refused = [
    await change({ amount: 50_000.01 }),
    await change({ split: parts, categoryId: undefined }),
    await change({ accountId: cash._id }, large._id),
    await staff().post("/api/transactions/batch", { transactions: entries }),
    await staff().upload("/api/transactions/import", csv),
  ];
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
    refused.map(() => [403, SENTENCE]),
  );
  expect(refused[3]?.body.errors[0].path).toBe("transactions.1.amount");
  expect(refused[4]?.body.errors[0]).toMatchObject({ column: "Amount" });

  const text =
    "Date,Narration,Debit,Credit,Balance\n" + "09/10/2026,RENT OF THE STUDIO,60000.00,,40000.00\n";
  const { account: bank } = made(await owner().post("/api/accounts", { name: "HDFC" }));
  made(
    await sendStatement(
      owner(),
      `accountId=${bank._id}&file=oct.csv`,
      new TextEncoder().encode(text),
    ),
  );
  const [said] = (await get(`/bank-lines?accountId=${bank._id}`)).items;
  const create = [{ categoryId: rent._id, amount: 60_000 }];
  const accepted = await staff().post(`/api/bank-lines/${said._id}/accept`, { create });
  expect([accepted.status, accepted.body.message]).toEqual([403, SENTENCE]);
  expect(await books()).toEqual(before);

  done(await change({ description: "Words may change", amount: 55_000 }, large._id));
  made(await owner().post(`/api/bank-lines/${said._id}/accept`, { create }));
});

test("rejects a file with a row above the limit only if the row is new", async () => {
  const row = "2026-10-09,Big rent,kaveri bank,Rent,Expense,90000,\n";
  const head = "Date,Description,Account,Category,Type,Amount,Notes\n";
  made(await owner().upload("/api/transactions/import", head + row));
  const upload = (text: string) => staff().upload("/api/transactions/import", head + text);
  expect(done(await upload(row)).import).toMatchObject({ added: 0, skipped: 1 });
  const small = row.replace("90000", "5");
  expect(made(await upload(row + small)).import).toMatchObject({ added: 1, skipped: 1 });
  const twice = await upload(row + row);
  expect([twice.status, twice.body.message, twice.body.errors]).toMatchObject([
    ...[403, SENTENCE, [{ path: "line 3" }]],
  ]);
});

test("only an owner undoes an approved payment, and undo never bypasses the limit", async () => {
  const waiting = await ask(expense());
  const approved = await owner().post(`/api/approvals/${waiting._id}/approve`, {});
  const id = approved.headers.get("x-operation");
  expect((await staff().post(`/api/operations/${id}/undo`, {})).status).toBe(403);
  const before = await books();
  made(await owner().post(`/api/operations/${id}/undo`, {}));
  expect(await books()).toEqual(before.slice(0, -1));
  const again = await owner().post(`/api/approvals/${waiting._id}/approve`, {});
  expect(done(again).approval.state).toBe("approved");

  const { transaction } = made(
    await staff().post("/api/transactions", expense({ amount: 50_000 })),
  );
  done(await staff().put(`/api/transactions/${transaction._id}`, { amount: 100 }));
  done(await owner().put("/api/approvals/limit", { limit: 40_000 }));
  const up = await staff().post("/api/undo", {});
  expect([up.status, up.body.message]).toEqual([403, SENTENCE.replace("50,", "40,")]);
  done(await owner().put("/api/approvals/limit", { limit: 50_000 }));
  made(await staff().post("/api/undo", {}));
  await isRight();
});

test("no one approves their own payment, and without a limit nothing waits", async () => {
  const mine = await ask(expense());
  const { user: me } = done(await staff().get("/api/auth/me"));
  done(await owner().put(`/api/users/team/${me._id}`, { role: "owner" }));
  const own = await staff().post(`/api/approvals/${mine._id}/approve`, {});
  expect([own.status, own.body.message]).toEqual([
    ...[409, expect.stringContaining("You requested this yourself")],
  ]);
  made(await staff().post("/api/transactions", expense()));
  done(await owner().put(`/api/users/team/${me._id}`, { role: "staff" }));
  for (const limit of [0, -1, "much", 1.001]) {
    expect((await owner().put("/api/approvals/limit", { limit })).status).toBe(400);
  }
  expect((await staff().put("/api/approvals/limit", { limit: null })).status).toBe(403);
  done(await owner().put("/api/approvals/limit", { limit: null }));
  made(await staff().post("/api/transactions", expense()));
  done(await owner().post(`/api/approvals/${mine._id}/approve`, {}));
  await isRight();
});
