import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { addDays, today } from "../../domain/dates.ts";
import { isRead } from "../../server/api/call.ts";
import { CALLS } from "../../server/api/calls.ts";
import { type Caller, createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const makeToken = async (of: Caller, name = "Backup") =>
  made(await of.post("/api/tokens", { name })) as { token: { _id: string }; secret: string };
const readStatus = async (secret: string, path = "/api/accounts") =>
  (await world.caller(secret).get(path)).status;

describe("an access token", () => {
  test("reads as its user in their role and is recognized by its prefix", async () => {
    for (const [role, status] of [
      ["owner", 200],
      ["staff", 403],
    ] as const) {
      const { secret } = await makeToken(world.kaveri[role]);
      expect(secret).toMatch(/^bahi_[\w-]{43}$/);
      const machine = world.caller(secret);
      expect((await machine.get("/api/auth/me")).body.user.role).toBe(role);
      expect((await machine.get("/api/audit")).status).toBe(status);
      expect((await machine.get("/api/accounts")).body).toEqual(
        (await world.kaveri[role].get("/api/accounts")).body,
      );
    }
  });

  test("is rejected by every route not marked as reading", async () => {
    const { secret } = await makeToken(world.kaveri.owner);
    const machine = world.caller(secret);
    const before = await readCounts();
    const writes = CALLS.filter((call) => call.who !== "open" && !isRead(call));
    expect(writes.length).toBeGreaterThan(30);
    for (const { method, path } of writes) {
      const { status, body } = await machine.call(method, path.replace(":id", "x"), "{no json", {
        "content-type": "application/json",
      });
      expect([method, path, status, body]).toEqual([
        method,
        path,
        403,
        { message: "Access tokens are read-only" },
      ]);
    }
    expect(await readCounts()).toEqual(before);
  });

  test("may download documents, which is logged, and read by marked POST routes only", async () => {
    const { owner } = world.kaveri;
    const { secret } = await makeToken(owner);
    const receipt = { date: "2026-04-01", client: { name: "Meera" }, purpose: "Logo", amount: 5 };
    const links = { mode: "Cash", accountId: world.kaveri.cash._id };
    const { _id } = made(await owner.post("/api/receipts", { ...receipt, ...links })).receipt;
    const views = async () => (await owner.get("/api/audit?action=VIEW&entity=Receipt")).body.total;
    const before = await views();
    const machine = world.caller(secret);
    expect((await machine.get(`/api/receipts/${_id}/pdf`)).status).toBe(200);
    expect((await machine.post("/api/receipts/pdfs", { ids: [_id] })).status).toBe(200);
    expect(await views()).toBe(before + 2);
    const byPost = CALLS.filter((call) => isRead(call) && call.method !== "GET");
    expect(byPost.map(({ name }) => name).sort()).toEqual([
      "getInvoicePdfs",
      "getReceiptPdfs",
      "openMonth",
      "readTallyLedgers",
      "tryRule",
    ]);
  });

  test("is shown once, stored as a hash, and in no log or list", async () => {
    const { owner } = world.kaveri;
    const { token, secret } = await makeToken(owner, "Shown once");
    const [row] = await world.books.read.all<{ digest: string }>(
      `SELECT digest FROM api_tokens WHERE id = '${token._id}'`,
    );
    expect(row?.digest).toBe(createHash("sha256").update(secret).digest("base64url"));
    for (const path of ["/api/tokens", "/api/audit?entity=Token", "/api/audit/export.csv"]) {
      const said = JSON.stringify((await owner.get(path)).body);
      expect(said).toContain("Shown once");
      expect(said).not.toContain(secret);
      expect(said).not.toContain(row?.digest ?? "");
    }
    const [log] = (await owner.get("/api/audit?entity=Token&limit=1")).body.items;
    expect(log).toMatchObject({ action: "CREATE", payload: { after: { name: "Shown once" } } });
  });

  test("is not shown or stored again for a repeated key", async () => {
    const { owner } = world.kaveri;
    const headers = { "idempotency-key": "once" };
    const { secret } = made(await owner.post("/api/tokens", { name: "Lost answer" }, headers));
    const again = await owner.post("/api/tokens", { name: "Lost answer" }, headers);
    expect([again.status, again.body.message]).toEqual([
      409,
      "The token Lost answer was already created and is shown only once; revoke it and create another",
    ]);
    const kept = await world.books.read.all("SELECT answer FROM idempotency_keys");
    expect(JSON.stringify(kept)).toContain("Lost answer");
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  test("is revoked only by its user or an owner", async () => {
    const { owner, staff } = world.kaveri;
    const [ofOwner, ofStaff] = [await makeToken(owner, "Owner's"), await makeToken(staff, "Uma's")];
    const names = async (of: Caller) =>
      (await of.get("/api/tokens")).body.tokens.map(({ name }: { name: string }) => name);
    expect(await names(owner)).toContain("Uma's");
    expect(await names(staff)).not.toContain("Owner's");
    const refused = await staff.delete(`/api/tokens/${ofOwner.token._id}`);
    expect([refused.status, refused.body.message]).toEqual([404, "Access token not found"]);
    expect(await readStatus(ofOwner.secret)).toBe(200);
    for (const { token, secret } of [ofOwner, ofStaff]) {
      expect((await owner.delete(`/api/tokens/${token._id}`)).status).toBe(200);
      expect(await readStatus(secret)).toBe(401);
    }
    const [log] = (await owner.get("/api/audit?entity=Token&limit=1")).body.items;
    expect(log).toMatchObject({ action: "DELETE", payload: { before: { name: "Uma's" } } });
  });

  test("follows a changed role and ends with a new password of its user", async () => {
    const { owner } = world.narmada;
    const ravi = {
      name: "Ravi",
      email: "ravi@narmada.test",
      password: "ravi's own",
      role: "owner",
    };
    const { user } = made(await owner.post("/api/users/team", ravi));
    const { body } = await world.stranger.post("/api/auth/login", {
      email: ravi.email,
      password: ravi.password,
    });
    const { token, secret } = await makeToken(world.caller(body.token));
    const member = `/api/users/team/${user._id}`;
    await owner.put(member, { role: "staff" });
    expect([await readStatus(secret), await readStatus(secret, "/api/audit")]).toEqual([200, 403]);
    await owner.put(member, { password: "another one" });
    expect(await readStatus(secret)).toBe(401);
    const { items } = (await owner.get("/api/audit?entity=Token&action=DELETE")).body;
    expect(items[0].payload.before._id).toBe(token._id);
    const left = (await owner.get("/api/tokens")).body.tokens;
    expect(left.map(({ _id }: { _id: string }) => _id)).not.toContain(token._id);
  });

  test("shows the day of its last use, with one write a day", async () => {
    const { token, secret } = await makeToken(world.kaveri.owner);
    const lastUsed = async () =>
      (await world.kaveri.owner.get("/api/tokens")).body.tokens.find(
        ({ _id }: { _id: string }) => _id === token._id,
      ).lastUsedOn;
    expect(await lastUsed()).toBe("");
    await readStatus(secret);
    expect(await lastUsed()).toBe(today());
    const yesterday = addDays(today(), -1);
    await world.books.write.run(
      `UPDATE api_tokens SET last_used_on = '${yesterday}' WHERE id = '${token._id}'`,
    );
    await readStatus(secret);
    expect(await lastUsed()).toBe(today());
    // A writer holds the mutex: a read that had to write would wait for it.
    const release = await world.books.mutex.acquire();
    expect(await readStatus(secret)).toBe(200);
    release();
  });

  test("works only complete, unchanged and in the header", async () => {
    const { secret } = await makeToken(world.kaveri.owner);
    const last = secret.endsWith("A") ? "B" : "A";
    for (const wrong of [
      secret.slice(0, -1),
      secret.slice(0, -1) + last,
      `${secret}=`,
      secret.toUpperCase(),
      "bahi_",
      secret.slice(5),
    ]) {
      expect([wrong.length, await readStatus(wrong)]).toEqual([wrong.length, 401]);
    }
    expect((await world.stranger.get(`/api/accounts?token=${secret}`)).status).toBe(401);
  });
});

async function readCounts() {
  const tables = await world.books.read.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%search%'",
  );
  const counts: Record<string, unknown> = {};
  for (const { name } of tables) {
    [counts[name]] = await world.books.read.all(`SELECT count(*) AS count FROM "${name}"`);
  }
  return counts;
}
