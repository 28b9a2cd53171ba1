import { afterEach, beforeEach, expect, test } from "bun:test";
import { giveException } from "../furnish.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { buyingIn } from "./buying.ts";
import { makeEarlier } from "./earlierAgency.ts";

// The day on which the tax book begins. August and September are filed; GSTR-2B of September has a row
// without a bill, and one bill's credit waits. All at 18 %, within Maharashtra.

let world: World;
let clientId = "";
let accountId = "";
let vendor: { _id: string };
let waiting: { _id: string };
beforeEach(async () => {
  world = await createWorld();
  await owner().put("/api/metadata", { gstNumber: OWN });
  await makeEarlier(world);
  const client = { displayName: "Konkan Foods", gstin: OWN };
  clientId = made(await post("/clients", client)).client._id;
  accountId = await addBank();
  vendor = await addVendor({ gstin: VENDOR });
});
afterEach(() => world.end());

const { owner, post, get, addVendor, bill, addBank, isRight } = buyingIn(() => world);
const OWN = "27AAACB1234C1ZF";
const VENDOR = "27AAMFP3390B1Z8";
const item = (rate: number) => ({
  description: "Film",
  hsnSac: "998361",
  qty: 1,
  rate,
  taxPct: 18,
});
const sell = async (date: string, rate: number): Promise<string> => {
  const { _id } = made(await post("/invoices", { clientId, date, items: [item(rate)] }));
  done(await post(`/invoices/${_id}/send`, {}));
  return _id;
};
const pay = (path: string, amount: number, date = "2026-09-20") =>
  post(`${path}/payments`, { date, amount, mode: "UPI", accountId });

const load = async (period: string, number = "") => {
  const [year, month] = period.split("-");
  const tax = { igst: 0, cgst: 90, sgst: 90, cess: 0 };
  const day = { dt: `12-${month}-${year}`, pos: "27", rev: "N", itcavl: "Y", rsn: "" };
  const inv = number ? [{ inum: number, ...day, txval: 1_000, ...tax }] : [];
  const docdata = { b2b: inv.length > 0 ? [{ ctin: VENDOR, inv }] : [] };
  const data = { gstin: OWN, rtnprd: `${month}${year}`, docdata };
  done(await post(`/gst/${period}/2b`, { data }));
};
const file = async (period: string, date: string, returns = ["GSTR1", "GSTR3B"]) => {
  for (const which of returns) {
    const arn = `AA27${period.replace("-", "")}${which.slice(-2)}`.padEnd(15, "0");
    made(await post(`/gst/${period}/filed`, { return: which, date, arn }));
  }
};
const fileBefore = async () => {
  await load("2026-08");
  await file("2026-08", "2026-09-20");
  waiting = await bill(vendor, 1_000, { number: "P/2", date: "2026-09-25" });
  await load("2026-09", "Q/9");
  await file("2026-09", "2026-10-20");
};
const begin = async (more: object = {}) =>
  done(await post("/gst/tax-book", { startsOn: "2026-10-01", ...more }));
const fileOctober = async () => {
  await load("2026-10");
  expect((await get("/gst/2026-10/proof")).agrees).toBe(true);
  await file("2026-10", "2026-11-20");
  await isRight();
  return ledgers("2026-11-20");
};
const ledgers = async (at: string) => {
  const { rows } = await get(`/reports/trial-balance?at=${at}`);
  const some = rows.filter(({ name }: { name: string }) => name.includes("CGST"));
  return Object.fromEntries(
    some.map((row: { name: string; debit: number; credit: number }) => [
      row.name,
      row.debit - row.credit,
    ]),
  );
};
const WAITS = { "Input CGST not yet in GSTR-2B": 90 };
const linkOldRow = async (billId: string) => {
  const { pairs } = await get("/gst/2026-10/matching");
  const row = pairs.find((pair: { row?: { number: string } }) => pair.row?.number === "Q/9").row;
  done(await post("/gst/2026-10/matching", { link: [{ bill: billId, row: row._id }] }));
};

