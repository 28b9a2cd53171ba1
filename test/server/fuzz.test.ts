import { afterAll, beforeAll, expect, test } from "bun:test";
import { fuzz } from "../fuzz/fuzz.ts";
import { BODIES } from "../fuzz/requests.ts";
import { countRounds } from "../rounds.ts";
import { createWorld, type World } from "../world.ts";

const REQUESTS = countRounds(2_000);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("the fuzzer knows the schema of every route with a body", () => {
  const routes = world.app.routes
    .filter(({ method, path }) => path.startsWith("/api") && !["GET", "DELETE"].includes(method))
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
  expect(Object.keys(BODIES).sort()).toEqual(routes.sort());
});

test("no input causes a 500, a leak or an echo, or breaks the books", async () => {
  const url = world.listen();
  const wrong = await fuzz(world, url, REQUESTS, Math.floor(Math.random() * 2 ** 31));
  expect(wrong).toEqual([]);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  for (const { owner } of [world.kaveri, world.narmada]) {
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
  }
}, 300_000);
