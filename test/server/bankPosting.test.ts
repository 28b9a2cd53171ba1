import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";

let world: World;
let category: string;
beforeAll(async () => {
  world = await createWorld();
  const fees = { name: "Bank fees", type: "Expense" };
  category = made(await world.kaveri.owner.post("/api/categories", fees)).category._id;
});
afterAll(() => world.end());

const owner = () => world.kaveri.owner;
const staff = () => world.kaveri.staff;
const account = async (name: string, more: object = {}) =>
  made(await owner().post("/api/accounts", { name, ...more })).account._id;
const rule = (more: object = {}) => ({
  name: "Fees",
  test: { direction: "out", narration: "SMS CHARGES" },
  effect: { categoryId: category, description: "SMS charges" },
  ...more,
});
const upload = async (who: Caller, id: string, rows: string[], query = "") => {
  const text = ["Date,Narration,Debit,Credit", ...rows].join("\n");
  const bytes = new TextEncoder().encode(text);
  return made(await sendStatement(who, `accountId=${id}&file=bank.csv${query}`, bytes));
};
const enter = async (accountId: string, amount: number, notes: string, who = owner()) => {
  const entry = { type: "Expense", accountId, categoryId: category, date: "2026-10-05", amount };
  const described = { ...entry, description: "Laptop, Acme Systems", notes };
  return made(await who.post("/api/transactions", described)).transaction;
};
const lines = async (id: string) =>
  done(await owner().get(`/api/bank-lines?accountId=${id}&limit=100`)).items;
const isMatched = async (id: string) =>
  (await lines(id)).map(({ match }: { match?: object }) => match !== undefined);
const ACME = "IMPS-629700012345-ACME SYSTEMS-HDFC-XXXXXXX1234-";
const SMS = "06/10/2026,SMS CHARGES OCT26,23.60,";

describe("post at upload", () => {
  test("is off by default, and only an owner turns it on", async () => {
    const id = await account("Off");
    expect(done(await owner().get("/api/accounts")).accounts).toContainEqual(
      expect.objectContaining({ _id: id, postSure: false }),
    );
    const { rule: kept } = made(await staff().post("/api/bank-rules", rule()));
    expect(kept.post).toBe(false);
    const refused = {
      status: 403,
      body: { message: "Only agency owners can accept bank lines at upload." },
    };
    expect(await staff().put(`/api/accounts/${id}`, { postSure: true })).toMatchObject(refused);
    expect(await staff().post("/api/accounts", { name: "Mine", postSure: true })).toMatchObject(
      refused,
    );
    expect(await staff().post("/api/bank-rules", rule({ post: true }))).toMatchObject(refused);
    expect(await staff().put(`/api/bank-rules/${kept._id}`, { post: true })).toMatchObject(refused);
    await enter(id, 45_000, "629700012345");
    const { posted } = await upload(staff(), id, [`05/10/2026,${ACME},45000.00,`, SMS]);
    expect([posted, await isMatched(id)]).toEqual([null, [false, false]]);
    done(await owner().put(`/api/bank-rules/${kept._id}`, { post: true }));
    const changed = { effect: { categoryId: category, description: "Mine" } };
    expect(await staff().put(`/api/bank-rules/${kept._id}`, changed)).toMatchObject(refused);
    done(await owner().delete(`/api/bank-rules/${kept._id}`));
  });

  test("accepts certain matches and rules as one batch, which one call undoes", async () => {
    const id = await account("On", { postSure: true });
    const { rule: kept } = made(await owner().post("/api/bank-rules", rule({ post: true })));
    const entry = await enter(id, 45_000, "629700012345");
    await enter(id, 7_000, "");
    const rows = [`05/10/2026,${ACME},45000.00,`, SMS, "07/10/2026,UPI-NOBODY,7000.00,"];
    expect((await upload(staff(), id, rows, "&dryRun=1")).posted).toBeNull();
    const { posted, statement } = await upload(staff(), id, rows);
    expect(posted).toMatchObject({ accepted: 2, in: 0, out: 45_023.6 });
    expect(await isMatched(id)).toEqual([true, true, false]);
    const [acme, sms] = await lines(id);
    expect(acme.match.parts).toMatchObject([{ _id: entry._id }]);
    expect(sms.match).toMatchObject({
      kind: "rule",
      parts: [{ name: "SMS charges", amount: -23.6 }],
    });
    expect(await upload(staff(), id, rows)).toMatchObject({
      posted: null,
      statement: { _id: statement._id },
    });
    const batch = `/api/matches/${posted.match}?batch=1`;
    expect([(await staff().delete(batch)).status, await isMatched(id)]).toEqual([
      403,
      [true, true, false],
    ]);
    const { undone } = done(await owner().delete(batch));
    expect([undone, await isMatched(id)]).toEqual([2, [false, false, false]]);
    const { items } = done(await owner().get(`/api/transactions?accountId=${id}`));
    expect(items.map(({ amount }: { amount: number }) => amount).sort()).toEqual([45_000, 7_000]);
    done(await owner().delete(`/api/bank-rules/${kept._id}`));
  });

  test("leaves open what the user may not accept: closed books and amounts above the limit", async () => {
    const id = await account("Held", { postSure: true });
    const { rule: kept } = made(await owner().post("/api/bank-rules", rule({ post: true })));
    done(await owner().put("/api/approvals/limit", { limit: 10_000 }));
    done(await owner().put("/api/locks", { lockedTo: "2026-09-30" }));
    const rows = [
      "30/09/2026,SMS CHARGES SEP26,23.60,",
      "06/10/2026,SMS CHARGES YEAR,10000.01,",
      "07/10/2026,SMS CHARGES OCT26,23.60,",
    ];
    const { posted } = await upload(staff(), id, rows);
    expect([posted.accepted, await isMatched(id)]).toEqual([1, [false, false, true]]);
    done(await owner().put("/api/approvals/limit", { limit: null }));
    done(await owner().put("/api/locks", { lockedTo: "", reason: "The next test" }));
    done(await owner().delete(`/api/bank-rules/${kept._id}`));
  });

  test("stops for a rule whose category becomes inactive", async () => {
    const id = await account("Gone");
    const { category: gone } = made(
      await owner().post("/api/categories", { name: "Old fees", type: "Expense" }),
    );
    const effect = { categoryId: gone._id, description: "SMS" };
    made(await owner().post("/api/bank-rules", rule({ post: true, effect })));
    done(await owner().put(`/api/categories/${gone._id}`, { isActive: false }));
    expect((await upload(owner(), id, [SMS])).posted).toBeNull();
    const [{ proposals }] = await lines(id);
    expect(proposals.map(({ kind }: { kind: string }) => kind)).not.toContain("rule");
  });
});
