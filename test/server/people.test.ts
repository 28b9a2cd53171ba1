import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
let meera: Caller;
const PASSWORD = "figures and facts";
const EMAIL = "meera@rao.test";
const who = { email: EMAIL, name: "Meera Rao", role: "accountant" };

beforeAll(async () => {
  world = await createWorld();
  const joined = made(await join(await invite(world.kaveri.owner)));
  meera = world.caller(joined.token);
  made(await join(await invite(world.narmada.owner, { ...who, name: "Meera R", role: "staff" })));
});
afterAll(() => world.end());

async function invite(owner: Caller, invited: object = who): Promise<string> {
  const { url } = made(await owner.post("/api/users/invitations", invited));
  expect(url).toMatch(/^http:\/\/localhost\/join#[\w-]{43}$/);
  return url.split("#")[1];
}

const join = (token: string, more: object = {}, headers: object = {}) =>
  world.stranger.post("/api/auth/join", { token, password: PASSWORD, ...more }, headers);
const login = (password = PASSWORD, email = EMAIL) =>
  world.stranger.post("/api/auth/login", { email, password });
const listSlugs = ({ body }: Answer) => body.agencies.map((seat: Seat) => seat.agencySlug);
interface Seat {
  agencySlug: string;
}

async function findId(owner: Caller, email = EMAIL): Promise<string> {
  const { users } = done(await owner.get("/api/users/team"));
  return users.find((user: { email: string }) => user.email === email)._id;
}

describe("a user of two agencies", () => {
  test("signs in to one and gets both listed; a user of one sees no list", async () => {
    const { status, body } = await login();
    expect([status, Object.keys(body)]).toEqual([200, ["token", "user", "agencies"]]);
    expect(body.user).toMatchObject({ agencySlug: "kaveri", role: "accountant", email: EMAIL });
    expect(body.agencies).toEqual([
      { agencySlug: "kaveri", agencyName: "kaveri", role: "accountant" },
      { agencySlug: "narmada", agencyName: "narmada", role: "staff" },
    ]);
    const one = await login("kaveri password", "owner@kaveri.test");
    expect(Object.keys(one.body)).toEqual(["token", "user"]);
  });

  test("switches, and each token has one agency's books and role", async () => {
    const answer = await meera.post("/api/auth/switch", { agencySlug: "narmada" });
    expect(answer.body.user).toMatchObject({ agencySlug: "narmada", role: "staff" });
    const there = world.caller(answer.body.token);
    const [ours, theirs] = [world.kaveri, world.narmada];
    expect((await meera.get(`/api/accounts/${ours.account._id}`)).status).toBe(200);
    expect((await meera.get(`/api/accounts/${theirs.account._id}`)).status).toBe(404);
    expect((await there.get(`/api/accounts/${theirs.account._id}`)).status).toBe(200);
    expect((await there.get(`/api/accounts/${ours.account._id}`)).status).toBe(404);
    expect((await meera.get("/api/audit")).status).toBe(200);
    expect((await there.get("/api/audit")).status).toBe(403);
    const entry = { name: "Petty cash", type: "Cash" };
    expect(await meera.post("/api/accounts", entry)).toMatchObject({
      status: 403,
      body: { message: "Only owners and staff can add and change this." },
    });
    made(await there.post("/api/accounts", entry));
  });

  test("cannot reach other agencies", async () => {
    const owner = world.kaveri.owner;
    for (const agencySlug of ["narmada", "nowhere"]) {
      const answer = await owner.post("/api/auth/switch", { agencySlug });
      expect([answer.status, answer.body.message]).toEqual([
        404,
        "You are not a member of an agency with that name",
      ]);
    }
    expect(listSlugs(await owner.get("/api/auth/agencies"))).toEqual(["kaveri"]);
    expect(listSlugs(await meera.get("/api/auth/agencies"))).toEqual(["kaveri", "narmada"]);
  });

  test("gets access tokens for one agency", async () => {
    const { secret } = made(await meera.post("/api/tokens", { name: "Backup" }));
    const machine = world.caller(secret);
    expect(listSlugs(await machine.get("/api/auth/agencies"))).toEqual(["kaveri"]);
    expect((await machine.post("/api/auth/switch", { agencySlug: "narmada" })).status).toBe(403);
  });

  test("hides e-mail and password from the owners of either", async () => {
    const { owner } = world.kaveri;
    const member = `/api/users/team/${await findId(owner)}`;
    for (const [field, value] of [
      ["email", "meera@kaveri.test"],
      ["password", "the owner's"],
    ] as const) {
      const answer = await owner.put(member, { [field]: value });
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          message: `Meera Rao works in another agency too, so their ${field} cannot be changed here`,
          errors: [{ path: field, message: answer.body.message }],
        },
      ]);
    }
    done(await owner.put(member, { name: "Meera S Rao" }));
    expect((await login()).body.user.name).toBe("Meera S Rao");
    const entry = { ...who, password: "the owner's" };
    expect((await owner.post("/api/users/team", entry)).body.message).toBe(
      "Email is already registered",
    );
  });

  test("changes the password once for all agencies, which ends all other sessions", async () => {
    const { token } = done(await meera.post("/api/auth/switch", { agencySlug: "narmada" }));
    const change = { currentPassword: PASSWORD, newPassword: "another one" };
    const changed = done(await meera.put("/api/users/profile", change));
    for (const old of [meera, world.caller(token)]) {
      expect((await old.get("/api/auth/me")).status).toBe(401);
    }
    const goesOn = world.caller(changed.token);
    expect((await goesOn.get("/api/auth/me")).status).toBe(200);
    expect((await login()).status).toBe(401);
    expect(listSlugs(await login("another one"))).toEqual(["kaveri", "narmada"]);
    const back = { currentPassword: "another one", newPassword: PASSWORD };
    meera = world.caller(done(await goesOn.put("/api/users/profile", back)).token);
  });

  test("stays in the other when removed from one, and may be invited again", async () => {
    const { owner } = world.narmada;
    const { token } = done(await meera.post("/api/auth/switch", { agencySlug: "narmada" }));
    const id = await findId(owner);
    done(await owner.delete(`/api/users/team/${id}`));
    expect((await world.caller(token).get("/api/accounts")).status).toBe(401);
    expect((await meera.get("/api/accounts")).status).toBe(200);
    expect((await meera.post("/api/auth/switch", { agencySlug: "narmada" })).status).toBe(404);
    expect(Object.keys((await login()).body)).toEqual(["token", "user"]);

    const again = made(await join(await invite(owner)));
    expect(again.agencies).toHaveLength(2);
    expect(again.user._id).not.toBe(id);
    done(await owner.delete(`/api/users/team/${again.user._id}`));
  });

  test("is deleted with the last agency, which frees the e-mail", async () => {
    const { owner } = world.narmada;
    const uma = { name: "Uma", email: "uma@rao.test", role: "staff" };
    const { user } = made(await join(await invite(owner, uma)));
    done(await owner.delete(`/api/users/team/${user._id}`));
    expect((await login(PASSWORD, uma.email)).status).toBe(401);
    made(await owner.post("/api/users/team", { ...uma, password: "a new one" }));
    expect((await login("a new one", uma.email)).status).toBe(200);
  });
});

