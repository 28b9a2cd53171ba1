import { afterAll, beforeAll, expect, test } from "bun:test";
import { forgetOutside } from "../journal.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account, cash, fees } = world.kaveri;
  const of = { accountId: account._id, categoryId: fees._id };
  const fee = { date: "2026-01-01", description: "Fee", amount: 5, type: "Income", ...of };
  made(await owner.post("/api/transactions", fee));
  const sides = { fromAccountId: account._id, toAccountId: cash._id };
  const moved = { date: "2026-01-31", description: "Cash", amount: 3, ...sides };
  made(await owner.post("/api/transactions/transfer", moved));
  const client = made(await owner.post("/api/clients", { displayName: "Asha" })).client;
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const bill = { clientId: client._id, date: "2026-10-05", items };
  made(await owner.post("/api/invoices", bill));
  for (const rollup of ["daily", "monthly"]) {
    await world.books.write.run(`CREATE TABLE kept_${rollup} AS SELECT * FROM ${rollup}`);
  }
});
afterAll(() => world.end());

test("is for owners only", async () => {
  expect((await world.kaveri.staff.get("/api/books/check")).status).toBe(403);
});

async function differencesAfter(statements: string[], undo: string[]) {
  const { owner } = world.kaveri;
  expect((await owner.get("/api/books/check")).body).toEqual({
    ok: true,
    checked: {
      transactions: 2,
      days: 3,
      months: 3,
      accounts: 2,
      receipts: 0,
      invoices: 1,
      payments: 0,
    },
    differences: [],
  });
  for (const statement of statements) await world.books.write.run(statement);
  const { ok, differences } = (await owner.get("/api/books/check")).body;
  for (const statement of undo) await world.books.write.run(statement);
  await forgetOutside(world.books);
  expect(ok).toBe(false);
  return differences;
}

const FEES = { account: "kaveri bank", category: "Fees" };
const LEFT = { account: "kaveri bank", category: "" };
const ARRIVED = { account: "kaveri cash", category: "" };
const CELL =
  "agency_id, account_id, category_id, income_paise, expense_paise, \
  transfer_in_paise, transfer_out_paise, entries, arrivals";
