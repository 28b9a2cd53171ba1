import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createWorld, done, made, type World } from "../world.ts";
import { startBilling } from "./billing.ts";
import { buyingIn } from "./buying.ts";

// When tax falls due, and its return if its own was filed.

let world: World;
let near = "";
beforeAll(async () => {
  world = await createWorld();
  ({ near } = await startBilling(world));
});
afterAll(() => world.end());

const { addVendor, bill, line, get, post, owner, isRight } = buyingIn(() => world);
const mode = "Bank Transfer";

async function createInvoice(date: string, rate = 10_000) {
  const items = [{ description: "Logo", hsnSac: "998391", qty: 1, rate, taxPct: 18 }];
  const { _id } = made(await post("/invoices", { clientId: near, date, items }));
  done(await post(`/invoices/${_id}/send`, {}));
  return _id as string;
}

async function pay(path: string, date: string, amount: number) {
  const payment = { date, amount, mode, accountId: world.kaveri.account._id };
  return made(await post(`${path}/payments`, payment)).payment._id as string;
}

async function tables(month: string) {
  const { summary } = await get(`/gst/${month}`);
  const { tables } = await get(`/gst/${month}/gstr3b`);
  const of = ({ taxable = 0, cgst = 0 }) => [taxable, cgst];
  return {
    "11A": of(summary["11A"]),
    "11B": of(summary["11B"]),
    "3.1a": of(tables["3.1a"]),
    "3.1d": of(tables["3.1d"]),
    "4A3": of(tables["4A3"]),
  };
}

const file = async (month: string, which: "GSTR1" | "GSTR3B", date: string) =>
  made(await post(`/gst/${month}/filed`, { return: which, date, arn: "AA270000000001Z" }));

/** Balance of a ledger at the end of a day; credit is negative. */
async function balance(name: string, at: string): Promise<number> {
  const { rows } = await get(`/reports/trial-balance?at=${at}`);
  const row = rows.find((one: { name: string }) => one.name === name);
  return row ? row.debit - row.credit : 0;
}

describe("a payment before its invoice", () => {
  test("is an advance in its own month, until the invoice's day", async () => {
    const invoice = await createInvoice("2025-11-05");
    const payment = await pay(`/invoices/${invoice}`, "2025-10-25", 5_900);
    expect((await tables("2025-10"))["11A"]).toEqual([5_000, 450]);
    expect((await tables("2025-11"))["11B"]).toEqual([5_000, 450]);
    expect((await tables("2025-11"))["3.1a"]).toEqual([5_000, 450]);
    expect([
      await balance("CGST on advances", "2025-10-31"),
      await balance("Output CGST", "2025-10-31"),
      await balance("Advances from customers", "2025-10-31"),
      await balance("Trade receivables", "2025-10-31"),
    ]).toEqual([450, -450, -5_900, 0]);
    expect([
      await balance("CGST on advances", "2025-11-30"),
      await balance("Output CGST", "2025-11-30"),
      await balance("Advances from customers", "2025-11-30"),
      await balance("Trade receivables", "2025-11-30"),
    ]).toEqual([0, -900, 0, 5_900]);
    await isRight();
    const { preflight } = await get("/gst/2025-10");
    expect(preflight.map(({ code }: { code: string }) => code)).not.toContain("ADVANCES_DIFFER");
    const { types } = await get("/exports/tally?month=2025-10");
    expect(types).toContainEqual({ type: "Journal", count: 1, amount: 6_800 });

    done(await owner().delete(`/api/payments/${payment}`));
    expect((await tables("2025-10"))["11A"]).toEqual([0, 0]);
    done(await post("/undo", {}));
    expect((await tables("2025-10"))["11A"]).toEqual([5_000, 450]);
    await isRight();
  });

  test("is in neither table if both are in one month", async () => {
    const invoice = await createInvoice("2025-08-20");
    await pay(`/invoices/${invoice}`, "2025-08-02", 11_800);
    const { "11A": received, "11B": adjusted } = await tables("2025-08");
    expect([received, adjusted]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await balance("CGST on advances", "2025-08-10")).toBe(900);
  });

  test("is in the open month if its own was filed before it was entered", async () => {
    const invoice = await createInvoice("2025-07-05");
    await file("2025-06", "GSTR1", "2025-07-11");
    await pay(`/invoices/${invoice}`, "2025-06-25", 11_800);
    expect((await tables("2025-06"))["11A"]).toEqual([0, 0]);
    expect((await tables("2025-07"))["11A"]).toEqual([0, 0]);
    expect((await tables("2025-07"))["3.1a"]).toEqual([10_000, 900]);
    await isRight();

    done(await owner().delete("/api/gst/2025-06/filed?return=GSTR1"));
    expect((await tables("2025-06"))["11A"]).toEqual([10_000, 900]);
    expect((await tables("2025-07"))["11B"]).toEqual([10_000, 900]);
    await isRight();
  });

  test("has the same result in any order of entry", async () => {
    const payments = [
      ["2024-12-28", 333.33],
      ["2025-01-10", 1_000],
      ["2024-11-30", 4_000.01],
      ["2025-01-15", 500],
      ["2025-01-20", 700],
    ] as const;
    let wanted: unknown;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...payments], { minLength: payments.length }),
        async (order) => {
          const invoice = await createInvoice("2025-01-15");
          for (const [date, amount] of order) await pay(`/invoices/${invoice}`, date, amount);
          const found = await world.books.read.all(
            `SELECT period, section, taxable_paise, cgst_paise, sgst_paise FROM tax_entries
              WHERE document = '${invoice}' ORDER BY 1, 2, 3`,
          );
          wanted ??= found;
          expect(found).toEqual(wanted as never);
        },
      ),
      { numRuns: 6 },
    );
    expect(wanted).toHaveLength(6);
  });
});

