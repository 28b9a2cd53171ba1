import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const owner = () => world.kaveri.owner;
const CARE = { name: "Website care", hsnSac: "998313", unit: "month", rate: 28_000, taxPct: 18 };

test("an item is added, changed, listed by name, deleted, and restored by undo", async () => {
  const { item } = made(await owner().post("/api/items", CARE));
  expect(item).toEqual({ _id: item._id, ...CARE });
  const { item: bare } = made(await owner().post("/api/items", { name: "Audit of a site" }));
  expect(bare).toEqual({ _id: bare._id, name: "Audit of a site", ...BARE });
  const path = `/api/items/${item._id}`;
  done(await owner().put(path, { rate: 30_000.5, taxPct: null }));
  const changed = { ...item, rate: 30_000.5, taxPct: null };
  expect(done(await owner().get(path))).toEqual({ item: changed });
  expect(done(await owner().get("/api/items")).items).toEqual([bare, changed]);
  expect(done(await owner().get("/api/items?q=9983")).items).toEqual([changed]);
  expect(done(await owner().get("/api/items?q=AUDIT")).items).toEqual([bare]);

  done(await owner().delete(path));
  expect((await owner().get(path)).status).toBe(404);
  made(await owner().post("/api/undo", {}));
  expect(done(await owner().get(path))).toEqual({ item: changed });
});
const BARE = { hsnSac: "", unit: "", rate: null, taxPct: null };

test("a name exists once in an agency, ignoring case, and once in another", async () => {
  made(await owner().post("/api/items", { name: "Retainer" }));
  const taken = await owner().post("/api/items", { name: "RETAINER" });
  expect(taken.status).toBe(409);
  const message = "An item with this name already exists";
  expect(taken.body).toEqual({ message, errors: [{ path: "name", message }] });
  made(await world.narmada.owner.post("/api/items", { name: "Retainer" }));
});

test.each([
  [{ name: "A" }, "name", "Name must be at least 2 characters"],
  [{ ...CARE, rate: -1 }, "rate", "Rate must not be negative"],
  [{ ...CARE, rate: 1.005 }, "rate", "at most 2 decimals"],
  [{ ...CARE, taxPct: 101 }, "taxPct", "Tax must be from 0 to 100"],
])("rejects %j at %s", async (input, path, message) => {
  const { status, body } = await owner().post("/api/items", input);
  expect([status, body.errors[0].path]).toEqual([400, path]);
  expect(body.message).toContain(message);
});

test("rejects a change of an item that another user changed since", async () => {
  const { item } = made(await owner().post("/api/items", { name: "Photo shoot", rate: 9_000 }));
  done(await world.kaveri.staff.put(`/api/items/${item._id}`, { rate: 9_500 }));
  const late = await owner().put(`/api/items/${item._id}`, { rate: 9_800, seen: item });
  expect(late.status).toBe(409);
  expect(late.body.errors[0].path).toBe("seen");
});
