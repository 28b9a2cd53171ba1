import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { openBooks } from "../../db/open/open.ts";
import { createApp } from "../../server/app.ts";
import { caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const ganga = {
  name: "Meera",
  email: "Meera@Ganga.Test",
  password: "a good one",
  agencyName: "Ganga Studio",
  agencySlug: "Ganga-Studio",
};

describe("registration", () => {
  test("creates an agency and its signed-in owner", async () => {
    const { token, user } = made(await world.stranger.post("/api/auth/register", ganga));
    expect(user).toEqual({
      _id: expect.any(String),
      name: "Meera",
      email: "meera@ganga.test",
      role: "owner",
      agencyName: "Ganga Studio",
      agencySlug: "ganga-studio",
    });
    const me = await world.caller(token).get("/api/auth/me");
    expect(me.body).toEqual({ user });
    const { body } = await world.caller(token).get("/api/metadata");
    expect(body.metadata).toMatchObject({ agencyName: "Ganga Studio", logoUrl: "" });
  });

  test("rejects a known e-mail in any case and a taken slug", async () => {
    const again = { ...ganga, email: "MEERA@ganga.test", agencySlug: "another" };
    expect(await world.stranger.post("/api/auth/register", again)).toMatchObject({
      status: 409,
      body: { message: "Email is already registered" },
    });
    const taken = { ...ganga, email: "other@ganga.test" };
    expect(await world.stranger.post("/api/auth/register", taken)).toMatchObject({
      status: 409,
      body: { message: "Slug is already taken" },
    });
  });

  test("can be closed", async () => {
    const closed = await createWorld();
    closed.context.settings.isRegistrationOpen = false;
    const answer = await closed.stranger.post("/api/auth/register", ganga);
    expect(answer).toMatchObject({ status: 403, body: { message: "Registration is closed" } });
    await closed.end();
  });

  test.each([
    ["name", "A", "Name must be at least 2 characters"],
    ["name", "x".repeat(201), "Name is too long"],
    ["name", "a\u0000b", "Name may not contain hidden characters"],
    ["email", "nobody", "Invalid email address"],
    ["email", `${"x".repeat(200)}@x.in`, "Email is too long"],
    ["password", "12345", "Password must be at least 6 characters"],
    ["password", "x".repeat(129), "Password is too long"],
    ["agencyName", "A", "Agency name must be at least 2 characters"],
    ["agencySlug", "a", "Slug must be at least 2 characters"],
    ["agencySlug", "a b", "Slug must contain only lowercase letters, numbers, and hyphens"],
  ])("refuses a wrong %s", async (path, value, message) => {
    const answer = await world.stranger.post("/api/auth/register", { ...ganga, [path]: value });
    expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ path, message }] } });
  });
});

describe("sign-in", () => {
  test("returns the same error for an unknown e-mail and a wrong password", async () => {
    const wrong = { status: 401, body: { message: "Invalid email or password" } };
    const password = "not the password";
    for (const email of ["owner@kaveri.test", "nobody@kaveri.test"]) {
      expect(await world.stranger.post("/api/auth/login", { email, password })).toMatchObject(
        wrong,
      );
    }
  });

  test("hashes a password for an unknown e-mail too, to hide it from timing", async () => {
    using verify = spyOn(Bun.password, "verify");
    // A hash shows its cost before its salt: `$argon2id$v=19$m=8,t=1,p=1$`.
    const readHashCost = async (email: string) => {
      verify.mockClear();
      await world.stranger.post("/api/auth/login", { email, password: "not the password" });
      return verify.mock.calls.map(([, hash]) => String(hash).split("$").slice(0, 4));
    };
    const costs = await readHashCost("staff@kaveri.test");
    expect(costs).toHaveLength(1);
    expect(await readHashCost("nobody@ganga.test")).toEqual(costs);
  });

  test("accepts the longest password in any script", async () => {
    const password = `${"नदी🔑".repeat(25)}नदी`;
    expect(password).toHaveLength(128);
    const member = { name: "Ila", email: "ila@kaveri.test", password };
    made(await world.kaveri.owner.post("/api/users/team", member));
    expect((await world.stranger.post("/api/auth/login", member)).status).toBe(200);
  });

  test("stops after ten wrong passwords for one e-mail and address", async () => {
    const at = { email: "staff@narmada.test", password: "wrong password" };
    for (let n = 0; n < 10; n++) {
      expect((await world.stranger.post("/api/auth/login", at)).status).toBe(401);
    }
    const right = { email: "staff@narmada.test", password: "narmada password" };
    const stopped = await world.stranger.post("/api/auth/login", right);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = { email: "owner@narmada.test", password: "narmada password" };
    expect((await world.stranger.post("/api/auth/login", other)).status).toBe(200);
  });
});

describe("sign-out", () => {
  const signIn = async () =>
    done(
      await world.stranger.post("/api/auth/login", {
        email: "staff@kaveri.test",
        password: "kaveri password",
      }),
    ).token as string;
  const readStatus = async (token: string) =>
    (await world.caller(token).get("/api/auth/me")).status;

  test("ends only this token at once, not one from the same second", async () => {
    const [ended, other] = [await signIn(), await signIn()];
    expect((await world.caller(ended).post("/api/auth/logout", {})).body).toEqual({
      message: "Signed out",
    });
    expect(await readStatus(ended)).toBe(401);
    expect((await world.caller(ended).post("/api/auth/logout", {})).status).toBe(401);
    expect(await readStatus(other)).toBe(200);
    expect(await readStatus(world.kaveri.staff.token as string)).toBe(200);
  });

  test("ends the token on another server of the same database", async () => {
    const books = await openBooks(world.books.place);
    const app = createApp({ ...world.context, books });
    const token = await signIn();
    expect((await caller(app, token).get("/api/auth/me")).status).toBe(200);
    await world.caller(token).post("/api/auth/logout", {});
    expect((await caller(app, token).get("/api/auth/me")).status).toBe(401);
    books.close();
  });

  test("deletes the rows of expired tokens", async () => {
    const digests = async () =>
      (await world.books.read.all<{ digest: string }>("SELECT digest FROM ended_sessions")).map(
        ({ digest }) => digest,
      );
    await world.books.write.run("INSERT INTO ended_sessions VALUES ('of last year', 1700000000)");
    expect(await digests()).toContain("of last year");
    await world.caller(await signIn()).post("/api/auth/logout", {});
    expect(await digests()).not.toContain("of last year");
  });
});

