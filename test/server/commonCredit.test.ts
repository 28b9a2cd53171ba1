import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { buyingIn } from "./buying.ts";

// Rules 42 and 43 of the CGST Rules, over a financial year that has ended.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { post, get, addVendor, addBank, line, bill } = buyingIn(() => world);

describe("credit that serves exempt supplies too", () => {
  const sell = async (date: string, rate: number, taxPct: number) => {
    const buyer = { displayName: `Buyer of ${date}` };
    const { _id: clientId } = made(await post("/clients", buyer)).client;
    const items = [
      {
        description: "Course",
        hsnSac: "999293",
        qty: 1,
        rate,
        taxPct,
        ...(taxPct === 0 && { treatment: "EXEMPT" }),
      },
    ];
    const { _id } = made(await post("/invoices", { clientId, date, items }));
    done(await post(`/invoices/${_id}/send`, {}));
  };
  const buy = async (date: string, more: object) => {
    const vendor = await addVendor({ gstin: "", kind: "UNREGISTERED" });
    const items = [line(1_000, { use: "COMMON", ...more })];
    await bill(vendor, 1_000, { date, reverseCharge: true, items });
  };
  const readReversed = async (period: string) =>
    (await get(`/gst/${period}/gstr3b`)).tables["4B1"].cgst;

  test("is reversed by month and recomputed for the year in September", async () => {
    await sell("2024-06-10", 10_000, 18);
    await sell("2024-06-11", 10_000, 0);
    await sell("2024-07-10", 20_000, 18);
    await buy("2024-06-05", {});
    expect(await readReversed("2024-06")).toBe(45);
    // A quarter of the year's 90 is exempt: 22.50 is reversed.
    expect(await readReversed("2025-09")).toBe(-22.5);
    expect((await get("/gst/2025-09/proof")).agrees).toBe(true);
  });

  test("is reversed with the part of its tax that falls due", async () => {
    const vendor = await addVendor();
    const items = [line(1_000, { use: "COMMON" })];
    const own = await bill(vendor, 1_000, { date: "2024-10-05", reverseCharge: true, items });
    const accountId = await addBank();
    for (const month of ["2024-10", "2024-11"]) {
      await sell(`${month}-10`, 10_000, 18);
      await sell(`${month}-11`, 10_000, 0);
      const payment = { date: `${month}-20`, amount: 500, mode: "UPI", accountId };
      made(await post(`/bills/${own._id}/payments`, payment));
      expect(await readReversed(month)).toBe(22.5);
    }
  });

  test("is named for capital goods, which Rule 43 spreads over five years", async () => {
    const asset = { name: "Cameras", type: "Expense", kind: "asset" };
    const { category } = made(await post("/categories", asset));
    await buy("2024-07-05", { categoryId: category._id });
    expect(await readReversed("2024-07")).toBe(0);
    const { notes } = await get("/gst/2024-07/gstr3b");
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("₹180.00 of this credit is for capital goods");
  });

  test("is not reversed a second time when Rule 37 reclaims it", async () => {
    const gstin = "27AAMFP3390B1Z8";
    const items = [line(1_000, { use: "COMMON" })];
    const late = await bill(await addVendor({ gstin }), 1_000, { date: "2023-06-05", items });
    const taxes = { txval: 1_000, igst: 0, cgst: 90, sgst: 90, cess: 0 };
    const row = { inum: late.number, dt: "05-06-2023", pos: "27", rev: "N", itcavl: "Y", rsn: "" };
    const docdata = { b2b: [{ ctin: gstin, inv: [{ ...row, ...taxes }] }] };
    const data = { gstin: "27AAACB1234C1ZF", rtnprd: "062023", docdata };
    done(await post("/gst/2023-06/2b", { data }));
    const paid = { date: "2024-02-10", amount: 1_180, mode: "UPI", accountId: await addBank() };
    made(await post(`/bills/${late._id}/payments`, paid));
    await sell("2024-02-11", 10_000, 0);
    const { tables } = await get("/gst/2024-02/gstr3b");
    expect([tables["4A5"].cgst, tables["4B1"].cgst]).toEqual([90, 0]);
  });
});
