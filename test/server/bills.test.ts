import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { buyingIn } from "./buying.ts";

// Bills of vendors, worked by hand. The agency is in Maharashtra.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { owner, post, get, addVendor, line, bill, addBank, isRight } = buyingIn(() => world);

describe("a bill", () => {
  test("has the printed taxes and is paid less TDS", async () => {
    const vendor = await addVendor({ tdsRule: "PROFESSIONAL" });
    const items = [line(40_000, { cgst: 3_600.01, sgst: 3_600.01 }), line(20_000)];
    const entered = await bill(vendor, 0, { items });
    expect(entered).toMatchObject({
      status: "OPEN",
      gstMode: "INTRA",
      taxableValue: 60_000,
      tax: { cgst: 5_400.01, sgst: 5_400.01, igst: 0 },
      grandTotal: 70_800.02,
      tds: 6_000,
      balance: 70_800.02,
      toPay: 64_800.02,
      inputCredit: "ALL",
      credit: 10_800.02,
    });
    const accountId = await addBank();
    const payment = { date: "2026-10-20", amount: 64_800.02, mode: "UPI", accountId };
    const paid = made(await post(`/bills/${entered._id}/payments`, payment));
    expect(paid.payment).toMatchObject({ amount: 64_800.02, tdsAmount: 6_000 });
    expect(paid.bill).toMatchObject({
      status: "PAID",
      balance: 0,
      toPay: 0,
      tds: 6_000,
      tdsKept: 6_000,
    });
    const { transaction } = await get(`/transactions/${paid.payment.transactionId}`);
    expect(transaction).toMatchObject({
      type: "Expense",
      amount: 64_800.02,
      source: { type: "Bill", _id: entered._id },
      description: `Payment of bill ${entered.number}: ${vendor.displayName}`,
    });
    expect((await owner().delete(`/api/payments/${paid.payment._id}`)).status).toBe(200);
    expect(await get(`/bills/${entered._id}`)).toMatchObject({ status: "OPEN", toPay: 64_800.02 });
    await isRight();
  });

  test("has TDS of at most 20% of its taxable value, typed or paid", async () => {
    const vendor = await addVendor();
    const typed = await post("/bills", {
      vendorId: vendor._id,
      number: "T-1",
      date: "2026-10-05",
      items: [line(50_000)],
      tdsAmount: 10_000.01,
    });
    const message = "TDS can be at most ₹10,000.00, 20% of the taxable value that has no TDS yet";
    expect([typed.status, typed.body]).toEqual([
      400,
      { message, errors: [{ path: "tdsAmount", message }] },
    ]);
    const entered = await bill(vendor, 50_000);
    const accountId = await addBank();
    const pay = (tdsAmount: number) =>
      post(`/bills/${entered._id}/payments`, {
        date: "2026-10-20",
        amount: 1,
        mode: "UPI",
        accountId,
        tdsAmount,
      });
    expect((await pay(58_999)).body.message).toBe(message);
    made(await pay(10_000));
  });

  test("has all the TDS that makes up for earlier bills of the year", async () => {
    const vendor = await addVendor({ tdsRule: "PROFESSIONAL" });
    await bill(vendor, 48_000);
    const small = await bill(vendor, 10_000);
    expect([small.tds, small.toPay]).toEqual([5_800, 6_000]);
    const payment = { date: "2026-10-20", amount: 6_000, mode: "UPI", accountId: await addBank() };
    const paid = made(await post(`/bills/${small._id}/payments`, payment));
    expect([paid.payment.tdsAmount, paid.bill.status]).toEqual([5_800, "PAID"]);
  });

  test("is rejected if a tax is more than a rupee from its rate", async () => {
    const vendor = await addVendor();
    const send = (item: object) =>
      post("/bills", {
        vendorId: vendor._id,
        number: "X/1",
        date: "2026-10-05",
        items: [line(10_000, item)],
      });
    const wrong = await send({ cgst: 901.01, sgst: 900 });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [
        {
          path: "items.0.cgst",
          message: "CGST at this rate is ₹900.00, and may differ by at most ₹1",
        },
      ],
    ]);
    const other = await send({ igst: 1_800 });
    expect(other.body.errors[0].path).toBe("items.0.cgst");
    expect((await send({ cgst: 901, sgst: 899 })).status).toBe(201);
  });

  test.each([
    ["its number in another spelling", {}, "pph/61"],
    ["another record of the same GSTIN", { other: true }, "PPH/61"],
  ])(
    "is entered once: %s returns 409 and names it",
    async (_, { other }: { other?: boolean }, number) => {
      const vendor = await addVendor({ gstin: "27AAHFH7781J1ZT" });
      const first = await bill(vendor, 34_000, { number: "PPH/61", date: "2026-11-20" });
      const second = other ? await addVendor({ gstin: "27AAHFH7781J1ZT" }) : vendor;
      const again = await post("/bills", {
        vendorId: second._id,
        number,
        date: "2026-12-01",
        items: [line(1)],
      });
      expect(again.status).toBe(409);
      expect(again.body.message).toBe(
        `PPH/61 of ${second.displayName} is already entered: 20 Nov 2026, ₹40,120.00`,
      );
      const nextYear = { number, date: "2027-04-01" };
      await bill(second, 1, nextYear);
      await bill(second, 1, { number, kind: "CREDIT_NOTE" });
      done(await owner().post(`/api/bills/${first._id}/cancel`, {}));
      const third = await bill(second, 1, { number });
      for (const one of [third, ...(await get(`/bills?q=${number}`)).items]) {
        await post(`/bills/${one._id}/cancel`, {});
      }
    },
  );

  test("is entered once with one number by concurrent requests", async () => {
    const vendor = await addVendor({ gstin: "" });
    const input = {
      vendorId: vendor._id,
      number: "S-1",
      date: "2026-10-05",
      items: [line(100, { taxPct: 0 })],
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post("/bills", input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test("has credit by its vendor, its category and its own setting", async () => {
    const { category } = made(
      await post("/categories", {
        name: "Team lunch",
        type: "Expense",
        itc: "BLOCKED",
        blockedBy: "FOOD",
      }),
    );
    expect(category).toMatchObject({ itc: "BLOCKED", blockedBy: "FOOD" });
    const vendor = await addVendor();
    const items = [line(1_000, { categoryId: category._id, taxPct: 5 }), line(1_000)];
    const entered = await bill(vendor, 0, { items });
    expect(entered).toMatchObject({
      inputCredit: "PART",
      credit: 180,
      items: [
        { itc: "BLOCKED", blockedBy: "FOOD" },
        { itc: "ELIGIBLE", blockedBy: "" },
      ],
    });
    const dealer = await addVendor({ kind: "COMPOSITION" });
    expect(await bill(dealer, 3_200)).toMatchObject({ grandTotal: 3_200, inputCredit: "NONE" });
    const used = await owner().delete(`/api/categories/${category._id}`);
    expect([used.status, used.body.message]).toEqual([
      409,
      "Category is in use; make it inactive instead",
    ]);
  });

  test("is listed as unpaid without the vendor's credit notes, optionally oldest first", async () => {
    const vendor = await addVendor();
    const older = await bill(vendor, 1_000, { date: "2026-10-01" });
    const newer = await bill(vendor, 2_000, { date: "2026-10-02" });
    await bill(vendor, 300, { kind: "CREDIT_NOTE", date: "2026-10-03" });
    const { items } = await get(`/bills?vendorId=${vendor._id}&status=UNPAID&sort=date`);
    expect(items.map(({ _id }: { _id: string }) => _id)).toEqual([older._id, newer._id]);
  });

  test("is edited, held, and cancelled while unpaid", async () => {
    const vendor = await addVendor({ tdsRule: "CONTRACTOR" });
    const draft = await bill(vendor, 1_00_001, { status: "DRAFT", dueDate: "2026-11-05" });
    expect(draft).toMatchObject({ status: "DRAFT", toPay: 0 });
    const put = async (changes: object) =>
      done(await owner().put(`/api/bills/${draft._id}`, changes));
    expect(await put({ status: "OPEN" })).toMatchObject({ status: "OPEN", tds: 2_000 });
    expect(await put({ items: [line(50_000)] })).toMatchObject({ grandTotal: 59_000, tds: 1_000 });
    expect(await put({ tdsAmount: 0 })).toMatchObject({ tds: 0, toPay: 59_000 });
    expect(await put({ onHold: true })).toMatchObject({ onHold: true, tds: 0 });
    const filter = `vendorId=${vendor._id}`;
    expect((await get(`/bills?${filter}&status=UNPAID`)).total).toBe(0);
    expect((await get(`/bills?${filter}`)).totals).toMatchObject({ grandTotal: 59_000, toPay: 0 });
    const stays = await owner().put(`/api/bills/${draft._id}`, { status: "DRAFT" });
    expect(stays.status).toBe(409);
    const staff = await world.kaveri.staff.post(`/api/bills/${draft._id}/cancel`, {});
    expect([staff.status, staff.body.message]).toEqual([
      403,
      "Only agency owners can cancel bills.",
    ]);
    expect(done(await owner().post(`/api/bills/${draft._id}/cancel`, {}))).toMatchObject({
      status: "CANCELLED",
      toPay: 0,
    });
    await isRight();
  });
});

test("an expense becomes a bill and stays when its payment is deleted", async () => {
  const vendor = await addVendor({ gstin: "" });
  const accountId = await addBank();
  const { category } = made(await post("/categories", { name: "Props", type: "Expense" }));
  const { transaction } = made(
    await post("/transactions", {
      date: "2026-10-09",
      description: "Props for a shoot",
      type: "Expense",
      amount: 1_180,
      accountId,
      categoryId: category._id,
    }),
  );
  const path = `/transactions/${transaction._id}/bill`;
  const entered = made(await post(path, { vendorId: vendor._id, number: "P-9" }));
  expect(entered).toMatchObject({
    status: "PAID",
    date: "2026-10-09",
    grandTotal: 1_180,
    paid: 1_180,
    items: [{ description: "Props for a shoot", categoryId: category._id }],
  });
  const twice = await post(path, { vendorId: vendor._id, number: "P-10" });
  expect([twice.status, twice.body.message]).toEqual([
    409,
    "This transaction was created by bill P-9; delete its payment there instead",
  ]);
  done(await owner().delete(`/api/payments/${entered.payments[0]._id}`));
  const { source } = (await get(`/transactions/${transaction._id}`)).transaction;
  expect(source).toBeUndefined();
  expect((await get(`/bills/${entered._id}`)).status).toBe("OPEN");
  await isRight();
});

test("a vendor's credit note is applied to its bill, then to others, and refunded", async () => {
  const vendor = await addVendor();
  const first = await bill(vendor, 10_000);
  const note = await bill(vendor, 15_000, { kind: "CREDIT_NOTE", billId: first._id });
  expect(note).toMatchObject({ kind: "CREDIT_NOTE", status: "OPEN", balance: 5_900, toPay: 0 });
  expect(await get(`/bills/${first._id}`)).toMatchObject({ status: "PAID", creditApplied: 11_800 });
  const second = await bill(vendor, 4_000);
  const { application } = made(
    await post(`/bills/${note._id}/apply`, { billId: second._id, amount: 4_000 }),
  );
  expect(application).toMatchObject({ billNumber: second.number, amount: 4_000 });
  expect((await get(`/vendors/${vendor._id}`)).dues).toMatchObject({
    credit: 1_900,
    toPay: 720,
    bills: 2,
  });
  const refund = { date: "2026-10-20", amount: 1_900, mode: "UPI", accountId: await addBank() };
  expect(made(await post(`/bills/${note._id}/refund`, refund))).toMatchObject({
    status: "PAID",
    balance: 0,
  });
  const more = await post(`/bills/${note._id}/refund`, refund);
  expect(more.body.errors).toEqual([
    { path: "amount", message: "Amount must not be more than the ₹0.00 held" },
  ]);
  done(await owner().delete(`/api/applications/${application._id}`));
  const [undone] = (await get("/audit?entity=Application&limit=1")).items;
  expect(undone.payload.before).toMatchObject({ billId: second._id, billNumber: second.number });
  expect((await get(`/bills/${note._id}`)).balance).toBe(4_000);
  const list = await get(`/bills?vendorId=${vendor._id}`);
  expect(list.totals).toMatchObject({ grandTotal: 11_800 + 4_720 - 17_700, toPay: 4_720 });
  await isRight();
});
