import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Entity } from "../../domain/agencies/audit.ts";
import { isNeedMet, RECORD_PERMISSIONS } from "../../domain/agencies/permissions.ts";
import { PERMISSIONS, type Role } from "../../domain/roles.ts";
import { findPermission } from "../../server/api/call.ts";
import { CALLS } from "../../server/api/calls.ts";
import { findId, furnish, sendTo } from "../furnish.ts";
import { transaction } from "../nouns/ledger.ts";
import type { Call, Noun, Office } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";

// A role cannot do by other paths what a call refuses: undo, redo, a restore, a batch, an import, a bank
// line, a series or an access token either.

let world: World;
let office: Office;
let people: Record<Role, Caller>;
beforeAll(async () => {
  world = await createWorld();
  const { owner, staff } = world.kaveri;
  ({ office } = await furnish(owner, { mark: "kaveri's", n: 500 }));
  people = { owner, staff, accountant: await hire("accountant") };
});
afterAll(() => world.end());

async function hire(role: Role): Promise<Caller> {
  const signIn = { email: `${role}@kaveri.test`, password: "her own" };
  made(await world.kaveri.owner.post("/api/users/team", { ...signIn, name: "Meera", role }));
  return world.caller(done(await world.stranger.post("/api/auth/login", signIn)).token);
}

const readOperation = ({ headers }: Answer) => headers.get("x-operation") ?? "";
const offersUndo = ({ headers }: Answer) => !headers.has("x-undo");
const undo = (by: Caller, what: Answer) =>
  by.post(`/api/operations/${readOperation(what)}/undo`, {});

let count = 700;
const next = () => ({ mark: `mark-${++count}`, n: count });

function findDefinition({ method, path }: Call) {
  const plain = path.replace(/\?.*/, "");
  const found = CALLS.find(
    (call) =>
      call.method === method &&
      new RegExp(`^${call.path.replace("/api", "").replaceAll(":id", "[^/]+")}$`).test(plain),
  );
  if (!found) throw new Error(`No call is defined for ${method} ${path}`);
  return found;
}

const CREATED = NOUNS.filter((noun): noun is Noun & Required<Pick<Noun, "create">> =>
  Boolean(noun.create),
);

describe("a record type", () => {
  test.each(CREATED.map((noun) => [noun.entity, noun] as const))(
    "requires the permissions of its create and remove routes: %s",
    (entity, noun) => {
      const { create, remove } = RECORD_PERMISSIONS[entity];
      const creating = findDefinition(noun.create(next(), office));
      // Only owners import another program's books, but the log calls both an import.
      if (creating.name !== "importBooks") {
        expect(findPermission(creating) ?? "everyone").toBe(create);
      }
      if (!noun.remove) return;
      expect(findPermission(findDefinition(noun.remove("x"))) ?? "everyone").toBe(remove);
    },
  );
});

const NO_UNDO: Entity[] = [
  ...(["User", "Token", "Invitation", "Statement", "Series", "ShareLink"] as const),
];
const UNDONE = CREATED.filter(({ entity }) => !NO_UNDO.includes(entity));

describe.each(["staff", "accountant"] as const)("%s", (role) => {
  test.each(UNDONE.map((noun) => [noun.entity, noun] as const))(
    "undoes and redoes a creation only with the permission to remove and create: %s",
    async (entity, noun) => {
      const { create, remove } = RECORD_PERMISSIONS[entity];
      const person = people[role];
      const added = await sendTo(person)(noun.create(next(), office));
      if (added.status === 403) return;
      expect([200, 201]).toContain(added.status);
      if (!readOperation(added)) return; // It is pending or already existed.
      const mayRemove = isNeedMet(role, remove);
      expect(offersUndo(added)).toBe(mayRemove);
      if (mayRemove || remove === "everyone") {
        expect([201, 409]).toContain((await undo(person, added)).status);
        return;
      }
      for (const answer of [await undo(person, added), await person.post("/api/undo", {})]) {
        expect([answer.status, answer.body.message]).toEqual([403, PERMISSIONS[remove]]);
      }
      const undone = await undo(people.owner, added);
      expect(undone.status).toBe(201);
      if (entity === "Import") return; // Its file is imported again instead.
      expect((await undo(person, undone)).status).toBe(403);
      expect(isNeedMet(role, create)).toBe(true);
      expect((await undo(people.owner, undone)).status).toBe(201);
    },
  );

  test("restores nothing from the trash that another user deleted", async () => {
    const added = await sendTo(people.owner)(transaction.create?.(next(), office) as Call);
    const id = findId(made(added)) ?? "";
    done(await people.owner.delete(`/api/transactions/${id}`));
    expect((await people[role].post(`/api/trash/${id}/restore`, {})).status).toBe(403);
    expect((await people.owner.post(`/api/trash/${id}/restore`, {})).status).toBe(201);
  });
});

