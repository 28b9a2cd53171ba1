import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorld, type World } from "../world.ts";
import { bahi, type Said, type Seat } from "./bahi.ts";

// A demo that was deleted and written again has other books at the same address. That is not tampering.

let worlds: World[];
let urls: string[];
beforeAll(async () => {
  const sessionSecret = "a secret of their own, 32 characters";
  worlds = [];
  for (const isDemo of [true, true, false]) {
    worlds.push(await createWorld({ sessionSecret, isDemo }));
  }
  urls = worlds.map((world) => world.listen());
});
afterAll(async () => {
  for (const world of worlds) await world.end();
});

let seats = 0;
/** Signs a user in to one server, whose address then belongs to another. */
async function moveServer(from: number, to: number): Promise<Seat> {
  seats += 1;
  const folder = join(worlds[0]?.folder ?? "", `demo-${seats}`);
  mkdirSync(folder);
  const seat = { folder, env: { BAHI_PASSWORD: "kaveri password" } };
  expect((await login(seat, from)).exitCode).toBe(0);
  const path = join(folder, "config/bahi/heads.json");
  const kept = readFileSync(path, "utf8");
  writeFileSync(path, kept.replace(urls[from] ?? "", urls[to] ?? ""));
  return seat;
}

const login = (seat: Seat, at: number): Promise<Said> =>
  bahi(seat, ["login", "--server", urls[at] ?? "", "--email", "owner@kaveri.test"]);
const TAMPERED = "the audit log of kaveri is not the one you saw last";

test("a new demo does not count as another log in any command", async () => {
  const seat = await moveServer(0, 1);
  const signedIn = await login(seat, 1);
  expect([signedIn.exitCode, signedIn.stderr]).toEqual([0, ""]);
  const listed = await bahi(seat, ["accounts", "list"]);
  expect([listed.exitCode, listed.stderr]).toEqual([0, ""]);
  expect((await bahi(seat, ["transactions", "export"])).exitCode).toBe(0);
  expect((await bahi(seat, ["verify"])).exitCode).toBe(0);
});

test("verify ignores the old demo's hashes after a new demo", async () => {
  const seat = await moveServer(0, 1);
  const token = worlds[1]?.kaveri.owner.token as string;
  const verified = await bahi({ ...seat, url: urls[1] as string, token }, ["verify"]);
  expect([verified.exitCode, verified.stderr]).toEqual([0, ""]);
});

test.each([
  ["a demo that became real books", 0, 2],
  ["real books that claim to be a demo", 2, 0],
])("reports another log: %s", async (_, from, to) => {
  const seat = await moveServer(from, to);
  const signedIn = await login(seat, to);
  expect([signedIn.exitCode, signedIn.stderr]).toEqual([3, expect.stringContaining(TAMPERED)]);
  expect((await bahi(seat, ["accounts", "list"])).stderr).toContain(`Warning: ${TAMPERED}`);
  expect((await bahi(seat, ["verify"])).exitCode).toBe(3);
  expect((await bahi(seat, ["verify", "--accept"])).exitCode).toBe(0);
  expect((await bahi(seat, ["accounts", "list"])).stderr).toBe("");
});
