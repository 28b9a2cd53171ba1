import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";
import { buyingIn } from "./buying.ts";

// Tax rules set by a form or a call: associated enterprises and cancelled bills. The agency is in
// Maharashtra.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { owner, post, get, addVendor, bill, addBank, isRight } = buyingIn(() => world);

const ledger = async (name: string): Promise<number> => {
  const { rows } = await get("/reports/trial-balance?at=2026-10-31");
  const row = rows.find((one: { name: string }) => one.name === name);
  return row ? row.debit - row.credit : 0;
};

test("an import from an associated enterprise falls due with its bill, even unpaid", async () => {
  const abroad = { gstin: "", kind: "OVERSEAS", country: "GB" };
  const own = await addVendor({ ...abroad, displayName: "Nandi Hills UK", isAssociated: true });
  const bought = { import: "SERVICE", date: "2026-08-05" };
  const entered = await bill(own, 10_000, bought);
  expect(entered.recipient.isAssociated).toBe(true);
  await bill(await addVendor(abroad), 5_000, bought);
  const readImports = async (period: string) =>
    (await get(`/gst/${period}/gstr3b`)).tables["3.1d"].igst;
  expect(await readImports("2026-08")).toBe(1_800);
  done(await owner().put(`/api/vendors/${own._id}`, { isAssociated: false }));
  expect([await readImports("2026-08"), await readImports("2026-10")]).toEqual([1_800, 900]);
  await isRight();
});

describe("GST-TDS", () => {
  const sell = async (more: object = {}) => {
    const client = { displayName: "Commissioner of Fisheries", gstin: "27AAACB1234C1ZF", ...more };
    const { _id: clientId } = made(await post("/clients", client)).client;
    const items = [{ description: "Film", hsnSac: "998361", qty: 1, rate: 3_00_000, taxPct: 18 }];
    const sold = { clientId, date: "2026-10-05", items };
    const { _id } = made(await post("/invoices", sold));
    done(await post(`/invoices/${_id}/send`, {}));
    return _id;
  };

  test("is an asset when a client pays, then money in the portal's cash ledger", async () => {
    const invoice = await sell();
    const accountId = await addBank();
    const money = {
      date: "2026-10-15",
      mode: "UPI",
      accountId,
      amount: 3_42_000,
      tdsAmount: 6_000,
    };
    const pay = (gstTds: object, amount = money.amount) =>
      post(`/invoices/${invoice}/payments`, { ...money, amount, gstTds });
    for (const gstTds of [
      { igst: 6_000 },
      { cgst: 4_000, sgst: 2_000 },
      { cgst: 3_100, sgst: 3_100 },
    ]) {
      expect((await pay(gstTds, 1_000)).body.errors[0].path).toBe("gstTds");
    }
    const { payment, invoice: paid } = made(await pay({ cgst: 3_000, sgst: 3_000 }));
    expect(paid).toMatchObject({ status: "PAID", balance: 0 });
    expect(payment).toMatchObject({
      tdsAmount: 6_000,
      gstTds: { igst: 0, cgst: 3_000, sgst: 3_000 },
    });
    expect(await ledger("TDS receivable")).toBe(6_000);
    expect(await ledger("GST-TDS receivable CGST")).toBe(3_000);
    const { rows } = await get("/reports/tds?year=2026");
    expect(rows.at(-1)).toMatchObject({ gross: 3_54_000, tds: 6_000 });

    const accepted = { source: "GST_TDS", date: "2026-10-20", head: "cgst", amount: 3_000 };
    expect(made(await post("/gst/cash-ledger", accepted)).entry.type).toBe("Journal");
    const challan = { date: "2026-10-20", head: "cgst", amount: 5_400, accountId, cin: "PMT06 A" };
    made(await post("/gst/cash-ledger", challan));
    made(await post("/gst/cash-ledger", { ...challan, kind: "interest", amount: 50 }));
    expect(await ledger("GST-TDS receivable CGST")).toBe(0);
    expect(await ledger("Cash ledger (GST portal) CGST")).toBe(8_450);
    const cash = await get("/gst/cash-ledger?at=2026-10-31");
    expect(cash).toMatchObject({ balances: { igst: 0, cgst: 8_450, sgst: 0, cess: 0 } });
    expect(
      cash.entries.map(({ kind, amount, cin }: Record<string, unknown>) => [kind, amount, cin]),
    ).toEqual(
      expect.arrayContaining([
        ["", 3_000, ""],
        ["tax", 5_400, "PMT06 A"],
        ["interest", 50, "PMT06 A"],
      ]),
    );
    expect((await get("/gst/cash-ledger?at=2026-10-19")).balances.cgst).toBe(0);
    await isRight();
  });

  test("is recorded with a bank line that pays an invoice, and never with a bill", async () => {
    const invoice = await sell({ displayName: "Port Trust" });
    const accountId = await addBank();
    const rows = ["Date,Narration,Debit,Credit", "15/10/2026,NEFT PORT TRUST,,348000.00"].join(
      "\n",
    );
    const query = `accountId=${accountId}&file=bank.csv`;
    made(await sendStatement(owner(), query, new TextEncoder().encode(rows)));
    const { items } = await get(`/bank-lines?accountId=${accountId}`);
    const documents = [{ id: invoice, amount: 3_48_000, gstTds: { cgst: 3_000, sgst: 3_000 } }];
    done(await post(`/bank-lines/${items[0]._id}/accept`, { documents }));
    expect((await get(`/invoices/${invoice}`)).invoice).toMatchObject({ status: "PAID" });
    await isRight();
  });
});