test("late documents, advances and amendments leave what they owe in Output", async () => {
  const amended = await sell("2026-08-12", 60_000);
  await fileBefore();
  const voucher = { clientId, date: "2026-09-07", amount: 118, taxPct: 18, mode: "UPI", accountId };
  made(await post("/vouchers", { ...voucher, description: "Advance" }));
  done(await owner().put(`/api/invoices/${amended}`, { items: [item(65_000)] }));
  made(await post("/gst/2026-10/amendments", { documentId: amended }));
  await begin();
  expect(await ledgers("2026-10-01")).toEqual({
    "Output CGST": -459,
    "CGST on advances": 9,
    "GST payable CGST": -5_400,
    ...WAITS,
  });
  const left = await fileOctober();
  expect(left["Output CGST"]).toBeUndefined();
});

test("late documents of an open earlier return belong to that return", async () => {
  await load("2026-08");
  await file("2026-08", "2026-09-20");
  await sell("2026-08-28", 100);
  await begin();
  await load("2026-09");
  await file("2026-09", "2026-10-20");
  expect(await fileOctober()).toEqual({ "GST payable CGST": -9 });
});

test("earlier payments move ledgers from the first day on", async () => {
  await fileBefore();
  const invoice = await sell("2026-10-10", 1_000);
  made(await pay(`/invoices/${invoice}`, 590));
  const lawyer = await addVendor({ gstin: OWN });
  const own = await bill(lawyer, 500, { date: "2026-10-05", reverseCharge: true });
  made(await pay(`/bills/${own._id}`, 500));
  await begin({ takesEarlier: true });
  expect(await ledgers("2026-10-01")).toEqual({
    "Output CGST": -45,
    "CGST on advances": 45,
    "Reverse charge payable CGST": -45,
    "Input CGST": 45,
    ...WAITS,
  });
  const { "GST payable CGST": _, ...left } = await fileOctober();
  expect(left).toEqual(WAITS);
});

test("a bill that waits, or is entered later, gets its credit from an older row", async () => {
  await fileBefore();
  await begin();
  expect((await get(`/bills/${waiting._id}`)).creditState).toBe("WAITS");
  const later = await bill(vendor, 3_000, { number: "P/9", date: "2026-09-28" });
  await linkOldRow(waiting._id);
  expect(await fileOctober()).toEqual({
    "Input CGST": 90,
    "Input CGST not yet in GSTR-2B": 270,
  });
  done(await post(`/bills/${later._id}/cancel`, { date: "2026-11-06" }));
  done(await post(`/bills/${waiting._id}/cancel`, { date: "2026-11-06" }));
  expect(await ledgers("2026-11-20")).toEqual({});
  expect((await get("/gst/2026-11/gstr3b")).tables["4B2"].cgst).toBe(90);
  expect((await get("/gst/2026-11/proof")).agrees).toBe(true);
  await isRight();
});

test("a bill that waits and is dated after the first day waits once", async () => {
  await fileBefore();
  await begin();
  const dates = { date: "2026-10-03", dueDate: "2026-12-03" };
  done(await owner().put(`/api/bills/${waiting._id}`, dates));
  expect(await ledgers("2026-10-31")).toEqual(WAITS);
  await isRight();
});

test("a bill entered after its return waits; without return and GSTR-2B it counts as claimed", async () => {
  await file("2026-09", "2026-10-20");
  await bill(vendor, 1_000, { number: "P/2", date: "2026-09-25" });
  await bill(vendor, 1_000, { number: "P/1", date: "2026-08-25" });
  expect(await begin()).toMatchObject({ assumedClaimed: ["2026-08"] });
  expect(await ledgers("2026-09-30")).toEqual({ "Input CGST": 180 });
  expect(await ledgers("2026-10-01")).toEqual({ ...WAITS, "GST payable CGST": 90 });
});

test("reverse charge of a filed return is reversed with its bill", async () => {
  const carrier = await addVendor({ gstin: "", kind: "UNREGISTERED" });
  const own = await bill(carrier, 500, { date: "2026-08-26", reverseCharge: true });
  await fileBefore();
  await begin();
  done(await post(`/bills/${own._id}/cancel`, { date: "2026-10-05" }));
  expect(await fileOctober()).toEqual(WAITS);
});

