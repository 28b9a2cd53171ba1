import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openBooks } from "../../db/open/open.ts";
import { createApp } from "../../server/app.ts";
import { type Caller, caller, createWorld, type World } from "../world.ts";

// Ten wrong passwords count as ten, however they are sent.

let world: World;
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
});
afterAll(() => world.end());

let hosts = 0;
const newPlace = () => {
  hosts += 1;
  return { "x-forwarded-for": `192.0.2.${hosts}` };
};

/**
 * Sends eighty at once and counts those that were checked, by status. The rest must be told to retry later.
 */
async function guess(send: () => Promise<{ status: number; body: { message: string } }>) {
  const answers = await Promise.all(Array.from({ length: 80 }, send));
  const later = answers.filter(({ status }) => status === 429);
  const said = new Set(later.map(({ body }) => body.message));
  expect(said).toEqual(new Set(["Too many attempts; try again later"]));
  return answers.map(({ status }) => status).filter((status) => status !== 429);
}

const rows = async () =>
  (await world.books.read.all<{ n: number }>("SELECT sum(count) AS n FROM password_attempts"))[0]
    ?.n ?? 0;

describe("eighty guesses at once", () => {
  test("count as ten at sign-in on all servers of a database", async () => {
    const place = newPlace();
    const before = await rows();
    const at = (password: string, who: Caller = world.stranger) =>
      who.post("/api/auth/login", { email: "owner@kaveri.test", password }, place);
    expect(await guess(() => at("a guess"))).toEqual(Array(10).fill(401));
    // For the pair, the address and the account; requests without a slot do not count.
    expect((await rows()) - before).toBe(30);

    const stopped = await at("kaveri password");
    expect(stopped).toMatchObject({
      status: 429,
      body: { message: "Too many attempts; try again later" },
    });
    const seconds = Number(stopped.headers.get("retry-after"));
    expect([seconds > 0, seconds <= 15 * 60]).toEqual([true, true]);

    const books = await openBooks(world.books.place);
    const another = caller(createApp({ ...world.context, books }));
    expect((await at("kaveri password", another)).status).toBe(429);
    books.close();

    const password = "kaveri password";
    const staff = { email: "staff@kaveri.test", password };
    expect((await world.stranger.post("/api/auth/login", staff, place)).status).toBe(200);
    const owner = { email: "owner@kaveri.test", password };
    expect((await world.stranger.post("/api/auth/login", owner, newPlace())).status).toBe(200);
  });

  test("count as ten even if the last one is correct", async () => {
    const place = newPlace();
    const email = "owner@narmada.test";
    const send = (password: string) =>
      world.stranger.post("/api/auth/login", { email, password }, place);
    for (let n = 0; n < 9; n++) expect((await send("a guess")).status).toBe(401);
    const last = await Promise.all(Array.from({ length: 30 }, () => send("a guess")));
    expect(last.filter(({ status }) => status === 401)).toHaveLength(1);
    expect((await send("narmada password")).status).toBe(429);
  });

  test("count as ten in the profile and at sign-in together", async () => {
    const place = newPlace();
    const email = "staff@narmada.test";
    for (let n = 0; n < 4; n++) {
      await world.stranger.post("/api/auth/login", { email, password: "a guess" }, place);
    }
    const change = { currentPassword: "a guess", newPassword: "mine from now on" };
    const { staff, password } = world.narmada;
    expect(await guess(() => staff.put("/api/users/profile", change, place))).toEqual(
      Array(6).fill(400),
    );
    const right = { ...change, currentPassword: password };
    expect((await staff.put("/api/users/profile", right, place)).status).toBe(429);
    const login = await world.stranger.post("/api/auth/login", { email, password }, place);
    expect(login.status).toBe(429);
    expect((await staff.put("/api/users/profile", { name: "Still here" }, place)).status).toBe(200);
  });
});

test("a correct password clears the guesses of its user and their share of the address", async () => {
  const place = newPlace();
  const before = await rows();
  const email = "owner@kaveri.test";
  const send = (password: string) =>
    world.stranger.post("/api/auth/login", { email, password }, place);
  for (let n = 0; n < 9; n++) await send("a guess");
  expect((await rows()) - before).toBe(27);
  expect((await send("kaveri password")).status).toBe(200);
  expect((await rows()) - before).toBe(18);
  for (let n = 0; n < 10; n++) expect((await send("a guess")).status).toBe(401);
  expect((await send("a guess")).status).toBe(429);
});

test("an address is stopped after 300 guesses for any users", async () => {
  const place = newPlace();
  const send = (n: number) =>
    world.stranger.post(
      "/api/auth/login",
      { email: `n${n}@nobody.test`, password: "a guess" },
      place,
    );
  let judged = 0;
  for (let n = 0; judged < 300; n += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(n + i)));
    judged += answers.filter(({ status }) => status === 401).length;
    expect(n).toBeLessThan(400);
  }
  expect(judged).toBe(300);
  expect((await send(1_000)).status).toBe(429);
});

test("addresses of one IPv6 network count as one", async () => {
  const send = (n: number, password: string) =>
    world.stranger.post(
      "/api/auth/login",
      { email: "staff@kaveri.test", password },
      { "x-forwarded-for": `2001:db8:7:7::${n.toString(16)}` },
    );
  for (let n = 1; n <= 10; n++) expect((await send(n, "a guess")).status).toBe(401);
  expect((await send(11, "kaveri password")).status).toBe(429);
});

test("an account is stopped after 30 guesses, except on a known device", async () => {
  const mira = { name: "Mira", email: "mira@kaveri.test", password: "mira's own" };
  expect((await world.kaveri.owner.post("/api/users/team", mira)).status).toBe(201);
  const send = (password: string, place: object) =>
    world.stranger.post("/api/auth/login", { email: mira.email, password }, place);
  const home = newPlace();
  expect((await send(mira.password, home)).status).toBe(200);
  for (let n = 0; n < 30; n++) expect((await send("a guess", newPlace())).status).toBe(401);
  expect((await send(mira.password, newPlace())).status).toBe(429);
  expect((await send(mira.password, home)).status).toBe(200);
});

test("limits an address to twenty new agencies in an hour", async () => {
  const place = newPlace();
  const register = (n: number) =>
    world.stranger.post(
      "/api/auth/register",
      {
        name: "Many",
        email: `n${n}@many.test`,
        password: "the same one",
        agencyName: "Many",
        agencySlug: `many-${n}`,
      },
      place,
    );
  const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => register(n)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(201), 429]);
});

test("forgets expired counters", async () => {
  await world.books.write.run("UPDATE password_attempts SET until = 1");
  const login = { email: "owner@kaveri.test", password: "a guess" };
  for (let n = 0; n < 40; n++) {
    await world.stranger.post(
      "/api/auth/login",
      { ...login, email: `m${n}@nobody.test` },
      newPlace(),
    );
  }
  const [row] = await world.books.read.all(
    "SELECT count(*) AS n FROM password_attempts WHERE until = 1",
  );
  expect(row).toEqual({ n: 0 });
});
