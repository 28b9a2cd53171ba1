import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import gstr2b from "../data/gst-returns/2026-10/gstr2b.json";
import gstr3b from "../data/gst-returns/2026-10/gstr3b.json";
import matching from "../data/gst-returns/2026-10/matching.json";
import purchases from "../data/gst-returns/2026-10/purchases.json";
import { createWorld, done, made, type World } from "../world.ts";
import { buyingIn } from "./buying.ts";
import { moveOctoberIn } from "./octoberIn.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await moveOctoberIn(world, "kaveri", true);
  await buyOctober();
});
afterAll(() => world.end());

const { get, post } = buyingIn(() => world);
const put = (path: string, body: object) => world.kaveri.owner.put(`/api${path}`, body);
const remove = (path: string) => world.kaveri.owner.delete(`/api${path}`);

async function buyOctober() {
  made(await post("/import/books", purchases));
  // Reverse charge of a vendor with a GSTIN falls due with the payment.
  for (const { number, date } of purchases.bills.filter(({ reverseCharge }) => reverseCharge)) {
    const { items } = await get(`/bills?q=${encodeURIComponent(number)}`);
    const [{ _id, grandTotal: amount }] = items;
    const payment = { date, amount, mode: "UPI", accountId: world.kaveri.account._id };
    made(await post(`/bills/${_id}/payments`, payment));
  }
}

const ODD = { inum: "1", dt: "01-10-2026", txval: "much" };

const outcome = async () =>
  (await pairs()).map(({ bill, row, ctin, status, differences }) => ({
    bill: bill?.number ?? null,
    row: row?.number ?? null,
    ctin,
    status,
    differences,
  })) as typeof matching.matches;

const load = (file: object = gstr2b, period = "2026-10") => post(`/gst/${period}/2b`, file);
// biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
const pairs = async (period = "2026-10"): Promise<any[]> =>
  (await get(`/gst/${period}/matching`)).pairs;

const shown = (period = "2026-10") => get(`/gst/${period}/gstr3b`);
const decide = (input: object, period = "2026-10") => post(`/gst/${period}/matching`, input);
const findPair = async (number: string, period?: string) => {
  const found = (await pairs(period)).find(
    ({ bill, row }) => bill?.number === number || row?.number === number,
  );
  return { ...found, ids: { bill: found?.bill?._id, row: found?.row?._id } };
};

describe("a file that is not the agency's and the period's", () => {
  const data = gstr2b.data;
  test.each<[string, object, string]>([
    [
      "another agency's",
      { data: { ...data, gstin: "27AAPFU0939F1ZV" } },
      "The file is for 27AAPFU",
    ],
    ["another month's", { data: { ...data, rtnprd: "092026" } }, "The file is for 2026-09"],
    ["no month", { data: { ...data, rtnprd: "132026" } }, "does not say which month"],
    ["something else", { hello: "world" }, "not a GSTR-2B file from the portal"],
    ["a list", [], "not a GSTR-2B file from the portal"],
    [
      "an invalid amount",
      { data: { ...data, docdata: { b2b: [{ ctin: "27", inv: [ODD] }] } } },
      "is not an amount",
    ],
  ])("is rejected and changes nothing: %s", async (_, file, sentence) => {
    const { status, body } = await load(file);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
    expect((await get("/gst/2026-10/matching")).loadedAt).toBe("");
  });
});

