import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { openBooks } from "../../db/open/open.ts";
import { createApp } from "../../server/app.ts";
import { type Caller, caller, createWorld, done, made, type World } from "../world.ts";
import { createAuthenticator } from "./authenticator.ts";
import { findDifferences, openFactors, remove } from "./factors.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
});
afterEach(() => {
  setSystemTime();
});
afterAll(() => world.end());

const { addPasskey, register, requestOf, signIn, signInBy, turnOn } = openFactors(() => world);

describe("passkeys", () => {
  test("sign in alone and count as both factors", async () => {
    const { credentials, who } = await register("hema");
    const { added, authenticator, options } = await addPasskey(who);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const { passkey } = done(added);
    expect(passkey).toMatchObject({ name: "Pixel 9", lastUsedAt: "" });
    expect(await requestOf()).toMatchObject({ rpId: "localhost", userVerification: "required" });

    const { token, user } = done(await signInBy(authenticator));
    expect(user.email).toBe(credentials.email);
    const session = world.caller(token);
    expect(done(await session.get("/api/auth/totp"))).toMatchObject({ passkeys: 1, isUsed: true });
    const { passkeys } = done(await session.get("/api/auth/passkeys"));
    expect(passkeys).toEqual([{ ...passkey, lastUsedAt: expect.stringMatching(/^20/) }]);
    const path = `/api/auth/passkeys/${passkey._id}`;
    const proof = { passkey: authenticator.get(await requestOf()) };
    done(await remove(session, path, proof));
    expect((await signInBy(authenticator)).status).toBe(401);
  });

  test("answer a challenge once, in time, at any server, from bahi's origin", async () => {
    const { who } = await register("isha");
    // Its counter would expose a second use as well.
    const uncounted = createAuthenticator({ step: 0 });
    const { response, authenticator, session } = await addPasskey(who, uncounted);
    expect((await session.post("/api/auth/passkeys", { name: "Again", response })).status).toBe(
      400,
    );
    const send = (response: object, at: Caller = world.stranger) =>
      at.post("/api/auth/passkeys/login", { response });

    const books = await openBooks(world.books.place);
    const another = caller(createApp({ ...world.context, books }));
    const answer = authenticator.get(await requestOf());
    expect((await send(answer, another)).status).toBe(200);
    expect((await send(answer)).status).toBe(401);
    books.close();

    const late = authenticator.get(await requestOf());
    setSystemTime(new Date(Date.now() + 6 * 60_000));
    expect((await send(late)).status).toBe(401);
    setSystemTime();

    const { options } = done(await session.post("/api/auth/passkeys/options", {}));
    const { rpId } = await requestOf();
    // A challenge to create a passkey cannot sign in, and an unknown one is invalid.
    for (const challenge of [options.challenge, "c29tZWJvZHkncw"]) {
      expect((await send(authenticator.get({ challenge, rpId }))).status).toBe(401);
    }
    expect((await signInBy(authenticator)).status).toBe(200);
  });

  test("are rejected without user verification, from another origin, or if they count back", async () => {
    const { who } = await register("jaya");
    const isUserVerified = false;
    expect((await addPasskey(who, createAuthenticator({ isUserVerified }))).added).toMatchObject({
      status: 400,
      body: { errors: [{ path: "response" }] },
    });
    const elsewhere = createAuthenticator({ origin: "https://bahi.example" });
    expect((await addPasskey(who, elsewhere)).added.status).toBe(400);

    const { authenticator } = await addPasskey(who, createAuthenticator({ step: 1 }));
    expect((await signInBy(authenticator)).status).toBe(200);
    const unverified = authenticator.get(await requestOf(), false);
    const sent = { response: unverified };
    expect((await world.stranger.post("/api/auth/passkeys/login", sent)).status).toBe(401);
    await world.books.write.run("UPDATE passkeys SET counter = 100");
    expect((await signInBy(authenticator)).status).toBe(401);
  });

  test("are unknown to another user", async () => {
    const [kiran, lata] = [await register("kiran"), await register("lata")];
    const { added, authenticator, session: kirans } = await addPasskey(kiran.who);
    const { passkey } = done(added);
    const { password } = lata.credentials;
    const ids = [passkey._id, "1m7z83st80zzz"];
    const [theirs, nobodys] = await Promise.all(
      ids.map((id) => remove(lata.who, `/api/auth/passkeys/${id}`, { password })),
    );
    expect([theirs?.status, theirs?.body]).toEqual([404, { message: "Passkey not found" }]);
    expect(theirs?.body).toEqual(nobodys?.body);
    expect(done(await lata.who.get("/api/auth/passkeys")).passkeys).toEqual([]);

    // They do not confirm Lata, and no authenticator can claim another's id.
    const { who: session } = await turnOn(lata.who);
    const proof = { passkey: authenticator.get(await requestOf()) };
    const refused = await remove(session, "/api/auth/totp", proof);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "passkey" }] } });
    const copy = createAuthenticator({ credentialId: authenticator.credentialId });
    expect((await addPasskey(session, copy)).added.status).toBe(400);
    expect(done(await kirans.get("/api/auth/passkeys")).passkeys).toHaveLength(1);
  });

  test("confirm who makes books final, like the password", async () => {
    const { who } = await register("kavya");
    const { session, authenticator } = await addPasskey(who);
    const final = async (more: object) =>
      (await session.put("/api/locks", { finalTo: "2024-03-31", ...more })).status;
    const foreign = createAuthenticator();
    await addPasskey((await register("latha")).who, foreign);
    expect(await final({})).toBe(400);
    expect(await final({ passkey: foreign.get(await requestOf()) })).toBe(400);
    expect(await final({ passkey: authenticator.get(await requestOf()) })).toBe(200);
  });

  test("belong to the host of PUBLIC_URL, whatever address was requested", async () => {
    const { context } = world;
    const mail = { ...context.settings.mail, origin: "https://books.example" };
    const app = createApp({ ...context, settings: { ...context.settings, mail } });
    expect(await requestOf(caller(app))).toMatchObject({ rpId: "books.example" });
  });

  test("are allowed on bahi's own pages", async () => {
    const { headers } = await world.stranger.get("/login");
    expect(headers.get("permissions-policy")).toContain("publickey-credentials-get=(self)");
    expect(headers.get("permissions-policy")).toContain("publickey-credentials-create=(self)");
  });
});

