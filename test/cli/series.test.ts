import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { createWorld, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
let series: string;
const NOW = today();
const FIRST = addDays(NOW, 3);
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Retainer for {month}", qty: 1, rate: 4500 }];
  const template = { clientId: client._id, items };
  const of = { kind: "invoice", anchor: FIRST, unit: "week", mode: "issue" };
  series = made(await owner.post("/api/series", { ...of, template }))._id;
});
afterAll(() => world.end());

const runSeries = (...words: string[]) => bahi(seat, ["series", ...words]);

test("bahi series lists them, shows the next dates and creates due items once", async () => {
  const { stdout } = await runSeries("list");
  expect(stdout).toMatch(/Konkan Foods +.*4,500\.00/);
  expect(stdout).toContain("1 series, 4 in the next 30 days, ₹18,000.00");
  const preview = await runSeries("preview", "konkan foods");
  expect(preview.stdout).toContain("12 dates");
  expect(preview.stdout).toContain(FIRST);
  expect(JSON.parse((await runSeries("preview", series, "--json")).stdout).dates).toHaveLength(12);

  expect((await runSeries("run")).stdout).toBe("Nothing was due\n");
  await world.books.write.run(sql`UPDATE series SET anchor = ${NOW}, next_date = ${NOW}`);
  expect((await runSeries("run")).stdout).toBe("Created 1\n");
  expect((await runSeries("run")).stdout).toBe("Nothing was due\n");
  expect((await bahi(seat, ["invoices", "list"])).stdout).toMatch(/Konkan Foods .*Sent/);
});

test("bahi series pauses and resumes, and explains what is missing or impossible", async () => {
  expect((await runSeries("pause", "Konkan Foods")).stdout).toBe(
    "Paused “Retainer for {month}” for Konkan Foods\n",
  );
  expect((await runSeries("pause", "Konkan Foods")).exitCode).toBe(3);
  expect((await runSeries("list", "--state", "paused", "--quiet")).exitCode).toBe(0);
  const next = formatDate(addDays(NOW, 7));
  expect((await runSeries("resume", "Konkan Foods")).stdout).toContain(`next on ${next}`);
  expect((await runSeries("preview", "Nobody")).exitCode).toBe(5);
  expect((await runSeries("list", "--kind", "rent")).exitCode).toBe(2);

  const { owner, account, rent } = world.kaveri;
  const of = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 5 };
  const template = { ...of, description: "Rent" };
  const money = { kind: "transaction", anchor: FIRST, unit: "month", template };
  made(await owner.post("/api/series", money));
  await world.books.write.run(
    sql`UPDATE series SET anchor = ${NOW}, next_date = ${NOW} WHERE kind = 'transaction'`,
  );
  await world.books.write.run(sql`UPDATE accounts SET is_active = 0 WHERE id = ${account._id}`);
  const failed = await runSeries("run");
  expect(failed.exitCode).toBe(3);
  expect(failed.stdout).toContain(`“Rent”: ${formatDate(NOW)} could not be created: `);

  expect((await runSeries("skip", "Rent", "--date", "someday")).exitCode).toBe(2);
  expect((await runSeries("skip", "Rent", "--date", formatDate(addDays(NOW, 1)))).exitCode).toBe(3);
  for (const _ of [2, 3]) await runSeries("run");
  const stopped = await runSeries("list", "--state", "stopped", "--json");
  expect(JSON.parse(stopped.stdout).items).toMatchObject([{ stoppedDate: NOW }]);
  expect((await runSeries("skip", "Rent")).stdout).toMatch(
    /^Skipped \d+ \w+ \d{4} of “Rent”, next on \d+ \w+ \d{4}\n$/,
  );
});
