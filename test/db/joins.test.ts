import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inBackground, withOutcome } from "../../db/engine/outcome.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { withIdempotency, writeTransaction } from "../../db/engine/transaction.ts";
import { accountStore, listAccounts } from "../../db/ledger/accounts.ts";
import { NewAccount } from "../../domain/ledger/accounts.ts";
import { parse } from "../../domain/refusal.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  const [owner] = await world.books.read.all<{ agencyId: number; userId: string }>(sql`
    SELECT agency_id AS "agencyId", id AS "userId" FROM users WHERE role = 'owner'
    ORDER BY agency_id LIMIT 1`);
  if (!owner) throw new Error("The world has no owner");
  tenant = { books: world.books, role: "owner", ...owner };
});
afterAll(() => world.end());

const account = (name: string) => parse(NewAccount, { name });
const names = async () => (await listAccounts(tenant)).map(({ name }) => name);

test("operations called inside a write are committed with it, as one operation", async () => {
  await writeTransaction(tenant, async () => {
    const first = await accountStore.add(tenant, account("Joined one"));
    await accountStore.add(tenant, account("Joined two"));
    expect((await accountStore.get(tenant, first._id)).name).toBe("Joined one");
  });
  expect(await names()).toEqual(expect.arrayContaining(["Joined one", "Joined two"]));
  const logged = await world.books.read.all<{ operation: string }>(sql`
    SELECT DISTINCT operation FROM audit_log WHERE agency_id = ${tenant.agencyId}
      AND payload ->> '$.after.name' LIKE 'Joined %'`);
  expect(logged).toHaveLength(1);
});

test("a failing write takes the operations that joined it with it", async () => {
  const failing = writeTransaction(tenant, async () => {
    await accountStore.add(tenant, account("Lost"));
    throw new Error("After the account");
  });
  await expect(failing).rejects.toThrow("After the account");
  expect(await names()).not.toContain("Lost");
});

test("only the code inside a write reads what it has not committed", async () => {
  const { promise: written, resolve: onWritten } = Promise.withResolvers<void>();
  const { promise: seen, resolve: onSeen } = Promise.withResolvers<void>();
  const writing = writeTransaction(tenant, async () => {
    await accountStore.add(tenant, account("Uncommitted"));
    expect(await names()).toContain("Uncommitted");
    onWritten();
    await seen;
  });
  await written;
  expect(await names()).not.toContain("Uncommitted");
  onSeen();
  await writing;
  expect(await names()).toContain("Uncommitted");
});

test("work that outlives its write reads and writes on its own", async () => {
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  let later: Promise<string[]> | undefined;
  await writeTransaction(tenant, async () => {
    later = ended.then(async () => {
      await accountStore.add(tenant, account("Later"));
      return names();
    });
  });
  onEnd();
  expect(await later).toContain("Later");
});

test("an Idempotency-Key belongs to the outer write", async () => {
  const keyed = { ...tenant, idempotency: { key: "outer", digest: "one" } };
  const create = () =>
    withIdempotency(keyed, async () => [
      await accountStore.add(keyed, account("Keyed one")),
      await accountStore.add(keyed, account("Keyed two")),
    ]);
  const made = await create();
  expect(made.map(({ name }) => name)).toEqual(["Keyed one", "Keyed two"]);
  expect(await create()).toEqual(made);
});

test("a write of another agency cannot join", async () => {
  const other = { ...tenant, agencyId: tenant.agencyId + 1 };
  const joined = writeTransaction(tenant, () => accountStore.add(other, account("Foreign")));
  await expect(joined).rejects.toThrow("cannot join");
});

test("a write reports its operation, and work in the background does not", async () => {
  const { value, outcome } = await withOutcome(async () => {
    const made = await accountStore.add(tenant, account("Reported"));
    await inBackground(() => accountStore.add(tenant, account("Triggered")));
    return made;
  });
  const [logged] = await world.books.read.all<{ operation: string }>(sql`
    SELECT operation FROM audit_log WHERE agency_id = ${tenant.agencyId}
      AND payload ->> '$.after._id' = ${value._id}`);
  expect(outcome).toEqual({ operation: String(logged?.operation) });
});

test("a write that is rolled back reports nothing", async () => {
  const { outcome } = await withOutcome(async () => {
    const failing = writeTransaction(tenant, async () => {
      await accountStore.add(tenant, account("Rolled back"));
      throw new Error("After the account");
    });
    await failing.catch(() => {});
  });
  expect(outcome).toEqual({});
});