describe("an agency that requires a second factor", () => {
  async function require(name: string) {
    const { credentials, who } = await register(name);
    const member = { name: "Manu", email: `manu.${name}@factors.test`, password: "manu password" };
    made(await who.post("/api/users/team", member));
    const session = world.caller(done(await signIn(member)).token);
    const { secret } = made(await session.post("/api/tokens", { name: "A script" }));
    const { who: owner, secret: app } = await turnOn(who);
    const { metadata } = done(await owner.put("/api/metadata", { requireSecondFactor: true }));
    expect(metadata.requireSecondFactor).toBe(true);
    return { owner, who, app, credentials, member, session, token: world.caller(secret) };
  }

  const REQUIRED = {
    status: 403,
    body: {
      message:
        "Your agency requires a second factor: set one up in your profile, or sign in with it",
      needs: "second_factor",
    },
  };

  test("has an owner with one of their own", async () => {
    const { who } = await register("mala");
    expect(await who.put("/api/metadata", { requireSecondFactor: true })).toMatchObject({
      status: 409,
      body: { message: "Set up your own second factor first" },
    });
    expect(done(await who.get("/api/metadata")).metadata.requireSecondFactor).toBe(false);
    const { staff } = world.kaveri;
    expect((await staff.put("/api/metadata", { requireSecondFactor: true })).status).toBe(403);
  });

  test("lets members without one, and their tokens, do nothing but set one up", async () => {
    const { owner, session, token } = await require("nila");
    for (const who of [session, token]) {
      expect(await who.get("/api/accounts")).toMatchObject(REQUIRED);
      expect((await who.get("/api/auth/me")).status).toBe(200);
    }
    expect(await session.post("/api/accounts", { name: "Bank" })).toMatchObject(REQUIRED);
    expect((await session.put("/api/users/profile", { name: "Manu Rao" })).status).toBe(200);
    expect((await owner.get("/api/accounts")).status).toBe(200);
    const { members } = done(await owner.get("/api/users/second-factors"));
    expect(members).toMatchObject([
      { name: "nila", passkeys: 0, hasApp: true },
      { name: "Manu Rao", passkeys: 0, hasApp: false },
    ]);
    const times = members.map(({ signedInAt }: { signedInAt: string }) => Date.parse(signedInAt));
    expect(Math.min(...times)).toBeGreaterThan(Date.now() - 10 * 60_000);

    const { who: ready } = await turnOn(session);
    expect((await ready.get("/api/accounts")).status).toBe(200);
    expect((await token.get("/api/accounts")).status).toBe(200);
    expect(await session.get("/api/accounts")).toMatchObject(REQUIRED);
    // A new password ends other sessions; the current one was made with the factor.
    const passwords = { currentPassword: "manu password", newPassword: "another of manu" };
    const changed = done(await ready.put("/api/users/profile", passwords));
    expect((await world.caller(changed.token).get("/api/accounts")).status).toBe(200);
  });

  test("accepts a session made with it, even from another agency", async () => {
    const { owner, member, session } = await require("ojas");
    const { session: strong, authenticator } = await addPasskey(session);
    expect((await strong.get("/api/accounts")).status).toBe(200);

    // With only the password, a user may sign in but neither see nor change the factor.
    const weak = world.caller(done(await signIn(member)).token);
    expect(await weak.get("/api/accounts")).toMatchObject(REQUIRED);
    expect((await weak.post("/api/auth/totp", {})).body.needs).toBe("second_factor");
    const { passkeys } = done(await weak.get("/api/auth/passkeys"));
    const { password } = member;
    const removed = await remove(weak, `/api/auth/passkeys/${passkeys[0]._id}`, { password });
    expect(removed.body.needs).toBe("second_factor");
    const agencySlug = "factors-ojas";
    const switched = done(await weak.post("/api/auth/switch", { agencySlug }));
    expect(await world.caller(switched.token).get("/api/accounts")).toMatchObject(REQUIRED);
    const { token } = done(await signInBy(authenticator));
    const other = done(await world.caller(token).post("/api/auth/switch", { agencySlug }));
    expect((await world.caller(other.token).get("/api/accounts")).status).toBe(200);

    done(await owner.put("/api/metadata", { requireSecondFactor: false }));
    expect((await weak.get("/api/accounts")).status).toBe(200);
  });

  test("stays so: undo does not change it", async () => {
    const { owner } = await require("pari");
    const change = await owner.put("/api/metadata", { requireSecondFactor: false, city: "Pune" });
    expect(change.headers.get("x-undo")).toBe("none");
  });
});

test("finally, the check of each agency finds nothing", async () => {
  expect(await findDifferences(world)).toEqual([]);
});
