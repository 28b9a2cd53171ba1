import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addDays, today } from "../../domain/dates.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { buyingIn } from "./buying.ts";
import { newOwner } from "./locking.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { owner, post, get, addVendor, line, bill, addBank, isRight } = buyingIn(() => world);

test("under reverse charge the agency issues the invoice, and a voucher when it pays", async () => {
  const landlord = await addVendor({
    displayName: "R. Deshpande",
    gstin: "",
    tdsRule: "RENT_BUILDING",
    pan: "ABCPD1234E",
  });
  const rent = { number: "", reverseCharge: true, items: [line(60_000)] };
  const entered = await bill(landlord, 0, rent);
  expect(entered).toMatchObject({
    kind: "SELF_INVOICE",
    number: "26-27/SI/000001",
    grandTotal: 60_000,
    toPay: 54_000,
    reverseChargeTax: { cgst: 5_400, sgst: 5_400, igst: 0 },
    tax: { cgst: 0, sgst: 0, igst: 0 },
    inputCredit: "REVERSE_CHARGE",
    credit: 10_800,
  });
  const moved = await owner().put(`/api/bills/${entered._id}`, { date: "2026-03-31" });
  expect([moved.status, moved.body.errors[0].path]).toEqual([409, "date"]);
  const payment = { date: "2026-10-20", amount: 54_000, mode: "UPI", accountId: await addBank() };
  const paid = made(await post(`/bills/${entered._id}/payments`, payment));
  for (const path of [`bills/${entered._id}`, `payments/${paid.payment._id}`]) {
    const { status, headers } = await owner().get(`/api/${path}/pdf`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
  }
  const { documentsIssued } = await get("/gst/2026-10");
  expect(documentsIssued).toMatchObject([
    { number: 2, ranges: [{ from: "26-27/SI/000001", total: 1, cancelled: 0 }] },
    { number: 7, ranges: [{ from: "26-27/PV/000001", total: 1, cancelled: 0 }] },
  ]);
  await isRight();
});

test("an expense converted to a reverse charge bill has its payment voucher", async () => {
  const { _id: vendorId } = await addVendor({ displayName: "K. Advocate", gstin: "" });
  const { category } = made(await post("/categories", { name: "Legal fees", type: "Expense" }));
  const spent = { date: "2026-09-14", description: "Hearing", type: "Expense", amount: 5_000 };
  const from = { ...spent, accountId: await addBank(), categoryId: category._id };
  const { transaction } = made(await post("/transactions", from));
  const billed = { vendorId, reverseCharge: true, items: [line(5_000)] };
  const entered = made(await post(`/transactions/${transaction._id}/bill`, billed));
  expect(entered).toMatchObject({ kind: "SELF_INVOICE", status: "PAID" });
  const { documentsIssued } = await get("/gst/2026-09");
  expect(
    documentsIssued.map(({ number, ranges }: { number: number; ranges: object[] }) => [
      ...[number, ranges.length],
    ]),
  ).toEqual([
    [2, 1],
    [7, 1],
  ]);
  const { status } = await owner().get(`/api/payments/${entered.payments[0]._id}/pdf`);
  expect(status).toBe(200);
  await isRight();
});

test("a vendor with a former state code is in its current state in Table 5", async () => {
  const andhra = await newOwner(world, "andhra");
  done(await andhra.put("/api/metadata", { gstNumber: "37AAGFS4321P1ZS" }));
  const { vendor } = made(
    await andhra.post("/api/vendors", { displayName: "Vizag Press", gstin: "28AAGFS4321P1ZR" }),
  );
  const items = [{ description: "Books", taxable: 1_000, treatment: "EXEMPT" }];
  const told = { vendorId: vendor._id, number: "1", date: "2026-10-05", items };
  made(await andhra.post("/api/bills", { ...told, placeOfSupply: "37" }));
  const { tables } = done(await andhra.get("/api/gst/2026-10/gstr3b"));
  expect(tables["5GST"]).toEqual({ inter: 0, intra: 1_000 });
});

test("an import of services carries IGST that the agency pays itself", async () => {
  const vendor = await addVendor({
    displayName: "Pixelcraft Inc",
    gstin: "",
    kind: "OVERSEAS",
    country: "US",
  });
  const entered = await bill(vendor, 12_345.67, { import: "SERVICE" });
  expect(entered).toMatchObject({
    grandTotal: 12_345.67,
    reverseCharge: true,
    inputCredit: "REVERSE_CHARGE",
    reverseChargeTax: { cgst: 0, sgst: 0, igst: 2_222.22 },
  });
});

test("lists due bills by days, whatever the filter", async () => {
  const narmada = world.narmada.owner;
  const { vendor } = made(await narmada.post("/api/vendors", { displayName: "Printer" }));
  const now = today();
  const due = [addDays(now, -3), now, addDays(now, 6), addDays(now, 7)];
  for (const [n, dueDate] of due.entries()) {
    const date = addDays(now, -10);
    const items = [{ description: "Print", taxable: 100 * (n + 1) }];
    made(
      await narmada.post("/api/bills", {
        vendorId: vendor._id,
        number: `${n}`,
        date,
        dueDate,
        items,
      }),
    );
  }
  const list = done(await narmada.get("/api/bills?status=THIS_WEEK&sort=dueDate"));
  expect(list.items.map(({ number }: { number: string }) => number)).toEqual(["1", "2"]);
  expect(list.due).toEqual({
    toPay: { bills: 4, vendors: 1, amount: 1_000 },
    overdue: { bills: 1, amount: 100 },
    thisWeek: { bills: 2, amount: 500 },
  });
  expect(list.totals.toPay).toBe(500);

  const { vendor: other } = made(await narmada.post("/api/vendors", { displayName: "Caterer" }));
  const items = [{ description: "Dinner", taxable: 900 }];
  const held = { vendorId: other._id, number: "H1", date: now, items, onHold: true };
  const waiting = made(await narmada.post("/api/bills", held));
  const toPayNow = async () => done(await narmada.get("/api/bills")).due.toPay;
  expect(await toPayNow()).toEqual({ bills: 4, vendors: 1, amount: 1_000 });
  done(await narmada.put(`/api/bills/${waiting._id}`, { onHold: false }));
  expect(await toPayNow()).toEqual({ bills: 5, vendors: 2, amount: 1_900 });
});

test("lists overdue bills of small enterprises on 31 March, with a line in that month", async () => {
  const small = await addVendor({ isSmallEnterprise: true, displayName: "Malnad", agreedDays: 60 });
  const money = { mode: "UPI", accountId: await addBank() };
  const late = await bill(small, 1_000, { date: "2026-02-01" });
  const paid = await bill(small, 500, { date: "2026-02-02" });
  await bill(small, 2_000, { date: "2026-03-25" });
  made(await post(`/bills/${paid._id}/payments`, { ...money, date: "2026-03-30", amount: 590 }));
  made(await post(`/bills/${late._id}/payments`, { ...money, date: "2026-04-02", amount: 1_180 }));
  const listed = await get("/reports/small-enterprises?at=2026-03-31");
  expect(listed).toMatchObject({ unpaid: 3_540, late: 1_180 });
  expect(listed.rows).toMatchObject([
    { number: late.number, payBy: "2026-03-18", isLate: true, unpaid: 1_180 },
    { payBy: "2026-05-09", isLate: false, unpaid: 2_360 },
  ]);
  const line = async (month: string) =>
    (await get(`/close/${month}`)).items.find(({ key }: { key: string }) => key === "small");
  expect(await line("2026-03")).toMatchObject({
    state: "done",
    amount: 1_180,
    note: "1 bill late on 31 Mar: deductible only in the year of payment",
  });
  expect(await line("2026-02")).toBeUndefined();
});

describe("a bill", () => {
  test("is due in 15 days if from a small enterprise, or as agreed up to 45", async () => {
    const readDueDate = async (agreedDays: number | null) => {
      const small = { isSmallEnterprise: true, agreedDays };
      const fields = { date: "2026-10-01", dueDate: "2026-12-31" };
      return (await bill(await addVendor(small), 100, fields)).smallEnterpriseBy;
    };
    expect(await readDueDate(null)).toBe("2026-10-16");
    expect(await readDueDate(30)).toBe("2026-10-31");
    expect(await readDueDate(60)).toBe("2026-11-15");
  });

  test("takes no credit of another State's CGST and SGST", async () => {
    const vendor = await addVendor({ gstin: "30AAMFP3390B1ZX", displayName: "Panaji Hotel" });
    const placed = { placeOfSupply: "30-Goa" };
    expect(await bill(vendor, 10_000, placed)).toMatchObject({
      gstMode: "INTRA",
      tax: { cgst: 900, sgst: 900, igst: 0 },
      credit: 0,
      items: [{ itc: "NONE" }],
    });
    const items = [line(10_000, { itc: "ELIGIBLE" })];
    const claimed = { vendorId: vendor._id, number: "GOA/2", date: "2026-10-05", items, ...placed };
    expect((await post("/bills", claimed)).body).toMatchObject({
      errors: [{ path: "items.0.itc", message: "CGST and SGST of Goa give no credit" }],
    });
    await isRight();
  });

  test("is taxed by the state of a vendor without a GSTIN", async () => {
    const own = { reverseCharge: true };
    const goan = await addVendor({ gstin: "", state: "Goa" });
    expect(await bill(goan, 1_000, own)).toMatchObject({ gstMode: "IGST" });
    const unknown = await addVendor({ gstin: "" });
    expect(await bill(unknown, 1_000, own)).toMatchObject({ gstMode: "INTRA" });
    const exempt = (taxable: number) => line(taxable, { taxPct: 0, treatment: "EXEMPT" });
    await bill(goan, 700, { items: [exempt(700)] });
    await bill(unknown, 300, { items: [exempt(300)] });
    const { tables } = await get("/gst/2026-10/gstr3b");
    expect(tables["5GST"]).toEqual({ inter: 700, intra: 300 });
  });
});

describe("TDS", () => {
  const bills = async (tdsRule: string, sums: number[], dates?: string[]) => {
    const pan = tdsRule === "CONTRACTOR_PERSON" ? "ABCPD1234E" : "ABCFD1234E";
    const vendor = await addVendor({ tdsRule, pan });
    const kept: number[] = [];
    for (const [n, taxable] of sums.entries()) {
      kept.push((await bill(vendor, taxable, { date: dates?.[n] ?? `2026-07-0${n + 1}` })).tds);
    }
    return kept;
  };
  test.each([
    ["S1, S2", "CONTRACTOR_PERSON", [29_000, 31_000], [0, 310]],
    ["S3", "CONTRACTOR", [28_000, 28_000, 28_000, 28_000], [0, 0, 0, 2_240]],
    ["S4, S5", "PROFESSIONAL", [40_000, 15_000], [0, 5_500]],
    ["S6", "RENT_BUILDING", [60_000], [6_000]],
  ])("%s: is suggested from the vendor's total for the year", async (_, rule, sums, kept) => {
    expect(await bills(rule, sums)).toEqual(kept);
  });

  test("is reported for a form, payable by month and rule, and deposited", async () => {
    const { post, owner } = narmada();
    const { vendor } = made(
      await post("/vendors", {
        displayName: "Studio hire",
        pan: "ABCPD1234E",
        tdsRule: "RENT_BUILDING",
      }),
    );
    const told = done(
      await owner.get(`/api/vendors/${vendor._id}/tds?date=2026-10-05&taxable=60000`),
    );
    expect(told).toMatchObject({ tds: 6_000, rate: 10, ofMonth: 50_000, depositBy: "2026-11-07" });
    for (const [n, date] of ["2026-10-05", "2026-12-31", "2027-03-31"].entries()) {
      const items = [{ description: "Studio", taxable: 60_000 }];
      made(await post("/bills", { vendorId: vendor._id, number: `H${n}`, date, items }));
    }
    const { account } = made(await post("/accounts", { name: "Bank" }));
    const paid = { month: "2026-10", rule: "RENT_BUILDING", date: "2026-11-06", amount: 6_000 };
    const { deposit } = made(
      await post("/tds-deposits", { ...paid, accountId: account._id, reference: "CIN 42" }),
    );
    const quarter = async (text: string) =>
      done(await owner.get(`/api/reports/tds-payable?quarter=${text}`));
    const third = await quarter("2026-27-Q3");
    expect(third).toMatchObject({
      dateFrom: "2026-10-01",
      dateTo: "2026-12-31",
      tds: 12_000,
      deposited: 6_000,
      payable: 6_000,
      deposits: [deposit],
    });
    expect(third.months).toMatchObject([
      {
        month: "2026-10",
        due: "2026-11-07",
        payable: 0,
        codes: [{ code: "1009", sums: 1, amount: 60_000, tds: 6_000, deposited: 6_000 }],
      },
      { month: "2026-11", tds: 0, codes: [] },
      { month: "2026-12", due: "2027-01-07", payable: 6_000 },
    ]);
    const [, , march] = (await quarter("2027-02")).months;
    expect(march).toMatchObject({ month: "2027-03", due: "2027-04-30", tds: 6_000 });
    const csv = done(await owner.get("/api/reports/tds-payable.csv?quarter=2026-27-Q3"));
    expect(csv.split("\n").slice(1, 2)).toEqual([
      '140,Studio hire,ABCPD1234E,"Rent: land, building, furniture",1009,393(1) Sl. 2(ii).D(b),' +
        "H0,2026-10-05,2026-10-05,60000.00,10,6000.00,,,2026-11-07,CIN 42",
    ]);
    const own = await owner.delete(`/api/transactions/${deposit.transactionId}`);
    expect([own.status, own.body.message]).toEqual([
      409,
      "This transaction is a TDS deposit; delete that deposit instead",
    ]);
    const staff = await world.narmada.staff.delete(`/api/tds-deposits/${deposit._id}`);
    expect(staff.status).toBe(403);
    done(await owner.delete(`/api/tds-deposits/${deposit._id}`));
    expect((await owner.get(`/api/transactions/${deposit.transactionId}`)).status).toBe(404);
    const wrong = await owner.get("/api/reports/tds-payable?quarter=Q3");
    expect(wrong.body.errors[0].message).toBe(
      "Enter a quarter as 2026-27-Q3, or one of its months as 2026-10",
    );
  });
  const narmada = () => {
    const { owner } = world.narmada;
    return { owner, post: (path: string, body: object) => owner.post(`/api${path}`, body) };
  };
});