describe("a cancelled bill", () => {
  test("leaves its payments as an advance to the vendor", async () => {
    const vendor = await addVendor();
    const first = await bill(vendor, 10_000);
    const money = { date: "2026-10-20", amount: 5_000, mode: "UPI", accountId: await addBank() };
    const { payment } = made(await post(`/bills/${first._id}/payments`, money));
    const dated = (date: string) => post(`/bills/${first._id}/cancel`, { date });
    expect((await dated("2026-10-01")).body.errors[0].path).toBe("date");
    expect((await dated("2099-01-01")).body.errors[0].path).toBe("date");
    expect(done(await dated("2026-10-25"))).toMatchObject({ status: "CANCELLED", balance: 5_000 });
    expect(await ledger("Advances to vendors")).toBe(5_000);
    await isRight();

    const second = await bill(vendor, 3_000);
    const use = { billId: second._id, amount: 3_540 };
    made(await post(`/bills/${first._id}/apply`, use));
    expect((await post(`/bills/${first._id}/apply`, { ...use, amount: 2_000 })).status).toBe(400);
    expect(await get(`/bills/${second._id}`)).toMatchObject({ status: "PAID", balance: 0 });
    expect(await get(`/bills/${first._id}`)).toMatchObject({ balance: 1_460 });
    expect(await ledger("Advances to vendors")).toBe(1_460);
    expect((await owner().delete(`/api/payments/${payment._id}`)).status).toBe(409);
    const back = { ...money, date: "2026-10-28", amount: 1_460 };
    made(await post(`/bills/${first._id}/refund`, back));
    expect(await ledger("Advances to vendors")).toBe(0);
    await isRight();
  });

  test("keeps the TDS of its payments payable, and in the advance", async () => {
    const vendor = await addVendor({ tdsRule: "PROFESSIONAL" });
    const first = await bill(vendor, 60_000);
    const money = { date: "2026-10-20", mode: "UPI", accountId: await addBank() };
    const payment = { ...money, amount: 64_800, tdsAmount: 6_000 };
    made(await post(`/bills/${first._id}/payments`, payment));
    const before = [await ledger("TDS payable"), await ledger("Advances to vendors")];
    const cancelled = done(await post(`/bills/${first._id}/cancel`, { date: "2026-10-25" }));
    expect(cancelled.balance).toBe(70_800);
    const after = [await ledger("TDS payable"), await ledger("Advances to vendors")];
    expect([before, after]).toEqual([
      [-6_000, 0],
      [-6_000, 70_800],
    ]);
    const back = { ...money, date: "2026-10-26" };
    expect((await post(`/bills/${first._id}/refund`, { ...back, amount: 64_801 })).status).toBe(
      400,
    );
    const second = await bill(vendor, 5_000);
    made(await post(`/bills/${first._id}/apply`, { billId: second._id, amount: 5_900 }));
    made(await post(`/bills/${first._id}/refund`, { ...back, amount: 64_800 }));
    expect(await ledger("Advances to vendors")).toBe(100);
    await isRight();
  });
});

