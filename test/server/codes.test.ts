import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { sql } from "drizzle-orm";
import { makeResetLink, requestReset } from "../../db/agencies/recovery.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { appCode, newPlace, openFactors, pass, remove } from "./factors.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
});
afterEach(() => {
  setSystemTime();
});
afterAll(() => world.end());

const { addPasskey, register, signIn, turnOn } = openFactors(() => world);

describe("authenticator codes", () => {
  test("are required at sign-in once the app is set up", async () => {
    const { credentials, who } = await register("asha");
    const before = done(await who.post("/api/auth/totp", {}));
    expect(before.url).toStartWith("otpauth://totp/bahi:asha%40factors.test?");
    expect(before.qr.path).toStartWith("M");
    expect((await signIn(credentials)).status).toBe(200);
    expect(await who.post("/api/auth/totp/confirm", { code: "000000" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "code" }] },
    });

    const { secret, recoveryCodes } = await turnOn(who);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await signIn(credentials)).toMatchObject({
      status: 401,
      body: { needs: "code", message: "Enter the code from your authenticator app" },
    });
    expect(await signIn({ ...credentials, code: "000000" })).toMatchObject({
      status: 401,
      body: { needs: "code", errors: [{ path: "code" }] },
    });
    const wrong = await signIn({ ...credentials, password: "a guess", code: "000000" });
    expect([wrong.status, wrong.body]).toEqual([401, { message: "Invalid email or password" }]);

    pass(1);
    const { token } = done(await signIn({ ...credentials, code: appCode(secret) }));
    const again = world.caller(token);
    expect(done(await again.get("/api/auth/totp"))).toMatchObject({
      app: { recoveryCodes: 10 },
      isUsed: true,
    });
    expect((await again.post("/api/auth/totp", {})).status).toBe(409);
  });

  test("work once, with one step of drift each way", async () => {
    const { credentials, who } = await register("bina");
    const { secret } = await turnOn(who);
    pass(10);
    const at = async (steps: number) =>
      (await signIn({ ...credentials, code: appCode(secret, steps) })).status;
    expect([await at(-2), await at(2)]).toEqual([401, 401]);
    expect([await at(-1), await at(-1)]).toEqual([200, 401]);
    expect([await at(1), await at(1)]).toEqual([200, 401]);
    expect(await at(0)).toBe(401);
  });

  test("are stored encrypted, and recovery codes as single-use hashes", async () => {
    const { credentials, who } = await register("chitra");
    const { secret, recoveryCodes } = await turnOn(who);
    const [code = "", other = ""] = recoveryCodes;
    const kept = JSON.stringify([
      await world.books.read.all("SELECT * FROM authenticator_apps"),
      await world.books.read.all("SELECT * FROM recovery_codes"),
      await world.books.read.all("SELECT payload FROM audit_log"),
    ]);
    for (const text of [secret, code, code.replaceAll("-", "")]) expect(kept).not.toContain(text);

    const { token } = done(await signIn({ ...credentials, code: code.toUpperCase() }));
    expect((await signIn({ ...credentials, code })).status).toBe(401);
    const session = world.caller(token);
    expect(done(await session.get("/api/auth/totp")).app.recoveryCodes).toBe(9);

    const { password } = credentials;
    const renewed = done(await session.post("/api/auth/totp/recovery-codes", { password }));
    expect((await signIn({ ...credentials, code: other })).status).toBe(401);
    const [fresh = ""] = renewed.recoveryCodes;
    expect((await signIn({ ...credentials, code: fresh })).status).toBe(200);
  });

  test("count as guesses if wrong, even after a correct password", async () => {
    const { credentials, who } = await register("devi");
    const { secret } = await turnOn(who);
    pass(1);
    const place = newPlace();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      statuses.push((await signIn({ ...credentials, code: "000000" }, place)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await signIn({ ...credentials, code: appCode(secret) }, place)).status).toBe(429);
    expect((await signIn({ ...credentials, code: appCode(secret) })).status).toBe(200);
  });

  test("are turned off only by password or passkey in a session made with a code", async () => {
    const { credentials, who } = await register("esha");
    const { who: session, secret } = await turnOn(who);
    const { password } = credentials;
    expect((await remove(session, "/api/auth/totp", {})).body).toMatchObject({
      errors: [{ path: "password", message: "Enter your password" }],
    });
    expect((await remove(session, "/api/auth/totp", { password: "a guess" })).status).toBe(400);
    // This older session could belong to a thief of the password.
    expect(await remove(who, "/api/auth/totp", { password })).toMatchObject({
      status: 403,
      body: { needs: "second_factor" },
    });
    expect(done(await remove(session, "/api/auth/totp", { password })).message).toBe(
      "Authenticator app turned off",
    );
    expect((await signIn(credentials)).status).toBe(200);
    expect((await signIn({ ...credentials, code: appCode(secret, 1) })).status).toBe(200);
  });

  test("are required by an invitation as well", async () => {
    const { credentials, who } = await register("farah");
    const { secret } = await turnOn(who);
    const { email, password } = credentials;
    const invited = { name: "Farah", email, role: "staff" };
    const { url } = made(await world.kaveri.owner.post("/api/users/invitations", invited));
    const token = url.split("#")[1];
    const join = (code?: string) =>
      world.stranger.post("/api/auth/join", { token, password, code }, newPlace());
    expect(await join()).toMatchObject({ status: 401, body: { needs: "code" } });
    pass(1);
    made(await join(appCode(secret)));
  });

  test("follow a changed e-mail and are deleted with the user", async () => {
    const { owner } = world.kaveri;
    const member = { name: "Gita", email: "gita@factors.test", password: "gita password" };
    const { user } = made(await owner.post("/api/users/team", member));
    const session = world.caller(done(await signIn(member)).token);
    await turnOn(session);
    done(await owner.put(`/api/users/team/${user._id}`, { email: "gita.rao@factors.test" }));
    const renamed = { ...member, email: "gita.rao@factors.test" };
    expect((await signIn(renamed)).body.needs).toBe("code");
    done(await owner.put(`/api/users/team/${user._id}`, { password: "another one" }));
    expect((await signIn({ ...renamed, password: "another one" })).body.needs).toBe("code");
    done(await owner.delete(`/api/users/team/${user._id}`));
    made(await owner.post("/api/users/team", renamed));
    expect((await signIn(renamed)).status).toBe(200);
  });

  test("survive an e-mailed reset link and end with one printed on the server", async () => {
    const { credentials, who } = await register("indu");
    const { who: session } = await turnOn(who);
    done((await addPasskey(session)).added);
    const reset = async (token: string | undefined, password: string) => {
      done(await world.stranger.post("/api/auth/reset", { token, password }, newPlace()));
      return signIn({ ...credentials, password });
    };
    const mailed = await requestReset(world.books, credentials.email);
    expect((await reset(mailed, "by mail")).body.needs).toBe("code");
    const printed = await makeResetLink(world.books, credentials.email);
    const again = world.caller(done(await reset(printed, "by hand")).token);
    const none = { app: null, passkeys: 0, isUsed: false };
    expect(done(await again.get("/api/auth/totp"))).toMatchObject(none);
    const left = "SELECT count(*) AS count FROM recovery_codes WHERE email =";
    expect(await world.books.read.all(sql`${sql.raw(left)} ${credentials.email}`)).toEqual([
      { count: 0 },
    ]);
    expect(done(await again.get("/api/books/check")).differences).toEqual([]);
  });
});