describe("a token", () => {
  test.each([
    ["nothing", undefined],
    ["no token at all", "nonsense"],
    ["alg none", `${btoa('{"alg":"none"}')}.${btoa('{"agencyId":1,"userId":"x","epoch":0}')}.`],
  ])("is rejected if it is %s", async (_, token) => {
    expect((await world.caller(token).get("/api/accounts")).status).toBe(401);
  });

  test("is rejected if it was changed or signed by another server", async () => {
    const token = world.kaveri.owner.token as string;
    const [head, claims, signature] = token.split(".") as [string, string, string];
    const forged = btoa(atob(claims).replace('"agencyId":1', '"agencyId":2'));
    expect((await world.caller(`${head}.${forged}.${signature}`).get("/api/accounts")).status).toBe(
      401,
    );

    const elsewhere = await createWorld({
      sessionSecret: "another secret, also 32 characters long",
    });
    expect((await elsewhere.caller(token).get("/api/accounts")).status).toBe(401);
    await elsewhere.end();
  });

  test("ends with its user's removal or a new password, and a new role applies at once", async () => {
    const { owner } = world.narmada;
    const member = { name: "Ravi", email: "ravi@narmada.test", password: "ravi's own" };
    const { user } = made(await owner.post("/api/users/team", member));
    expect(user).toMatchObject({ role: "staff", createdAt: expect.any(String) });
    expect(user.password).toBeUndefined();
    const signIn = async (password: string) => {
      const { body } = await world.stranger.post("/api/auth/login", { ...member, password });
      return world.caller(body.token);
    };

    const ravi = await signIn(member.password);
    expect((await ravi.get("/api/audit")).status).toBe(403);
    await owner.put(`/api/users/team/${user._id}`, { role: "owner" });
    expect((await ravi.get("/api/audit")).status).toBe(200);

    await owner.put(`/api/users/team/${user._id}`, { ...member, password: "" });
    expect((await ravi.get("/api/accounts")).status).toBe(200);
    await owner.put(`/api/users/team/${user._id}`, { password: "a new one" });
    expect((await ravi.get("/api/accounts")).status).toBe(401);

    const again = await signIn("a new one");
    expect((await owner.delete(`/api/users/team/${user._id}`)).status).toBe(200);
    expect((await again.get("/api/accounts")).status).toBe(401);
  });
});

describe("the team", () => {
  test("rejects unknown roles and other agencies' ids", async () => {
    const { owner } = world.kaveri;
    const member = {
      name: "Ravi",
      email: "ravi@kaveri.test",
      password: "ravi's own",
      role: "admin",
    };
    const { status, body } = await owner.post("/api/users/team", member);
    expect([status, body.message]).toEqual([400, "Role must be owner, staff or accountant"]);
    const neighbour = (await world.narmada.owner.get("/api/users/team")).body.users[0];
    const [theirs, nobody] = await Promise.all(
      [neighbour._id, "0000000000000"].map((id) =>
        owner.put(`/api/users/team/${id}`, { name: "X Y" }),
      ),
    );
    expect([theirs?.status, theirs?.body]).toEqual([404, { message: "Team member not found" }]);
    expect(theirs?.body).toEqual(nobody?.body);
  });

  test("loses a removed member at once on every server", async () => {
    const { owner } = world.kaveri;
    const member = { name: "Ravi", email: "ravi@kaveri.test", password: "ravi's own" };
    const { user } = made(await owner.post("/api/users/team", member));
    const { token } = (await world.stranger.post("/api/auth/login", member)).body;
    const books = await openBooks(world.books.place);
    const another = caller(createApp({ ...world.context, books }), token);
    expect((await another.get("/api/accounts")).status).toBe(200);
    await owner.delete(`/api/users/team/${user._id}`);
    expect((await another.get("/api/accounts")).status).toBe(401);
    books.close();
  });

  test("keeps its last owner, and no one removes themselves", async () => {
    const { owner } = world.kaveri;
    const { user } = (await owner.get("/api/auth/me")).body;
    expect(await owner.delete(`/api/users/team/${user._id}`)).toMatchObject({
      status: 409,
      body: { message: "You cannot remove yourself" },
    });
    expect(await owner.put(`/api/users/team/${user._id}`, { role: "staff" })).toMatchObject({
      status: 409,
      body: { message: "An agency needs at least one owner" },
    });
  });

  test("is managed by owners only", async () => {
    const message = "Only agency owners can manage team members.";
    for (const [method, path] of [
      ["GET", "/api/users/team"],
      ["POST", "/api/users/team"],
      ["PUT", "/api/users/team/x"],
      ["DELETE", "/api/users/team/x"],
    ] as const) {
      const { status, body } = await world.kaveri.staff.call(method, path);
      expect([method, status, body]).toEqual([method, 403, { message }]);
    }
  });
});
