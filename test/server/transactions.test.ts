import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

let world: World;
let entry: Record<string, unknown>;
let transfer: Record<string, unknown>;
beforeAll(async () => {
  world = await createWorld();
  const { account, cash, rent } = world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  entry = {
    date: "2026-04-01",
    description: "Office rent",
    type: "Expense",
    amount: 1234.5,
    ...links,
  };
  const sides = { fromAccountId: account._id, toAccountId: cash._id };
  transfer = { date: "2026-04-02", description: "Cash for office", amount: 100, ...sides };
});
afterAll(() => world.end());

const PATH = "/api/transactions";

describe("a transaction", () => {
  test("is entered, read, edited and deleted, with a log entry for each step", async () => {
    const { staff, owner, account, rent, fees } = world.kaveri;
    const { transaction } = made(await staff.post(PATH, { ...entry, agencyId: 2, totals: 5 }));
    expect(transaction).toEqual({
      _id: transaction._id,
      date: "2026-04-01",
      description: "Office rent",
      accountId: { _id: account._id, name: "kaveri bank", type: "Bank" },
      categoryId: { _id: rent._id, name: "Rent" },
      type: "Expense",
      amount: 1234.5,
      notes: "",
      isTransfer: false,
    });
    const change = { type: "Income", categoryId: fees._id, amount: 0.01, notes: "a\r\nb" };
    const { body } = await staff.put(`${PATH}/${transaction._id}`, change);
    expect(body.transaction).toMatchObject({
      ...change,
      categoryId: { name: "Fees" },
      notes: "a\nb",
    });
    expect((await staff.get(`${PATH}/${transaction._id}`)).body).toEqual(body);

    const refused = await staff.delete(`${PATH}/${transaction._id}`);
    expect(refused).toMatchObject({
      status: 403,
      body: { message: "Only agency owners can delete transactions." },
    });
    expect((await owner.delete(`${PATH}/${transaction._id}`)).body).toEqual({
      message: "Transaction deleted successfully",
    });
    const log = await owner.get("/api/audit?entity=Transaction");
    expect(
      log.body.items.map(({ action, payload }: { action: string; payload: object }) => [
        action,
        Object.keys(payload),
      ]),
    ).toEqual([
      ["DELETE", ["before"]],
      ["UPDATE", ["before", "after"]],
      ["CREATE", ["after"]],
    ]);
  });

  test.each([
    ["date", undefined, "Date is required"],
    ["date", "2026-02-31", "Date must be a valid day, written YYYY-MM-DD"],
    ["description", "x", "Description must be at least 2 characters"],
    ["description", "x".repeat(501), "Description is too long"],
    ["accountId", "", "Account is required"],
    ["categoryId", undefined, "Category is required"],
    ["type", "Transfer", "Type must be Income or Expense"],
    ["amount", 0, "Amount must be greater than 0"],
    ["amount", undefined, "Amount must be greater than 0"],
    ["amount", -5, "Amount must be greater than 0"],
    ["amount", "5", "Amount must be a number"],
    ["amount", 0.001, "Amount must have at most 2 decimals and be at most ₹99,99,99,99,999.99"],
    ["amount", 1e11, "Amount must have at most 2 decimals and be at most ₹99,99,99,99,999.99"],
    ["notes", "x".repeat(5001), "Notes is too long"],
  ])("is refused with %s %p", async (path, value, message) => {
    const answer = await world.kaveri.staff.post(PATH, { ...entry, [path]: value });
    expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ path, message }] } });
  });

  test("names only an active account of its agency, and a category of its type", async () => {
    const { staff, fees } = world.kaveri;
    const { account } = made(
      await staff.post("/api/accounts", { name: "Closed", isActive: false }),
    );
    const other = world.narmada;
    for (const [path, value, message] of [
      ["accountId", account._id, "Choose one of your active accounts"],
      ["accountId", other.account._id, "Choose one of your active accounts"],
      ["accountId", "nobody", "Choose one of your active accounts"],
      ["categoryId", fees._id, "Choose one of your active Expense categories"],
      ["categoryId", other.rent._id, "Choose one of your active Expense categories"],
    ]) {
      const answer = await staff.post(PATH, { ...entry, [path]: value });
      expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ path, message }] } });
    }
  });

  test("can still be corrected after its account became inactive", async () => {
    const { staff } = world.kaveri;
    const { account } = made(await staff.post("/api/accounts", { name: "Old bank" }));
    const { transaction } = made(await staff.post(PATH, { ...entry, accountId: account._id }));
    await staff.put(`/api/accounts/${account._id}`, { isActive: false });
    const changed = await staff.put(`${PATH}/${transaction._id}`, { description: "Corrected" });
    expect(changed.body.transaction.description).toBe("Corrected");
  });

  test("belongs to its agency alone", async () => {
    const { transaction } = made(await world.kaveri.staff.post(PATH, entry));
    const missing = { status: 404, body: { message: "Transaction not found" } };
    for (const id of [transaction._id, "neverwas"]) {
      expect(await world.narmada.owner.get(`${PATH}/${id}`)).toMatchObject(missing);
      expect(await world.narmada.owner.put(`${PATH}/${id}`, entry)).toMatchObject(missing);
      expect(await world.narmada.owner.delete(`${PATH}/${id}`)).toMatchObject(missing);
    }
    expect((await world.narmada.owner.get(PATH)).body.total).toBe(0);
  });
});

