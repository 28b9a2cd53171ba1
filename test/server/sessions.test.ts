import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { openFactors } from "./factors.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
});
afterAll(() => world.end());

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const STAFF = { email: "staff@kaveri.test", password: "kaveri password" };

async function signIn(device = FIREFOX, who = STAFF): Promise<Caller> {
  const headers = { "user-agent": device, "x-forwarded-for": "192.0.2.7" };
  const { token } = done(await world.stranger.post("/api/auth/login", who, headers));
  return world.caller(token);
}

interface Listed {
  _id: string;
  device: string;
  current: boolean;
  lastSeen: string;
}
const listSessions = async (who: Caller): Promise<Listed[]> =>
  done(await who.get("/api/auth/sessions")).sessions;
const readStatus = async (who: Caller) => (await who.get("/api/auth/me")).status;

describe("sessions", () => {
  test("are listed with device and address, the current one first", async () => {
    const terminal = await signIn("bahi (darwin)");
    const browser = await signIn();
    const [first, second] = await listSessions(browser);
    expect(first).toEqual({
      _id: expect.any(String),
      device: "Firefox on Windows",
      address: "192.0.2.7",
      createdAt: expect.any(String),
      lastSeen: expect.any(String),
      current: true,
    } as unknown as Listed);
    expect(second).toMatchObject({ device: "bahi on macOS", current: false });
    expect((await listSessions(terminal))[0]).toMatchObject({
      device: "bahi on macOS",
      current: true,
    });
    const { secret } = made(await browser.post("/api/tokens", { name: "A machine" }));
    expect(await listSessions(world.caller(secret))).toEqual([]);
  });

  test("end one by one, at once, and only for their own user", async () => {
    const [mine, other] = [await signIn(), await signIn("curl/8.5")];
    const [, session] = await listSessions(mine);
    expect(session?.device).toBe("A script");
    for (const stranger of [world.narmada.staff, world.kaveri.owner]) {
      const answer = await stranger.delete(`/api/auth/sessions/${session?._id}`);
      expect(answer).toMatchObject({ status: 404, body: { message: "Session not found" } });
    }
    expect(await readStatus(other)).toBe(200);
    done(await mine.delete(`/api/auth/sessions/${session?._id}`));
    expect([await readStatus(other), await readStatus(mine)]).toEqual([401, 200]);
  });

  test("end together, and access tokens stay", async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const { secret } = made(await mine.post("/api/tokens", { name: "Backup" }));
    done(await mine.post("/api/auth/logout", { everywhere: true }));
    expect([await readStatus(other), await readStatus(mine)]).toEqual([401, 401]);
    expect(await readStatus(world.caller(secret))).toBe(200);
    expect(await listSessions(await signIn())).toHaveLength(1);
  });

  test("cover all agencies of a user and end as one", async () => {
    const invited = { email: STAFF.email, name: "Staff" };
    const { url } = made(await world.narmada.owner.post("/api/users/invitations", invited));
    const link = { token: url.split("#")[1], password: STAFF.password };
    const owned = { currentPassword: STAFF.password, newPassword: STAFF.password };
    done(await (await signIn()).put("/api/users/profile", owned));
    made(await world.stranger.post("/api/auth/join", link));
    const here = await signIn();
    const { token } = done(await here.post("/api/auth/switch", { agencySlug: "narmada" }));
    const there = world.caller(token);
    expect((await listSessions(there)).filter(({ current }) => current)).toHaveLength(1);
    expect((await listSessions(there)).length).toBe((await listSessions(here)).length);
    done(await there.post("/api/auth/logout", {}));
    expect([await readStatus(there), await readStatus(here)]).toEqual([401, 401]);
  });

  test("are written once in a quarter of an hour, even for an older server's token", async () => {
    const mine = await signIn();
    const listCurrent = async () => (await listSessions(mine)).filter(({ current }) => current);
    const [before] = await listCurrent();
    await readStatus(mine);
    expect((await listCurrent())[0]?.lastSeen).toBe(before?.lastSeen as string);
    await world.books.write.run("UPDATE sessions SET last_seen = '2026-01-01T00:00:00.000Z'");
    await readStatus(mine);
    const [after] = await listCurrent();
    expect(after && before && after.lastSeen >= before.lastSeen).toBe(true);
    await world.books.write.run("DELETE FROM sessions");
    expect(await listCurrent()).toHaveLength(1);
  });
});

describe("a new password", () => {
  test("ends the access tokens of every agency, and their logs show it", async () => {
    const meera = { email: "meera@rao.test", name: "Meera", password: "figures and facts" };
    const tokens: string[] = [];
    let current: Caller | undefined;
    for (const { owner } of [world.kaveri, world.narmada]) {
      const { name, email, password } = meera;
      const { url } = made(await owner.post("/api/users/invitations", { name, email }));
      const joined = await world.stranger.post("/api/auth/join", {
        token: url.split("#")[1],
        password,
      });
      current = world.caller(made(joined).token);
      tokens.push(made(await current.post("/api/tokens", { name: "Backup" })).secret);
    }
    const change = { currentPassword: meera.password, newPassword: "madder and marigold" };
    const { token } = done(await (current as Caller).put("/api/users/profile", change));
    for (const secret of tokens) expect(await readStatus(world.caller(secret))).toBe(401);
    expect(await readStatus(world.caller(token))).toBe(200);
    for (const { owner } of [world.kaveri, world.narmada]) {
      const { items } = done(await owner.get("/api/audit?limit=2"));
      const logged = items.map(
        (entry: { action: string; entity: string }) => entry.action + entry.entity,
      );
      expect(logged.sort()).toEqual(["DELETEToken", "UPDATEUser"]);
      expect(done(await owner.get("/api/audit/verify"))).toMatchObject({ ok: true });
    }
  });
});

