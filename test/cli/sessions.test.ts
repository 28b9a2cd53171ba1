import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { today } from "../../domain/dates.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, makeSeat, type Seat, sitDown } from "./bahi.ts";
import { lines } from "./october.ts";

let here: World;
let there: World;
let urls: string[];
beforeAll(async () => {
  [here, there] = [await createWorld(), await createWorld()];
  urls = [here.listen(), there.listen()];
});
afterAll(async () => {
  await here.end();
  await there.end();
});

const newSeat = (rest: Partial<Seat> = {}) => makeSeat(here.folder, rest);

async function signIn(seat: Seat, email: string, server = urls[0] ?? "") {
  const password = `${email.replace(/.*@|\.test/g, "")} password`;
  const words = ["login", "--server", server, "--email", email, "--password-stdin"];
  expect((await bahi(seat, words, password)).exitCode).toBe(0);
}

const whoami = async (seat: Seat, ...words: string[]) => {
  const { stdout, stderr } = await bahi(seat, ["whoami", "--json", ...words]);
  return stderr || JSON.parse(stdout).user.email;
};

describe("several sessions", () => {
  test("coexist by server and user; the newest is used", async () => {
    const seat = newSeat();
    const [a = "", b = ""] = urls;
    await signIn(seat, "owner@kaveri.test", a);
    await signIn(seat, "owner@narmada.test", a);
    await signIn(seat, "staff@kaveri.test", b);
    expect(statSync(join(seat.folder, "config/bahi/session.json")).mode & 0o777).toBe(0o600);

    expect(await whoami(seat)).toBe("staff@kaveri.test");
    expect(await whoami(seat, "--server", a)).toBe("owner@narmada.test");
    expect(await whoami(seat, "--server", `${a}/api/`)).toBe("owner@narmada.test");
    expect(await whoami({ ...seat, env: { BAHI_SERVER: a } })).toBe("owner@narmada.test");
    expect(await whoami(seat, "--as", "Owner@kaveri.test")).toBe("owner@kaveri.test");
    expect(await whoami(seat, "--as", "narmada")).toBe("owner@narmada.test");
    expect(await whoami({ ...seat, env: { BAHI_AS: "narmada" } })).toBe("owner@narmada.test");
    expect(await whoami(seat, "--as", "kaveri")).toBe(
      "bahi: kaveri is signed in to several servers; name one with --server\n",
    );
    expect(await whoami(seat, "--as", "kaveri", "--server", a)).toBe("owner@kaveri.test");
    expect(await whoami(seat, "--as", "nobody", "--server", a)).toBe(
      `bahi: nobody is not signed in to ${a}; see bahi whoami --all, or run bahi login\n`,
    );
  });

  test("coexist for one user in several agencies, created with --agency", async () => {
    const seat = newSeat();
    const { kaveri, narmada, stranger } = here;
    const email = "meera@rao.test";
    const password = "figures and facts";
    for (const [owner, role] of [
      [kaveri.owner, "accountant"],
      [narmada.owner, "staff"],
    ] as const) {
      const invited = { name: "Meera Rao", email, role };
      const { url } = made(await owner.post("/api/users/invitations", invited));
      const token = url.split("#")[1];
      made(await stranger.post("/api/auth/join", { token, password }));
    }
    const login = async (...more: string[]) => {
      const words = ["login", "--server", urls[0] ?? "", "--email", email, "--password-stdin"];
      return bahi(seat, [...words, ...more], password);
    };
    expect(await login()).toMatchObject({
      exitCode: 2,
      stderr: "bahi: meera@rao.test is in kaveri and narmada; name one with --agency\n",
    });
    const first = await login("--agency", "kaveri");
    expect(first.stderr).toContain("You are also in narmada: sign in there with --agency");
    expect(first.stdout).toContain("as Meera Rao, accountant at kaveri");
    expect((await login("--agency", "narmada")).stdout).toContain("staff at narmada");
    expect(await login("--agency", "nowhere")).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("You are not a member of an agency with that name"),
    });
    const findAgency = async (...words: string[]) =>
      JSON.parse((await bahi(seat, ["whoami", "--json", ...words])).stdout).user.agencySlug;
    expect(await findAgency()).toBe("narmada");
    expect(await findAgency("--as", "kaveri")).toBe("kaveri");
    expect(await findAgency("--as", `${email}/kaveri`)).toBe("kaveri");
    expect(await bahi(seat, ["whoami", "--as", email])).toMatchObject({
      exitCode: 2,
      stderr: `bahi: ${email} is signed in to narmada and kaveri; name one, like --as ${email}/narmada\n`,
    });
    const asked = sitDown(seat, ["whoami", "--as", email]);
    await asked.shows("narmada or kaveri: ");
    asked.type("kaveri\r");
    expect((await asked.end()).screen).toContain("accountant");
    const typed = sitDown({ ...seat, env: { BAHI_PASSWORD: password } }, [
      ...["login", "--server", urls[0] ?? "", "--email", email],
    ]);
    await typed.shows("Agency: narmada or kaveri [narmada]: ");
    typed.type("\r");
    expect((await typed.end()).screen).toContain("staff at narmada");
    const { stdout } = await bahi(seat, ["whoami", "--all", "--json"]);
    const shown = JSON.parse(stdout).sessions.map((one: Session) => [one.agency, one.role]);
    expect(shown).toEqual([
      ["narmada", "staff"],
      ["kaveri", "accountant"],
    ]);
    const add = ["api", "POST", "/accounts", "--data", `{"name":"Petty cash"}`];
    expect((await bahi(seat, [...add, "--as", "kaveri"])).stderr).toContain(
      "Only owners and staff can add and change this",
    );
  });

  interface Session {
    agency: string;
    role: string;
  }

  test("are listed as their servers report them and removed one by one or all together", async () => {
    const seat = newSeat();
    const [a = "", b = ""] = urls;
    await signIn(seat, "owner@kaveri.test", a);
    await signIn(seat, "owner@kaveri.test", a);
    await signIn(seat, "owner@narmada.test", b);
    const file = join(seat.folder, "config/bahi/session.json");
    const kept = JSON.parse(readFileSync(file, "utf8"));
    const gone = { url: "http://127.0.0.1:1", email: "x@y.test", agency: "y", token: "t" };
    kept.sessions.push(gone, { ...kept.sessions[0], email: "was@narmada.test", token: "old" });
    writeFileSync(file, JSON.stringify(kept));
    const shown = await bahi(seat, ["whoami", "--all"]);
    expect(lines(shown.stdout)).toEqual([
      "Email | Agency | Role | Server | State | Used",
      `owner@narmada.test | narmada | owner | ${b} | signed in | yes`,
      `owner@kaveri.test | kaveri | owner | ${a} | signed in`,
      `x@y.test | y | http://127.0.0.1:1 | no response`,
      `was@narmada.test | narmada | ${b} | ended`,
      "4 sessions",
    ]);
    const out = await bahi(seat, ["logout", "--as", "kaveri"]);
    expect(out).toMatchObject({
      stdout: `Forgot the session of owner@kaveri.test at ${a}\n`,
      stderr: "3 other sessions are kept\n",
    });
    expect(await whoami(seat, "--server", a)).toContain("you are not signed in to");
    expect(await whoami(seat)).toBe("owner@narmada.test");
    expect((await bahi(seat, ["logout", "--all"])).stdout).toBe("Forgot 3 sessions\n");
    expect((await bahi(seat, ["whoami", "--all", "--csv"])).stdout).toBe(
      "Email,Agency,Role,Server,State,Used\n",
    );
  });

  test("are read from the old file with one session, which the next login replaces", async () => {
    const seat = newSeat();
    const [a = ""] = urls;
    mkdirSync(join(seat.folder, "config/bahi"), { recursive: true });
    const file = join(seat.folder, "config/bahi/session.json");
    writeFileSync(file, JSON.stringify({ url: a, token: here.kaveri.owner.token }));
    expect(await whoami(seat)).toBe("owner@kaveri.test");
    await signIn(seat, "owner@kaveri.test", a);
    expect(JSON.parse(readFileSync(file, "utf8")).sessions).toHaveLength(1);
  });
});

