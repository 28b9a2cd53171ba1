import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { createWorld, made, type World } from "../world.ts";

const PATH = "/api/transactions";

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
  ])("lists the rows matching %p and their totals", async (query, shown, income, expense) => {
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
  });

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
    ["dateFrom=2026-02-31", "Date must be a valid day, written YYYY-MM-DD"],
    ["dateFrom=2026-04-02&dateTo=2026-04-01", "From date must not be after to date"],
    ["minAmount=1e3", "Minimum amount must be a number"],
    [`q=${"x".repeat(201)}`, "Search is too long"],
  ])("refuses %s", async (query, message) => {
    const answer = await own.kaveri.staff.get(`${PATH}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test("shows the balance after each row of an account, on every page", async () => {
    const { owner, account, cash, fees, rent } = own.narmada;
    const line = { date: "2026-05-05", accountId: account._id };
    const income = { ...line, type: "Income", categoryId: fees._id };
    const expense = { ...line, type: "Expense", categoryId: rent._id };
    for (let n = 1; n <= 9; n++) {
      const date = `2026-0${3 + (n % 3)}-05`;
      made(await owner.post(PATH, { ...income, date, description: `In ${n}`, amount: n * 1000 }));
      made(await owner.post(PATH, { ...expense, date, description: `Out ${n}`, amount: n + 0.1 }));
      const ends =
        n % 2 === 0
          ? { fromAccountId: account._id, toAccountId: cash._id }
          : { fromAccountId: cash._id, toAccountId: account._id };
      const transfer = { date, ...ends, amount: n, description: `Over ${n}` };
      made(await owner.post(`${PATH}/transfer`, transfer));
    }
    const movedBy = ({ type, amount, transfer }: Row): number => {
      const isIn = type === "Income" || transfer?.toAccountId._id === account._id;
      return Math.round((isIn ? amount : -amount) * 100);
    };
    const closingOn = async (dateTo: string) => {
      const query = `dateFrom=2026-01-01&dateTo=${dateTo}`;
      const { balances } = (await owner.get(`/api/accounts/balances?${query}`)).body;
      return balances.find(({ accountId }: { accountId: string }) => accountId === account._id);
    };
    for (const dates of ["", "&dateFrom=2026-04-01", "&dateTo=2026-04-30"]) {
      let expected: number | undefined;
      for (let page = 1; ; page++) {
        const query = `accountId=${account._id}${dates}&limit=4&page=${page}`;
        const { items, totalPages, runningBalance } = (await owner.get(`${PATH}?${query}`)).body;
        const after = Math.round(runningBalance * 100);
        if (expected !== undefined) expect(after).toBe(expected);
        else {
          const { closingBalance } = await closingOn(dates.split("dateTo=")[1] ?? "2026-12-31");
          expect(runningBalance).toBe(closingBalance);
        }
        expected = items.reduce((left: number, row: Row) => left - movedBy(row), after);
        if (page === totalPages) break;
      }
      const { openingBalance } = await closingOn("2026-12-31");
      const before = dates.includes("dateFrom")
        ? (await closingOn("2026-03-31")).closingBalance
        : openingBalance;
      expect(expected).toBe(Math.round(before * 100));
    }
    for (const other of ["&type=Income", "&q=In", "&sort=amount", "&minAmount=5"]) {
      const { body } = await owner.get(`${PATH}?accountId=${account._id}${other}`);
      expect(body.runningBalance).toBeUndefined();
    }
    expect((await owner.get(PATH)).body.runningBalance).toBeUndefined();
  });
});

type Row = Pick<Transaction, "type" | "amount" | "transfer">;
