import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

// All field names of the specification, written by hand: the shapes of server/api follow our types, and
// would follow a wrong one.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account, cash, fees, rent } = world.kaveri;
  const on = { date: "2026-04-02", accountId: account._id };
  const fee = { description: "A fee", type: "Income", amount: 1000.5, categoryId: fees._id };
  made(await owner.post("/api/transactions", { ...on, ...fee }));
  const spent = { description: "Rent", type: "Expense", amount: 400, categoryId: rent._id };
  made(await owner.post("/api/transactions", { ...on, ...spent }));
  const sides = { fromAccountId: account._id, toAccountId: cash._id, amount: 100 };
  const transfer = { date: "2026-04-03", description: "To the till", notes: "For tea", ...sides };
  made(await owner.post("/api/transactions/transfer", transfer));
});
afterAll(() => world.end());

const PERIOD = "dateFrom=2026-04-01&dateTo=2026-04-04";
const read = async (path: string) => (await world.kaveri.staff.get(path)).body;

describe("sign-in", () => {
  test("returns a token and the user", async () => {
    const { password } = world.kaveri;
    const email = "staff@kaveri.test";
    const { status, body } = await world.stranger.post("/api/auth/login", { email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.any(String),
      user: {
        _id: expect.any(String),
        name: "Staff of kaveri",
        email,
        role: "staff",
        agencyName: "kaveri",
        agencySlug: "kaveri",
      },
    });
    expect(await read("/api/auth/me")).toEqual({ user: body.user });
  });

  test.each([
    ["email", "nobody", "Invalid email address"],
    ["password", "12345", "Password must be at least 6 characters"],
  ])("is refused with a wrong %s, next to its field", async (path, value, message) => {
    const input = { email: "owner@kaveri.test", password: "kaveri password", [path]: value };
    const { status, body } = await world.stranger.post("/api/auth/login", input);
    expect([status, body]).toEqual([400, { message, errors: [{ path, message }] }]);
  });
});

test("the balances have a row for each account and totals", async () => {
  const { account, cash } = world.kaveri;
  const row = (changes: object) => ({
    openingBalance: 0,
    periodIncome: 0,
    periodExpense: 0,
    periodTransfers: 100,
    closingBalance: 100,
    ...changes,
  });
  const bank = { periodIncome: 1000.5, periodExpense: 400, periodTransfers: -100 };
  expect(await read(`/api/accounts/balances?${PERIOD}`)).toEqual({
    balances: [
      row({
        accountId: account._id,
        accountName: "kaveri bank",
        accountType: "Bank",
        ...bank,
        closingBalance: 500.5,
      }),
      row({ accountId: cash._id, accountName: "kaveri cash", accountType: "Cash" }),
    ],
    total: { openingBalance: 0, periodIncome: 1000.5, periodExpense: 400, closingBalance: 600.5 },
  });
  for (const query of ["", "?dateFrom=2026-04-01", "?dateTo=2026-04-01"]) {
    expect((await world.kaveri.staff.get(`/api/accounts/balances${query}`)).status).toBe(400);
  }
});

test("the dashboard has totals, categories, accounts and every day", async () => {
  const none = { income: 0, expense: 0 };
  expect(await read(`/api/dashboard?${PERIOD}`)).toEqual({
    totals: { income: 1000.5, expense: 400, balance: 600.5 },
    byCategory: [
      { categoryName: "Fees", type: "Income", total: 1000.5 },
      { categoryName: "Rent", type: "Expense", total: 400 },
    ],
    byAccount: [
      { accountName: "kaveri bank", income: 1000.5, expense: 400, balance: 500.5 },
      { accountName: "kaveri cash", ...none, balance: 100 },
    ],
    timeSeries: [
      { date: "2026-04-01", ...none },
      { date: "2026-04-02", income: 1000.5, expense: 400 },
      { date: "2026-04-03", ...none },
      { date: "2026-04-04", ...none },
    ],
  });
});

