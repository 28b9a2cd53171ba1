import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";
import { buyingIn } from "./buying.ts";

// Money that goes out is proposed as the payment of an open bill: whole, or less the tax kept back.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const { owner, post, get, addVendor, line, bill, addBank, isRight } = buyingIn(() => world);

test("a line that comes to a bill pays it, and undoing takes the payment back", async () => {
  const vendor = await addVendor({ displayName: "Pune Print House", tdsRule: "PROFESSIONAL" });
  const items = [line(60_000, { taxPct: 0 })];
  const less = await bill(vendor, 0, { items, date: "2026-10-01" });
  const other = await addVendor({ displayName: "Kaveri Software" });
  const whole = await bill(other, 0, { items: [line(11_800, { taxPct: 0 })], date: "2026-10-02" });
  const account = await addBank();
  const text =
    "Date,Narration,Debit,Credit,Balance\n" +
    "05/10/2026,NEFT DR-HDFC0000001-PUNE PRINT HOUSE-N123456789012,54000.00,,46000.00\n" +
    "06/10/2026,NEFT DR-HDFC0000001-KAVERI SOFTWARE-N123456789013,11800.00,,34200.00\n";
  made(
    await sendStatement(
      owner(),
      `accountId=${account}&file=oct.csv`,
      new TextEncoder().encode(text),
    ),
  );
  const { items: lines } = await get(`/bank-lines?accountId=${account}`);
  const first = lines.map(
    (one: { proposals: { kind: string; why: string }[] }) => one.proposals[0],
  );
  expect(first).toMatchObject([
    {
      kind: "bill",
      parts: [{ kind: "bill", _id: less._id, amount: 54_000, tdsAmount: 6_000 }],
    },
    {
      kind: "bill",
      parts: [{ kind: "bill", _id: whole._id, amount: 11_800, tdsAmount: 0 }],
    },
  ]);
  expect(first[0].why).toStartWith(`₹54,000.00 is ${less.number} less 10% TDS (₹6,000.00)`);
  const accepted = made(
    await post(`/bank-lines/${lines[0]._id}/accept`, { proposal: first[0]._id }),
  );
  expect(await get(`/bills/${less._id}`)).toMatchObject({ status: "PAID", tdsKept: 6_000 });
  await isRight();
  done(await owner().delete(`/api/matches/${accepted.line.match._id}`));
  expect(await get(`/bills/${less._id}`)).toMatchObject({ status: "OPEN", payments: [] });
  await isRight();
});