test("credit of a paid bill changes from a day on; any other change starts today", async () => {
  const paid = await bill(await addVendor(), 1_000);
  const money = { date: "2026-10-08", mode: "UPI", accountId: await addBank(), amount: 1_180 };
  made(await post(`/bills/${paid._id}/payments`, money));
  const change = { itc: "BLOCKED", blockedBy: "PERSONAL", date: "2026-10-29" };
  for (const wrong of [{ date: "2026-10-01" }, { date: "2099-01-01" }, { lines: [2] }]) {
    const { status, body } = await post(`/bills/${paid._id}/credit`, { ...change, ...wrong });
    expect([status, body.errors[0].path]).toEqual([400, Object.keys(wrong)[0] as string]);
  }
  expect(done(await post(`/bills/${paid._id}/credit`, change))).toMatchObject({
    status: "PAID",
    credit: 0,
    creditChangedOn: "2026-10-29",
    items: [{ itc: "BLOCKED", blockedBy: "PERSONAL" }],
  });
  const open = await bill(await addVendor(), 1_000);
  expect(open.creditChangedOn).toBe("");
  const items = [{ description: "Work", taxable: 1_000, taxPct: 18, itc: "NONE" }];
  const changed = done(await owner().put(`/api/bills/${open._id}`, { items }));
  expect(changed.creditChangedOn).toBe(today());
  await isRight();
});

test("a bill in the client's name gives no credit and no TDS", async () => {
  const media = { name: "Media for clients", type: "Expense", kind: "bought_for_clients" };
  const { category } = made(await post("/categories", media));
  const vendor = await addVendor({ tdsRule: "CONTRACTOR", displayName: "Lotus Media" });
  const own = { description: "Posters", taxable: 40_000, taxPct: 18 };
  const items = [{ ...own, taxable: 1_00_000, categoryId: category._id }, own];
  const entered = await bill(vendor, 0, { items, tdsRule: "CONTRACTOR" });
  expect(entered).toMatchObject({ credit: 7_200, grandTotal: 1_65_200, tds: 800 });
  expect(entered.items.map(({ itc }: { itc: string }) => itc)).toEqual(["NONE", "ELIGIBLE"]);
  expect(await ledger("Bought for clients")).toBe(1_18_000);
  await isRight();
});

test("an invoice issued more than 30 days after its service is in the service's return", async () => {
  const client = { displayName: "Late Ltd", gstin: "29AAGFS4321P1ZP" };
  const { _id: clientId } = made(await post("/clients", client)).client;
  const items = [{ description: "Film", hsnSac: "998361", qty: 1, rate: 30_000, taxPct: 18 }];
  const sell = async (fields: object) => {
    const { _id, warnings } = made(await post("/invoices", { clientId, items, ...fields }));
    done(await post(`/invoices/${_id}/send`, {}));
    return warnings.map(({ code }: { code: string }) => code);
  };
  const after = await post("/invoices", {
    clientId,
    items,
    date: "2026-02-25",
    serviceDate: "2026-02-26",
  });
  expect(after.body.errors[0].path).toBe("serviceDate");
  expect(await sell({ date: "2026-02-25", serviceDate: "2026-01-10" })).toContain("LATE_INVOICE");
  expect(await sell({ date: "2026-02-26", serviceDate: "2026-01-27" })).not.toContain(
    "LATE_INVOICE",
  );
  const taxable = async (month: string) =>
    (await get(`/gst/${month}/gstr3b`)).tables["3.1a"].taxable;
  expect([await taxable("2026-01"), await taxable("2026-02")]).toEqual([30_000, 30_000]);
  const arn = "AA2901260012345";
  made(await post("/gst/2026-01/filed", { return: "GSTR1", date: "2026-02-11", arn }));
  await sell({ date: "2026-02-27", serviceDate: "2026-01-12" });
  expect(await taxable("2026-02")).toBe(60_000);
  await isRight();
});

