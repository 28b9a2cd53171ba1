import { afterAll, beforeAll, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const csv = (...dates: string[]) =>
  `${CSV_HEADER}${dates.map((date, n) => `${date},Row ${n},Till,Sales,Income,${n + 1},\n`).join("")}`;
const send = (owner: Caller, text: string, query = "") =>
  owner.upload(`/api/transactions/import?file=a.csv&createMissing=true${query}`, text);

test("rejects a file only for new rows of closed months", async () => {
  const { owner } = world.kaveri;
  const old = csv("2026-09-29", "2026-09-30", "2026-09-30");
  made(await send(owner, old));
  done(await owner.put("/api/locks", { lockedTo: "2026-09-30" }));
  for (const query of ["&dryRun=true", ""]) {
    expect(done(await send(owner, old, query)).import).toMatchObject({ added: 0, skipped: 3 });
  }
  const row = "2026-10-01,New,Till,Sales,Income,9,\n";
  const more = made(await send(owner, old + row)).import;
  expect(more).toMatchObject({ rows: 4, added: 1, skipped: 3, dateFrom: "2026-10-01" });
  const third = await send(owner, `${old}2026-09-30,Row 2,Till,Sales,Income,3,\n${row}`);
  expect([third.status, third.body.errors]).toMatchObject([409, [{ path: "line 5" }]]);
  expect((await send(owner, old, "&keepDuplicates=true")).body.errors).toHaveLength(3);
  expect(done(await owner.get("/api/transactions")).total).toBe(4);
});
