import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const BIG = { name: "Above ₹10,000", path: "/transactions", query: "minAmount=10000" };
const add = async (who: Caller, fields: object = {}) =>
  made(await who.post("/api/views", { ...BIG, ...fields })).view;
const names = async (who: Caller) =>
  done(await who.get("/api/views")).views.map(({ name }: { name: string }) => name);

test("a private view is its owner's alone, and a shared one the team's", async () => {
  const { owner, staff } = await world.found();
  const { _id } = await add(owner);
  expect(await names(owner)).toEqual(["Above ₹10,000"]);
  expect(await names(staff)).toEqual([]);
  const path = `/api/views/${_id}`;
  expect((await staff.get(path)).status).toBe(404);
  expect((await staff.put(path, { name: "Mine" })).status).toBe(404);
  expect((await staff.delete(path)).status).toBe(404);

  done(await owner.put(path, { shared: true }));
  expect((await staff.get(path)).body.view).toMatchObject({ ...BIG, shared: true, isOwn: false });
  done(await staff.put(path, { name: "Large" }));
  expect(await names(owner)).toEqual(["Large"]);
  const refused = await staff.put(path, { shared: false });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Only the person who shared a view can make it private",
  ]);
  expect(await names(world.narmada.owner)).toEqual([]);
});

test("a deleted view comes back with Undo", async () => {
  const { owner } = await world.found();
  const { _id } = await add(owner);
  const { headers } = await owner.delete(`/api/views/${_id}`);
  expect(await names(owner)).toEqual([]);
  done(await owner.post(`/api/operations/${headers.get("x-operation")}/undo`, {}));
  expect(await names(owner)).toEqual(["Above ₹10,000"]);
});

test("only lists have views", async () => {
  const { status, body } = await world.kaveri.owner.post("/api/views", { ...BIG, path: "/gst" });
  expect([status, body.errors[0].path]).toEqual([400, "path"]);
});
