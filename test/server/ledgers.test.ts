import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { newOwner } from "./locking.ts";

let world: World;
let fees: string;
let rent: string;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account } = world.kaveri;
  ({
    fees: { _id: fees },
    rent: { _id: rent },
  } = world.kaveri);
  const first = { date: "2026-04-06", description: "The first entry", type: "Income", amount: 5 };
  made(
    await owner.post("/api/transactions", { ...first, accountId: account._id, categoryId: fees }),
  );
});
afterAll(() => world.end());

const side = (ledger: object, side: "credit" | "debit", amount: number) => ({
  ...ledger,
  [side]: amount,
});

describe("a journal", () => {
  const journal = () => ({
    date: "2026-05-31",
    reason: "Rent not billed yet",
    lines: [
      side({ categoryId: rent }, "debit", 100.5),
      side({ ledger: "Round off" }, "credit", 100.5),
    ],
  });

  test("names its ledgers, changes the statements, and leaves no trace once deleted", async () => {
    const { owner } = world.kaveri;
    const profit = async (basis: string) => {
      const query = `dateFrom=2026-05-01&dateTo=2026-05-31&basis=${basis}`;
      return done(await owner.get(`/api/reports/profit-and-loss?${query}`)).ledgers;
    };
    const body = { ...journal(), basis: "accrual" };
    const { journal: added } = made(await owner.post("/api/journals", body));
    expect(added).toMatchObject({ total: 100.5, basis: "accrual" });
    expect(added.lines[1].ledger).toEqual({ _id: "round_off", name: "Round off" });
    expect((await profit("accrual")).map(({ name }: { name: string }) => name)).toEqual([
      "Rent",
      "Round off",
    ]);
    expect(await profit("cash")).toEqual([]);
    done(await owner.put(`/api/journals/${added._id}`, { basis: "both", date: "2026-05-30" }));
    expect(await profit("cash")).toHaveLength(2);
    expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
    done(await owner.delete(`/api/journals/${added._id}`));
    expect(await profit("accrual")).toEqual([]);
    expect((await owner.get(`/api/journals/${added._id}`)).status).toBe(404);
  });

  const wrong: [why: string, changes: () => object, path: string, sentence: string][] = [
    [
      "that is not balanced",
      () => ({
        lines: [side({ categoryId: rent }, "debit", 5), side({ categoryId: fees }, "credit", 4)],
      }),
      "lines",
      "Debits are ₹5.00 and credits ₹4.00; they must be equal",
    ],
    [
      "before the books begin",
      () => ({ date: "2026-03-31" }),
      "date",
      "The books begin on 1 Apr 2026",
    ],
    [
      "of a ledger that does not exist",
      () => ({
        lines: [side({ ledger: "Gold" }, "debit", 5), side({ categoryId: fees }, "credit", 5)],
      }),
      "lines.0.ledger",
      "Choose one of your ledgers",
    ],
    [
      "that would move money",
      () => ({
        lines: [
          side({ ledger: "kaveri bank" }, "debit", 5),
          side({ categoryId: fees }, "credit", 5),
        ],
      }),
      "lines.0.ledger",
      "Journals cannot move money; add a transaction or a transfer instead",
    ],
    [
      "of what clients owe",
      () => ({
        lines: [
          side({ ledger: "receivables" }, "debit", 5),
          side({ categoryId: fees }, "credit", 5),
        ],
      }),
      "lines.0.ledger",
      '"Trade receivables" is computed from documents; write off an invoice, or credit it instead',
    ],
    [
      "with both sides in a line",
      () => ({
        lines: [
          { categoryId: rent, debit: 5, credit: 5 },
          { categoryId: fees, credit: 5 },
        ],
      }),
      "lines.0.debit",
      "Enter a debit or a credit",
    ],
    ["of one line", () => ({ lines: [] }), "lines", "A journal has at least two lines"],
  ];
  test.each(wrong)("%s is rejected next to its field", async (_, changes, path, message) => {
    const answer = await world.kaveri.owner.post("/api/journals", { ...journal(), ...changes() });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  });
});

test("an opening balance counts against the owners' funds, on accounts that allow one", async () => {
  const { owner, staff } = world.narmada;
  const deposit = { name: "Studio deposit", type: "Expense", kind: "deposit" };
  const { category } = made(await owner.post("/api/categories", deposit));
  done(await owner.put(`/api/ledgers/${category._id}`, { openingBalance: 40_000 }));
  const sheet = done(await owner.get("/api/reports/balance-sheet"));
  expect(sheet).toMatchObject({ totalAssets: 40_000, totalEquity: 40_000 });
  for (const [id, message] of [
    ["receivables", '"Trade receivables" is the sum of unpaid documents; enter those instead'],
    ["opening", "Opening balances follow from those of all other ledgers"],
    [world.narmada.fees._id, "Income and expenses have no opening balance"],
    [world.narmada.account._id, '"narmada bank" is an account; change its opening balance there'],
  ]) {
    const answer = await owner.put(`/api/ledgers/${id}`, { openingBalance: 5 });
    expect(answer).toMatchObject({ status: 400, body: { message } });
  }
  expect((await owner.delete(`/api/categories/${category._id}`)).status).toBe(409);
  const kind = await staff.put(`/api/categories/${category._id}`, { kind: "asset" });
  expect(kind).toMatchObject({
    status: 403,
    body: {
      message: "Only the owner and the accountant can change the kind of a category.",
    },
  });
});

