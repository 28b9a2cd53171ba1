import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AgencyOverview } from "../../domain/closing/overview.ts";
import { today } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
let both: { narmada: Caller; kaveri: Caller };
const VINOD = { email: "vinod@rao.test", password: "vinod's own password" };

beforeAll(async () => {
  world = await createWorld();
  const { narmada, kaveri } = world;
  both = { narmada: await join(narmada.owner), kaveri: await join(kaveri.owner) };
}, 60_000);
afterAll(() => world.end());

/** Adds Vinod as an accountant, and returns him signed in to that agency. */
async function join(owner: Caller): Promise<Caller> {
  const { agencySlug } = (await owner.get("/api/auth/me")).body.user;
  const invited = { name: "Vinod", email: VINOD.email, role: "accountant" };
  const { url } = made(await owner.post("/api/users/invitations", invited));
  const { password } = VINOD;
  made(await world.stranger.post("/api/auth/join", { token: url.split("#")[1], password }));
  const signedIn = await world.stranger.post("/api/auth/login", { ...VINOD, agencySlug });
  return world.caller(done(signedIn).token);
}

async function read(who: Caller): Promise<Map<string, AgencyOverview>> {
  const { agencies } = done(await who.get("/api/overview")) as { agencies: AgencyOverview[] };
  return new Map(agencies.map((one) => [one.agencySlug, one]));
}

test("lists every agency of the person and no other", async () => {
  expect([...(await read(both.narmada)).keys()].toSorted()).toEqual(["kaveri", "narmada"]);
  expect([...(await read(world.narmada.owner)).keys()]).toEqual(["narmada"]);
});

test("shows the month, its open items and due dates, as the agency's own pages do", async () => {
  const { owner, account, rent } = world.narmada;
  const month = monthAfter(today().slice(0, 7), -1);
  const entry = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 900 };
  made(
    await owner.post("/api/transactions", {
      ...entry,
      date: `${month}-05`,
      description: "Studio rent",
    }),
  );
  const client = made(await owner.post("/api/clients", { displayName: "Zest" })).client;
  made(
    await owner.post("/api/invoices", {
      clientId: client._id,
      date: `${month}-06`,
      items: [{ description: "Logo", qty: 1, rate: 1_000 }],
    }),
  );
  const checklist = done(await owner.get(`/api/close/${month}`));
  const drafts = checklist.items.find(({ key }: { key: string }) => key === "drafts");
  const state = (await read(both.kaveri)).get("narmada")?.state;
  expect(state?.month).toBe(month);
  expect([drafts.count, state?.open.tasks]).toEqual([1, 1]);
  expect(state?.waitingFor?.name).toBe(done(await owner.get("/api/auth/me")).user.name);
  const due = checklist.dates.filter(({ done }: { done: string }) => !done);
  expect(state?.dues.map(({ date }) => date)).toEqual(
    due.map(({ date }: { date: string }) => date),
  );
});

test("owners and accountants set who is responsible, from any of their agencies", async () => {
  const members = (await read(both.narmada)).get("kaveri")?.state?.members ?? [];
  const vinod = members.find(({ name }) => name === "Vinod");
  const change = (who: Caller, agencySlug: string, userId: string | undefined) =>
    who.put("/api/overview/responsible", { agencySlug, userId });
  done(await change(both.narmada, "kaveri", vinod?._id));
  expect((await read(both.kaveri)).get("kaveri")?.state?.responsible).toEqual(vinod ?? null);
  const { items } = done(await world.kaveri.owner.get("/api/audit?limit=1"));
  expect(items[0]).toMatchObject({ entity: "Responsible", payload: { after: { name: "Vinod" } } });

  expect((await change(world.narmada.owner, "kaveri", "")).status).toBe(404);
  expect((await change(world.kaveri.staff, "kaveri", "")).status).toBe(403);
  const stranger = (await read(both.narmada)).get("narmada")?.state?.members[0];
  expect((await change(both.kaveri, "kaveri", stranger?._id)).status).toBe(400);
  done(await change(world.kaveri.owner, "kaveri", ""));
  expect((await read(both.kaveri)).get("kaveri")?.state?.responsible).toBeNull();
});

test("an access token sees only its own agency", async () => {
  const { secret } = made(await both.narmada.post("/api/tokens", { name: "Cron" }));
  expect([...(await read(world.caller(secret))).keys()]).toEqual(["narmada"]);
});

test("an agency that requires a second factor stays closed to a session without one", async () => {
  const { owner } = world.kaveri;
  const { metadata } = done(await owner.get("/api/metadata"));
  expect(metadata.requireSecondFactor).toBe(false);
  expect((await read(both.narmada)).get("kaveri")?.state).not.toBeNull();
  await world.books.write.run(
    "INSERT INTO required_factors SELECT id FROM agencies WHERE slug = 'kaveri'",
  );
  const found = await read(both.narmada);
  expect(found.get("kaveri")?.state).toBeNull();
  expect(found.get("narmada")?.state).not.toBeNull();
});
