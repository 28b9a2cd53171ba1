import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const OPEN = ["register", "login", "invitation", "join", "forgot", "reset", "email/verify"]
  .concat("passkeys/login", "passkeys/login/options")
  .map((name) => `POST /api/auth/${name}`);

describe("the app", () => {
  test("returns 401 without a token on every closed route of /api", async () => {
    const closed = world.app.routes.filter(
      ({ method, path }) => path.startsWith("/api") && !OPEN.includes(`${method} ${path}`),
    );
    expect(closed.length).toBeGreaterThan(30);
    for (const { method, path } of closed) {
      const sent = method === "GET" ? undefined : "{no json";
      const { status, body } = await world.stranger.call(method, path.replace(":id", "any"), sent, {
        "content-type": "application/json",
      });
      const answer = { method, path, status, body };
      expect(answer).toEqual({ method, path, status: 401, body: { message: "Please sign in" } });
    }
  });

  test("returns 404 for unknown paths, as JSON under /api and as a page elsewhere", async () => {
    expect((await world.stranger.get("/api/nothing")).body).toEqual({ message: "Not found" });
    for (const path of ["/nothing", "/assets/nothing.js", "/assets/..%2f..%2fpackage.json"]) {
      const { status, body } = await world.stranger.get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).toContain("Unexpected Application Error!");
    }
  });

  test("returns 404 for an unsupported method", async () => {
    for (const path of ["/api/nothing", "/api/accounts/a/b", "/api", "/dashboard", "/nothing"]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { status, body } = await world.stranger.call(method, path);
        expect([method, path, status, body]).toEqual([method, path, 404, { message: "Not found" }]);
      }
    }
  });

  test("sets security headers on every response", async () => {
    const paths = ["/api/accounts", "/api/nothing", "/nothing", "/login", "/healthz"];
    for (const path of paths) {
      const { headers } = await world.stranger.get(path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("server")).toBeNull();
    }
  });

  test("names every wrong field", async () => {
    const answer = await world.stranger.post("/api/auth/register", { name: "A", email: "no" });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: "Name must be at least 2 characters",
      errors: [
        { path: "name", message: "Name must be at least 2 characters" },
        { path: "email", message: "Invalid email address" },
        { path: "password", message: "Password must be at least 6 characters" },
        { path: "agencyName", message: "Agency name must be at least 2 characters" },
        { path: "agencySlug", message: "Slug must be at least 2 characters" },
      ],
    });
  });

  test("explains a body that is not an object, not JSON, not UTF-8, too large or another type", async () => {
    const login = "/api/auth/login";
    for (const body of ["text", 5, null, []]) {
      const { status, body: answer } = await world.stranger.post(login, body);
      expect([status, answer.message]).toEqual([400, "Send the fields as a JSON object"]);
    }
    const json = { "content-type": "application/json" };
    const send = (
      content: string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = json,
    ) => world.stranger.call("POST", login, content, headers);
    expect(await send("{secret")).toMatchObject({
      status: 400,
      body: { message: "The request body is not valid JSON" },
    });
    const halfOfOne = `{"email":"asha@kaveri.test","password":["\\ud83d"]}`;
    for (const content of [new Uint8Array([123, 255, 125]), halfOfOne]) {
      const { status, body } = await send(content);
      expect([status, body.message]).toEqual([400, "The request body is not UTF-8 text"]);
    }
    expect((await send(`"${"x".repeat(2 ** 20)}"`)).status).toBe(413);
    expect(await send("a=1", { "content-type": "text/plain" })).toMatchObject({
      status: 415,
      body: { message: "Send the body as application/json" },
    });
  });

  test("hides internal errors", async () => {
    const broken = await createWorld();
    broken.context.log.error = () => {};
    broken.books.close();
    const { status, body } = await broken.stranger.post("/api/auth/login", {
      email: "owner@kaveri.test",
      password: "kaveri password",
    });
    expect(status).toBe(500);
    expect(Object.keys(body)).toEqual(["message", "requestId"]);
    expect(body.message).toBe("Something went wrong");
    await broken.end();
  });
});