describe("bahi tokens", () => {
  test("creates a token that is shown once, lets a script read and can be revoked", async () => {
    const [url = ""] = urls;
    const owner = newSeat({ url, token: here.kaveri.owner.token as string });
    const { stdout, stderr } = await bahi(owner, ["tokens", "create", "Backup"]);
    expect(stdout).toMatch(/^bahi_[\w-]{43}\n$/);
    expect(stderr).toContain("it is not shown again");
    const machine = newSeat({ url, token: stdout.trim() });
    expect((await bahi(machine, ["accounts", "list"])).exitCode).toBe(0);
    const words = ["api", "POST", "/categories", "--data", '{"name":"Travel"}'];
    expect(await bahi(machine, words)).toEqual({
      stdout: "",
      stderr: "bahi: Access tokens are read-only; unset BAHI_TOKEN, and sign in with bahi login\n",
      exitCode: 4,
    });

    const listed = await bahi(owner, ["tokens", "list", "--csv"]);
    const [, row = ""] = listed.stdout.split("\n");
    expect(row).toMatch(new RegExp(`^[^,]+,Backup,Owner of kaveri,[^,]+Z,${today()}$`));
    const id = row.split(",")[0] ?? "";
    expect((await bahi(owner, ["tokens", "revoke", id])).stdout).toBe("Access token revoked\n");
    expect(await bahi(machine, ["accounts", "list"])).toEqual({
      stdout: "",
      stderr:
        "bahi: BAHI_TOKEN is not valid or was revoked; " +
        "set another, or unset it and sign in with bahi login\n",
      exitCode: 4,
    });
    expect(await bahi(owner, ["tokens", "revoke", id])).toMatchObject({
      stderr: "bahi: Access token not found; see bahi tokens list\n",
      exitCode: 5,
    });
  });
});