describe("a member of staff hiding money", () => {
  const DELETE = "Only agency owners can delete transactions.";
  const entry = (amount = 40) => ({
    date: "2026-10-06",
    description: "Tea",
    type: "Expense",
    amount,
    accountId: office.cash,
    categoryId: office.rent,
  });

  test("cannot undo a batch", async () => {
    const batch = await people.staff.post("/api/transactions/batch", {
      transactions: [entry(41), entry(42)],
    });
    made(batch);
    expect((await undo(people.staff, batch)).body.message).toBe(DELETE);
    const ids = batch.body.transactions.map(({ _id }: { _id: string }) => _id);
    const deleted = await people.staff.post("/api/transactions/delete", { ids });
    expect([deleted.status, deleted.body.message]).toEqual([403, DELETE]);
  });

  test("cannot undo the creation and then the edits of an entry", async () => {
    const added = await people.staff.post("/api/transactions", entry(43));
    const { _id: id } = made(added).transaction;
    const changed = await people.staff.put(`/api/transactions/${id}`, { amount: 44 });
    const since = { since: { entity: "Transaction", id } };
    const back = await people.staff.post(`/api/operations/${readOperation(added)}/undo`, since);
    expect([back.status, back.body.message]).toEqual([403, DELETE]);
    expect((await undo(people.staff, changed)).status).toBe(201);
    expect(done(await people.owner.get(`/api/transactions/${id}`)).transaction.amount).toBe(43);
  });

  test("may split an entry again and undo that", async () => {
    const added = made(await people.staff.post("/api/transactions", entry(50)));
    const parts = [10, 40].map((amount) => ({ categoryId: office.rent, amount }));
    const split = await people.staff.put(`/api/transactions/${added.transaction._id}`, {
      split: parts,
    });
    done(split);
    expect(offersUndo(split)).toBe(true);
    expect((await undo(people.staff, split)).status).toBe(201);
  });

  test("cannot use an import", async () => {
    const csv =
      "Date,Description,Account,Category,Type,Amount,Notes\n2026-10-01,Ink,Till,Paper,Expense,21,\n";
    const taken = await people.staff.upload("/api/transactions/import?file=ink.csv", csv);
    const { _id: id } = made(taken).import;
    const message = "Only agency owners can undo imports.";
    for (const answer of [
      await undo(people.staff, taken),
      await people.staff.delete(`/api/imports/${id}`),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([403, message]);
    }
  });

  test("cannot undo the match of a bank line", async () => {
    const csv = "Date,Narration,Debit,Credit,Balance\n2026-10-07,COURIER 77,77,,923\n";
    const { bank: account } = office;
    const query = `accountId=${account}&file=courier.csv&gaps=accept`;
    const sent = await sendStatement(people.owner, query, new TextEncoder().encode(csv));
    const { statement } = made(sent);
    const lines = done(await people.owner.get(`/api/bank-lines?accountId=${account}&q=COURIER`));
    const create = [{ type: "Expense", categoryId: office.rent, amount: 77 }];
    const line = lines.items[0]._id;
    const accepted = await people.staff.post(`/api/bank-lines/${line}/accept`, { create });
    const { _id: match } = made(accepted).line.match;
    expect(offersUndo(accepted)).toBe(false);
    for (const answer of [
      await people.staff.delete(`/api/matches/${match}`),
      await people.staff.post(`/api/statements/${statement._id}/undo`, {}),
      await undo(people.staff, accepted),
      await people.staff.post("/api/undo", {}),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([403, DELETE]);
    }
    expect((await people.owner.delete(`/api/matches/${match}`)).status).toBe(200);
  });

  test("cannot undo an entry that their series created", async () => {
    const { date: _, ...template } = entry(900);
    const series = made(
      await people.staff.post("/api/series", {
        kind: "transaction",
        template,
        anchor: "2090-10-05",
        unit: "month",
        mode: "issue",
      }),
    );
    const entries = await people.staff.post(`/api/series/${series._id}/make`, {});
    expect(entries.status).toBe(201);
    expect(offersUndo(entries)).toBe(false);
    const refused = await undo(people.staff, entries);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Change, pause or end the series instead.",
    ]);
  });

  test("cannot use an access token, even an owner's", async () => {
    const { secret } = made(await people.owner.post("/api/tokens", { name: "A script" }));
    const script = world.caller(secret);
    const added = await people.owner.post("/api/transactions", entry(45));
    for (const answer of [
      await undo(script, added),
      await script.post("/api/undo", {}),
      await script.delete(`/api/transactions/${made(added).transaction._id}`),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([403, "Access tokens are read-only"]);
    }
  });
});

test("staff cannot set an opening balance or restore one by undo", async () => {
  const { owner, staff } = people;
  const { account } = made(await owner.post("/api/accounts", { name: "Vault", type: "Cash" }));
  const message = "Only the owner and the accountant can change opening balances.";
  const set = await staff.put(`/api/accounts/${account._id}`, { openingBalance: 1000 });
  expect([set.status, set.body.message]).toEqual([403, message]);
  const opened = { name: "Second vault", type: "Cash", openingBalance: 5 };
  expect((await staff.post("/api/accounts", opened)).status).toBe(403);
  expect((await staff.put(`/api/accounts/${account._id}`, { name: "Safe" })).status).toBe(200);
});
