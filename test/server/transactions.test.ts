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
  test("is entered, read, changed and deleted, and the log knows each step", async () => {
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
    ["date", "2026-02-31", "Date must be a day that exists, written YYYY-MM-DD"],
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

  test("can still be corrected when its account has been made inactive since", async () => {
    const { staff } = world.kaveri;
    const { account } = made(await staff.post("/api/accounts", { name: "Old bank" }));
    const { transaction } = made(await staff.post(PATH, { ...entry, accountId: account._id }));
    await staff.put(`/api/accounts/${account._id}`, { isActive: false });
    const changed = await staff.put(`${PATH}/${transaction._id}`, { description: "Corrected" });
    expect(changed.body.transaction.description).toBe("Corrected");
  });

  test("is its agency's alone", async () => {
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

describe("the list", () => {
  let own: World;
  beforeAll(async () => {
    own = await createWorld();
    const { owner, account, cash, fees, rent } = own.kaveri;
    const add = async (date: string, description: string, amount: number, more = {}) =>
      made(
        await owner.post(PATH, {
          date,
          description,
          amount,
          type: "Income",
          accountId: account._id,
          categoryId: fees._id,
          ...more,
        }),
      );
    await add("2026-03-31", "Retainer 100% done", 1000);
    await add("2026-04-01", "Retainer_A", 10.1, { notes: 'say "hi"' });
    await add("2026-04-01", "चाय नाश्ता", 20.2, { type: "Expense", categoryId: rent._id });
    await add("2026-04-30", "ÉCOLE fees", 5, { accountId: cash._id });
    const sides = { fromAccountId: account._id, toAccountId: cash._id };
    made(
      await owner.post(`${PATH}/transfer`, {
        date: "2026-04-15",
        description: "To till",
        amount: 7,
        ...sides,
      }),
    );
  });
  afterAll(() => own.end());

  test.each([
    ["", ["ÉCOLE fees", "To till", "चाय नाश्ता", "Retainer_A", "Retainer 100% done"], 1015.1, 20.2],
    [
      "dateFrom=2026-04-01&dateTo=2026-04-30",
      ["ÉCOLE fees", "To till", "चाय नाश्ता", "Retainer_A"],
      15.1,
      20.2,
    ],
    ["dateFrom=2026-04-01&dateTo=2026-04-01", ["चाय नाश्ता", "Retainer_A"], 10.1, 20.2],
    ["type=Income", ["ÉCOLE fees", "Retainer_A", "Retainer 100% done"], 1015.1, 0],
    ["type=Transfer", ["To till"], 0, 0],
    ["accountId=CASH", ["ÉCOLE fees", "To till"], 5, 0],
    ["accountId=CASH&type=Transfer", ["To till"], 0, 0],
    ["accountId=CASH&dateFrom=2026-04-16", ["ÉCOLE fees"], 5, 0],
    ["categoryId=RENT", ["चाय नाश्ता"], 0, 20.2],
    ["categoryId=RENT&accountId=CASH", [], 0, 0],
    ["minAmount=10.1&maxAmount=20.2", ["चाय नाश्ता", "Retainer_A"], 10.1, 20.2],
    ["q=retainer", ["Retainer_A", "Retainer 100% done"], 1010.1, 0],
    ["q=100%25", ["Retainer 100% done"], 1000, 0],
    ["q=%25", ["Retainer 100% done"], 1000, 0],
    ["q=_", ["Retainer_A"], 10.1, 0],
    ["q=r_a", ["Retainer_A"], 10.1, 0],
    ['q="hi"', ["Retainer_A"], 10.1, 0],
    ["q=चाय", ["चाय नाश्ता"], 0, 20.2],
    ["q=य", ["चाय नाश्ता"], 0, 20.2],
    ["q=école", ["ÉCOLE fees"], 5, 0],
    ["q=é", ["ÉCOLE fees"], 5, 0],
    ["q=retainer&minAmount=500", ["Retainer 100% done"], 1000, 0],
    ["q=re&dateTo=2026-03-31&accountId=BANK", ["Retainer 100% done"], 1000, 0],
    ["q=nothing here", [], 0, 0],
    [
      "q=%20&type=",
      ["ÉCOLE fees", "To till", "चाय नाश्ता", "Retainer_A", "Retainer 100% done"],
      1015.1,
      20.2,
    ],
  ])(
    "of %p holds what matches, and its totals are theirs",
    async (query, shown, income, expense) => {
      const { owner, account, cash, rent } = own.kaveri;
      const asked = query
        .replace("CASH", cash._id)
        .replace("BANK", account._id)
        .replace("RENT", rent._id);
      const { body } = await owner.get(`${PATH}?${asked}`);
      expect(body.items.map(({ description }: { description: string }) => description)).toEqual(
        shown,
      );
      const balance = Math.round((income - expense) * 100) / 100;
      expect([body.total, body.totals]).toEqual([shown.length, { income, expense, balance }]);

      const csv = await owner.get(`${PATH}/export.csv?${asked}`);
      expect(csv.body.trim().split("\n").length - 1).toBe(shown.length);
    },
  );

  test("has pages, and an empty one past its end", async () => {
    const page = async (query: string) => (await own.kaveri.staff.get(`${PATH}?${query}`)).body;
    const { items, ...last } = await page("limit=2&page=3");
    expect(items.map(({ description }: { description: string }) => description)).toEqual([
      "Retainer 100% done",
    ]);
    expect(last).toMatchObject({ total: 5, page: 3, totalPages: 3 });
    expect(await page("limit=2&page=4")).toMatchObject({ items: [], total: 5, totalPages: 3 });
  });

  test.each([
    ["page=0", "Page must be a whole number from 1 to 999999999"],
    ["page=x", "Page must be a whole number from 1 to 999999999"],
    ["limit=101", "Limit must be a whole number from 1 to 100"],
    ["type=Gift", "Type must be Income, Expense or Transfer"],
    ["dateFrom=2026-02-31", "Date must be a day that exists, written YYYY-MM-DD"],
    ["dateFrom=2026-04-02&dateTo=2026-04-01", "From date must not be after to date"],
    ["minAmount=1e3", "Minimum amount must be a number"],
    [`q=${"x".repeat(201)}`, "Search is too long"],
  ])("refuses %s", async (query, message) => {
    const answer = await own.kaveri.staff.get(`${PATH}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });
});