describe("GSTR-2B of October", () => {
  test("has only reclaimed credit in the portal's return without its file", async () => {
    const { tables, isProvisional } = await shown();
    expect(isProvisional).toBe(true);
    // Bills with tax, whether filed by the vendor or not, and reclaimed credit.
    expect(tables["4A5"].igst).toBe(10_800 + 3_600 + 2_700 + 1_260 + 1_980);
    const file = await get("/gst/2026-10/gstr3b.json");
    expect(file.itc_elg.itc_avl.find(({ ty }: { ty: string }) => ty === "OTH").iamt).toBe(1_980);
  });

  test("matches the bills as worked, in rule order", async () => {
    const { status, body } = await load();
    const counts = { rows: 13, matched: 7, suggested: 2, mismatch: 3, missing: 2 };
    expect([status, body]).toEqual([200, counts]);
    expect(await outcome()).toEqual(matching.matches);
    expect(await get("/gst/2026-10/matching")).toMatchObject(counts);
  });

  test("fills tables 3.1(d), 4 and 5 once the suggestions are accepted", async () => {
    const accept = await Promise.all(
      purchases.accepted.map(async (number) => (await findPair(number)).ids),
    );
    const { status, body } = await decide({ accept });
    expect([status, body]).toMatchObject([200, { matched: 9, suggested: 0 }]);
    expect(await outcome()).toEqual(matching.matches);
    const { itc_elg, inward_sup, sup_details } = await get("/gst/2026-10/gstr3b.json");
    expect({ itc_elg, inward_sup, isup_rev: sup_details.isup_rev }).toEqual({
      itc_elg: gstr3b.itc_elg,
      inward_sup: gstr3b.inward_sup,
      isup_rev: gstr3b.sup_details.isup_rev,
    });
    const { tables, cash, credit, payable, isProvisional } = await shown();
    expect([isProvisional, tables["4C"]]).toEqual([
      false,
      { igst: 16_622.22, cgst: 8_772.71, sgst: 8_772.71, cess: 0 },
    ]);
    expect(credit.used).toEqual({ igst: 16_622, cgst: 8_772, sgst: 8_772 });
    expect(credit.left).toEqual({ igst: 0.22, cgst: 0.71, sgst: 0.71 });
    expect(cash.igst).toBe(payable.igst - 16_622 + 2_222);
    expect(cash.cgst).toBe(payable.cgst - 8_772 + 8_100);
  });

  test("pays with earlier credit too", async () => {
    const before = (await shown()).cash;
    done(await put("/gst/2026-10/credit", { igst: 1_000.5, cgst: 0, sgst: 0 }));
    const { cash, brought } = await shown();
    expect(brought).toMatchObject({
      credit: { igst: 1_000.5, cgst: 0, sgst: 0 },
      isTyped: true,
    });
    expect(before.total - cash.total).toBe(1_000);
    const wrong = await put("/gst/2026-10/credit", { igst: -1, cgst: 0, sgst: 0 });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "igst"]);
    done(await put("/gst/2026-10/credit", { igst: 0, cgst: 0, sgst: 0 }));
  });

  test("keeps the decisions on its rows in a newer file", async () => {
    const later = structuredClone(gstr2b);
    later.data.docdata.b2b = later.data.docdata.b2b.filter(({ inv }) =>
      inv.every(({ inum }) => inum !== "AR-889"),
    );
    expect((await load(later)).body).toMatchObject({ rows: 12, matched: 9, missing: 1 });
    expect((await load()).body).toMatchObject({ rows: 13, matched: 9, missing: 2 });
    expect(await outcome()).toEqual(matching.matches);
  });
});