describe("an invitation", () => {
  const invited = (n: number) => ({ name: "Ravi", email: `ravi${n}@rao.test`, role: "staff" });
  const look = (token: string, headers = {}) =>
    world.stranger.post("/api/auth/invitation", { token }, headers);

  test("describes itself and changes nothing until someone joins, once", async () => {
    const { owner } = world.kaveri;
    const token = await invite(owner, invited(1));
    for (let n = 0; n < 2; n++) {
      expect((await look(token)).body).toEqual({
        invitation: { ...invited(1), agencyName: "kaveri", isKnown: false },
      });
    }
    const { user } = made(await join(token, { name: "Ravi Menon" }));
    expect(user).toMatchObject({ name: "Ravi Menon", role: "staff", agencySlug: "kaveri" });
    for (const answer of [await look(token), await join(token)]) {
      expect([answer.status, answer.body.message]).toEqual([
        409,
        "This invitation was already used. Sign in, or ask for another.",
      ]);
    }
    expect((await owner.get("/api/users/invitations")).body).toEqual({ invitations: [] });
    const { body } = await owner.get("/api/audit?limit=3");
    const said = body.items.map((item: Said) => [item.action, item.entity, item.userId.email]);
    expect(said).toEqual([
      ["UPDATE", "Invitation", "ravi1@rao.test"],
      ["CREATE", "User", "ravi1@rao.test"],
      ["CREATE", "Invitation", "owner@kaveri.test"],
    ]);
    expect(JSON.stringify(body) + world.lines.join("")).not.toContain(token);
  });

  interface Said {
    action: string;
    entity: string;
    userId: { email: string };
  }

  test("makes one member if used twice at once", async () => {
    const token = await invite(world.kaveri.owner, invited(2));
    const answers = await Promise.all([join(token), join(token), join(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test("ends when withdrawn, replaced by a newer one, or after a week", async () => {
    const { owner } = world.kaveri;
    const first = await invite(owner, invited(3));
    const second = await invite(owner, invited(3));
    expect((await join(first)).body.message).toStartWith("This invitation was withdrawn.");
    const { invitations } = (await owner.get("/api/users/invitations")).body;
    expect(invitations).toHaveLength(1);
    const one = `/api/users/invitations/${invitations[0]._id}`;
    expect((await world.narmada.owner.delete(one)).status).toBe(404);
    done(await owner.delete(one));
    expect((await join(second)).body.message).toStartWith("This invitation was withdrawn.");
    expect((await owner.delete(one)).status).toBe(404);

    const third = await invite(owner, invited(3));
    await world.books.write.run(
      "UPDATE invitations SET expires_at = '2026-01-01T00:00:00.000Z' WHERE state = 'OPEN'",
    );
    expect(await join(third)).toMatchObject({
      status: 409,
      body: { message: "This invitation has expired. Ask an owner of the agency for another." },
    });
    expect((await owner.get("/api/users/invitations")).body.invitations).toEqual([]);
  });

  test("needs a known user's password, and guesses count as at sign-in", async () => {
    const here = { "x-forwarded-for": "203.0.113.77" };
    world.context.settings.trustProxy = true;
    const token = await invite(world.narmada.owner);
    expect((await look(token)).body.invitation.isKnown).toBe(true);
    for (let n = 0; n < 10; n++) {
      const wrong = await join(token, { password: "a guess" }, here);
      expect([wrong.status, wrong.body.errors]).toEqual([
        400,
        [{ path: "password", message: "Wrong password for this email" }],
      ]);
    }
    expect((await join(token, {}, here)).status).toBe(429);
    expect((await join(token)).status).toBe(201);
    world.context.settings.trustProxy = false;
  });

  test("returns the same for every invalid link and limits attempts", async () => {
    const here = { "x-forwarded-for": "203.0.113.78" };
    world.context.settings.trustProxy = true;
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await look(`made up ${n}`, here));
    expect(answers[0]?.body.message).toBe(
      "Unknown invitation. Ask an owner of the agency for another.",
    );
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(404), 429]);
    world.context.settings.trustProxy = false;
  });

  test("is sent by owners and to no member", async () => {
    const { owner, staff } = world.kaveri;
    const again = { name: "Uma", email: "staff@kaveri.test" };
    expect((await owner.post("/api/users/invitations", again)).body).toEqual({
      message: "Staff of kaveri is already a member",
      errors: [{ path: "email", message: "Staff of kaveri is already a member" }],
    });
    expect((await staff.post("/api/users/invitations", invited(4))).status).toBe(403);
    const key = { "idempotency-key": "ravi" };
    made(await owner.post("/api/users/invitations", invited(4), key));
    const { status, body } = await owner.post("/api/users/invitations", invited(4), key);
    expect([status, body.message]).toEqual([
      409,
      "The invitation for Ravi was already created, and its link is shown only once; " +
        "invite them again for a new one",
    ]);
  });

  test("waits for users whose password the owner knows until they set their own", async () => {
    const { staff, password } = world.kaveri;
    const token = await invite(world.narmada.owner, { ...who, email: "staff@kaveri.test" });
    const early = await join(token, { password });
    expect([early.status, early.body.message]).toEqual([
      ...[409, expect.stringContaining("An owner of your agency has set your password.")],
    ]);
    const own = { newPassword: "one of my own", currentPassword: password };
    done(await staff.put("/api/users/profile", own));
    expect((await join(token, { password: own.newPassword })).status).toBe(201);
  });
});
