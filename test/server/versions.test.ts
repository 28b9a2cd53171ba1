import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
let owner: Caller;
let staff: Caller;
beforeAll(async () => {
  world = await createWorld();
  ({ owner, staff } = world.kaveri);
});
afterAll(() => world.end());

const readOperation = ({ headers }: Answer) => headers.get("x-operation") ?? "";
const undo = (by: Caller, answer: Answer) =>
  by.post(`/api/operations/${readOperation(answer)}/undo`, {});

test("restores any version of a record at once as a new one, or not at all", async () => {
  const { account, rent } = world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: "2026-10-14", description: "Cab to Baner and back", type: "Expense" };
  const added = await owner.post("/api/transactions", { ...entry, ...links, amount: 460 });
  const { _id: id } = made(added).transaction;
  const path = `/api/transactions/${id}`;
  const [dearer, named, last] = [
    await owner.put(path, { amount: 500 }),
    await staff.put(path, { description: "Cab to Wakad" }),
    await owner.put(path, { amount: 550, notes: "with a tip" }),
  ];
  const since = { entity: "Transaction", id };
  const backTo = (by: Caller, answer: Answer, of: object = since) =>
    by.post(`/api/operations/${readOperation(answer)}/undo`, { since: of });
  const now = async () => done(await owner.get(path)).transaction;
  const latest = await now();
  expect((await backTo(staff, named)).status).toBe(403);
  expect(await now()).toEqual(latest);

  const back = await backTo(owner, dearer);
  expect(back.body).toMatchObject({
    operation: readOperation(back),
    undoes: readOperation(dearer),
  });
  expect(await now()).toEqual(added.body.transaction);
  expect((await undo(owner, last)).body.message).toMatch(/^Owner of kaveri changed the/);
  made(await owner.post("/api/undo", {}));
  expect(await now()).toEqual(latest);
  expect((await backTo(owner, back)).body.message).toBe("This is already the current version");
  made(await undo(owner, last));
  made(await backTo(owner, named));
  expect(await now()).toMatchObject({ amount: 500, description: "Cab to Baner and back" });
  expect((await backTo(owner, dearer, { ...since, id: "elsewhere" })).status).toBe(404);
  expect((await backTo(world.narmada.owner, dearer)).status).toBe(404);
  expect(done(await owner.get("/api/audit/verify")).ok).toBe(true);
});

test("undoes a redone change even if drafts it moved were deleted since", async () => {
  const { client } = made(await owner.post("/api/clients", { displayName: "Moved Films" }));
  const moved = await owner.put(`/api/clients/${client._id}`, { state: "Kerala" });
  const items = [{ description: "Edit", qty: 1, rate: 100, taxPct: 18 }];
  const draft = { date: "2026-10-14", clientId: client._id, items };
  const drafted = await owner.post("/api/invoices", draft);
  made(await undo(owner, moved));
  made(await owner.post("/api/redo", {}));
  made(await undo(owner, drafted));
  const history = done(await owner.get(`/api/history?entity=Client&id=${client._id}`));
  const change = history.items.find(
    ({ operation }: { operation: string }) => operation === readOperation(moved),
  );
  expect(change).toMatchObject({ canUndo: true, isUndone: false });
  made(await undo(owner, moved));
  expect(done(await owner.get(`/api/clients/${client._id}`)).client.state).toBe("");
  expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
  expect(done(await owner.get("/api/audit/verify")).ok).toBe(true);
});

test("an operation on many records is one line in a record's history", async () => {
  const { account, rent } = world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: "2026-10-14", description: "Cab to Baner and back", type: "Expense" };
  const ids: string[] = [];
  for (let n = 0; n < 25; n++) {
    const { transaction } = made(
      await owner.post("/api/transactions", { ...entry, ...links, amount: 460 }),
    );
    ids.push(transaction._id);
  }
  const batch = await owner.post("/api/transactions/delete", { ids });
  const lines = async () => done(await owner.get("/api/history")).items.slice(0, 2);
  const summary = "Deleted: Cab to Baner and back, ₹460.00 and 24 more";
  expect(await lines()).toMatchObject([
    { operation: readOperation(batch), summary, canUndo: true, isUndone: false },
    { id: ids.at(-1), summary: "Added: Cab to Baner and back, ₹460.00", canUndo: false },
  ]);
  const undone = await undo(owner, batch);
  expect(await lines()).toMatchObject([
    { operation: readOperation(undone), undoes: readOperation(batch), canUndo: true },
    { operation: readOperation(batch), isUndone: true },
  ]);
});
