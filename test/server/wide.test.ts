import { afterAll, beforeAll, expect, test } from "bun:test";
import { getAnalytics, getBalances } from "../../db/ledger/balances.ts";
import { reportTransactions } from "../../db/ledger/export.ts";
import { listTransactions } from "../../db/ledger/listTransactions.ts";
import { createWorld, type World } from "../world.ts";

// Books with as many day, account and category cells as rows: adding them up for lists, balances and the
// dashboard would block the event loop, so a reader thread does it.

const CELLS = 12_000;
const PERIOD = { dateFrom: "2026-01-01", dateTo: "2027-12-31" };

let world: World;
const asked: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  const { books, context, kaveri } = world;
  await books.write.run(`INSERT INTO postings
    WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n LIMIT ${CELLS})
    SELECT 1, date('2026-01-01', (n % 600) || ' days'), 'account ' || n, '${kaveri.fees._id}',
      100, 0, 0, 0, 1, 0, 1 FROM n`);
  const { call: ask } = context.readers;
  context.readers.call = (operation, ...question) => {
    asked.push(operation);
    return ask(operation, ...question);
  };
});
afterAll(() => world.end());

test("a reader thread adds up only wide ranges, to the same totals", async () => {
  const { owner } = world.kaveri;
  const tenant = { books: world.books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const period = "dateFrom=2026-01-01&dateTo=2027-12-31";
  const wide = [
    { path: `/api/dashboard?${period}`, here: () => getAnalytics(tenant, PERIOD) },
    { path: `/api/accounts/balances?${period}`, here: () => getBalances(tenant, PERIOD) },
    {
      path: `/api/transactions?${period}`,
      here: () => listTransactions(tenant, { ...PERIOD, page: 1, limit: 10 }),
    },
  ];
  for (const { path, here } of wide) {
    expect((await owner.get(path)).body).toEqual(JSON.parse(JSON.stringify(await here())));
  }
  expect(asked).toEqual(["getAnalytics", "getBalances", "listTransactions"]);

  for (const { path } of wide) {
    const aDay = path.replace(period, "dateFrom=2026-01-01&dateTo=2026-01-01");
    expect((await owner.get(aDay)).status).toBe(200);
    expect((await world.narmada.owner.get(path)).status).toBe(200);
  }
  expect(asked).toHaveLength(3);
});

test("a report adds up wide ranges in parts and yields between them", async () => {
  const tenant = { books: world.books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const { totals } = await listTransactions(tenant, { ...PERIOD, page: 1, limit: 10 });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const report = await reportTransactions(tenant, PERIOD);
  isOver = true;
  await report.slices.return(undefined);
  expect([report.totals, report.count]).toEqual([totals, CELLS]);
  expect(turns).toBeGreaterThanOrEqual(24); // Months.
});

test("one agency's searches use one thread at most, and another's use the other", async () => {
  const { context, kaveri, narmada } = world;
  const { call: ask } = context.readers;
  const { promise, resolve } = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  context.readers.call = (operation, tenant, ...rest) => {
    if (tenant?.agencyId !== 1) return ask(operation, tenant, ...rest);
    running += 1;
    most = Math.max(most, running);
    const answer = promise.then(() => ask(operation, tenant, ...rest));
    return answer.finally(() => {
      running -= 1;
    });
  };
  // One search runs, fifty wait, and the rest must retry.
  const full = Promise.withResolvers<void>();
  let refused = 0;
  const searches = Array.from({ length: 60 }, async (_, n) => {
    const { status } = await kaveri.owner.get(`/api/transactions?q=word ${n}`);
    if (status === 429) refused += 1;
    if (refused === 9) full.resolve();
    return status;
  });
  await full.promise;
  expect((await narmada.owner.get("/api/transactions?q=word")).status).toBe(200);
  resolve();
  const answered = (await Promise.all(searches)).filter((status) => status === 200);
  expect([answered.length, refused, most]).toEqual([51, 9, 1]);
});