describe("an invoice that is wrong in a filed GSTR-1", () => {
  test("is restated in table 9A of an open return with the difference in tax", async () => {
    const client = { displayName: "Amended Ltd", gstin: "27AAACB1234C1ZF" };
    const { _id: clientId } = made(await post("/clients", client)).client;
    const item = { description: "Film", hsnSac: "998361", qty: 1, rate: 60_000, taxPct: 18 };
    const sold = { clientId, date: "2025-06-25", items: [item] };
    const { _id, number } = made(await post("/invoices", sold));
    done(await post(`/invoices/${_id}/send`, {}));
    const amend = (period: string, documentId = _id) =>
      post(`/gst/${period}/amendments`, { documentId });
    expect((await amend("2025-07")).status).toBe(409);
    const filed = { return: "GSTR1", date: "2025-07-11", arn: "AA2706250012345" };
    made(await post("/gst/2025-06/filed", filed));
    done(await owner().put(`/api/invoices/${_id}`, { items: [{ ...item, rate: 65_000 }] }));
    const listFindingCodes = async () =>
      (await get("/gst/2025-06")).preflight.map(({ code }: { code: string }) => code);
    expect(await listFindingCodes()).toContain("CHANGED_AFTER_FILING");
    expect((await amend("2025-06")).status).toBe(409);
    const place = async () => get(`/gst/documents/${_id}`);
    const listed = { filed: { period: "2025-06", date: "2025-07-11" }, table: "9A" };
    expect(await place()).toEqual({
      ...listed,
      amendedIn: "",
      isAmendmentFiled: false,
      amendIn: "2025-07",
    });
    made(await amend("2025-07"));
    expect(await place()).toMatchObject({ amendedIn: "2025-07", amendIn: "" });
    expect(await listFindingCodes()).not.toContain("CHANGED_AFTER_FILING");

    const july = await get("/gst/2025-07");
    const difference = { documents: 1, taxable: 5_000, igst: 0, cgst: 450, sgst: 450 };
    expect(july.summary["9A"]).toEqual(difference);
    expect(july.hsn.b2b).toMatchObject([{ code: "998361", taxable: 5_000 }]);
    const { "3.1a": supplied } = (await get("/gst/2025-07/gstr3b")).tables;
    expect(supplied).toMatchObject({ taxable: 5_000, cgst: 450, sgst: 450 });
    const file = await get("/gst/2025-07/gstr1.json");
    expect(file.b2b).toBeUndefined();
    expect(file.b2ba).toMatchObject([
      {
        ctin: client.gstin,
        inv: [
          {
            oinum: number,
            oidt: "25-06-2025",
            inum: number,
            idt: "25-06-2025",
            val: 76_700,
            itms: [{ itm_det: { txval: 65_000, rt: 18, camt: 5_850, samt: 5_850 } }],
          },
        ],
      },
    ]);
    made(await post("/gst/2025-07/filed", { ...filed, date: "2025-08-11" }));
    expect((await get("/gst/2025-07")).summary["9A"]).toEqual(difference);
    expect((await owner().delete(`/api/gst/2025-07/amendments?documentId=${_id}`)).status).toBe(
      409,
    );
    done(await owner().put(`/api/invoices/${_id}`, { items: [{ ...item, rate: 70_000 }] }));
    expect(await listFindingCodes()).toContain("CHANGED_AFTER_FILING");
    expect((await get("/gst/2025-07")).summary["9A"]).toEqual(difference);
    made(await amend("2025-08"));
    expect(await listFindingCodes()).not.toContain("CHANGED_AFTER_FILING");
    expect((await get("/gst/2025-07")).summary["9A"]).toEqual(difference);
    expect((await get("/gst/2025-08")).summary["9A"]).toEqual(difference);
    await isRight();
  });
});