test("the use of an earlier advance can be undone after its return", async () => {
  const voucher = { clientId, date: "2026-09-05", amount: 1_180, taxPct: 18, mode: "UPI" };
  const { _id } = made(await post("/vouchers", { ...voucher, accountId, description: "Advance" }));
  await fileBefore();
  await begin();
  const invoiceId = await sell("2026-10-10", 1_000);
  const use = { invoiceId, date: "2026-10-10", amount: 1_180 };
  const { application } = made(await post(`/vouchers/${_id}/use`, use));
  await fileOctober();
  done(await owner().delete(`/api/applications/${application._id}`));
  const left = await ledgers("2026-11-20");
  expect(left).toMatchObject({ "Output CGST": -90, "CGST on advances": 90 });
  expect((await get("/gst/2026-11/gstr3b")).tables["3.1a"].cgst).toBe(90);
});

test("a locked first month includes its opening entry once in its check", async () => {
  await fileBefore();
  await begin();
  done(await owner().put("/api/locks", { lockedTo: "2026-10-31", reason: "Checked" }));
  await giveException(owner(), "A wrong credit");
  const credit = { itc: "BLOCKED", blockedBy: "PERSONAL", date: "2026-11-05" };
  done(await post(`/bills/${waiting._id}/credit`, credit));
  for (const month of ["2026-10", "2026-11"]) {
    expect((await get(`/gst/${month}/proof`)).agrees).toBe(true);
  }
  await isRight();
});

test("an IFF does not move the first day of the tax book", async () => {
  await owner().put("/api/metadata", { filing: "QUARTERLY" });
  await load("2026-09");
  await file("2026-09", "2026-10-20");
  await file("2026-10", "2026-11-12", ["IFF"]);
  expect((await get("/gst/tax-book")).choice.days).toEqual(["2026-10-01"]);
  await begin();
  await isRight();
});

test("cancelling an earlier bill moves the day of cancelling and no day before", async () => {
  const byDate = await bill(vendor, 2_000, { number: "P/0", date: "2026-07-20" });
  await file("2026-07", "2026-08-20");
  const byRow = await bill(vendor, 1_000, { number: "P/1", date: "2026-08-12" });
  const carrier = await addVendor({ gstin: "", kind: "UNREGISTERED" });
  const own = await bill(carrier, 500, { date: "2026-08-26", reverseCharge: true });
  await load("2026-08", "P/1");
  await file("2026-08", "2026-09-20");
  await load("2026-09");
  await file("2026-09", "2026-10-20");
  await begin({ credit: { cgst: 400 } });
  await load("2026-10");
  await file("2026-10", "2026-11-01");
  const days = ["2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"];
  const balances = () => Promise.all(days.map((at) => get(`/reports/trial-balance?at=${at}`)));
  const before = await balances();
  const asBegun = await ledgers("2026-10-31");
  for (const { _id } of [byDate, byRow, own]) {
    done(await post(`/bills/${_id}/cancel`, { date: "2026-11-02" }));
  }
  expect(await balances()).toEqual(before);
  expect(await ledgers("2026-11-30")).toEqual({
    ...asBegun,
    "Input CGST": 400 - 180 - 90 - 45,
    "Reverse charge payable CGST": 45,
  });
  const { tables } = await get("/gst/2026-11/gstr3b");
  expect(tables["4B2"]).toMatchObject({ cgst: 270, sgst: 270 });
  expect(tables["3.1d"]).toMatchObject({ cgst: -45, sgst: -45 });
  expect((await get("/gst/2026-11/proof")).agrees).toBe(true);
  await isRight();
});

test("needs a GSTIN, and begins again where it cannot be undone", async () => {
  await fileBefore();
  await owner().put("/api/metadata", { gstNumber: "" });
  expect((await get("/gst/tax-book")).choice).toBeNull();
  const refused = await post("/gst/tax-book", { startsOn: "2026-10-01" });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("GSTIN") },
  });
  await owner().put("/api/metadata", { gstNumber: OWN });
  await begin({ credit: { cgst: 50 } });
  expect(await post("/undo", {})).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("on another day instead") },
  });
  await begin({ credit: { cgst: 90 } });
  expect(await ledgers("2026-11-20")).toMatchObject({ "Input CGST": 90 });
  await isRight();
});
