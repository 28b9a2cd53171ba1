import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const KINDS = [
  {
    path: "/api/accounts",
    one: "account",
    many: "accounts",
    What: "Account",
    fresh: { type: "Bank", openingBalance: 0, isActive: true, postSure: false },
    wrong: [
      ["name", "A", "Account name must be at least 2 characters"],
      ["name", "A → B", "Account name cannot contain an arrow"],
      ["type", "Safe", "Type must be Bank, Cash, Wallet or Card"],
      ["openingBalance", -1, "Balance must be positive"],
      ["openingBalance", "5", "Balance must be a number"],
      ["isActive", "yes", "Active must be true or false"],
    ],
  },
  {
    path: "/api/categories",
    one: "category",
    many: "categories",
    What: "Category",
    fresh: { type: "Expense", kind: "expense", ledger: "", isActive: true },
    wrong: [
      ["name", "A", "Category name must be at least 2 characters"],
      ["type", "Asset", "Type must be Income or Expense"],
    ],
  },
] as const;

describe.each(KINDS)("$path", ({ path, one, many, What, fresh, wrong }) => {
  const named = (name: string) => ({ name });

  test("belongs to its agency: another one cannot see, change or delete it", async () => {
    const { [one]: thing } = made(await world.kaveri.staff.post(path, named("Ours")));
    const missing = { status: 404, body: { message: `${What} not found` } };
    const neighbour = world.narmada.owner;
    expect(await neighbour.get(`${path}/${thing._id}`)).toMatchObject(missing);
    expect(await neighbour.put(`${path}/${thing._id}`, named("Theirs"))).toMatchObject(missing);
    expect(await neighbour.delete(`${path}/${thing._id}`)).toMatchObject(missing);
    expect(await neighbour.get(`${path}/neverwas`)).toMatchObject(missing);
    const names = (await neighbour.get(path)).body[many].map(({ name }: { name: string }) => name);
    expect(names).not.toContain("Ours");
    made(await neighbour.post(path, named("Ours")));
  });

  test("is created with the specification's defaults, saved as typed, edited and deleted", async () => {
    const { staff } = world.kaveri;
    const { [one]: thing } = made(await staff.post(path, named("  Ćafé चाय  ")));
    expect(thing).toEqual({ _id: thing._id, name: "Ćafé चाय", ...fresh });
    const { body } = await staff.put(`${path}/${thing._id}`, {
      isActive: false,
      _id: "x",
      agencyId: 2,
    });
    expect(body).toEqual({ [one]: { ...thing, isActive: false } });
    expect((await staff.get(`${path}/${thing._id}`)).body).toEqual(body);
    expect((await staff.delete(`${path}/${thing._id}`)).body).toEqual({
      message: `${What} deleted successfully`,
    });
    expect((await staff.get(`${path}/${thing._id}`)).status).toBe(404);
  });

  test("has unique names, ignoring case in every script", async () => {
    const { staff } = world.kaveri;
    const { [one]: thing } = made(await staff.post(path, named("Ñandú")));
    const { status, body } = await staff.post(path, named("ÑANDÚ"));
    expect(status).toBe(409);
    expect(body.errors).toEqual([{ path: "name", message: body.message }]);
    expect((await staff.put(`${path}/${thing._id}`, named("ñandú"))).status).toBe(200);
  });

  test("rejects what the specification rejects, next to its field", async () => {
    for (const [field, value, message] of wrong) {
      const answer = await world.kaveri.staff.post(path, { name: "A name", [field]: value });
      expect(answer).toMatchObject({
        status: 400,
        body: { message, errors: [{ path: field, message }] },
      });
    }
  });

  test("is created once for equal requests with one key, which takes no other body", async () => {
    const { staff } = world.kaveri;
    const key = { "idempotency-key": crypto.randomUUID() };
    const [first, second] = await Promise.all([
      staff.post(path, named("Once only"), key),
      staff.post(path, named("Once only"), key),
    ]);
    expect(made(second)).toEqual(made(first));
    expect((await staff.post(path, named("Twice"), key)).status).toBe(409);
    expect(
      (await staff.post(path, named("Long key"), { "idempotency-key": "x".repeat(256) })).status,
    ).toBe(400);
    made(await world.kaveri.owner.post(path, named("Another user's key"), key));
  });
});

