import { afterAll, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { defaultNumbering } from "../../domain/documents/numbering.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const PATH = "/api/invoice-settings";
const NO_BANK = { accountName: "", bankName: "", accountNo: "", ifsc: "", upi: "", branch: "" };

test("settings default to a tax of 18 until an owner changes them", async () => {
  expect((await world.narmada.staff.get(PATH)).body).toEqual({
    ...defaultNumbering("INVOICE", today()),
    nextSeq: 1,
    defaultTaxPct: 18,
    defaultPlaceOfSupply: "",
    bankDetails: NO_BANK,
    defaultDueDays: null,
    defaultNotes: "",
    defaultTerms: "",
    revenueCategoryId: "",
  });
});

test("settings are saved field by field and number the next invoice", async () => {
  const { owner } = world.kaveri;
  const numbering = { series: "A", prefix: "KS", resetPolicy: "NEVER" };
  const place = { defaultTaxPct: 0, defaultPlaceOfSupply: "27-Maharashtra" };
  const texts = { defaultDueDays: 30, defaultNotes: "Thank you", defaultTerms: "Pay by UPI" };
  const defaults = { ...place, ...texts, revenueCategoryId: world.kaveri.fees._id };
  const bank = { accountName: "Kaveri", bankName: "HDFC Bank", accountNo: "5020", upi: "k@ybl" };
  const sent = { ...bank, ifsc: "hdfc0001234", branch: "Pune" };
  const whole = { ...numbering, ...defaults, nextSeq: 99, bankDetails: sent };
  const kept = { ...whole, nextSeq: 1, bankDetails: { ...sent, ifsc: "HDFC0001234" } };
  expect(await owner.put(PATH, whole)).toMatchObject({ status: 200, body: kept });
  const { body } = await owner.put(PATH, { bankDetails: { branch: "Nashik" } });
  expect(body).toEqual({ ...kept, bankDetails: { ...kept.bankDetails, branch: "Nashik" } });

  const { client } = made(await owner.post("/api/clients", { displayName: "Asha" }));
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const bill = { clientId: client._id, date: "2026-10-05", items };
  const invoice = made(await owner.post("/api/invoices", bill));
  expect([invoice.invoiceNumber, invoice.items[0].taxPct]).toEqual(["A/KS/000001", 0]);
  expect((await owner.get(PATH)).body.nextSeq).toBe(2);
});

const DUE_DAYS = "Days until due must be a whole number from 0 to 3650";

test.each([
  [{ series: " " }, "series", "Series is required"],
  [{ prefix: "" }, "prefix", "Prefix is required"],
  [{ resetPolicy: "MONTHLY" }, "resetPolicy", "Reset policy must be YEARLY or NEVER"],
  [{ defaultTaxPct: 100.01 }, "defaultTaxPct", "Default tax must be from 0 to 100"],
  [{ defaultDueDays: 1.5 }, "defaultDueDays", DUE_DAYS],
  [{ defaultDueDays: -1 }, "defaultDueDays", DUE_DAYS],
  [{ defaultTaxPct: -1 }, "defaultTaxPct", "Default tax must be from 0 to 100"],
])("%j is rejected and changes nothing", async (change, path, message) => {
  const { owner } = world.narmada;
  const before = (await owner.get(PATH)).body;
  const { status, body } = await owner.put(PATH, change);
  expect([status, body]).toEqual([400, { message, errors: [{ path, message }] }]);
  expect((await owner.get(PATH)).body).toEqual(before);
});

test("settings changed by another user cause a warning and are not overwritten", async () => {
  const { owner } = world.narmada;
  for (const [path, field] of [
    [PATH, "prefix"],
    ["/api/receipts/settings", "prefix"],
    ["/api/metadata", "location"],
  ] as const) {
    const { body } = await owner.get(path);
    const seen = body.metadata ?? body;
    expect((await owner.put(path, { [field]: "MINE", seen })).status).toBe(200);
    const late = await owner.put(path, { [field]: "YOURS", seen });
    expect([late.status, late.body.errors[0].path]).toEqual([409, "seen"]);
    expect(late.body.message).toMatch(
      new RegExp(`^Owner of narmada, at .+, changed this in the meantime \\(${field}\\)$`),
    );
    const { body: now } = await owner.get(path);
    expect((now.metadata ?? now)[field]).toBe("MINE");
  }
});