test("a split is several rows that change and are deleted together", async () => {
  const { owner, account, cash } = world.kaveri;
  const { category: loan } = made(
    await owner.post("/api/categories", { name: "Axis loan", kind: "loan_taken" }),
  );
  const parts = [
    { categoryId: loan._id, amount: 12_000 },
    { categoryId: rent, amount: 1_200 },
  ];
  const emi = { date: "2026-07-15", description: "EMI", type: "Expense", accountId: account._id };
  const { transaction } = made(await owner.post("/api/transactions", { ...emi, split: parts }));
  expect(transaction.split).toMatchObject({ amount: 13_200, parts: [{}, {}] });
  const [, second] = transaction.split.parts;
  done(await owner.put(`/api/transactions/${second._id}`, { accountId: cash._id, amount: 1_300 }));
  const { items } = done(await owner.get("/api/transactions?q=EMI"));
  expect(
    items.map(({ amount, accountId }: { amount: number; accountId: { _id: string } }) => [
      amount,
      accountId._id,
    ]),
  ).toEqual([
    [1_300, cash._id],
    [12_000, cash._id],
  ]);
  const anew = { split: [...parts, { categoryId: rent, amount: 1 }] };
  const changed = done(await owner.put(`/api/transactions/${second._id}`, anew)).transaction;
  expect(changed.split).toMatchObject({ amount: 13_201, parts: [{}, {}, {}] });
  done(await owner.post("/api/transactions/delete", { ids: [changed._id] }));
  expect(done(await owner.get("/api/transactions?q=EMI")).total).toBe(0);
  for (const [split, path] of [
    [[parts[0]], "split"],
    [[parts[0], { ...parts[1], amount: 0 }], "split.1.amount"],
    [[parts[0], { ...parts[1], categoryId: fees }], "split.1.categoryId"],
  ]) {
    const answer = await owner.post("/api/transactions", { ...emi, split });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  }
  const uneven = await owner.post("/api/transactions", { ...emi, amount: 5, split: parts });
  expect(uneven.body.message).toBe("The parts do not add up to the amount");
});

test("a card is owed: its balance is negative, with short-term borrowings", async () => {
  const { owner, rent: cost } = world.narmada;
  const { account } = made(
    await owner.post("/api/accounts", { name: "Axis card", type: "Card", openingBalance: -500 }),
  );
  const tea = { date: "2026-04-09", description: "Tea", type: "Expense", amount: 100 };
  const sides = { accountId: account._id, categoryId: cost._id };
  made(await owner.post("/api/transactions", { ...tea, ...sides }));
  const { liabilities } = done(await owner.get("/api/reports/balance-sheet?at=2026-04-30"));
  expect(liabilities).toMatchObject([{ name: "Short-term borrowings", amount: 600 }]);
  const bank = await owner.post("/api/accounts", { name: "A bank", openingBalance: -1 });
  expect(bank.body.errors).toEqual([
    { path: "openingBalance", message: "Balance must be positive" },
  ]);
});

test("invoices are revenue of the first such category, or of the one in the settings", async () => {
  const owner = await newOwner(world, "earning");
  const add = async (fields: object) =>
    made(await owner.post("/api/categories", { type: "Income", ...fields })).category;
  await add({ name: "Interest", kind: "other_income" });
  await add({ name: "Design", kind: "revenue" });
  const films = await add({ name: "Films", kind: "revenue" });
  const { client } = made(await owner.post("/api/clients", { displayName: "Near" }));
  const items = [{ description: "A film", qty: 1, rate: 100 }];
  const bill = { clientId: client._id, date: "2026-05-05", items };
  const { _id } = made(await owner.post("/api/invoices", bill));
  done(await owner.post(`/api/invoices/${_id}/send`, {}));
  const earned = async () => {
    const days = "dateFrom=2026-05-01&dateTo=2026-05-31";
    const { ledgers } = done(await owner.get(`/api/reports/profit-and-loss?${days}`));
    return ledgers.map(({ name, amount }: { name: string; amount: number }) => [name, amount]);
  };
  expect(await earned()).toEqual([["Design", 100]]);
  done(await owner.put("/api/invoice-settings", { revenueCategoryId: films._id }));
  expect(await earned()).toEqual([["Films", 100]]);
  const { category } = made(await owner.post("/api/categories", { name: "Costs" }));
  const wrong = await owner.put("/api/invoice-settings", { revenueCategoryId: category._id });
  expect(wrong.body.errors).toEqual([
    {
      path: "revenueCategoryId",
      message: "Choose one of your Income categories of kind revenue",
    },
  ]);
});
