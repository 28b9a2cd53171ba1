import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

describe("a token", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const parseClaims = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

  function sign(
    claims: object,
    alg = "HS256",
    secret = world.context.settings.sessionSecret,
    head: object = { alg, typ: "JWT" },
  ) {
    const text = `${part(head)}.${part(claims)}`;
    const hash = { HS256: "sha256", HS384: "sha384", HS512: "sha512" }[alg];
    if (!hash) return `${text}.`;
    return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
  }
  const readStatus = async (token: string) =>
    (await world.caller(token).get("/api/accounts")).status;

  test("is accepted with the issued algorithm, issuer, expiry and version", async () => {
    const ours = parseClaims(world.kaveri.owner.token as string);
    expect(ours).toMatchObject({ iss: "bahi", epoch: 0, agencyId: 1 });
    const week = 7 * 24 * 60 * 60;
    // The token may be as old as the template that this world was copied from.
    expect(ours.exp).toBeGreaterThan(now() + week - 60 * 60);
    expect(ours.exp).toBeLessThanOrEqual(now() + week);
    // The unchanged token works, so each rejection below is due to its change.
    expect(await readStatus(sign(ours))).toBe(200);

    const neighbour = parseClaims(world.narmada.owner.token as string);
    const wrong: Record<string, string> = {
      "no algorithm": sign(ours, "none"),
      "another algorithm": sign(ours, "HS512"),
      "another secret": sign(ours, "HS256", "a secret of somebody else, 32 letters"),
      "no secret": sign(ours, "HS256", ""),
      "an end that is past": sign({ ...ours, exp: now() - 1 }),
      "no end": sign({ ...ours, exp: undefined }),
      "another issuer": sign({ ...ours, iss: "bahi.example" }),
      "no issuer": sign({ ...ours, iss: undefined }),
      "an older version": sign({ ...ours, epoch: -1 }),
      "a newer version": sign({ ...ours, epoch: 1 }),
      "no version": sign({ ...ours, epoch: undefined }),
      "a time to come": sign({ ...ours, nbf: now() + 600 }),
      "another agency": sign({ ...ours, agencyId: 2 }),
      "another agency's user": sign({ ...ours, userId: neighbour.userId }),
      padding: `${world.kaveri.owner.token}=`,
      "odd claims": sign({ ...ours, userId: { toString: "x" } }),
      "claims that were changed": world.kaveri.owner.token?.replace(
        /\.[^.]+\./,
        `.${part({ ...ours, agencyId: 2 })}.`,
      ) as string,
    };
    for (const [what, token] of Object.entries(wrong)) {
      expect([what, await readStatus(token)]).toEqual([what, 401]);
    }
  });

  test("is rejected in another form, even with the right secret", async () => {
    const ours = parseClaims(world.kaveri.owner.token as string);
    const under = (head: object) =>
      sign(ours, "HS256", world.context.settings.sessionSecret, { alg: "HS256", ...head });
    expect(await readStatus(under({ typ: "JWT" }))).toBe(200);
    const week = 7 * 24 * 60 * 60;
    const wrong: Record<string, string> = {
      "a key id": under({ typ: "JWT", kid: "../../dev/null" }),
      "a critical extension": under({ typ: "JWT", crit: ["exp"] }),
      "an address of keys": under({ typ: "JWT", jku: "https://keys.example" }),
      "another type": under({ typ: "at+jwt" }),
      "no type": under({}),
      "an end in eight days": sign({ ...ours, exp: now() + week + 24 * 60 * 60 }),
      "an end that never comes": sign({ ...ours, exp: 1e308 }),
      "an end and a beginning to come": sign({ ...ours, iat: now() + 7200, exp: now() + week }),
      "a beginning that never comes": sign({ ...ours, iat: 1e308, exp: 1e308 }),
      "a longer life": sign({ ...ours, iat: now() - 60, exp: now() + week }),
      "no beginning": sign({ ...ours, iat: undefined }),
      "half a second": sign({ ...ours, exp: ours.exp - 0.5 }),
      "an end as text": sign({ ...ours, exp: String(ours.exp) }),
      "half an agency": sign({ ...ours, agencyId: 1.5 }),
      "an agency below the first": sign({ ...ours, agencyId: -1 }),
      "an agency as text": sign({ ...ours, agencyId: "1" }),
      "a version as text": sign({ ...ours, epoch: "0" }),
      "two issuers": sign({ ...ours, iss: ["bahi"] }),
      "a claim of somebody else's": sign({ ...ours, role: "owner" }),
    };
    for (const [what, token] of Object.entries(wrong)) {
      expect([what, await readStatus(token)]).toEqual([what, 401]);
    }
  });

  test("counts in the header only: not in a cookie, the address or the body", async () => {
    const { token } = world.kaveri.owner;
    const { stranger } = world;
    expect((await stranger.get(`/api/accounts?token=${token}&access_token=${token}`)).status).toBe(
      401,
    );
    const elsewhere: Record<string, string>[] = [
      { cookie: `token=${token}` },
      { authorization: `Basic ${token}` },
    ];
    for (const headers of elsewhere) {
      expect((await stranger.call("GET", "/api/accounts", undefined, headers)).status).toBe(401);
    }
    const { headers } = await world.kaveri.owner.get("/api/accounts");
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});