test("a record used by a transaction cannot be deleted, nor its category change type", async () => {
  const { staff, account, cash, rent } = world.kaveri;
  const entry = { date: "2026-04-01", description: "Rent", type: "Expense", amount: 5 };
  made(
    await staff.post("/api/transactions", {
      ...entry,
      accountId: account._id,
      categoryId: rent._id,
    }),
  );
  const sides = { fromAccountId: account._id, toAccountId: cash._id };
  made(await staff.post("/api/transactions/transfer", { ...entry, ...sides, type: undefined }));

  for (const id of [account._id, cash._id]) {
    expect(await staff.delete(`/api/accounts/${id}`)).toMatchObject({
      status: 409,
      body: { message: "Account is in use; make it inactive instead" },
    });
  }
  expect((await staff.delete(`/api/categories/${rent._id}`)).status).toBe(409);
  expect(await staff.put(`/api/categories/${rent._id}`, { type: "Income" })).toMatchObject({
    status: 409,
    body: { message: "Category is in use; its type cannot change" },
  });
});

test("only owner and accountant set opening balances, and an accountant nothing else", async () => {
  const { owner, staff } = world.kaveri;
  const person = { name: "Meera", email: "meera@kaveri.test", password: "her own" };
  made(await owner.post("/api/users/team", { ...person, role: "accountant" }));
  const { token } = done(await world.stranger.post("/api/auth/login", person));
  const accountant = world.caller(token);
  const set = (who: Caller, id: string, fields: object) => who.put(`/api/accounts/${id}`, fields);
  const no = (message: string) => ({ status: 403, body: { message } });
  const notOpening = no("Only the owner and the accountant can change opening balances.");
  const { account } = made(await staff.post("/api/accounts", { name: "Petty cash", type: "Cash" }));
  const opened = { name: "Till", openingBalance: 5 };
  expect(await staff.post("/api/accounts", opened)).toMatchObject(notOpening);
  expect(await set(staff, account._id, { openingBalance: 5 })).toMatchObject(notOpening);
  const both = { name: "Tin", openingBalance: 5 };
  expect(await set(staff, account._id, both)).toMatchObject(notOpening);
  expect(done(await set(staff, account._id, { name: "Tin" })).account.name).toBe("Tin");

  const byAccountant = done(await set(accountant, account._id, { openingBalance: 70 })).account;
  expect([byAccountant.name, byAccountant.openingBalance]).toEqual(["Tin", 70]);
  const notTheirs = no("Only owners and staff can add and change this.");
  expect(await set(accountant, account._id, { name: "Box" })).toMatchObject(notTheirs);
  done(await set(staff, account._id, { ...byAccountant, name: "Box", _id: undefined }));
  expect(await set(staff, account._id, { openingBalance: 0 })).toMatchObject(notOpening);
  expect(await staff.delete(`/api/accounts/${account._id}`)).toMatchObject(notOpening);
  done(await set(owner, account._id, { openingBalance: 0 }));
  done(await staff.delete(`/api/accounts/${account._id}`));
});

test("a key expires after a day, and a busy day's keys are deleted a few at a time", async () => {
  const { write, read } = world.books;
  const { owner } = world.kaveri;
  const client = async (displayName: string, key: string) =>
    made(await owner.post("/api/clients", { displayName }, { "idempotency-key": key })).client;
  const first = await client("Asha", "again");
  const dayAgo = Date.now() - 24 * 60 * 60_000 - 1;
  await write.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
    INSERT INTO idempotency_keys SELECT agency_id, user_id, 'key ' || i, digest, answer, ${dayAgo} - i, NULL
    FROM idempotency_keys, n WHERE key = 'again'`);
  await write.run(`UPDATE idempotency_keys SET at = ${dayAgo} WHERE key = 'again'`);
  const left = async () =>
    read.all(`SELECT count(*) AS keys FROM idempotency_keys WHERE at <= ${dayAgo}`);

  expect((await client("Bela", "again"))._id).not.toBe(first._id);
  expect(await left()).toEqual([{ keys: 30 }]);
  for (const name of ["Chitra", "Devi"]) await client(name, name);
  expect(await left()).toEqual([{ keys: 0 }]);
  expect(await client("Bela", "again")).toMatchObject({ displayName: "Bela" });
});
