import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import type { Narrowed } from "../../db/ledger/rows.ts";
import { searchAll, searchOnce } from "../../db/ledger/searchResults.ts";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import type { Paise } from "../../domain/money.ts";
import { createWorld, made, type World } from "../world.ts";

// A search reads the rows of its dates, or queries the index between the first and the last of them; rows
// not yet indexed after an import are always read. Both ways must find the same.

const DAYS = ["2025-12-31", "2026-01-01", "2026-01-15", "2026-01-31", "2026-02-01"];

/** Few letters, so that most searches find something. */
const text = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(..."aAbBचाé", '"', "%", "_", "\\", " "), {
      minLength: least,
      maxLength: most,
    })
    .map((letters) => letters.join("").trim());
const rows = fc.array(
  fc.record({
    date: fc.constantFrom(...DAYS),
    description: text(1, 9).map((words) => `xx${words}`),
    notes: text(0, 6),
    amount: fc.integer({ min: 1, max: 9 }),
    type: fc.constantFrom("Income", "Expense"),
  }),
  { minLength: 150, maxLength: 150 },
);
const filters = fc.record(
  {
    q: text(1, 4).filter((words) => words !== ""),
    dateFrom: fc.constantFrom("2025-01-01", ...DAYS),
    dateTo: fc.constantFrom(...DAYS, "2026-12-31"),
    minAmount: fc.constantFrom(300, 600).map((paise) => paise as Paise),
    type: fc.constantFrom("Income" as const, "Expense" as const),
  },
  { requiredKeys: ["q"] },
);

interface Stored {
  entry: number;
  agency_id: number;
  date: string;
  description: string;
  notes: string;
  amount_paise: number;
  type: string;
}

let world: World;
let stored: Stored[];
beforeAll(async () => {
  world = await createWorld();
  const { books, context, kaveri, narmada } = world;
  for (const [seed, { owner, account }] of [kaveri, narmada].entries()) {
    const [sample] = fc.sample(rows, { numRuns: 1, seed });
    const lines = sample?.map(({ date, description, notes, amount, type }) => {
      const category = type === "Income" ? "Fees" : "Rent";
      const [what, more] = [description, notes].map((it) => `"${it.replaceAll('"', '""')}"`);
      return `${date},${what},${account.name},${category},${type},${amount}.00,${more}\n`;
    });
    made(await owner.upload("/api/transactions/import", CSV_HEADER + lines?.join("")));
  }
  await context.writers.call("fillSearch", undefined, undefined);
  await books.write.run(sql`INSERT INTO transactions (agency_id, id, date, type, account_id, category_id,
      amount_paise, description, notes, fingerprint, import_id, created_by)
    SELECT agency_id, id || '2', date, type, account_id, category_id, amount_paise, 'y' || notes,
      description, fingerprint + 1, 'later', created_by FROM transactions WHERE entry % 3 = 0`);
  stored = await books.read.all<Stored>(sql`SELECT * FROM transactions ORDER BY date, entry`);
});
afterAll(() => world.end());

function lookThrough(agencyId: number, { q = "", ...filter }: Narrowed) {
  const { dateFrom = "", dateTo = "~", minAmount = 0, type } = filter;
  const holds = (words: string) => words.toLowerCase().includes(q.toLowerCase());
  const found = stored
    .filter((row) => row.agency_id === agencyId && row.date >= dateFrom && row.date <= dateTo)
    .filter((row) => row.amount_paise >= minAmount && (!type || row.type === type))
    .filter((row) => holds(row.description) || holds(row.notes));
  const sumType = (type: string) =>
    BigInt(found.reduce((sum, row) => sum + (row.type === type ? row.amount_paise : 0), 0));
  const sums = {
    entries: found.length,
    incomePaise: sumType("Income"),
    expensePaise: sumType("Expense"),
  };
  return { sums, entries: found.map(({ entry }) => entry) };
}

test("every search path finds what a full scan finds, oldest first", async () => {
  expect(stored.length).toBe(400);
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(1, 2), async (filter, agencyId) => {
      const expected = lookThrough(agencyId, filter);
      hits += expected.entries.length;
      for (const areFew of [true, false]) {
        const { sums, entries } = await searchAll(world.books.read, agencyId, {
          ...filter,
          areFew,
        });
        expect({ sums, entries } as unknown).toEqual(expected);
        const page = { offset: 1, limit: 5 };
        const found = await searchOnce(world.books.read, agencyId, { ...filter, areFew }, page);
        const rows = found.rows.map(({ entry }) => entry);
        const shown = expected.entries.toReversed().slice(1, 6);
        expect({ sums: found.sums, rows } as unknown).toEqual({ sums: expected.sums, rows: shown });
      }
    }),
    { numRuns: 500 },
  );
  expect(hits).toBeGreaterThan(500);
}, 60_000);
