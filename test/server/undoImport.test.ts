import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await createWorld();
  ({ owner } = world.kaveri);
});
afterAll(() => world.end());

test("an undone import does not come back, nor any part of it", async () => {
  const send = async (name: string, text: string) =>
    made(await owner.upload(`/api/transactions/import?file=${name}&createMissing=true`, text));
  const csv =
    "Date,Description,Account,Category,Type,Amount,Notes\n2026-10-01,Tax,Till 2,Consulting,Income,20,\n";
  const first = made(await owner.post("/api/clients", { displayName: "Came before" }));
  const { import: batch } = await send("books.csv", csv);
  const gone = await owner.delete(`/api/imports/${batch._id}`);
  done(gone);
  const reason = "An undone import cannot be redone: import the file again.";
  for (const path of ["undo", "undo", `operations/${gone.headers.get("x-operation")}/undo`]) {
    const { status, body } = await owner.post(`/api/${path}`, {});
    expect([status, body.message]).toEqual([409, reason]);
  }
  const names = async () =>
    done(await owner.get("/api/categories")).categories.map(({ name }: { name: string }) => name);
  expect(await names()).not.toContain("Consulting");
  expect((await owner.get(`/api/clients/${first.client._id}`)).status).toBe(200);
  expect((await send("books.csv", csv)).import.added).toBe(1);
  expect(await names()).toContain("Consulting");
});