describe("reverse charge", () => {
  const own = (date: string, more: object = {}) => ({ date, reverseCharge: true, ...more });

  test("falls due with a payment before the self-invoice", async () => {
    const vendor = await addVendor({ gstin: "" });
    const { _id } = await bill(
      vendor,
      10_000,
      own("2025-11-12", { kind: "SELF_INVOICE", number: "" }),
    );
    await pay(`/bills/${_id}`, "2025-10-25", 4_000);
    expect((await tables("2025-10"))["3.1d"]).toEqual([4_000, 360]);
    expect((await tables("2025-11"))["3.1d"]).toEqual([6_000, 540]);
    expect((await tables("2025-11"))["4A3"]).toEqual([0, 540]);
    expect(await balance("Reverse charge payable CGST", "2025-10-31")).toBe(-360);
    expect(await balance("Reverse charge payable CGST", "2025-11-30")).toBe(-900);
    await isRight();
  });

  test("falls due on payment or on the 61st day for a registered vendor", async () => {
    const { _id } = await bill(await addVendor(), 10_000, own("2025-03-10"));
    expect((await tables("2025-03"))["3.1d"]).toEqual([0, 0]);
    expect((await tables("2025-05"))["3.1d"]).toEqual([10_000, 900]);
    await pay(`/bills/${_id}`, "2025-04-20", 10_000);
    expect((await tables("2025-04"))["3.1d"]).toEqual([10_000, 900]);
    expect((await tables("2025-05"))["3.1d"]).toEqual([0, 0]);
    await isRight();
  });

  test("is cost with its tax if blocked", async () => {
    const vendor = await addVendor();
    const items = [line(10_000, { itc: "BLOCKED", blockedBy: "FOOD" })];
    const { _id } = await bill(vendor, 0, own("2025-02-03", { items }));
    expect(await balance("Purchases", "2025-02-28")).toBe(10_000);
    await pay(`/bills/${_id}`, "2025-02-10", 10_000);
    expect(await balance("Purchases", "2025-02-28")).toBe(11_800);
    const { tables: cells } = await get("/gst/2025-02/gstr3b");
    expect([cells["4A3"].cgst, cells["4B1"].cgst, cells["4C"].cgst]).toEqual([900, 900, 0]);
    await isRight();
  });

  test("is deducted in the open return if cancelled after filing", async () => {
    const vendor = await addVendor({ gstin: "" });
    const { _id } = await bill(
      vendor,
      2_000,
      own("2025-09-05", { kind: "SELF_INVOICE", number: "" }),
    );
    await file("2025-09", "GSTR3B", "2025-10-20");
    done(await post(`/bills/${_id}/cancel`, {}));
    expect((await tables("2025-09"))["3.1d"]).toEqual([2_000, 180]);
    const october = await tables("2025-10");
    // 4,000.00 of the vendor paid before the self-invoice, less the amount of September.
    expect([october["3.1d"], october["4A3"]]).toEqual([
      [2_000, 180],
      [0, 180],
    ]);
    await isRight();

    done(await owner().delete("/api/gst/2025-09/filed?return=GSTR3B"));
    expect((await tables("2025-09"))["3.1d"]).toEqual([0, 0]);
    expect((await tables("2025-10"))["3.1d"]).toEqual([4_000, 360]);
    await isRight();
  });
});

test("changes to a locked month are posted on the first open day", async () => {
  const invoice = await createInvoice("2026-02-05");
  await pay(`/invoices/${invoice}`, "2026-01-25", 1_180);
  const before = await balance("CGST on advances", "2026-01-31");
  done(await owner().put("/api/locks", { lockedTo: "2026-01-31" }));
  const items = [{ description: "Logo", hsnSac: "998391", qty: 1, rate: 10_000, taxPct: 5 }];
  done(
    await owner().put(`/api/invoices/${invoice}`, { clientId: near, date: "2026-02-05", items }),
  );
  expect(await balance("CGST on advances", "2026-01-31")).toBe(before);
  expect(await balance("CGST on advances", "2026-02-01")).not.toBe(before);
  await isRight();
});

test("the check finds an entry that was changed by hand", async () => {
  await world.books.write.run("UPDATE tax_entries SET cgst_paise = cgst_paise + 1 WHERE n = 0");
  const { differences } = await get("/books/check");
  expect(differences[0]).toMatchObject({
    figure: "returns",
    where: expect.stringMatching(/^tax of /),
  });
});
