import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { WORKED } from "../workedInvoices.ts";
import { createWorld, made, type World } from "../world.ts";
import { type Billing, LOGO, startBilling } from "./billing.ts";

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = await startBilling(world);
});
afterAll(() => world.end());

describe("a new invoice", () => {
  test("returns the object with everything computed by the server", async () => {
    const answer = await billing.add({
      dueDate: "2026-11-04",
      notes: "Thanks",
      terms: "15 days",
      invoiceNumber: "MINE/1",
      status: "PAID",
      gstMode: "IGST",
      grandTotal: 1,
      agencyId: 2,
    });
    expect(answer).toEqual({
      _id: expect.any(String),
      invoiceNumber: "26-27/INV/000001",
      date: "2026-10-05",
      dueDate: "2026-11-04",
      clientId: { _id: billing.near, displayName: "Near", email: "near@near.test" },
      status: "DRAFT",
      gstMode: "INTRA",
      placeOfSupply: "",
      supplyPlace: { text: "Maharashtra", stateCode: "27" },
      kind: "INVOICE",
      number: "26-27/INV/000001",
      title: "Tax Invoice",
      supply: "REGULAR",
      reverseCharge: false,
      foreignCurrency: "",
      exchangeRate: 0,
      irn: "",
      seriesId: "",
      serviceDate: "",
      deliveryAddress: "",
      items: [
        {
          ...LOGO,
          unit: "",
          discountPct: 0,
          taxPct: 18,
          treatment: "",
          pureAgent: false,
          taxable: 50_000,
          cgst: 4_500,
          sgst: 4_500,
          igst: 0,
        },
      ],
      subTotal: 50_000,
      discountTotal: 0,
      taxableValue: 50_000,
      tax: { cgst: 4_500, sgst: 4_500, igst: 0 },
      reverseChargeTax: { cgst: 0, sgst: 0, igst: 0 },
      creditApplied: 0,
      advancesUsed: 0,
      writtenOff: 0,
      roundOff: 0,
      grandTotal: 59_000,
      received: 0,
      tds: 0,
      balance: 59_000,
      notes: "Thanks",
      terms: "15 days",
      supplier: expect.objectContaining({ agencyName: "kaveri", gstin: "27AAACB1234C1ZF" }),
      recipient: expect.objectContaining({ name: "Near", stateCode: "27" }),
      createdBy: { _id: expect.any(String), fullName: "Staff of kaveri" },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      warnings: [
        {
          code: "PARTICULARS_MISSING",
          message:
            "From ₹50,000, an invoice without the client's GSTIN must show their address and state.",
        },
      ],
    });
    expect(await billing.detail(answer._id)).toEqual({
      invoice: answer,
      payments: [],
      settled: [],
      transactions: [],
      summary: { totalPaid: 0, tds: 0, balance: 59_000 },
    });
  });

  test.each(WORKED)(
    "$id matches the worked example",
    async ({ mode, roundOff, lines, invoice: figures }) => {
      const items = lines.map(({ figures: _, ...line }) => ({ description: "Work", ...line }));
      const clientId = mode === "INTRA" ? billing.near : billing.far;
      const made = await billing.add({ clientId, items, roundOff });
      const { subTotal, discountTotal, taxableValue, tax, grandTotal } = made;
      const answered = { subTotal, discountTotal, taxableValue, ...tax, grandTotal };
      expect(made.gstMode).toBe(mode);
      for (const [name, figure] of Object.entries(figures)) {
        expect([name, answered[name as keyof typeof answered]]).toEqual([name, Number(figure)]);
      }
    },
  );

  test("is supplied at its own place, else the client's, else the default", async () => {
    const { owner } = world.kaveri;
    const nowhere = made(await owner.post("/api/clients", { displayName: "Nowhere" })).client._id;
    const supply = async (fields: object) => {
      const { gstMode, supplyPlace, placeOfSupply } = await billing.add(fields);
      return [gstMode, supplyPlace.text, supplyPlace.stateCode, placeOfSupply];
    };
    expect(await supply({ clientId: billing.far })).toEqual(["IGST", "Karnataka", "29", ""]);
    const named = { clientId: billing.far, placeOfSupply: "27-Maharashtra" };
    expect(await supply(named)).toEqual(["INTRA", "27-Maharashtra", "27", "27-Maharashtra"]);
    expect(await supply({ placeOfSupply: "Mumbai" })).toEqual(["INTRA", "Mumbai", "", "Mumbai"]);
    expect(await supply({ clientId: nowhere })).toEqual(["INTRA", "", "", ""]);
    await owner.put("/api/invoice-settings", { defaultPlaceOfSupply: "Goa" });
    expect(await supply({ clientId: nowhere })).toEqual(["IGST", "Goa", "30", ""]);
    await owner.put("/api/invoice-settings", { defaultPlaceOfSupply: "" });
  });

  test("uses the default tax if an item has none; a tax of 0 stays 0", async () => {
    const { owner } = world.kaveri;
    await owner.put("/api/invoice-settings", { defaultTaxPct: 5 });
    const { items } = await billing.add({ items: [LOGO, { ...LOGO, taxPct: 0 }] });
    expect(items.map(({ taxPct }: { taxPct: number }) => taxPct)).toEqual([5, 0]);
    await owner.put("/api/invoice-settings", { defaultTaxPct: 18 });
  });

  const item = (fields: object) => ({ items: [{ ...LOGO, ...fields }] });
  test.each([
    [{ items: [] }, "items", "Please add at least one item"],
    [{ items: undefined }, "items", "Please add at least one item"],
    [{ clientId: "" }, "clientId", "Client is required"],
    [{ clientId: "nobody" }, "clientId", "Choose one of your clients"],
    [{ date: "" }, "date", "Date is required"],
    [{ date: undefined }, "date", "Date is required"],
    [{ date: "2026-02-30" }, "date", "Date must be a valid day, written YYYY-MM-DD"],
    [{ dueDate: "2026-10-04" }, "dueDate", "Due date must not be before the invoice date"],
    [item({ description: " " }), "items.0.description", "Description is required"],
    [item({ qty: undefined }), "items.0.qty", "Quantity is required"],
    [item({ qty: -1 }), "items.0.qty", "Quantity must not be negative"],
    [
      item({ qty: 1.005 }),
      "items.0.qty",
      "Quantity must have at most 2 decimals and be at most 99,99,99,99,999.99",
    ],
    [item({ rate: undefined }), "items.0.rate", "Rate is required"],
    [item({ rate: "5" }), "items.0.rate", "Rate must be a number"],
    [
      item({ rate: 0.001 }),
      "items.0.rate",
      "Rate must have at most 2 decimals and be at most ₹99,99,99,99,999.99",
    ],
    [item({ discountPct: 100.01 }), "items.0.discountPct", "Discount must be from 0 to 100"],
    [item({ taxPct: -1 }), "items.0.taxPct", "Tax must be from 0 to 100"],
    [{ roundOff: 100 }, "roundOff", "Round off must be from -99.99 to 99.99"],
    [{ roundOff: -100 }, "roundOff", "Round off must be from -99.99 to 99.99"],
    [
      { ...item({ rate: 0.5, qty: 1, taxPct: 0 }), roundOff: -0.51 },
      "roundOff",
      "Grand total must not be negative",
    ],
    [item({ rate: 99_999_999_999.99 }), "items", "The total must be at most ₹99,99,99,99,999.99"],
  ])("%j is rejected", async (fields, path, message) => {
    const before = (await world.kaveri.owner.get("/api/invoice-settings")).body.nextSeq;
    const { status, body } = await world.kaveri.staff.post(
      "/api/invoices",
      billing.invoice(fields),
    );
    expect([status, body]).toEqual([400, { message, errors: [{ path, message }] }]);
    const after = (await world.kaveri.owner.get("/api/invoice-settings")).body.nextSeq;
    expect(after).toBe(before);
  });

  test("is rejected for another agency's client", async () => {
    const { client } = made(
      await world.narmada.owner.post("/api/clients", { displayName: "Theirs" }),
    );
    const { status, body } = await world.kaveri.staff.post(
      "/api/invoices",
      billing.invoice({ clientId: client._id }),
    );
    expect([status, body.message]).toEqual([400, "Choose one of your clients"]);
  });

  test("is created once for a repeated key", async () => {
    const headers = { "idempotency-key": "one-of-these" };
    const send = () => world.kaveri.staff.post("/api/invoices", billing.invoice(), headers);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    const other = await world.kaveri.staff.post(
      "/api/invoices",
      billing.invoice({ notes: "2" }),
      headers,
    );
    expect(other.status).toBe(409);
  });
});

