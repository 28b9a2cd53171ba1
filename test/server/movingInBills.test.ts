import { afterAll, beforeAll, expect, test } from "bun:test";
import OCTOBER from "../data/gst-returns/2026-10/books.json";
import PURCHASES from "../data/gst-returns/2026-10/purchases.json";
import { createWorld, done, made, type World } from "../world.ts";
import { movingInto } from "./movingIn.ts";

// The purchases of imported books: 14 vendors, 21 bills and payments of three.

const { vendors, bills } = PURCHASES;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: OCTOBER.agency.gstin });
});
afterAll(() => world.end());

const { moveIn, get, isRight } = movingInto(() => world);
const findBill = async (number: string) => {
  const { items } = await get(`/bills?q=${encodeURIComponent(number)}`);
  return get(`/bills/${items[0]._id}`);
};

test("imports vendors and bills with taxes, payments and marks, once only", async () => {
  const { import: moved } = made(await moveIn({ vendors, bills }));
  expect(moved).toMatchObject({ vendors: 14, bills: 21, payments: 2, skipped: 0 });
  expect(moved.created).toEqual({ accounts: ["Before bahi"], categories: ["Bill Payments"] });
  expect(await findBill("SCH/26-27/1190")).toMatchObject({
    status: "OPEN",
    tax: { cgst: 762.75, sgst: 762.75, igst: 0 },
    grandTotal: 10_000.5,
  });
  expect(await findBill("26-27/SI/000004")).toMatchObject({
    kind: "SELF_INVOICE",
    grandTotal: 40_000,
    inputCredit: "REVERSE_CHARGE",
  });
  expect(await findBill("UC/77")).toMatchObject({
    inputCredit: "NONE",
    items: [{ itc: "BLOCKED" }],
  });
  expect(await findBill("PX-99812")).toMatchObject({ reverseChargeTax: { igst: 2_222.22 } });
  expect(await findBill("PPH/CN/3")).toMatchObject({ kind: "CREDIT_NOTE", balance: 1_180 });
  const paid = await findBill("SCH/25-26/2188");
  expect(paid).toMatchObject({ earlier: true, status: "PARTIALLY_PAID", paid: 17_700 });
  await isRight();

  const again = done(await moveIn({ vendors, bills })).import;
  expect(again).toMatchObject({ _id: null, vendors: 0, bills: 0, payments: 0, skipped: 37 });
  const lower = bills.map((one) => ({ ...one, number: one.number.toLowerCase() }));
  expect(done(await moveIn({ vendors, bills: lower.slice(0, 4) })).import).toMatchObject({
    bills: 0,
  });
  const next = { vendorId: (await findBill("26-27/SI/000004")).vendorId._id, date: "2026-11-01" };
  const rent = { reverseCharge: true, items: [{ description: "Rent", taxable: 1, taxPct: 18 }] };
  const own = made(await world.kaveri.owner.post("/api/bills", { ...next, ...rent }));
  expect(own.number).toBe("26-27/SI/000005");
  await world.kaveri.owner.post(`/api/bills/${own._id}/cancel`, {});
});

test("records a payment with its bill and rejects a mismatch", async () => {
  const payments = [{ bill: "KS-0457", date: "2026-10-20", amount: "70800.00" }];
  expect(done(await moveIn({ vendors, bills, payments })).import).toMatchObject({ payments: 1 });
  expect((await findBill("KS-0457")).status).toBe("PAID");
  await isRight();
  const [first, ...rest] = bills;
  const wrong = await moveIn({ vendors, bills: [{ ...first, date: "2026-10-04" }, ...rest] });
  expect(wrong.body.errors).toEqual([
    { path: "bills.0.date", message: "SCH/26-27/1182 already exists, dated 3 Oct 2026" },
  ]);
  const sums = [{ taxPct: "18", taxable: "100", cgst: "12", sgst: "9" }];
  const odd = { ...first, number: "SCH/1", lines: sums, total: "120.00" };
  expect((await moveIn({ vendors, bills: [odd] })).body.errors[0].path).toBe(
    "bills.0.lines.0.cgst",
  );
});

test("undoes the import as a whole", async () => {
  const { items } = await get("/imports");
  for (const { _id } of items) done(await world.kaveri.owner.delete(`/api/imports/${_id}`));
  expect((await get("/bills")).items.map(({ status }: { status: string }) => status)).toEqual([
    "CANCELLED",
  ]);
  expect((await get("/vendors")).vendors).toHaveLength(1);
  await isRight();
});
