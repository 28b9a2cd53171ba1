import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, makeSeat, type Seat } from "./bahi.ts";

let world: World;
let url: string;
beforeAll(async () => {
  world = await createWorld();
  url = world.listen();
});
afterAll(() => world.end());

const newSeat = (rest: Partial<Seat> = {}) => makeSeat(world.folder, rest);

const login = (seat: Seat, email: string) =>
  bahi(
    seat,
    ["login", "--server", url, "--email", email, "--password-stdin"],
    `${email.replace(/.*@|\.test/g, "")} password`,
  );

describe("BAHI_TOKEN", () => {
  const token = () => world.kaveri.owner.token as string;

  test("is refused with --as or BAHI_AS of another agency before any write", async () => {
    const seat = newSeat({ url, token: token() });
    await login(seat, "owner@narmada.test");
    const add = ["vendors", "add", "Wrong Agency Vendor"];
    const named = [
      await bahi(seat, ["--as", "narmada", ...add]),
      await bahi({ ...seat, env: { BAHI_AS: "narmada" } }, add),
    ];
    for (const { stdout, stderr, exitCode } of named) {
      expect([stdout, exitCode, stderr]).toEqual([
        "",
        4,
        "bahi: BAHI_TOKEN belongs to owner@kaveri.test in kaveri, not to narmada; " +
          "unset BAHI_TOKEN, or leave --as and BAHI_AS out\n",
      ]);
    }
    const report = ["--as", "narmada", "reports", "month", "--month", "2026-08", "--out", "books"];
    expect((await bahi(seat, report)).exitCode).toBe(4);
    expect(done(await world.kaveri.owner.get("/api/vendors")).vendors).toEqual([]);
    for (const as of ["kaveri", "Owner@kaveri.test", "owner@kaveri.test/kaveri"]) {
      expect((await bahi(seat, ["--as", as, "accounts", "list"])).exitCode).toBe(0);
    }
  });

  test("is refused without a server and never sent to a known one", async () => {
    const seat = newSeat();
    await login(seat, "owner@narmada.test");
    const alone = { ...seat, token: token() };
    expect(await bahi(alone, ["accounts", "list"])).toEqual({
      stdout: "",
      stderr:
        "bahi: BAHI_TOKEN is set without a server; " +
        "name the server that issued the token with BAHI_SERVER or --server\n",
      exitCode: 2,
    });
    expect((await bahi(alone, ["accounts", "list", "--server", url])).exitCode).toBe(0);
    expect((await bahi(alone, ["whoami", "--all"])).exitCode).toBe(0);
  });

  test("is shown by whoami as an access token", async () => {
    const { secret } = made(await world.kaveri.owner.post("/api/tokens", { name: "Backup" }));
    const { stdout } = await bahi(newSeat({ url, token: secret }), ["whoami"]);
    expect(stdout).toMatch(/Signed in by +BAHI_TOKEN, a read-only access token\n/);
    const own = await bahi(newSeat({ url, token: token() }), ["whoami"]);
    expect(own.stdout).not.toContain("access token");
  });
});

test("warns of a token sent over plain http to another machine", async () => {
  // Reaches this machine, but under another address.
  const far = url.replace("127.0.0.1", "0.0.0.0");
  const seat = newSeat({ url: far, token: world.kaveri.owner.token as string });
  const { stderr, exitCode } = await bahi(seat, ["accounts", "list"]);
  expect([exitCode, stderr]).toEqual([
    0,
    `Warning: ${far} is not encrypted: others on the network can read your token. Use https.\n`,
  ]);
  expect((await bahi({ ...seat, url }, ["accounts", "list"])).stderr).toBe("");
});

test("concurrent logins keep every session and each log's known hashes", async () => {
  const people = ["owner@kaveri.test", "staff@kaveri.test", "owner@narmada.test"];
  for (let round = 0; round < 3; round++) {
    const seat = newSeat();
    const said = await Promise.all(people.map((email) => login(seat, email)));
    expect(said.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const read = (name: string) =>
      JSON.parse(readFileSync(join(seat.folder, "config/bahi", name), "utf8"));
    const emails = read("session.json").sessions.map(({ email }: { email: string }) => email);
    expect(emails.sort()).toEqual(people.toSorted());
    expect(Object.keys(read("heads.json")).sort()).toEqual([`${url} kaveri`, `${url} narmada`]);
  }
});

test("rejects an agency name if two users are signed in to it", async () => {
  const seat = newSeat();
  await login(seat, "owner@kaveri.test");
  await login(seat, "staff@kaveri.test");
  const { stderr, exitCode } = await bahi(seat, ["accounts", "list", "--as", "kaveri"]);
  expect([exitCode, stderr]).toEqual([
    2,
    "bahi: staff@kaveri.test and owner@kaveri.test are signed in to kaveri; " +
      "name one, like --as staff@kaveri.test/kaveri\n",
  ]);
});
