import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

// Supplies worked by hand. The agency is registered in Maharashtra, with a LUT until March 2027.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await change({ gstNumber: "27AAACB1234C1ZF", lut: [LUT], isComposition: false });
});
afterAll(() => world.end());

const LUT = { number: "AD270326000001X", from: "2026-04-01", to: "2027-03-31" };
const change = (fields: object) => world.kaveri.owner.put("/api/metadata", fields);

async function bill(client: object, items: object[], fields: object = {}) {
  const { owner } = world.kaveri;
  const { _id: clientId } = made(
    await owner.post("/api/clients", { displayName: "A client", ...client }),
  ).client;
  const lines = items.map((item) => ({ description: "Work", hsnSac: "998314", ...item }));
  const input = { clientId, date: "2026-10-05", items: lines, ...fields };
  return made(await owner.post("/api/invoices", input));
}

const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe("an invoice", () => {
  const exempt = { taxPct: 0, treatment: "EXEMPT" };
  test.each([
    [
      "D7: a bill of supply, of exempt and of non-GST lines",
      { state: "Delhi" },
      [
        { qty: 1, rate: 12_000, ...exempt },
        { qty: 30, rate: 100, taxPct: 0, treatment: "NON_GST" },
      ],
      { kind: "BILL_OF_SUPPLY" },
      { taxableValue: 15_000, tax: [0, 0, 0], grandTotal: 15_000, title: "Bill of Supply" },
    ],
    [
      "D8: an export under LUT",
      { kind: "OVERSEAS", country: "US", state: "Outside India" },
      [{ qty: 3, rate: 95_000.5, taxPct: 18 }],
      {},
      {
        taxableValue: 285_001.5,
        tax: [0, 0, 0],
        grandTotal: 285_001.5,
        supply: "EXPORT_WITHOUT_TAX",
      },
    ],
    [
      "D9: an export with tax",
      { kind: "OVERSEAS", country: "US", state: "Outside India" },
      [{ qty: 1, rate: 120_000, taxPct: 18 }],
      { supply: "EXPORT_WITH_TAX" },
      { taxableValue: 120_000, tax: [0, 0, 21_600], grandTotal: 141_600, gstMode: "IGST" },
    ],
    [
      "D11: an SEZ with tax: IGST even within the state",
      { kind: "SEZ", gstin: "27AAHCS8890P1Z8" },
      [{ qty: 2, rate: 20_000, taxPct: 18 }],
      { supply: "SEZ_WITH_TAX" },
      { taxableValue: 40_000, tax: [0, 0, 7_200], grandTotal: 47_200, gstMode: "IGST" },
    ],
    [
      "D12: an SEZ under LUT",
      { kind: "SEZ", gstin: "24AAFCK2268M1ZA" },
      [{ qty: 1, rate: 250_000, taxPct: 18 }],
      {},
      { taxableValue: 250_000, tax: [0, 0, 0], grandTotal: 250_000, supply: "SEZ_WITHOUT_TAX" },
    ],
    [
      "D13: reverse charge: the client pays the tax",
      { gstin: "36AABCD3456E1ZX" },
      [{ qty: 1, rate: 200_000, taxPct: 18 }],
      { reverseCharge: true },
      {
        taxableValue: 200_000,
        tax: [0, 0, 0],
        grandTotal: 200_000,
        reverseCharge: true,
        reverseChargeTax: { cgst: 0, sgst: 0, igst: 36_000 },
      },
    ],
    [
      "D14: taxed and exempt lines together",
      { gstin: "27AAKCS5512D1ZH" },
      [
        { qty: 1, rate: 60_000, taxPct: 18 },
        { qty: 40, rate: 350, taxPct: 5 },
        { qty: 1, rate: 8_000, ...exempt },
      ],
      {},
      { taxableValue: 82_000, tax: [5_750, 5_750, 0], grandTotal: 93_500, title: "Tax Invoice" },
    ],
    [
      "D14 to a client without GSTIN",
      { state: "Maharashtra" },
      [
        { qty: 1, rate: 100, taxPct: 18 },
        { qty: 1, rate: 8_000, ...exempt },
      ],
      {},
      { taxableValue: 8_100, tax: [9, 9, 0], title: "Invoice-cum-bill of supply" },
    ],
  ])("%s", async (_, client, items, fields, { tax, ...expected }) => {
    const invoice = await bill(client, items, fields);
    const { cgst, sgst, igst } = invoice.tax;
    expect([cgst, sgst, igst]).toEqual(tax);
    expect(invoice).toMatchObject(expected);
    expect((await world.kaveri.owner.get(`/api/invoices/${invoice._id}`)).body.invoice).toEqual(
      invoice,
    );
    expect((await world.kaveri.owner.get("/api/books/check")).body).toMatchObject({ ok: true });
  });

  test("has its own series for bills of supply", async () => {
    const { invoiceNumber, number } = await bill({}, [{ qty: 1, rate: 5, ...exempt }], {
      kind: "BILL_OF_SUPPLY",
    });
    expect([invoiceNumber, number]).toEqual([number, expect.stringMatching(/^26-27\/BOS\/\d{6}$/)]);
  });

  test("keeps each line's own tax", async () => {
    const { items } = await bill({ state: "Goa" }, [
      { qty: 3, rate: 33_333.33, discountPct: 5, taxPct: 18 },
      { qty: 1, rate: 10, taxPct: 0, treatment: "NIL", unit: "NOS" },
    ]);
    expect(items).toMatchObject([
      { taxable: 94_999.99, cgst: 0, sgst: 0, igst: 17_100 },
      { taxable: 10, cgst: 0, sgst: 0, igst: 0, treatment: "NIL", unit: "NOS" },
    ]);
  });

  test("is a bill of supply without tax for a composition dealer", async () => {
    const before = await bill({}, [{ qty: 1, rate: 100, taxPct: 18 }]);
    expect(before.grandTotal).toBe(118);
    await change({ isComposition: true });
    const { kind, title, grandTotal } = await bill({}, [{ qty: 1, rate: 100, taxPct: 18 }]);
    expect([kind, title, grandTotal]).toEqual(["BILL_OF_SUPPLY", "Bill of Supply", 100]);
    const draft = () => world.kaveri.owner.get(`/api/invoices/${before._id}`);
    expect((await draft()).body.invoice.grandTotal).toBe(100);
    await change({ isComposition: false });
    expect((await draft()).body.invoice.grandTotal).toBe(118);
  });

  test("starts without tax for an agency without GSTIN", async () => {
    const { owner } = world.narmada;
    const { _id: clientId } = made(
      await owner.post("/api/clients", { displayName: "Near" }),
    ).client;
    const items = [{ description: "Work", qty: 1, rate: 100 }];
    const invoice = made(
      await owner.post("/api/invoices", { clientId, date: "2026-10-05", items }),
    );
    expect([invoice.items[0].taxPct, invoice.grandTotal]).toEqual([0, 100]);
  });

  test("reports oddities", async () => {
    const taxed = [{ qty: 1, rate: 100, taxPct: 18 }];
    const abroad = { kind: "OVERSEAS", country: "US", state: "Outside India" };
    expect(codes(await bill(abroad, taxed))).toEqual([]);
    expect(codes(await bill(abroad, taxed, { date: "2027-04-01" }))).toEqual(["LUT_MISSING"]);
    expect(codes(await bill(abroad, taxed, { supply: "REGULAR" }))).toEqual(["EXPORT_NOT_CHOSEN"]);
    const here = { kind: "OVERSEAS", country: "US", state: "Maharashtra" };
    const unplaced = await bill(here, taxed, { supply: "REGULAR", placeOfSupply: "27" });
    expect(codes(unplaced)).toEqual(["PLACE_OF_CLIENT_ABROAD"]);
    const reversed = { supply: "SEZ_WITHOUT_TAX", reverseCharge: true };
    expect(codes(await bill({ kind: "SEZ" }, taxed, reversed))).toContain("REVERSE_CHARGE_NOT_DUE");
    expect(codes(await bill({}, [{ qty: 1, rate: 100, taxPct: 0 }]))).toEqual([
      "TREATMENT_MISSING",
    ]);
    expect(codes(await bill({}, [{ qty: 1, rate: 100, ...exempt }]))).toEqual(["BILL_OF_SUPPLY"]);
  });

  test.each([
    [{ kind: "CREDIT_NOTE" }, "kind", "Kind must be INVOICE or BILL_OF_SUPPLY"],
    [{ supply: "EXPORT" }, "supply", /^Supply must be one of REGULAR, /],
    [{ reverseCharge: "yes" }, "reverseCharge", "Reverse charge must be true or false"],
    [
      { foreignCurrency: "dollars" },
      "foreignCurrency",
      "Currency must be three letters, such as USD",
    ],
    [{ exchangeRate: -1 }, "exchangeRate", "Exchange rate must be at least 0"],
  ])("rejects %j", async (fields, path, message) => {
    const { owner } = world.kaveri;
    const { client } = made(await owner.post("/api/clients", { displayName: "Odd" }));
    const items = [{ description: "Work", qty: 1, rate: 100 }];
    const input = { clientId: client._id, date: "2026-10-05", items, ...fields };
    const { status, body } = await owner.post("/api/invoices", input);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});

test("a draft follows its client's changes, and one abroad needs no state", async () => {
  const { owner } = world.kaveri;
  const draft = await bill({ gstin: "27AAHCS8890P1Z8" }, [{ qty: 1, rate: 100, taxPct: 18 }]);
  await owner.put(`/api/clients/${draft.clientId._id}`, { kind: "SEZ" });
  const { invoice } = (await owner.get(`/api/invoices/${draft._id}`)).body;
  expect(invoice).toMatchObject({ supply: "SEZ_WITHOUT_TAX", gstMode: "IGST", grandTotal: 100 });
  const abroad = await bill({ kind: "OVERSEAS", country: "US" }, [{ qty: 1, rate: 1, taxPct: 18 }]);
  expect([abroad.supplyPlace.stateCode, abroad.supply]).toEqual(["96", "EXPORT_WITHOUT_TAX"]);
});

describe("a client", () => {
  test("moves with a changed GSTIN", async () => {
    const { owner } = world.kaveri;
    const { client } = made(
      await owner.post("/api/clients", { displayName: "Mover", state: "Goa" }),
    );
    expect(client).toMatchObject({ kind: "UNREGISTERED", stateCode: "30" });
    const moved = await owner.put(`/api/clients/${client._id}`, { gstin: "29AAGFS4321P1ZP" });
    expect(moved.body.client).toMatchObject({
      kind: "REGULAR",
      state: "Karnataka",
      stateCode: "29",
    });
  });
});
