import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

// Lists sorted by the server: in the requested order, equal rows newest first, every row once.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account, cash, fees, rent } = world.kaveri;
  // Three of each amount and name over many days, so that most rows share a value.
  for (let n = 0; n < 36; n++) {
    const date = `2043-0${1 + (n % 4)}-1${n % 5}`;
    const description = ["Tea and snacks", "chai", "चाय", "Æther fees"][n % 4] as string;
    const amount = 1 + (n % 7) / 4;
    const accountId = n % 3 ? account._id : cash._id;
    if (n % 6 === 0) {
      const sides = { fromAccountId: account._id, toAccountId: cash._id };
      made(await owner.post("/api/transactions/transfer", { date, description, amount, ...sides }));
    } else {
      const [type, categoryId] = n % 2 ? ["Income", fees._id] : ["Expense", rent._id];
      const entry = { date, description, amount, accountId, type, categoryId };
      made(await owner.post("/api/transactions", entry));
    }
    made(
      await owner.post("/api/receipts", {
        date,
        amount,
        accountId,
        client: { name: description },
        purpose: n % 2 ? "logo" : "Signboard",
        mode: n % 2 ? "UPI" : "Cash",
      }),
    );
  }
  const clients = [];
  for (const displayName of ["Bela", "asha", "Chitra"]) {
    const client = { displayName, billingName: displayName };
    clients.push(made(await owner.post("/api/clients", client)).client._id);
  }
  for (let n = 0; n < 24; n++) {
    const date = `2043-0${1 + (n % 4)}-1${n % 3}`;
    const dueDate = n % 2 ? "" : `2043-06-0${1 + (n % 4)}`;
    const items = [{ description: "Work", qty: 1, rate: 1 + (n % 5) }];
    const invoice = made(
      await owner.post("/api/invoices", { clientId: clients[n % 3], date, dueDate, items }),
    );
    if (n % 3) continue;
    const payment = { date: "2043-07-01", amount: 0.5, mode: "UPI", accountId: account._id };
    await owner.post(`/api/invoices/${invoice._id}/send`, {});
    made(await owner.post(`/api/invoices/${invoice._id}/payments`, payment));
  }
}, 60_000);
afterAll(() => world.end());

// biome-ignore lint/suspicious/noExplicitAny: read without types, like a client.
type Row = any;
/** As the database compares text: ASCII letters ignore case. */
const text = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const LISTS: Record<string, Record<string, (row: Row) => string | number | null>> = {
  "transactions?": {
    date: ({ date }) => date,
    description: ({ description }) => text(description),
    account: ({ accountId }) => text(accountId.name),
    category: ({ categoryId }) => categoryId && text(categoryId.name),
    type: ({ type }) => type,
    amount: ({ amount }) => amount,
  },
  "transactions?type=Income&q=fees&": { amount: ({ amount }) => amount },
  "receipts?": {
    number: ({ receiptNumber }) => receiptNumber,
    date: ({ date }) => date,
    client: ({ client }) => text(client.name),
    purpose: ({ purpose }) => text(purpose),
    amount: ({ amount }) => amount,
    mode: ({ mode }) => mode,
    account: ({ accountId }) => text(accountId.name),
  },
  "receipts?mode=UPI&": { amount: ({ amount }) => amount },
  "invoices?": {
    number: ({ invoiceNumber }) => invoiceNumber,
    date: ({ date }) => date,
    client: ({ clientId }) => text(clientId.displayName),
    dueDate: ({ dueDate }) => dueDate,
    total: ({ grandTotal }) => grandTotal,
    balance: ({ balance }) => balance,
  },
  "invoices?status=DRAFT&": { total: ({ grandTotal }) => grandTotal },
};
const CASES = Object.entries(LISTS).flatMap(([list, names]) =>
  Object.entries(names).map(([name, figure]) => ({ list, name, figure })),
);

async function readEveryPage(list: string, sort: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const query = `${list}${sort}&limit=${limit}&page=${page}`;
    const { status, body } = await world.kaveri.owner.get(`/api/${query}`);
    expect([status, body.page]).toEqual([200, page]);
    rows.push(...body.items);
    if (page >= body.totalPages) return rows;
  }
}

