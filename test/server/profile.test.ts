import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const signIn = async (email: string, password: string) =>
  (await world.stranger.post("/api/auth/login", { email, password })).body;

describe("the profile", () => {
  test("changes the name only, for staff and owners", async () => {
    const { staff } = world.kaveri;
    const more = { role: "owner", email: "x@x.test" };
    const { status, body } = await staff.put("/api/users/profile", { name: " Uma Ｋ ", ...more });
    expect([status, Object.keys(body)]).toEqual([200, ["user"]]);
    expect(body.user).toMatchObject({ name: "Uma Ｋ", role: "staff", email: "staff@kaveri.test" });
    expect((await staff.get("/api/auth/me")).body).toEqual(body);
    expect((await staff.put("/api/users/profile", { name: "U" })).body).toEqual({
      message: "Name must be at least 2 characters",
      errors: [{ path: "name", message: "Name must be at least 2 characters" }],
    });
  });

  test("takes a new password for the current one and ends every other session", async () => {
    const { owner, staff, password } = world.kaveri;
    const elsewhere = world.caller((await signIn("owner@kaveri.test", password)).token);
    expect((await elsewhere.get("/api/accounts")).status).toBe(200);

    const newPassword = `a pasted one of ${"१".repeat(100)}`;
    const change = { currentPassword: password, newPassword };
    const { status, body } = await owner.put("/api/users/profile", change);
    expect([status, Object.keys(body)]).toEqual([200, ["user", "token"]]);

    expect((await elsewhere.get("/api/accounts")).status).toBe(401);
    expect((await owner.get("/api/accounts")).status).toBe(401);
    expect((await world.caller(body.token).get("/api/accounts")).status).toBe(200);
    expect((await staff.get("/api/accounts")).status).toBe(200);
    expect(await signIn("owner@kaveri.test", password)).toEqual({
      message: "Invalid email or password",
    });
    expect((await signIn("OWNER@kaveri.test", newPassword)).user).toEqual(body.user);

    const { body: log } = await world.caller(body.token).get("/api/audit?entity=User&limit=1");
    expect(log.items[0].payload.secret).toBe("changed");
    expect(JSON.stringify(log)).not.toContain("pasted");
  });

  test.each([
    [{ newPassword: "another one" }, "currentPassword", "Current password is required"],
    [
      { currentPassword: "wrong", newPassword: "another one" },
      "currentPassword",
      "Current password is wrong",
    ],
    [
      { currentPassword: "x", newPassword: "12345" },
      "newPassword",
      "Password must be at least 6 characters",
    ],
    [{ currentPassword: "x", newPassword: "x".repeat(129) }, "newPassword", "Password is too long"],
  ])("rejects errors next to the field (%#)", async (change, path, message) => {
    const answer = await world.narmada.staff.put("/api/users/profile", change);
    expect([answer.status, answer.body]).toEqual([400, { message, errors: [{ path, message }] }]);
    expect((await world.narmada.staff.get("/api/accounts")).status).toBe(200);
  });

  test("limits password guesses", async () => {
    const { owner, password } = world.narmada;
    const guess = { currentPassword: "a guess", newPassword: "mine from now on" };
    for (let n = 0; n < 10; n++) {
      expect((await owner.put("/api/users/profile", guess)).status).toBe(400);
    }
    const stopped = await owner.put("/api/users/profile", { ...guess, currentPassword: password });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await owner.put("/api/users/profile", { name: "Still here" })).status).toBe(200);
  });
});