test.each<[string, string[], [string, object, string, number, number][]]>([
  [
    "a wrong month",
    ["UPDATE monthly SET income_paise = 0"],
    [["month 2026-01", FEES, "income_paise", 0, 500]],
  ],
  [
    "a month that claims 200,000 rows",
    ["UPDATE monthly SET entries = 200000 WHERE income_paise > 0"],
    [["month 2026-01", FEES, "entries", 200_000, 1]],
  ],
  [
    "errors before and after the middle",
    [
      `INSERT INTO monthly (month, ${CELL}) SELECT '2025-07', ${CELL} FROM monthly WHERE arrivals > 0`,
      `INSERT INTO daily (date, ${CELL}) SELECT '2031-07-01', ${CELL} FROM daily WHERE arrivals > 0`,
      "UPDATE monthly SET entries = 200000 WHERE income_paise > 0",
    ],
    [
      ["month 2025-07", ARRIVED, "transfer_in_paise", 300, 0],
      ["month 2025-07", ARRIVED, "arrivals", 1, 0],
      ["day 2031-07-01", ARRIVED, "transfer_in_paise", 300, 0],
      ["day 2031-07-01", ARRIVED, "arrivals", 1, 0],
      ["month 2026-01", FEES, "entries", 200_000, 1],
    ],
  ],
  [
    "a wrong day",
    ["UPDATE daily SET arrivals = 2 WHERE arrivals > 0"],
    [["day 2026-01-31", ARRIVED, "arrivals", 2, 1]],
  ],
  [
    "a day without a cell",
    ["DELETE FROM daily WHERE income_paise > 0"],
    [
      ["day 2026-01-01", FEES, "income_paise", 0, 500],
      ["day 2026-01-01", FEES, "entries", 0, 1],
    ],
  ],
  [
    "a day of an empty month",
    [
      `INSERT INTO daily (date, ${CELL}) SELECT '2031-07-01', ${CELL} FROM daily WHERE arrivals > 0`,
    ],
    [
      ["day 2031-07-01", ARRIVED, "transfer_in_paise", 300, 0],
      ["day 2031-07-01", ARRIVED, "arrivals", 1, 0],
    ],
  ],
  [
    "an empty month",
    [
      `INSERT INTO monthly (month, ${CELL}) SELECT '2025-07', ${CELL} FROM daily WHERE arrivals > 0`,
    ],
    [
      ["month 2025-07", ARRIVED, "transfer_in_paise", 300, 0],
      ["month 2025-07", ARRIVED, "arrivals", 1, 0],
    ],
  ],
  [
    "rows missing in every total",
    ["DELETE FROM daily", "DELETE FROM monthly"],
    ["day 2026-01-01", "month 2026-01"].flatMap((first) => {
      const then = first.replace("day 2026-01-01", "day 2026-01-31");
      return [
        [first, FEES, "income_paise", 0, 500],
        [first, FEES, "entries", 0, 1],
        [then, LEFT, "transfer_out_paise", 0, 300],
        [then, LEFT, "entries", 0, 1],
        [then, ARRIVED, "transfer_in_paise", 0, 300],
        [then, ARRIVED, "arrivals", 0, 1],
      ] as [string, object, string, number, number][];
    }),
  ],
])("finds %s and nothing else", async (_, statements, expected) => {
  const restore = ["daily", "monthly"].flatMap((rollup) => [
    `DELETE FROM ${rollup}`,
    `INSERT INTO ${rollup} SELECT * FROM kept_${rollup}`,
  ]);
  expect(await differencesAfter(statements, restore)).toEqual(
    expected.map(([where, cell, figure, stored, derived]) => {
      return { where, ...cell, figure, stored, derived };
    }),
  );
});

test.each([
  ["document_days SET received_paise = received_paise + 1", "received_paise"],
  [
    "documents SET sub_total_paise = sub_total_paise + 1, discount_paise = discount_paise + 1",
    "sub_total_paise",
  ],
  ["documents SET tds_paise = tds_paise + 1", "settled_paise"],
  ["account_months SET transfer_in_paise = transfer_in_paise + 1", "transfer_in_paise"],
  ["audit_days SET entries = entries + 1 WHERE entity = 'Account'", "entries"],
  ["client_dues SET open_paise = open_paise + 1", "open_paise"],
  ["number_series SET next_seq = next_seq - 1 WHERE kind = 'INVOICE'", "next_seq"],
  ["documents SET number = '26-27/INV/00000' || (substr(number, -1) + 1)", "numbers"],
])("finds UPDATE %s", async (update, figure) => {
  const back = update.replaceAll(/[+-] 1/g, (by) => (by === "+ 1" ? "- 1" : "+ 1"));
  const differences = await differencesAfter([`UPDATE ${update}`], [`UPDATE ${back}`]);
  expect(differences.map((found: { figure: string }) => found.figure)).toContain(figure);
});

test("distinguishes clients with equal names, even if their errors cancel out", async () => {
  const { owner } = world.kaveri;
  const add = async () => made(await owner.post("/api/clients", { displayName: "Twin" })).client;
  const [first, second] = [await add(), await add()];
  const differences = await differencesAfter(
    [
      `INSERT INTO client_dues VALUES (1, '${first._id}', 0, 5, 0, 0, 0)`,
      `INSERT INTO client_dues VALUES (1, '${second._id}', 0, -5, 0, 0, 0)`,
    ],
    ["DELETE FROM client_dues WHERE documents = 0"],
  );
  const due = { where: "client Twin", account: "", category: "", figure: "billed_paise" };
  expect(differences).toContainEqual({ ...due, stored: 5, derived: 0 });
  expect(differences).toContainEqual({ ...due, stored: -5, derived: 0 });
});
