import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Books } from "../../db/engine/books.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { openBooks } from "../../db/open/open.ts";
import { makeNext } from "../../db/series/occur.ts";
import { findOne } from "../../db/series/rows.ts";
import { runSeries } from "../../db/series/run.ts";
import { addSeries } from "../../db/series/series.ts";
import { addDays } from "../../domain/dates.ts";
import { parse } from "../../domain/refusal.ts";
import type { Unit } from "../../domain/series/schedule.ts";
import { NewSeries } from "../../domain/series/series.ts";
import { createRandom } from "../fuzz/grammar.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { killAt, wasKilled } from "./killing.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { books } = world;
  servers = [books, books.primary ? await openBooks(books.place) : books];
});
afterAll(() => {
  if (servers[1] !== world.books) servers[1]?.close();
  return world.end();
});

const SEED = 20261123;
const mail = { url: "", from: "", isPerAgency: false };

/** Two servers on one database, or one server that runs twice at once on a file. */
let servers: Books[];

const UNITS: [Unit, number][] = [
  ...([
    ["month", 1],
    ["week", 4],
    ["day", 30],
    ["month", 3],
    ["year", 1],
    ["month", 1],
  ] as const),
].map(([unit, every]) => [unit, every]);

/** Counts day by day without using the domain's code. */
function listDates(anchor: string, unit: Unit, every: number, to: string): string[] {
  const [year = 0, month = 0, day = 0] = anchor.split("-").map(Number);
  const dates: string[] = [];
  for (let n = 0; ; n += every) {
    const at = new Date(0);
    if (unit === "day" || unit === "week") {
      at.setUTCFullYear(year, month - 1, day + n * (unit === "week" ? 7 : 1));
    } else {
      at.setUTCFullYear(year, month - 1 + n * (unit === "year" ? 12 : 1), day);
      if (at.getUTCDate() !== day) at.setUTCDate(0);
    }
    const date = at.toISOString().slice(0, 10);
    if (date > to) return dates;
    dates.push(date);
  }
}

async function createTenant(agency: World["kaveri"], agencyId: number): Promise<Tenant> {
  const { _id: userId } = done(await agency.owner.get("/api/auth/me")).user;
  return { books: world.books, agencyId, userId, role: "owner" };
}

test("ten years of series with outages, concurrency and kills create each date once", async () => {
  const random = createRandom(SEED);
  const expected = new Map<string, string[]>();
  // Each statement to a database server goes over HTTP.
  const [begin, end] = ["2027-01-01", process.env.TEST_DATABASE ? "2028-12-31" : "2036-12-31"];
  for (const [n, agency] of [world.kaveri, world.narmada].entries()) {
    const tenant = await createTenant(agency, n + 1);
    const { client } = made(await agency.owner.post("/api/clients", { displayName: "Konkan" }));
    for (const [unit, every] of UNITS.slice(n * 3)) {
      const anchor = addDays(begin, random(400));
      const items = [{ description: "Retainer for {month}", qty: 1, rate: 100 }];
      const template = { clientId: client._id, items };
      const body = { kind: "invoice", template, anchor, unit, every, mode: "issue" };
      const { _id } = await addSeries(tenant, parse(NewSeries, body), begin);
      expected.set(_id, listDates(anchor, unit, every, end));
    }
  }
  let kills = 0;
  for (let today = begin; ; today = addDays(today, [1, 1, 3, 9, 30, 75][random(6)] ?? 1)) {
    const [day = end] = [today, end].sort();
    const looking = { today: day, at: `${day}T04:30:00.000Z`, mail };
    if (random(3) === 0) {
      const books = servers[random(2)] ?? world.books;
      const revive = killAt(books, 1 + random(60));
      const killed = await runSeries(books, looking).catch((error) => {
        if (!wasKilled(error)) throw error;
        return "killed";
      });
      if (killed === "killed") kills++;
      revive();
    }
    const runs = await Promise.all(servers.map((books) => runSeries(books, looking)));
    expect(runs.flatMap(({ failed }) => failed)).toEqual([]);
    if (day === end) break;
  }
  expect(kills).toBeGreaterThan(process.env.TEST_DATABASE ? 2 : 10);

  const rows = await world.books.read.all<{ id: string; date: string; made: string }>(sql`
    SELECT series_id AS id, date, made_id AS made FROM occurrences ORDER BY series_id, date`);
  const byId = Map.groupBy(rows, ({ id }) => id);
  for (const [id, dates] of expected) {
    expect(
      byId.get(id)?.map(({ date }) => date),
      `seed ${SEED}`,
    ).toEqual(dates);
  }
  const count = [...expected.values()].flat().length;
  expect(new Set(rows.map(({ made }) => made)).size).toBe(count);
  const numbers = await world.books.read.all<{ gaps: number; count: number }>(sql`
    SELECT count(*) AS count, max(seq) - count(*) AS gaps FROM (
      SELECT agency_id, CAST(substr(number, -6) AS INTEGER) AS seq, substr(number, 1, 5) AS year
      FROM documents WHERE series_id IS NOT NULL) GROUP BY agency_id, year`);
  expect(numbers.reduce((sum, { count }) => sum + count, 0)).toBe(count);
  expect(numbers.filter(({ gaps }) => gaps !== 0)).toEqual([]);
  const { ok } = done(await world.kaveri.owner.get("/api/books/check"));
  expect(ok).toBe(true);
}, 60_000);

test("the occurrence key stops the second of two servers from creating a date", async () => {
  const { kaveri } = world;
  const tenant = await createTenant(kaveri, 1);
  const { client } = made(await kaveri.owner.post("/api/clients", { displayName: "Twice" }));
  const items = [{ description: "Retainer", qty: 1, rate: 100 }];
  const template = { clientId: client._id, items };
  const body = { kind: "invoice", template, anchor: "2037-01-05", unit: "month", mode: "issue" };
  const { _id } = await addSeries(tenant, parse(NewSeries, body), "2037-01-01");
  const { row } = await findOne(world.books.read, tenant, _id);
  const looking = { today: "2037-01-05", mail };
  const make = (books = world.books) =>
    writeTransaction({ ...tenant, books }, (tx) =>
      makeNext(tx, { ...tenant, books }, row, looking),
    );
  const both = await Promise.all(servers.map((books) => make(books)));
  expect(both.sort()).toEqual([false, true]);
  const [count] = await world.books.read.all(sql`
    SELECT count(*) AS documents FROM documents WHERE series_id = ${_id}`);
  expect(count).toEqual({ documents: 1 });
});