test("logs each second factor change in all agencies and finds one made by SQL", async () => {
  const { credentials, who } = await register("jaya");
  const { email, password } = credentials;
  const { owner } = world.kaveri;
  const invited = { name: "Jaya", email, role: "staff" };
  const { url } = made(await owner.post("/api/users/invitations", invited));
  made(await world.stranger.post("/api/auth/join", { token: url.split("#")[1], password }));
  const found = async (own: Caller) => [
    done(await own.get("/api/books/check")).differences,
    done(await owner.get("/api/books/check")).differences,
  ];
  const { who: session } = await turnOn(who);
  expect(await found(session)).toEqual([[], []]);
  const { added, session: other } = await addPasskey(session);
  expect(await found(session)).toEqual([[], []]);

  const run = (statement: string) => world.books.write.run(statement);
  const changed = { where: expect.stringMatching(/^User "jaya": password or second factor /i) };
  for (const [table, column, value] of [
    ["authenticator_apps", "secret", "secret || 'x'"],
    ["passkeys", "public_key", "public_key || x'00'"],
    ["people", "is_verified", "1 - is_verified"],
  ]) {
    await run(`CREATE TABLE kept AS SELECT * FROM ${table}`);
    await run(`UPDATE ${table} SET ${column} = ${value} WHERE email = '${email}'`);
    expect(await found(session), table).toMatchObject([[changed], [changed]]);
    await run(`UPDATE ${table} SET ${column} =
      (SELECT ${column} FROM kept WHERE kept.email = ${table}.email)`);
    await run("DROP TABLE kept");
    expect(await found(session)).toEqual([[], []]);
  }

  done(await remove(other, `/api/auth/passkeys/${added.body.passkey._id}`, { password }));
  expect(await found(session)).toEqual([[], []]);
  done(await session.post("/api/auth/totp/recovery-codes", { password }));
  done(await remove(session, "/api/auth/totp", { password }));
  expect(await found(session)).toEqual([[], []]);
  const { items } = done(await owner.get("/api/audit?entity=User&limit=20"));
  const told = items.map(({ payload }: { payload: { after?: object } }) => payload.after);
  const secondFactor = "authenticator app turned off";
  expect(told).toContainEqual(expect.objectContaining({ name: "Jaya", secondFactor }));
});
