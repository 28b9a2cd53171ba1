import { afterAll, beforeAll, expect, test } from "bun:test";
import { runReversals } from "../../db/ledger/reversals.ts";
import { addDays, today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { findItem } from "./closing.ts";
import { closeTo } from "./locking.ts";
import { foundTeam } from "./ownTeam.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const SOON = addDays(today(), 3);

async function startJournals() {
  const team = await foundTeam(world);
  const { owner, fees, rent } = team;
  const add = (fields: object, who: Caller = owner) =>
    who.post("/api/journals", {
      date: "2026-06-30",
      reason: "Prepaid insurance",
      lines: [
        { categoryId: rent._id, debit: 90 },
        { categoryId: fees._id, credit: 90 },
      ],
      ...fields,
    });
  const get = async (id: string) => (await owner.get(`/api/journals/${id}`)).body.journal;
  return { ...team, add, get };
}

test("a journal whose day of reversal has passed is reversed at once, linked both ways", async () => {
  const { owner, add, get } = await startJournals();
  const answer = await add({ reversesOn: "2026-07-01" });
  const { journal } = made(answer);
  expect(journal).toMatchObject({ reversesOn: "2026-07-01", reverses: null });
  const reversal = await get(journal.reversal._id);
  expect(reversal).toMatchObject({
    date: "2026-07-01",
    reason: "Reversal: Prepaid insurance",
    reversesOn: "",
    reversal: null,
    reverses: { _id: journal._id, date: "2026-06-30", reason: "Prepaid insurance" },
    lines: journal.lines.map((line: { debit: number; credit: number }) => ({
      ...line,
      debit: line.credit,
      credit: line.debit,
    })),
  });
  expect(await findItem(owner, "reversal:", "2026-07")).toMatchObject({
    title: "Reverse prepaid insurance",
    state: "done",
    note: "Prepaid insurance reversed on 1 Jul",
  });

  // The two stay opposite.
  for (const { _id } of [journal, reversal]) {
    expect((await owner.put(`/api/journals/${_id}`, { reason: "Another" })).status).toBe(409);
  }
  const refused = await owner.delete(`/api/journals/${journal._id}`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "It was reversed on 1 Jul 2026; delete the reversal first",
  ]);
  done(await owner.delete(`/api/journals/${reversal._id}`));
  expect(await get(journal._id)).toMatchObject({ reversesOn: "", reversal: null });
  expect(await runReversals(world.books, today())).toBe(0);
  done(await owner.put(`/api/journals/${journal._id}`, { reason: "Another" }));
});

test("undoing a journal undoes the reversal that came with it", async () => {
  const { owner, add } = await startJournals();
  const { headers } = await add({ reversesOn: "2026-07-01" });
  const total = async () => done(await owner.get("/api/journals")).total;
  expect(await total()).toBe(2);
  done(await owner.post(`/api/operations/${headers.get("x-operation")}/undo`, {}));
  expect(await total()).toBe(0);
});

test("a coming reversal is posted on its day in its author's name, once", async () => {
  const { owner, accountant, add, get } = await startJournals();
  const answer = await add({ date: today(), reversesOn: SOON }, accountant);
  const { journal } = made(answer);
  expect(journal).toMatchObject({ reversesOn: SOON, reversal: null });
  expect(await findItem(owner, "reversal:", SOON.slice(0, 7))).toMatchObject({ state: "blocked" });
  expect(await runReversals(world.books, addDays(SOON, -1))).toBe(0);
  const posted = await Promise.all([1, 2].map(() => runReversals(world.books, SOON)));
  expect(posted.toSorted()).toEqual([0, 1]);
  const { reversal } = await get(journal._id);
  expect((await get(reversal._id)).date).toBe(SOON);
  const { items } = done(await owner.get("/api/audit?entity=Journal"));
  expect(items.map((one: { userId: { name: string } }) => one.userId.name)).toEqual([
    accountant.name,
    accountant.name,
  ]);
  const undo = await accountant.post(
    `/api/operations/${answer.headers.get("x-operation")}/undo`,
    {},
  );
  expect(undo.status).toBe(409);
});

test("deleting a journal removes a coming reversal, and another day moves it", async () => {
  const { owner, add } = await startJournals();
  const { journal } = made(await add({ date: today(), reversesOn: SOON }));
  const path = `/api/journals/${journal._id}`;
  const wrong = await owner.put(path, { reversesOn: today() });
  expect(wrong.body.errors[0]).toEqual({
    path: "reversesOn",
    message: "The reversal is after the journal",
  });
  done(await owner.put(path, { reversesOn: addDays(SOON, 1) }));
  expect(await runReversals(world.books, SOON)).toBe(0);
  done(await owner.delete(path));
  expect(await runReversals(world.books, addDays(SOON, 1))).toBe(0);
});

test("closed books take no reversal", async () => {
  const { owner, add } = await startJournals();
  const { journal } = made(await add({ date: today(), reversesOn: SOON }));
  await closeTo(owner, today());
  // Closed further before any server has looked.
  await world.books.write.run(`UPDATE locks SET locked_to = '${SOON}' WHERE agency_id =
    (SELECT agency_id FROM journals WHERE id = '${journal._id}')`);
  expect(await runReversals(world.books, SOON)).toBe(0);
});