test("a sensitive change 15 minutes after sign-in needs the password again", async () => {
  const seat = newSeat();
  await signIn(seat, "owner@narmada.test");
  await here.books.write.run("UPDATE sessions SET created_at = '2026-01-01T00:00:00.000Z'");
  const words = ["tokens", "create", "Backup"];
  const createWith = (password: string) =>
    bahi({ ...seat, env: { BAHI_PASSWORD: password } }, words);
  const asked = sitDown(seat, words);
  await asked.shows("Your password: ");
  asked.type("narmada password\r");
  const { screen, exitCode } = await asked.end();
  expect([screen, exitCode]).toEqual([expect.stringMatching(/bahi_[\w-]{43}/), 0]);
  expect(screen).not.toContain("narmada password");
  expect((await createWith("narmada password")).stdout).toStartWith("bahi_");
  const { stderr } = await createWith("not it");
  expect(stderr).toContain("bahi: The password is wrong");
  expect(await bahi(seat, words)).toMatchObject({
    stderr: expect.stringMatching(/confirm this change; run it in a terminal, set BAHI_PASSWORD,/),
    exitCode: 3,
  });
  expect(done(await here.narmada.owner.get("/api/tokens")).tokens).toHaveLength(2);
});

describe("bahi api", () => {
  let seat: Seat;
  beforeAll(() => {
    seat = newSeat({ url: urls[0] ?? "", token: here.kaveri.owner.token as string });
  });

  test("sends any request and prints the response unchanged", async () => {
    const made = await bahi(seat, ["api", "post", "categories", "--data", '{"name":"Ink"}']);
    const { category } = JSON.parse(made.stdout);
    expect([category.name, made.stderr, made.exitCode]).toEqual(["Ink", "", 0]);
    writeFileSync(join(seat.folder, "change.json"), '{"name":"Ink and paper"}');
    const path = `/api/categories/${category._id}`;
    const changed = await bahi(seat, ["api", "PUT", path, "--data", "@change.json"]);
    expect(JSON.parse(changed.stdout).category.name).toBe("Ink and paper");
    const again = await bahi(seat, ["api", "PUT", path, "--data", "-"], '{"name":"Paper"}');
    expect(JSON.parse(again.stdout).category.name).toBe("Paper");
    const got = await bahi(seat, ["api", "GET", path]);
    expect(got.stdout).toBe(again.stdout);
    expect((await bahi(seat, ["api", "DELETE", path])).stdout).toBe(
      '{"message":"Category deleted successfully"}\n',
    );
    expect(await bahi(seat, ["api", "GET", path, "--json"])).toEqual({
      stdout: '{"message":"Category not found"}\n',
      stderr: "bahi: Category not found; see bahi categories list\n",
      exitCode: 5,
    });
  });

  test("takes query options and saves files to stdout or a path", async () => {
    const period = ["--query", "dateFrom=2026-04-01", "--query", "dateTo=2026-04-30"];
    const list = await bahi(seat, ["api", "GET", "/transactions?limit=5", ...period]);
    expect(JSON.parse(list.stdout)).toMatchObject({ total: 0, totalPages: expect.any(Number) });
    const csv = await bahi(seat, ["api", "GET", "/transactions/export.csv"]);
    expect(csv.stdout).toStartWith("Date,Description,");
    const pdf = ["api", "GET", "/reports/dashboard.pdf", ...period, "--out", "d.pdf"];
    expect(await bahi(seat, pdf)).toMatchObject({ stdout: "", exitCode: 0 });
    expect(readFileSync(join(seat.folder, "d.pdf"), "latin1")).toStartWith("%PDF-");
  });

  test("warns that a change with a lost response may have been made", async () => {
    const nobody = { ...seat, url: "http://127.0.0.1:1" };
    const words = ["api", "POST", "/categories", "--data", '{"name":"Lost"}'];
    expect(await bahi(nobody, words)).toMatchObject({
      stderr: expect.stringMatching(
        /no server is listening there; it may have been done; check before/,
      ),
      exitCode: 6,
    });
  });

  test.each([
    [["PATCH", "/accounts"], "PATCH is not a method; use one of GET, POST, PUT, DELETE"],
    [["POST", "/accounts", "--data", "{"], "--data is not JSON; correct it, or name a file"],
    [["POST", "/accounts", "--data", "@no.json"], "no.json cannot be read: there is no such file"],
    [["GET", "/accounts", "--query", "limit"], "--query limit has no value; write it NAME=VALUE"],
  ])("rejects %p without a request", async (words, message) => {
    const nobody = { ...seat, url: "http://127.0.0.1:1" };
    const { stderr, exitCode } = await bahi(nobody, ["api", ...words]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
