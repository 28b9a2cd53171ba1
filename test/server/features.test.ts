import { afterAll, beforeAll, expect, test } from "bun:test";
import { FEATURES, TABS } from "../../domain/agencies/features.ts";
import { today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const read = async (who: Caller) => done(await who.get("/api/metadata")).features;
const put = (who: Caller, change: object) => who.put("/api/features", change);
const log = async (who: Caller) => done(await who.get("/api/audit?entity=Metadata&limit=1"));

test("a new agency has used no feature", async () => {
  const { owner } = await world.found();
  const none = Object.fromEntries([...FEATURES, ...TABS].map((name) => [name, null]));
  expect(await read(owner)).toEqual(none);
});

test("the first use of a feature switches it on for everyone in the agency", async () => {
  const { owner, staff, account } = await world.found();
  made(await staff.post("/api/vendors", { displayName: "Yashwant Cabs" }));
  expect(await read(owner)).toMatchObject({ bills: true, banking: null, gst: null });

  done(await owner.put("/api/metadata", { gstNumber: "27AAPFU0939F1ZV" }));
  expect(await read(staff)).toMatchObject({ gst: true, reports: null });

  const { client } = made(await staff.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 1000 }];
  const tab = { clientId: client._id, date: today(), items };
  made(await staff.post("/api/estimates", tab));
  expect(await read(staff)).toMatchObject({ estimates: true, notes: null, tabs: null });

  const accountant = { name: "Vinod", email: "v@books.test", password: "sums and figures" };
  made(await owner.post("/api/users/team", { ...accountant, role: "accountant" }));
  const all = { reports: true, close: true, locks: true };
  expect(await read(staff)).toMatchObject(all);
  expect(account._id).toBeString();
});

test("an owner's choice counts more than use, deletes nothing and is logged", async () => {
  const { owner, staff } = await world.found();
  made(await staff.post("/api/vendors", { displayName: "Yashwant Cabs" }));
  expect(done(await put(owner, { bills: false, banking: true })).features).toMatchObject({
    bills: false,
    banking: true,
  });
  expect((await staff.get("/api/vendors")).body.vendors).toHaveLength(1);
  made(await staff.post("/api/vendors", { displayName: "Deccan Prints" }));
  expect(await read(staff)).toMatchObject({ bills: false });

  const [entry] = (await log(owner)).items;
  expect(entry.payload).toMatchObject({
    before: { features: { bills: true, banking: false } },
    after: { features: { bills: false, banking: true } },
  });
  const { total } = await log(owner);
  done(await put(owner, { bills: false }));
  expect((await log(owner)).total).toBe(total);
});

test("the tabs of invoices can be shown all at once", async () => {
  const { owner } = await world.found();
  const { features } = done(await put(owner, { tabs: true }));
  expect(features).toMatchObject(Object.fromEntries(TABS.map((tab) => [tab, true])));
});

test("only an owner switches features, and only those of the own agency", async () => {
  const { owner, staff } = await world.found();
  expect((await put(staff, { gst: true })).status).toBe(403);
  done(await put(owner, { gst: true }));
  expect(await read(world.narmada.owner)).toMatchObject({ gst: null });
});