describe("the life of an invoice", () => {
  test("goes from draft to sent, partly paid and paid, and back", async () => {
    const { _id } = await billing.add();
    const status = async () => (await billing.detail(_id)).invoice.status;
    expect((await billing.act(_id, "send")).body.status).toBe("SENT");
    const first = await billing.pay(_id, 9_000);
    expect(first.invoice).toMatchObject({ status: "PARTIALLY_PAID", balance: 50_000 });
    const second = await billing.pay(_id, 50_000);
    expect(second.invoice).toMatchObject({ status: "PAID", balance: 0 });
    for (const [{ payment }, left] of [
      [first, "PARTIALLY_PAID"],
      [second, "SENT"],
    ] as const) {
      await world.kaveri.owner.delete(`/api/payments/${payment._id}`);
      expect(await status()).toBe(left);
    }
  });

  test("returns to draft if it was paid before it was sent", async () => {
    const { _id } = await billing.add();
    const { payment, invoice } = await billing.pay(_id, 59_000);
    expect(invoice.status).toBe("PAID");
    await world.kaveri.owner.delete(`/api/payments/${payment._id}`);
    expect((await billing.detail(_id)).invoice.status).toBe("DRAFT");
  });

  test("is sent once and cancelled once, and not with payments", async () => {
    const sent = (await billing.add())._id;
    await billing.act(sent, "send");
    const again = await billing.act(sent, "send");
    expect([again.status, again.body.message]).toEqual([409, "Only a draft invoice can be sent"]);
    const { payment } = await billing.pay(sent, 1);
    const paid = await billing.act(sent, "cancel");
    expect([paid.status, paid.body.message]).toEqual([
      409,
      "An invoice with payments cannot be cancelled; delete them first",
    ]);
    await world.kaveri.owner.delete(`/api/payments/${payment._id}`);
    expect((await billing.act(sent, "cancel")).body.status).toBe("CANCELLED");
    const twice = await billing.act(sent, "cancel");
    expect([twice.status, twice.body.message]).toEqual([409, "The invoice is already cancelled"]);
    expect((await billing.act(sent, "send")).status).toBe(409);
  });

  test("is edited by owners while it is neither paid nor cancelled", async () => {
    const { owner } = world.kaveri;
    const { _id, invoiceNumber } = await billing.add();
    const items = [{ ...LOGO, qty: 1 }];
    const edited = await owner.put(`/api/invoices/${_id}`, { items, notes: "Half" });
    expect(edited.body).toMatchObject({ _id, invoiceNumber, grandTotal: 29_500, notes: "Half" });
    expect((await billing.detail(_id)).invoice).toEqual(edited.body);

    await billing.pay(_id, 20_000);
    const less = await owner.put(`/api/invoices/${_id}`, { items: [{ ...LOGO, qty: 0.5 }] });
    expect([less.status, less.body.message]).toEqual([
      409,
      "The total cannot be less than the amount already paid",
    ]);
    await billing.pay(_id, 9_500);
    const paid = await owner.put(`/api/invoices/${_id}`, { notes: "Late" });
    expect([paid.status, paid.body.message]).toEqual([409, "A paid invoice cannot be edited"]);
    const other = (await billing.add())._id;
    await billing.act(other, "send");
    await billing.act(other, "cancel");
    const cancelled = await owner.put(`/api/invoices/${other}`, { notes: "Late" });
    expect([cancelled.status, cancelled.body.message]).toEqual([
      409,
      "A cancelled invoice cannot be edited",
    ]);
  });

  test("stays in its financial year once sent, with its number", async () => {
    const { owner } = world.kaveri;
    const { _id, date } = await billing.add();
    expect((await owner.put(`/api/invoices/${_id}`, { date: "2026-03-31" })).status).toBe(200);
    expect((await owner.put(`/api/invoices/${_id}`, { date })).status).toBe(200);
    await billing.act(_id, "send");
    expect((await owner.put(`/api/invoices/${_id}`, { date: "2027-03-31" })).status).toBe(200);
    for (const other of ["2026-03-31", "2027-04-01"]) {
      const moved = await owner.put(`/api/invoices/${_id}`, { date: other });
      const message = "A sent invoice stays in its financial year, as its number does";
      expect([moved.status, moved.body]).toEqual([
        409,
        { message, errors: [{ path: "date", message }] },
      ]);
    }
    expect((await billing.detail(_id)).invoice.date).toBe("2027-03-31");
  });

  test("is settled by an edit that lowers it to the amount paid", async () => {
    const { _id } = await billing.add();
    await billing.pay(_id, 29_500);
    const { body } = await world.kaveri.owner.put(`/api/invoices/${_id}`, {
      items: [{ ...LOGO, qty: 1 }],
    });
    expect(body).toMatchObject({ status: "PAID", balance: 0 });
  });
});