describe("a user's decision", () => {
  test("is undone, linked by hand, ignored and reopened", async () => {
    const accepted = await findPair("PPH/45");
    expect(accepted).toMatchObject({ status: "SUGGESTED", counts: true });
    expect((await decide({ unlink: [accepted.ids] })).body.suggested).toBe(1);
    expect((await decide({ accept: [accepted.ids] })).body.suggested).toBe(0);

    const [bill, row] = [(await findPair("DF/12")).ids.bill, (await findPair("AR-889")).ids.row];
    expect((await decide({ link: [{ bill, row }] })).body).toMatchObject({
      matched: 10,
      missing: 0,
    });
    expect(await findPair("AR-889")).toMatchObject({ status: "MANUAL", counts: true });
    expect((await decide({ unlink: [{ bill, row }] })).body.missing).toBe(2);
    await decide({ ignore: [{ row }] });
    expect(await findPair("AR-889")).toMatchObject({ status: "IGNORED", counts: false });
    expect((await decide({ unlink: [{ row }] })).body.missing).toBe(2);
  });

  test("is rejected as a whole if part of it is impossible", async () => {
    const [open, exact] = [await findPair("CASH-77"), await findPair("KS-0457")];
    const before = await pairs();
    const refused = async (input: object, status: number, sentence: string) => {
      const { body, ...answer } = await decide({ accept: [open.ids], ...input });
      expect([answer.status, body.message]).toEqual([status, expect.stringContaining(sentence)]);
      expect(await pairs()).toEqual(before);
    };
    await refused({ accept: [{ ...open.ids, bill: exact.ids.bill }] }, 409, "no longer match");
    await refused({ unlink: [exact.ids] }, 409, "matches its bill exactly");
    await refused({ link: [{ ...open.ids, bill: exact.ids.bill }] }, 409, "is already linked");
    await refused({ ignore: [{ row: exact.ids.row }] }, 409, "unlink it first");
    await refused({ ignore: [{ row: "1m7z83st80zzz" }] }, 404, "not in this period");
    const note = await findPair("PPH/CN/3");
    const free = await findPair("DF/12");
    await refused({ link: [{ bill: free.ids.bill, row: note.ids.row }] }, 409, "is already linked");
  });

  test("is hidden from other agencies", async () => {
    await moveOctoberIn(world, "narmada", true);
    const { ids } = await findPair("CASH-77");
    const asked = await world.narmada.owner.post("/api/gst/2026-10/matching", { accept: [ids] });
    expect(asked.status).toBe(409);
    const unlink = await world.narmada.owner.post("/api/gst/2026-10/matching", { unlink: [ids] });
    expect(unlink.status).toBe(404);
    expect(done(await world.narmada.owner.get("/api/gst/2026-10/matching")).pairs).toEqual([]);
  });
});

test("reclaims what a filed return reversed once its bill arrives", async () => {
  const file = (period: string, arn: string) =>
    post(`/gst/${period}/filed`, { return: "GSTR3B", date: nextMonth(period), arn });
  made(await file("2026-10", "AA2710260012345"));
  const filed = await shown();
  expect(filed.tables["4B2"].igst).toBe(9_018);
  await enterLate();
  const rent = { description: "Studio", taxable: 10_000, taxPct: 18 };
  const landlord = made(await post("/vendors", { displayName: "Late landlord" })).vendor._id;
  const own = { vendorId: landlord, date: "2026-10-30", reverseCharge: true, items: [rent] };
  made(await post("/bills", own));
  // October stays as filed; November reclaims it.
  expect((await shown()).tables).toEqual(filed.tables);
  const november = { data: { ...gstr2b.data, rtnprd: "112026", docdata: {} } };
  expect((await load(november, "2026-11")).status).toBe(200);
  expect(await findPair("AR-889", "2026-11")).toMatchObject({ status: "EXACT", counts: true });
  const { tables } = await shown("2026-11");
  expect(tables["3.1d"]).toMatchObject({ taxable: 10_000, cgst: 900 });
  expect([tables["4A5"].igst, tables["4D1"].igst]).toEqual([5_400, 5_400]);
  expect((await shown("2026-12")).tables["4D1"].igst).toBe(0);
  made(await file("2026-11", "AA2711260012345"));
  expect((await shown("2026-12")).tables["3.1d"].taxable).toBe(0);
  expect((await shown("2026-11")).tables["4D1"].igst).toBe(5_400);
  expect((await shown("2026-12")).tables["4D1"].igst).toBe(0);
  done(await remove("/gst/2026-11/filed?return=GSTR3B"));
  expect((await shown("2026-11")).tables["4D1"].igst).toBe(5_400);
});

const nextMonth = (period: string) => `${period.slice(0, 5)}${Number(period.slice(5)) + 1}-20`;

async function enterLate() {
  const { row } = await findPair("AR-889");
  const { taxable, igst, number, date, pos } = row;
  const gstin = (await findPair("AR-889")).ctin;
  const vendor = made(await post("/vendors", { displayName: row.supplier, gstin })).vendor;
  const items = [{ description: "Rig", taxable, taxPct: 18, igst, cgst: 0, sgst: 0 }];
  const bill = { vendorId: vendor._id, number, date, placeOfSupply: pos, items, tdsAmount: 0 };
  made(await post("/bills", bill));
}
