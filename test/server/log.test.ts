import { afterAll, beforeAll, expect, test } from "bun:test";
import { assertNoSecret } from "../secrets.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

async function findLine(answer: { headers: Headers }) {
  const id = answer.headers.get("x-request-id") ?? "";
  for (;;) {
    const line = world.lines.find((line) => line.includes(id));
    if (line) return JSON.parse(line);
    await Bun.sleep(1);
  }
}

test("logs each request as one line of JSON: id, agency, method, route, status, time", async () => {
  const { staff } = world.kaveri;
  const missing = await staff.get("/api/accounts/any?q=private");
  expect(await findLine(missing)).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: "info",
    message: "request",
    requestId: missing.headers.get("x-request-id"),
    agency: 1,
    method: "GET",
    route: "/api/accounts/:id",
    status: 404,
    ms: expect.any(Number),
  });
  for (const [path, status] of [
    ["/login", 200],
    ["/no/such/page", 404],
    ["/api/audit", 403],
  ] as const) {
    expect(await findLine(await staff.get(path))).toMatchObject({ status, method: "GET" });
  }
  expect((await findLine(await world.stranger.get("/api/accounts"))).agency).toBeUndefined();
});

test("never logs what was sent: passwords, tokens, queries, bodies", async () => {
  const { owner } = world.kaveri;
  const secrets = ["hush hush 1", "what I look for", "what I write"];
  await world.stranger.post("/api/auth/login", { email: "a@b.test", password: secrets[0] });
  await owner.get(`/api/transactions?q=${encodeURIComponent(secrets[1] as string)}`);
  await owner.put("/api/users/profile", { name: secrets[2], currentPassword: secrets[0] });
  const log = world.lines.join("");
  for (const secret of [...secrets, owner.token as string]) expect(log).not.toContain(secret);
});

test("the scan of every log finds what it looks for", () => {
  const { token } = world.kaveri.owner;
  expect(() => assertNoSecret(`{"authorization":"${token}"}`)).toThrow("holds a secret");
  expect(() => assertNoSecret('{"body":{"password":"x"}}')).toThrow("holds a secret");
  expect(() => assertNoSecret("a line with s3cret", "s3cret")).toThrow("holds a secret");
  expect(() => assertNoSecret("$argon2id$v=19")).toThrow("holds a secret");
  expect(() => assertNoSecret(`"bahi_${"x".repeat(43)}"`)).toThrow("holds a secret");
  assertNoSecret('{"message":"request","route":"/api/users/profile"}');
});
