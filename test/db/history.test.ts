import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { countRounds } from "../rounds.ts";
import { type Caller, createWorld, made, type World } from "../world.ts";
import { type Agency, clear, DATES, histories, paise, type Step, take } from "./history.ts";

// After any history, lists, balances, dashboard and rollups equal the sums of the rows.

const cents = fc.integer({ min: 1, max: 10_000_000 });
const wholeFilter = fc.record({
  type: fc.constantFrom("Income", "Expense", "Transfer"),
  account: fc.constantFrom("account" as const, "cash" as const),
  category: fc.constantFrom("fees" as const, "rent" as const),
  dateFrom: fc.constantFrom(...DATES),
  dateTo: fc.constantFrom(...DATES),
  minAmount: cents.map((amount) => amount / 100),
  maxAmount: cents.map((amount) => amount / 100),
  q: fc.constantFrom("st", "ste", "tep", "ROW", "a"),
});
type Filter = Partial<typeof wholeFilter extends fc.Arbitrary<infer F> ? F : never>;
const FIELDS = "type,account,category,dateFrom,dateTo,minAmount,maxAmount,q".split(",");
const filter = fc
  .tuple(wholeFilter, fc.subarray(FIELDS, { minLength: 1, maxLength: 2 }))
  .map(([all, chosen]): Filter => {
    return Object.fromEntries(Object.entries(all).filter(([field]) => chosen.includes(field)));
  });
const filters = fc.array(filter, { minLength: 8, maxLength: 8 });

const OPENINGS = { account: 1_234_567, cash: 89 };

let world: World;
let kaveri: Agency;
let copy: Caller;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  for (const which of ["account", "cash"] as const) {
    const fields = { openingBalance: OPENINGS[which] / 100 };
    await owner.put(`/api/accounts/${world.kaveri[which]._id}`, fields);
  }
  const clientId = made(await owner.post("/api/clients", { displayName: "Asha" })).client._id;
  kaveri = { ...world.kaveri, clientId };
  const registration = { name: "Copyist", email: "owner@copy.test", password: "copy password" };
  const agency = { agencyName: "Copy", agencySlug: "copy" };
  const { token } = made(
    await world.stranger.post("/api/auth/register", { ...registration, ...agency }),
  );
  copy = world.caller(token);
});
afterAll(() => world.end());

describe("any history of entries, edits, transfers, imports, undos, receipts and payments", () => {
  test("keeps every total equal to its rows, without another agency's rows", async () => {
    const before = await readFigures(world.narmada.owner);
    await fc.assert(
      fc.asyncProperty(histories, filters, async (steps, asked) => {
        const { owner } = world.kaveri;
        for (const one of steps) await take(kaveri, one as Step);
        await expectAgreement(owner);
        for (const one of asked) await expectFound(one);
        await expectCopied();
        await clear(kaveri);
        const { balances, total } = await readFigures(owner);
        expect([total.periodIncome, total.periodExpense]).toEqual([0, 0]);
        expect(
          balances.map((row: { closingBalance: number }) => paise(row.closingBalance)),
        ).toEqual(Object.values(OPENINGS));
      }),
      // Each round trip to a database server goes over HTTP.
      { numRuns: countRounds(process.env.TEST_DATABASE ? 8 : 25) },
    );
    expect(await readFigures(world.narmada.owner)).toEqual(before);
  }, 120_000);
});

async function readFigures(owner: Caller, period = "dateFrom=2025-01-01&dateTo=2026-12-31") {
  return (await owner.get(`/api/accounts/balances?${period}`)).body;
}

async function expectAgreement(owner: Caller): Promise<void> {
  expect((await owner.get("/api/books/check")).body.differences).toEqual([]);

  const { items, total, totals } = (await owner.get("/api/transactions?limit=100")).body;
  expect(total).toBe(items.length);
  const sum = (type: string) =>
    items
      .filter((row: { type: string }) => row.type === type)
      .reduce((all: number, row: { amount: number }) => all + paise(row.amount), 0);
  expect([paise(totals.income), paise(totals.expense)]).toEqual([sum("Income"), sum("Expense")]);

  const whole = await readFigures(owner);
  const opened = OPENINGS.account + OPENINGS.cash;
  expect(paise(whole.total.closingBalance)).toBe(opened + sum("Income") - sum("Expense"));
  for (const cut of ["2026-01-01", "2026-01-31", "2026-02-10"]) {
    const first = await readFigures(owner, `dateFrom=2025-01-01&dateTo=${cut}`);
    const next = {
      "2026-01-01": "2026-01-02",
      "2026-01-31": "2026-02-01",
      "2026-02-10": "2026-02-11",
    }[cut];
    const second = await readFigures(owner, `dateFrom=${next}&dateTo=2026-12-31`);
    expect(second.balances.map((row: { openingBalance: number }) => row.openingBalance)).toEqual(
      first.balances.map((row: { closingBalance: number }) => row.closingBalance),
    );
    expect(second.total.closingBalance).toBe(whole.total.closingBalance);
  }
}

interface Entry {
  _id: string;
  date: string;
  description: string;
  notes: string;
  type: string;
  amount: number;
  accountId: { _id: string; name: string };
  categoryId: { _id: string; name: string } | null;
  transfer?: { toAccountId: { _id: string; name: string } };
}

async function expectFound({ account, category, ...asked }: Filter): Promise<void> {
  const { owner } = world.kaveri;
  const accountId = account && world.kaveri[account]._id;
  const categoryId = category && world.kaveri[category]._id;
  const { type, dateFrom = "", dateTo = "~", minAmount = 0, maxAmount = Infinity, q = "" } = asked;
  const all: Entry[] = (await owner.get("/api/transactions?limit=100")).body.items;
  const due = all
    .filter((row) => row.date >= dateFrom && row.date <= dateTo && row.type === (type ?? row.type))
    .filter((row) => row.amount >= minAmount && row.amount <= maxAmount)
    .filter((row) => !categoryId || row.categoryId?._id === categoryId)
    .filter((row) => !accountId || listSides(row).includes(accountId))
    .filter((row) => `${row.description}\n${row.notes}`.toLowerCase().includes(q.toLowerCase()));
  const sum = (of: string) =>
    due.reduce((paid, row) => paid + (row.type === of ? paise(row.amount) : 0), 0);

  const ids = { ...(accountId && { accountId }), ...(categoryId && { categoryId }) };
  const query = new URLSearchParams({ ...asked, ...ids, limit: "100" } as never);
  const { status, body } = await owner.get(`/api/transactions?${query}`);
  if (dateFrom > dateTo) return expect(status).toBe(400);
  expect(body.items).toEqual(due);
  const { income, expense } = body.totals;
  const totals = [due.length, sum("Income"), sum("Expense")];
  expect([body.total, paise(income), paise(expense)]).toEqual(totals);
}

const listSides = ({ accountId, transfer }: Entry) => [accountId._id, transfer?.toAccountId._id];

/** Importing the export into an empty agency must give the same books. */
async function expectCopied(): Promise<void> {
  const { body: csv } = await world.kaveri.owner.get("/api/transactions/export.csv");
  const answer = await copy.upload("/api/transactions/import?createMissing=true", csv);
  expect((await copy.get("/api/transactions/export.csv")).body).toBe(csv);
  expect((await copy.get("/api/books/check")).body.differences).toEqual([]);
  const { _id } = answer.body.import ?? {};
  if (_id) expect((await copy.delete(`/api/imports/${_id}`)).status).toBe(200);
}