const compare = (a: string | number | null, b: string | number | null) => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "number") return a - Number(b);
  return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
};

describe("a list", () => {
  test.each(CASES)("$list is sorted by $name, either way", async ({ list, name, figure }) => {
    const usual = await readEveryPage(list, "", 100);
    expect(usual.length).toBeGreaterThan(9);
    for (const sign of ["", "-"]) {
      const isMirror = name === "date" && sign === "";
      const expected = isMirror
        ? usual.toReversed()
        : usual.toSorted((a, b) => compare(figure(a), figure(b)) * (sign ? -1 : 1));
      // toSorted is stable, so equal rows keep the usual order, newest first.
      for (const limit of [7, 100]) {
        const rows = await readEveryPage(list, `sort=${sign}${name}`, limit);
        expect(rows).toEqual(expected);
      }
    }
  });

  test.each([
    ["transactions", "date, description, account, category, type, amount"],
    ["receipts", "number, date, client, purpose, amount, mode, account"],
    ["invoices", "number, date, client, dueDate, total, balance"],
  ])("names its sort columns: %s", async (list, names) => {
    for (const sort of ["--amount", "amount ", "id", "-", "amount_paise", "date,amount"]) {
      const query = new URLSearchParams({ sort });
      const { status, body } = await world.kaveri.owner.get(`/api/${list}?${query}`);
      expect(status).toBe(400);
      expect(body.message).toBe(
        `Sort must be one of ${names}, with a minus before it for descending`,
      );
    }
  });

  test("has the filter's totals in any order", async () => {
    for (const list of ["transactions", "receipts", "invoices"]) {
      const { items: _, ...usual } = (await world.kaveri.owner.get(`/api/${list}`)).body;
      const { items, ...sorted } = (await world.kaveri.owner.get(`/api/${list}?sort=date`)).body;
      expect(sorted).toEqual(usual);
      expect(items).toHaveLength(10);
      const past = (await world.kaveri.owner.get(`/api/${list}?sort=date&page=90`)).body;
      expect([past.items, past.total]).toEqual([[], usual.total]);
    }
  });
});

test("a far page of a full scan continues the order of the first pages", async () => {
  const { owner, account, fees } = world.kaveri;
  const entry = { accountId: account._id, categoryId: fees._id, type: "Income" };
  const day = (n: number) => `2044-01-${String(1 + (n % 28)).padStart(2, "0")}`;
  for (const half of [0, 1]) {
    const transactions = Array.from({ length: 600 }, (_, n) => ({
      ...entry,
      date: day(n * 5),
      description: `Row ${half} ${n}`,
      amount: 1 + ((n * 7) % 11),
    }));
    made(await owner.post("/api/transactions/batch", { transactions, transfers: [] }));
  }
  const of = async (query: string) =>
    (await owner.get(`/api/transactions?dateFrom=2044-01-01&dateTo=2044-01-31&${query}`)).body;
  const all: Row[] = [];
  for (let page = 1; page <= 12; page++) {
    const { items, total, totals } = await of(`sort=-amount&limit=100&page=${page}`);
    expect([total, totals.income]).toEqual([1_200, 7_196]);
    all.push(...items);
  }
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(1_200);
  const inOrder = all.toSorted(
    (a, b) => b.amount - a.amount || (a.date < b.date ? 1 : a.date > b.date ? -1 : 0),
  );
  expect(all).toEqual(inOrder);
});

test.each(["", "&q=tea", "&q=a", "&minAmount=1.5", "&q=chai&minAmount=1.25"])(
  "totals and rows of a search%s equal those of the unsorted list",
  async (filter) => {
    const { owner } = world.kaveri;
    const of = async (sort: string) =>
      (await owner.get(`/api/transactions?dateTo=2043-12-31&limit=100${filter}${sort}`)).body;
    const { items, ...rest } = await of("&sort=-amount");
    const { items: unsorted, ...usual } = await of("");
    expect(rest).toEqual(usual);
    expect(items.length).toBeGreaterThan(5);
    expect(items).toEqual(unsorted.toSorted((a: Row, b: Row) => b.amount - a.amount));
  },
);
