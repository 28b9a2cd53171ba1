import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findId, furnish } from "../furnish.ts";
import type { Call, Noun, Office } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";
import { type Answer, createWorld, done, made, type World } from "../world.ts";

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  ({ office } = await furnish(world.kaveri.owner, { mark: "A thing", n: 1 }));
});
afterAll(() => world.end());

const send = ({ method, path, body, type = "application/json" }: Call, key?: string) =>
  world.kaveri.owner.call(method, `/api${path}`, body, {
    ...(body && { "content-type": type }),
    ...(key && { "idempotency-key": key }),
  });
const isReplayed = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true";

const findRemoval = ({ entity }: Noun) =>
  NOUNS.find((noun) => noun.folder && noun.entity === entity)?.remove;
/** Their response shows a secret once, so a retry returns 409 instead. */
const SHOWN_ONCE = ["ShareLink", "Token", "Invitation"];
/** Records that undo does not cover (domain/agencies/undo.ts). */
const NOT_UNDONE = [...SHOWN_ONCE, "User", "Statement", "Series"];

const CREATED = NOUNS.filter(({ create }) => create);
const describeNoun = ({ entity, create }: Noun) =>
  `${entity} by ${create?.({ mark: "m", n: 1 }, office ?? ({} as Office)).path.split("?")[0]}`;
let n = 100;

async function createTwice(noun: Noun) {
  n += 1;
  const call = noun.create?.({ mark: `mark ${n}`, n }, office) as Call;
  const key = `key ${n}`;
  const first = await send(call, key);
  made(first);
  const second = await send(call, key);
  if (SHOWN_ONCE.includes(noun.entity)) expect(second.status).toBe(409);
  else expect([second.status, second.body]).toEqual([first.status, first.body]);
  return { call, key, first };
}

async function expectNewOne(call: Call, key: string, first: Answer) {
  const again = await send(call, key);
  expect([again.status, isReplayed(again)]).toEqual([201, false]);
  expect(JSON.stringify(again.body)).not.toBe(JSON.stringify(first.body));
  expect(again.headers.get("x-operation")).not.toBe(first.headers.get("x-operation"));
}

describe("a key is released", () => {
  for (const noun of CREATED) {
    const remove = findRemoval(noun);
    const name = describeNoun(noun);
    if (remove && !name.includes("batch")) {
      test(`once its result was removed: ${name}`, async () => {
        const { call, key, first } = await createTwice(noun);
        done(await send(remove(findId(first.body) ?? "")));
        await expectNewOne(call, key, first);
      });
    }
    if (NOT_UNDONE.includes(noun.entity)) continue;
    test(`once its result was undone: ${name}`, async () => {
      const { call, key, first } = await createTwice(noun);
      const operation = first.headers.get("x-operation");
      made(await send({ method: "POST", path: `/operations/${operation}/undo`, body: "{}" }));
      await expectNewOne(call, key, first);
    });
  }
});

const receipts = (...purposes: string[]) =>
  JSON.stringify({
    receipts: purposes.map((purpose) => ({
      date: "2026-10-05",
      client: { name: "Meera Iyer" },
      purpose,
      amount: 7,
      mode: "UPI",
      accountId: office.cash,
    })),
  });

describe("a key stays", () => {
  const batch = (body: string, key: string) =>
    send({ method: "POST", path: "/receipts/batch", body }, key);
  const remove = async (id: string) => done(await world.kaveri.owner.delete(`/api/receipts/${id}`));

  test("while one record of a batch still exists", async () => {
    const body = receipts("one of two", "two of two");
    const first = made(await batch(body, "two"));
    await remove(first.receipts[0]._id);
    expect(made(await batch(body, "two"))).toEqual(first);
    await remove(first.receipts[1]._id);
    expect(made(await batch(body, "two"))).not.toEqual(first);
  });

  test("once its result was redone or restored", async () => {
    const { owner } = world.kaveri;
    const key = { "idempotency-key": "comes back" };
    const create = () => owner.post("/api/clients", { displayName: "Comes back" }, key);
    const first = made(await create());
    made(await owner.post("/api/undo", {}));
    made(await owner.post("/api/redo", {}));
    expect(made(await create())).toEqual(first);
    done(await owner.delete(`/api/clients/${first.client._id}`));
    made(await owner.post(`/api/trash/${first.client._id}/restore`, {}));
    expect(made(await create())).toEqual(first);
  });
});

describe("the body of a key", () => {
  const create = (body: string, key: string) =>
    send({ method: "POST", path: "/vendors", body }, key);

  test("is the same with reordered fields and other white space", async () => {
    const one = made(await create('{"displayName": "Order", "phone": "98450"}', "order"));
    const other = await create('{ "phone":"98450",\n"displayName":"Order" }', "order");
    expect([made(other), isReplayed(other)]).toEqual([one, true]);
  });

  test("is rejected if it differs, even after its result was undone", async () => {
    made(await create('{"displayName": "Differs"}', "differs"));
    expect((await create('{"displayName": "Differs!"}', "differs")).status).toBe(409);
    made(await world.kaveri.owner.post("/api/undo", {}));
    expect((await create('{"displayName": "Differs!"}', "differs")).status).toBe(409);
  });

  test("creates one record if sent twice at once after an undo", async () => {
    const body = '{"displayName": "At once"}';
    made(await create(body, "at once"));
    made(await world.kaveri.owner.post("/api/undo", {}));
    const both = await Promise.all([create(body, "at once"), create(body, "at once")]);
    expect(new Set(both.map((answer) => made(answer).vendor._id)).size).toBe(1);
    expect(both.map(isReplayed).sort()).toEqual([false, true]);
  });
});

test("a cancelled mail is sent again by the same request", async () => {
  const { owner } = world.kaveri;
  const key = { "idempotency-key": "a mail" };
  const email = () =>
    owner.post(`/api/invoices/${office.invoice}/email`, { to: "meera@konkan.example" }, key);
  const { mail } = made(await email());
  expect(made(await email()).mail._id).toBe(mail._id);
  done(await owner.post(`/api/outbox/${mail._id}/cancel`, {}));
  expect(made(await email()).mail._id).not.toBe(mail._id);
});

test("a withdrawn approval request is made again by the same request", async () => {
  const { owner, staff } = world.kaveri;
  const entry = { date: "2026-10-05", description: "A lens", type: "Expense", amount: 900 };
  const sides = { accountId: office.bank, categoryId: office.rent };
  const key = { "idempotency-key": "a lens" };
  const ask = () => staff.post("/api/transactions", { ...entry, ...sides }, key);
  done(await owner.put("/api/approvals/limit", { limit: 1 }));
  const { waiting } = (await ask()).body;
  expect((await ask()).body.waiting).toEqual(waiting);
  done(await staff.post(`/api/approvals/${waiting._id}/withdraw`, {}));
  const again = (await ask()).body.waiting;
  expect([again.state, again._id === waiting._id]).toEqual(["waiting", false]);
});