test("a list of transactions has ten by default, transfers included", async () => {
  const { account, cash, fees, owner } = world.kaveri;
  const { items, ...rest } = await read("/api/transactions");
  const totals = { income: 1000.5, expense: 400, balance: 600.5 };
  expect(rest).toEqual({ total: 3, page: 1, totalPages: 1, totals });
  const named = ({ _id, name, type }: { _id: string; name: string; type: string }) => ({
    _id,
    name,
    type,
  });
  expect(items[0]).toEqual({
    _id: expect.any(String),
    date: "2026-04-03",
    description: "To the till",
    accountId: named(account),
    categoryId: null,
    type: "Transfer",
    amount: 100,
    notes: "For tea",
    isTransfer: true,
    transfer: { fromAccountId: named(account), toAccountId: named(cash) },
  });
  const entry = { date: "2020-01-01", description: "Old", type: "Income", amount: 1 };
  for (let n = 0; n < 9; n++) {
    const links = { accountId: account._id, categoryId: fees._id };
    made(await owner.post("/api/transactions", { ...entry, ...links }));
  }
  const list = await read("/api/transactions");
  expect([list.items.length, list.total, list.totalPages]).toEqual([10, 12, 2]);
});

test("the audit log has fifty entries by default; the team has its members", async () => {
  const { owner } = world.kaveri;
  for (let n = 0; n < 40; n++) made(await owner.post("/api/accounts", { name: `Account ${n}` }));
  const { body } = await owner.get("/api/audit");
  const { items, ...rest } = body;
  expect(rest).toEqual({ total: expect.any(Number), page: 1, totalPages: 2 });
  expect(items).toHaveLength(50);
  expect(items[0]).toEqual({
    _id: expect.any(String),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    userId: { _id: expect.any(String), name: "Owner of kaveri", email: "owner@kaveri.test" },
    action: "CREATE",
    entity: "Account",
    payload: { after: expect.objectContaining({ name: "Account 39" }) },
  });
  const team = await owner.get("/api/users/team");
  expect(Object.keys(team.body)).toEqual(["users"]);
  expect(team.body.users).toContainEqual({
    _id: expect.any(String),
    name: "Staff of kaveri",
    email: "staff@kaveri.test",
    role: "staff",
    createdAt: expect.any(String),
  });
});

test("a receipt and a list of receipts have their fields", async () => {
  const { staff, cash } = world.kaveri;
  const client = { name: "Meera Iyer", email: "m@iyer.test", phone: "1", address: "Pune" };
  const input = { date: "2026-04-05", client, purpose: "Logo", amount: 450, mode: "Card" };
  const rest = { reference: "UTR 1", notes: "First" };
  const links = { accountId: cash._id };
  const { receipt } = made(await staff.post("/api/receipts", { ...input, ...rest, ...links }));
  expect(receipt).toEqual({
    _id: expect.any(String),
    receiptNumber: "FY26-27/RCPT/00001",
    ...input,
    ...rest,
    accountId: { _id: cash._id, name: "kaveri cash", type: "Cash" },
    transactionId: expect.any(String),
    createdBy: { _id: expect.any(String), fullName: "Staff of kaveri" },
    createdAt: expect.any(String),
    metadataSnapshot: {
      agencyName: "kaveri",
      gstin: "",
      location: "",
      contactNumber: "",
      logoUrl: "",
    },
  });
  expect(await read("/api/receipts")).toEqual({
    items: [receipt],
    total: 1,
    page: 1,
    totalPages: 1,
    totals: { amountSum: 450 },
  });
  const one = { ...input, ...links };
  made(await staff.post("/api/receipts/batch", { receipts: Array(10).fill(one) }));
  const list = await read("/api/receipts");
  expect([list.items.length, list.total, list.totalPages]).toEqual([10, 11, 2]);
  const { _id, transactionId } = receipt;
  expect(await read(`/api/receipts/${_id}`)).toEqual({ receipt });
  const { transaction } = await read(`/api/transactions/${transactionId}`);
  expect(transaction).toMatchObject({ type: "Income", amount: 450 });
});

describe("a member of the team", () => {
  const member = { name: "Uma", email: "uma@kaveri.test", password: "uma's own" };
  test.each([
    ["name", "U", "Name must be at least 2 characters"],
    ["email", "uma", "Invalid email address"],
    ["password", "12345", "Password must be at least 6 characters"],
    ["role", "boss", "Role must be owner, staff or accountant"],
  ])("is rejected with a wrong %s", async (path, value, message) => {
    const { owner } = world.kaveri;
    const { user } = made(
      await owner.post("/api/users/team", { ...member, email: `${path}@kaveri.test` }),
    );
    const wrong = { status: 400, body: { message, errors: [{ path, message }] } };
    const added = await owner.post("/api/users/team", { ...member, [path]: value });
    expect(added).toMatchObject(wrong);
    const changed = await owner.put(`/api/users/team/${user._id}`, { [path]: value });
    expect(changed).toMatchObject(wrong);
  });
});