describe("a transfer", () => {
  test("moves money and is neither income nor expense", async () => {
    const own = await createWorld();
    const { staff, account, cash } = own.kaveri;
    const sides = { fromAccountId: account._id, toAccountId: cash._id };
    const { message, transaction } = made(
      await staff.post(`${PATH}/transfer`, { ...transfer, ...sides }),
    );
    expect(message).toBe("Transfer completed successfully");
    expect(transaction).toMatchObject({
      type: "Transfer",
      isTransfer: true,
      categoryId: null,
      transfer: { fromAccountId: { name: "kaveri bank" }, toAccountId: { name: "kaveri cash" } },
    });
    for (const id of [account._id, cash._id]) {
      const { body } = await staff.get(`${PATH}?accountId=${id}`);
      expect([body.total, body.totals]).toEqual([1, { income: 0, expense: 0, balance: 0 }]);
    }
    const { body } = await staff.get(
      "/api/accounts/balances?dateFrom=2026-04-01&dateTo=2026-04-30",
    );
    expect(
      body.balances.map((row: Record<string, number>) => [row.periodTransfers, row.closingBalance]),
    ).toEqual([
      [-100, -100],
      [100, 100],
    ]);
    expect(body.total).toEqual({
      openingBalance: 0,
      periodIncome: 0,
      periodExpense: 0,
      closingBalance: 0,
    });
    await own.end();
  });

  test("cannot be edited", async () => {
    const { transaction } = made(await world.kaveri.staff.post(`${PATH}/transfer`, transfer));
    expect(await world.kaveri.owner.put(`${PATH}/${transaction._id}`, entry)).toMatchObject({
      status: 400,
      body: {
        message: "Transfer transactions cannot be edited. Please delete and create a new transfer.",
      },
    });
  });

  test.each([
    ["date", "", "Date is required"],
    ["fromAccountId", undefined, "Source account is required"],
    ["toAccountId", undefined, "Destination account is required"],
    ["amount", 0, "Amount must be greater than 0"],
    ["description", "x", "Description must be at least 2 characters"],
  ])("is refused with %s %p", async (path, value, message) => {
    const answer = await world.kaveri.staff.post(`${PATH}/transfer`, {
      ...transfer,
      [path]: value,
    });
    expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ path, message }] } });
  });

  test("needs two accounts of the agency", async () => {
    const { staff, account } = world.kaveri;
    const message = "Source and destination accounts must be different";
    const same = await staff.post(`${PATH}/transfer`, { ...transfer, toAccountId: account._id });
    expect(same.body).toEqual({ message, errors: [{ path: "toAccountId", message }] });
    const foreign = { ...transfer, toAccountId: world.narmada.cash._id };
    expect((await staff.post(`${PATH}/transfer`, foreign)).body.errors[0].path).toBe("toAccountId");
  });
});

test("reports another user's change in the meantime and overwrites nothing", async () => {
  const { owner, staff, account, rent } = world.kaveri;
  const entry = { date: "2026-04-01", description: "Cab", accountId: account._id, amount: 75 };
  const { transaction: seen } = made(
    await staff.post("/api/transactions", { ...entry, categoryId: rent._id, type: "Expense" }),
  );
  const path = `/api/transactions/${seen._id}`;
  expect((await owner.put(path, { amount: 111, seen })).status).toBe(200);
  const other = { ...entry, categoryId: rent._id, type: "Expense" };
  const { _id } = made(await staff.post("/api/transactions", other)).transaction;
  expect((await staff.put(`/api/transactions/${_id}`, { amount: 5 })).status).toBe(200);
  const { user } = (await owner.get("/api/auth/me")).body;
  const late = await staff.put(path, { notes: "To the airport", seen });
  expect(late.status).toBe(409);
  expect(late.body.message).toStartWith(`${user.name}, at `);
  expect(late.body.message).toMatch(
    /^.+, at \d+ \w+ \d+, \d\d:\d\d, changed this in the meantime \(amount\)$/,
  );
  expect(late.body.errors).toEqual([{ path: "seen", message: late.body.message }]);
  expect((await staff.get(path)).body.transaction).toMatchObject({ amount: 111, notes: "" });
  const { transaction: now } = (await staff.get(path)).body;
  expect((await staff.put(path, { notes: "To the airport", seen: now })).status).toBe(200);
  expect((await staff.get(path)).body.transaction).toMatchObject({
    amount: 111,
    notes: "To the airport",
  });
});
