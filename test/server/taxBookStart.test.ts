import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { buyingIn } from "./buying.ts";
import { makeEarlier } from "./earlierAgency.ts";

// An agency that used bahi before the tax book begins it after filed returns. All at 18 %, within
// Maharashtra, so CGST and SGST are equal.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  await makeEarlier(world);
});
afterAll(() => world.end());

const { post, get, addVendor, bill, addBank, isRight } = buyingIn(() => world);
const VENDOR = "27AAMFP3390B1Z8";

const sell = async (date: string, rate: number) => {
  const items = [{ description: "Film", hsnSac: "998361", qty: 1, rate, taxPct: 18 }];
  const { _id } = made(await post("/invoices", { clientId, date, items }));
  done(await post(`/invoices/${_id}/send`, {}));
  return _id;
};
let clientId = "";

const load = async (period: string, number: string, date: string, txval: number) => {
  const [year, month] = period.split("-");
  const tax = { igst: 0, cgst: txval * 0.09, sgst: txval * 0.09, cess: 0 };
  const day = date.split("-").reverse().join("-");
  const row = { inum: number, dt: day, pos: "27", rev: "N", itcavl: "Y", rsn: "", txval, ...tax };
  const docdata = { b2b: [{ ctin: VENDOR, inv: [row] }] };
  const data = { gstin: "27AAACB1234C1ZF", rtnprd: `${month}${year}`, docdata };
  done(await post(`/gst/${period}/2b`, { data }));
  const { pairs } = await get(`/gst/${period}/matching`);
  const accept = pairs
    .filter(({ status }: { status: string }) => status === "SUGGESTED")
    .map((pair: Record<string, { _id: string }>) => ({ bill: pair.bill?._id, row: pair.row?._id }));
  if (accept.length > 0) done(await post(`/gst/${period}/matching`, { accept }));
};

const file = async (period: string, date: string) => {
  for (const which of ["GSTR1", "GSTR3B"]) {
    const arn = `AA27${period.replace("-", "")}${which.slice(-2)}`.padEnd(15, "0");
    done(await post(`/gst/${period}/filed`, { return: which, date, arn }));
  }
};

const LEDGERS = [
  ...["Output CGST", "Input CGST", "CGST on advances", "Input CGST not yet in GSTR-2B"],
  ...["Reverse charge payable CGST", "GST payable CGST"],
];
/** Balances of the tax ledgers at the end of a day, debit positive, without zero ones. */
const ledgersAt = async (at: string) => {
  const { rows } = await get(`/reports/trial-balance?at=${at}`);
  return Object.fromEntries(
    rows
      .filter(({ name }: { name: string }) => LEDGERS.includes(name))
      .map(({ name, debit, credit }: { name: string; debit: number; credit: number }) => [
        name,
        debit - credit,
      ]),
  );
};

test("the tax book starts after filed returns with ledgers equal to the portal's balances", async () => {
  clientId = made(await post("/clients", { displayName: "Konkan Foods", state: "Maharashtra" }))
    .client._id;
  const accountId = await addBank();
  const vendor = await addVendor({ gstin: VENDOR });
  await sell("2026-08-10", 10_000);
  await bill(vendor, 2_000, { number: "P/1", date: "2026-08-05" });
  await load("2026-08", "P/1", "2026-08-05", 2_000);
  await file("2026-08", "2026-09-20");
  const voucher = made(
    await post("/vouchers", {
      clientId,
      date: "2026-09-05",
      amount: 1_180,
      taxPct: 18,
      mode: "UPI",
      accountId,
      description: "Advance for a film",
    }),
  );
  await bill(vendor, 1_000, { number: "P/2", date: "2026-09-25" });
  await load("2026-09", "Q/9", "2026-09-12", 4_000);
  await file("2026-09", "2026-10-20");
  await sell("2026-09-28", 100);
  const carrier = await addVendor({ gstin: "", kind: "UNREGISTERED" });
  await bill(carrier, 500, { date: "2026-09-26", reverseCharge: true });

  expect(await get("/gst/tax-book")).toMatchObject({
    hasBegun: false,
    choice: { reason: "returns are filed up to 30 Sep 2026" },
  });
  expect((await get("/gst/tax-book")).choice.days[0]).toBe("2026-10-01");
  const begin = (more: object) =>
    post("/gst/tax-book", { startsOn: "2026-10-01", credit: { cgst: 50, sgst: 50 }, ...more });
  const early = await begin({ startsOn: "2026-09-01" });
  expect(early).toMatchObject({ status: 400 });
  expect(early.body.errors[0]).toMatchObject({ path: "startsOn" });
  expect(early.body.message).toContain("1 Oct 2026 at the earliest");

  const before = await ledgersAt("2026-10-31");
  expect(before).toEqual({ "Output CGST": -909, "Input CGST": 315, "GST payable CGST": -45 });
  const dry = await begin({ dryRun: true });
  expect(dry.headers.get("x-operation")).toBeNull();
  const preview = done(dry);
  expect(await ledgersAt("2026-10-31")).toEqual(before);
  const begun = done(await begin({}));
  expect({ ...begun, isDryRun: true }).toEqual(preview);
  // 900, and 90 of the advance, were owed. 180 was credit, and 50 of it is left: 860 was paid or is due.
  expect(await ledgersAt("2026-10-01")).toEqual({
    "Output CGST": -9,
    "Input CGST": 95,
    "CGST on advances": 90,
    "Input CGST not yet in GSTR-2B": 90,
    "Reverse charge payable CGST": -45,
    "GST payable CGST": -860,
  });
  expect(await ledgersAt("2026-09-30")).toEqual(before);
  const findLedger = (name: string) =>
    begun.ledgers.find((one: { name: string }) => one.name === name);
  expect(findLedger("Output CGST")).toMatchObject({ before: -909, after: -9, difference: 900 });
  await isRight();

  const invoice = await sell("2026-10-10", 1_000);
  const use = { invoiceId: invoice, date: "2026-10-10", amount: 1_180 };
  made(await post(`/vouchers/${voucher._id}/use`, use));
  await load("2026-10", "P/2", "2026-09-25", 1_000);
  expect(await ledgersAt("2026-10-31")).toEqual({
    "Output CGST": -9,
    "Input CGST": 185,
    "Reverse charge payable CGST": -45,
    "GST payable CGST": -860,
  });
  const october = await get("/gst/2026-10/gstr3b");
  expect(october.brought).toMatchObject({
    credit: { igst: 0, cgst: 50, sgst: 50 },
    negative: { igst: 0, cgst: 0, sgst: 0 },
  });
  expect((await get("/gst/2026-10/proof")).agrees).toBe(true);
  await file("2026-10", "2026-11-20");
  expect(await ledgersAt("2026-11-20")).toEqual({ "Input CGST": 176, "GST payable CGST": -906 });
  await isRight();

  const again = await begin({ startsOn: "2026-11-01" });
  expect(again).toMatchObject({ status: 409 });
  const staff = world.kaveri.staff;
  expect((await staff.post("/api/gst/tax-book", { startsOn: "2026-11-01" })).status).toBe(403);
});