describe("a session of more than 15 minutes", () => {
  const OWNER = { email: "owner@narmada.test", password: "narmada password" };
  const signInAsOwner = () => signIn(FIREFOX, OWNER);
  const [IN_TIME, LATE] = ["-14 minutes", "-16 minutes"];
  const age = (by: string) =>
    world.books.write.run(
      `UPDATE sessions SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '${by}')`,
    );
  let serial = 0;
  const newMember = (role: string) => ({
    name: "Co",
    email: `co${++serial}@narmada.test`,
    password: "first one",
    role,
  });
  const addMember = async (role: string) => {
    const added = await (await signInAsOwner()).post("/api/users/team", newMember(role));
    return `/api/users/team/${made(added).user._id}`;
  };
  type Sent = [method: string, path: string, body?: object];
  const staffChange = async (change: object): Promise<Sent> => [
    ...(["PUT", await addMember("staff"), change] as const),
  ];
  const changes: Record<string, () => Sent | Promise<Sent>> = {
    "adding an owner": () => ["POST", "/api/users/team", newMember("owner")],
    "inviting an owner": () => {
      const { password: _, ...invited } = newMember("owner");
      return ["POST", "/api/users/invitations", invited];
    },
    "making a member an owner": () => staffChange({ role: "owner" }),
    "changing an email": () => staffChange({ email: newMember("staff").email }),
    "setting a member's password": () => staffChange({ password: "another one" }),
    "making an owner a member": async () => ["PUT", await addMember("owner"), { role: "staff" }],
    "removing an owner": async () => ["DELETE", await addMember("owner")],
    "creating an access token": () => ["POST", "/api/tokens", { name: "Backup" }],
    "changing the mail settings": () => [
      ...(["PUT", "/api/mail-settings", { replyTo: newMember("").email }] as const),
    ],
    "adding a passkey": () => ["POST", "/api/auth/passkeys/options", {}],
    "setting up an app": () => ["POST", "/api/auth/totp", {}],
  };
  const send = (who: Caller, [method, path, body]: Sent, headers = {}) =>
    body
      ? who.call(method, path, JSON.stringify(body), {
          "content-type": "application/json",
          ...headers,
        })
      : who.call(method, path, undefined, headers);

  test.each(Object.keys(changes))("needs the password for %s", async (name) => {
    const prepare = changes[name] as () => Promise<Sent>;
    const [change, other] = [await prepare(), await prepare()];
    const who = await signInAsOwner();
    await age(LATE);
    expect(await send(who, change)).toMatchObject({
      status: 400,
      body: { needs: "proof", errors: [{ path: "password" }] },
    });
    const wrong = { "x-password": "not%20it" };
    expect((await send(who, change, wrong)).body.message).toBe("The password is wrong");
    const right = { "x-password": encodeURIComponent(OWNER.password) };
    expect((await send(who, change, right)).status).toBeLessThan(300);
    await age(IN_TIME);
    expect((await send(who, other)).status).toBeLessThan(300);
  });

  test("needs confirmation to stop requiring a second factor and undoes nothing sensitive", async () => {
    const { addPasskey, register, requestOf } = openFactors(() => world);
    const { who } = await register("asks");
    const { session, authenticator } = await addPasskey(who);
    const sensitive = [
      await session.put("/api/metadata", { requireSecondFactor: true }),
      await session.put("/api/mail-settings", { replyTo: "accounts@asks.test" }),
      await session.post("/api/tokens", { name: "Backup" }),
    ];
    await age(LATE);
    const allow: Sent = ["PUT", "/api/metadata", { requireSecondFactor: false }];
    expect(await send(session, allow)).toMatchObject({ status: 400, body: { needs: "proof" } });
    const passkey = encodeURIComponent(JSON.stringify(authenticator.get(await requestOf())));
    sensitive.push(await send(session, allow, { "x-passkey": passkey }));
    for (const { status, headers } of sensitive) {
      expect(status).toBeLessThan(300);
      const path = `/api/operations/${headers.get("x-operation")}/undo`;
      expect((await session.post(path, {})).status).toBe(409);
    }
  });

  test("stays old in another agency, and other changes need no password", async () => {
    const who = await signInAsOwner();
    await age(LATE);
    const { token } = done(await who.post("/api/auth/switch", { agencySlug: "narmada" }));
    const switched = world.caller(token);
    expect((await send(switched, ["POST", "/api/tokens", { name: "B" }])).status).toBe(400);
    made(await switched.post("/api/users/team", newMember("staff")));
    done(await switched.put("/api/users/profile", { name: "Narmada" }));
  });
});
