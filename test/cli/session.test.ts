import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appCode } from "../server/factors.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, makeSeat, type Seat, sitDown } from "./bahi.ts";

let world: World;
let url: string;
beforeAll(async () => {
  world = await createWorld();
  url = world.listen();
});
afterAll(() => world.end());

const newSeat = (rest: Partial<Seat> = {}) => makeSeat(world.folder, { url, ...rest });

const EMAIL = ["--email", "owner@kaveri.test"];
const STDIN = [...EMAIL, "--password-stdin"];

describe("bahi login", () => {
  test("saves a session that only its user can read and later commands use", async () => {
    const seat = newSeat();
    expect(await bahi(seat, ["login", ...STDIN], "kaveri password\n")).toEqual({
      stdout: `Signed in to ${url} as Owner of kaveri, owner at kaveri\n`,
      stderr: "",
      exitCode: 0,
    });
    const path = join(seat.folder, "config/bahi/session.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const { stdout } = await bahi({ folder: seat.folder }, ["whoami"]);
    expect(stdout.split("\n").map((line) => line.trim())).toEqual([
      "Name    Owner of kaveri",
      "Email   owner@kaveri.test",
      "Role    owner",
      "Agency  kaveri",
      `Server  ${url}`,
      "",
    ]);
  });

  test("reads BAHI_PASSWORD and prints the API's response with --json", async () => {
    const seat = newSeat({ env: { BAHI_PASSWORD: "kaveri password" } });
    const { stdout, exitCode } = await bahi(seat, ["login", ...EMAIL, "--json"]);
    expect(exitCode).toBe(0);
    const { token, user } = JSON.parse(stdout);
    expect(user).toMatchObject({ email: "owner@kaveri.test", role: "owner" });
    expect(await bahi({ ...newSeat(), token }, ["whoami", "--json"])).toEqual({
      stdout: `${JSON.stringify({ user })}\n`,
      stderr: "",
      exitCode: 0,
    });
  });

  test("exits 4 on a wrong password and saves nothing", async () => {
    const seat = newSeat();
    expect(await bahi(seat, ["login", ...STDIN, "--json"], "wrong password")).toEqual({
      stdout: '{"message":"Invalid email or password"}\n',
      stderr: "bahi: Invalid email or password; check both and try again\n",
      exitCode: 4,
    });
    expect(existsSync(join(seat.folder, "config"))).toBe(false);
  });

  test("does not prompt if stdin is not a terminal", async () => {
    expect(await bahi(newSeat(), ["login"])).toMatchObject({
      stderr: "bahi: no email is given; add --email\n",
      exitCode: 2,
    });
    expect(await bahi(newSeat(), ["login", ...EMAIL])).toMatchObject({
      stderr: "bahi: no password is given; add --password-stdin, or set BAHI_PASSWORD\n",
      exitCode: 2,
    });
  });

  test("prompts on a terminal and never echoes the password", async () => {
    const seat = sitDown(newSeat(), ["login"]);
    await seat.shows("Email: ");
    seat.type("owner@kaveri.test\r");
    await seat.shows("Password: ");
    // Ctrl-U deletes the first attempt, backspace a letter of the second.
    seat.type("nonsense\u0015kaveri passwork\u007fd\r");
    const { screen, exitCode } = await seat.end();
    expect(screen).toContain("as Owner of kaveri");
    expect(screen).not.toMatch(/nonsense|passwor[kd]{1,2}\b|\*/);
    expect(exitCode).toBe(0);
  });

  test("Ctrl-C at the password prompt exits 130 and restores the echo", async () => {
    const seat = sitDown(newSeat(), ["login", ...EMAIL]);
    const before = seat.flags();
    await seat.shows("Password: ");
    seat.type("sec\u0003");
    const { screen, exitCode, localFlags } = await seat.end();
    expect(screen).toContain("bahi: interrupted; nothing was changed");
    expect({ exitCode, localFlags }).toEqual({ exitCode: 130, localFlags: before });
  });
});

describe("bahi login with an authenticator app", () => {
  const member = { name: "Ravi", email: "ravi@kaveri.test", password: "ravi password" };
  const login = ["login", "--email", member.email];
  let secret: string;
  let codes: string[];
  beforeAll(async () => {
    made(await world.kaveri.owner.post("/api/users/team", member));
    const { token } = done(await world.stranger.post("/api/auth/login", member));
    const ravi = world.caller(token);
    secret = done(await ravi.post("/api/auth/totp", {})).secret;
    const confirmed = await ravi.post("/api/auth/totp/confirm", { code: appCode(secret) });
    codes = done(confirmed).recoveryCodes;
  });

  test("takes a code by option, from the environment or as the second line of stdin", async () => {
    const [first = "", second = ""] = codes;
    const piped = [...login, "--password-stdin"];
    const { password } = member;
    const env = { BAHI_PASSWORD: password, BAHI_CODE: first };
    expect(
      (await bahi(newSeat(), [...piped, "--code", appCode(secret, 1)], password)).exitCode,
    ).toBe(0);
    expect((await bahi(newSeat({ env }), login)).exitCode).toBe(0);
    expect((await bahi(newSeat(), piped, `${password}\n${second}\n`)).exitCode).toBe(0);
    expect(await bahi(newSeat(), piped, password)).toMatchObject({
      stderr: "bahi: no code is given; add --code, or set BAHI_CODE\n",
      exitCode: 2,
    });
    expect(await bahi(newSeat({ env }), login)).toMatchObject({
      stderr:
        "bahi: Wrong or expired code. Enter the one shown now; a recovery code works as well\n",
      exitCode: 4,
    });
  });

  test("prompts for the code on a terminal", async () => {
    const seat = sitDown(newSeat(), login);
    await seat.shows("Password: ");
    seat.type(`${member.password}\r`);
    await seat.shows("Code: ");
    seat.type(`${codes[2]}\r`);
    const { screen, exitCode } = await seat.end();
    expect(screen).toContain("as Ravi");
    expect(exitCode).toBe(0);
  });

  test("prints that the agency requires a second factor", async () => {
    const { owner } = await world.found();
    const { secret } = done(await owner.post("/api/auth/totp", {}));
    const code = appCode(secret);
    const { token } = done(await owner.post("/api/auth/totp/confirm", { code }));
    const strong = world.caller(token);
    done(await strong.put("/api/metadata", { requireSecondFactor: true }));
    expect(
      await bahi(newSeat({ token: owner.token as string }), ["accounts", "list"]),
    ).toMatchObject({
      stderr:
        "bahi: Your agency requires a second factor: set one up in your profile, or sign in with it; " +
        `open ${url}/profile, then run bahi login again\n`,
      exitCode: 4,
    });
  });
});

describe("a session", () => {
  test("is ended on the server by logout and deleted", async () => {
    const seat = newSeat();
    await bahi(seat, ["login", ...STDIN], "kaveri password");
    const kept = readFileSync(join(seat.folder, "config/bahi/session.json"), "utf8");
    const [, token = ""] = /"token":\s*"([^"]+)"/.exec(kept) ?? [];
    expect((await world.caller(token).get("/api/auth/me")).status).toBe(200);
    expect(await bahi(seat, ["logout"])).toMatchObject({
      stdout: `Forgot the session of owner@kaveri.test at ${url}\n`,
      exitCode: 0,
    });
    expect((await world.caller(token).get("/api/auth/me")).status).toBe(401);
    expect(await bahi(seat, ["logout"])).toMatchObject({ stdout: "No one was signed in\n" });
    expect(await bahi(seat, ["whoami"])).toEqual({
      stdout: "",
      stderr: `bahi: you are not signed in to ${url}; run bahi login, or set BAHI_TOKEN\n`,
      exitCode: 4,
    });
  });

  test("is ended on every device by logout --everywhere", async () => {
    const seat = newSeat();
    const login = { email: "staff@narmada.test", password: "narmada password" };
    const { body } = await world.stranger.post("/api/auth/login", login);
    await bahi(seat, ["login", "--email", login.email, "--password-stdin"], login.password);
    expect((await bahi(seat, ["logout", "--everywhere"])).exitCode).toBe(0);
    expect((await world.caller(body.token).get("/api/auth/me")).status).toBe(401);
    expect(
      await bahi(seat, ["login", "--email", login.email, "--password-stdin"], login.password),
    ).toMatchObject({ exitCode: 0 });
  });

  test("yields to BAHI_TOKEN, as login and logout report", async () => {
    const seat = newSeat({ token: world.kaveri.staff.token as string });
    const { stderr } = await bahi(seat, ["login", ...STDIN], "kaveri password");
    expect(stderr).toBe("BAHI_TOKEN is set, and takes precedence over this session\n");
    const { stdout } = await bahi(seat, ["whoami", "--json"]);
    expect(JSON.parse(stdout).user.email).toBe("staff@kaveri.test");
    expect(await bahi(seat, ["logout", "--json"])).toEqual({
      stdout: `{"message":"Forgot the session of owner@kaveri.test at ${url}"}\n`,
      stderr: "BAHI_TOKEN is still set; unset it to sign out for good\n",
      exitCode: 0,
    });
  });

  test("is never sent to another server", async () => {
    const seat = newSeat();
    await bahi(seat, ["login", ...STDIN], "kaveri password");
    const seen: (string | null)[] = [];
    const other = Bun.serve({
      port: 0,
      fetch(request) {
        seen.push(request.headers.get("authorization"));
        return Response.json({ message: "Please sign in" }, { status: 401 });
      },
    });
    const { exitCode } = await bahi(seat, ["whoami", "--server", `${other.url}`]);
    await other.stop(true);
    expect({ exitCode, seen }).toEqual({ exitCode: 4, seen: [] });
  });

  test("expired on the server exits 4 and asks to sign in", async () => {
    const { owner } = world.narmada;
    const member = { name: "Ravi", email: "ravi@narmada.test", password: "ravi password" };
    const { user } = made(await owner.post("/api/users/team", member));
    const seat = newSeat();
    await bahi(seat, ["login", "--email", member.email, "--password-stdin"], member.password);
    await owner.delete(`/api/users/team/${user._id}`);

    const { stdout, stderr, exitCode } = await bahi(seat, ["whoami", "--json"]);
    expect(stderr).toMatch(
      /^bahi: your session at [^\n]+ has ended; sign in again with bahi login\n$/,
    );
    expect({ exitCode, message: typeof JSON.parse(stdout).message }).toEqual({
      exitCode: 4,
      message: "string",
    });
  });

  test("damaged on disk is named and repaired by logout and login", async () => {
    const seat = newSeat();
    const path = join(seat.folder, "config/bahi/session.json");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "{");
    const { stderr, exitCode } = await bahi({ folder: seat.folder }, ["whoami"]);
    expect(stderr).toContain(`the session in ${path} is damaged`);
    expect(exitCode).toBe(4);
    await bahi(seat, ["logout"]);
    expect(existsSync(path)).toBe(false);
  });
});
