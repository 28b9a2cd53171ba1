import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { advanceFigures, lessFigures } from "../../domain/gst/figures.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import { createWorld, made, type World } from "../world.ts";

// Advances with their vouchers, worked by hand. The agency is in Maharashtra.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const post = (path: string, body: object) => world.kaveri.owner.post(`/api${path}`, body);
const get = async (path: string) => (await world.kaveri.owner.get(`/api${path}`)).body;
const isRight = async () => expect(await get("/books/check")).toMatchObject({ ok: true });

async function addClient(fields: object = { state: "Maharashtra" }): Promise<string> {
  return made(await post("/clients", { displayName: "A client", ...fields })).client._id;
}

const advance = (clientId: string, amount: number, fields: object = {}) => ({
  clientId,
  date: "2026-10-05",
  amount,
  taxPct: 18,
  description: "Advance for a film",
  mode: "UPI",
  accountId: world.kaveri.account._id,
  ...fields,
});

async function sent(clientId: string, rate: number) {
  const items = [{ description: "Film", qty: 1, rate, taxPct: 18 }];
  const { _id } = made(await post("/invoices", { clientId, date: "2026-10-20", items }));
  return (await post(`/invoices/${_id}/send`, {})).body;
}

const refund = (amount: number) => ({
  date: "2026-10-30",
  amount,
  mode: "UPI",
  accountId: world.kaveri.account._id,
});

describe("an advance", () => {
  const home = { state: "Maharashtra" };
  const away = { state: "Goa" };
  test.each([
    ["A1", home, 59_000, 18, 50_000, [4_500, 4_500, 0]],
    ["A2", away, 11_800, 18, 10_000, [0, 0, 1_800]],
    ["A3", home, 1_000, 18, 847.46, [76.27, 76.27, 0]],
    ["A4", away, 1_000, 18, 847.46, [0, 0, 152.54]],
    ["A5", home, 0.01, 18, 0.01, [0, 0, 0]],
    ["A6", home, 1_000, 5, 952.38, [23.81, 23.81, 0]],
    [
      "A7",
      { kind: "OVERSEAS", country: "US", state: "Outside India" },
      200_000,
      18,
      200_000,
      [0, 0, 0],
    ],
  ])("includes its tax: %s", async (_, client, amount, taxPct, taxable, tax) => {
    const voucher = made(
      await post("/vouchers", advance(await addClient(client), amount, { taxPct })),
    );
    expect(voucher).toMatchObject({ amount, held: amount, taxableValue: taxable, status: "SENT" });
    expect([voucher.tax.cgst, voucher.tax.sgst, voucher.tax.igst]).toEqual(tax);
    await isRight();
  });

  test("A8: is used by invoices in parts, without a second income", async () => {
    const client = await addClient();
    const voucher = made(await post("/vouchers", advance(client, 59_000)));
    expect([voucher.number, voucher.title]).toEqual([
      expect.stringMatching(/^26-27\/RV\/\d{6}$/),
      "Receipt Voucher",
    ]);
    for (const [amount, rate] of [
      [35_400, 30_000],
      [23_600, 20_000],
    ] as const) {
      const invoice = await sent(client, rate);
      const input = { invoiceId: invoice._id, amount };
      made(await post(`/vouchers/${voucher._id}/use`, input));
      const after = (await get(`/invoices/${invoice._id}`)).invoice;
      expect([after.balance, after.advancesUsed, after.status]).toEqual([0, amount, "PAID"]);
    }
    const { held, used, applications } = await get(`/vouchers/${voucher._id}`);
    expect([held, used, applications.length]).toEqual([0, 59_000, 2]);
    const named = `q=${encodeURIComponent(voucher.number)}`;
    const { items } = await get(`/transactions?${named}&dateFrom=2026-10-05&dateTo=2026-10-30`);
    expect(items).toMatchObject([
      { type: "Income", amount: 59_000, categoryId: { name: "Advances from clients" } },
    ]);
    await isRight();
  });

  test("adds its TDS to the money received", async () => {
    const input = advance(await addClient(), 53_100, { tdsAmount: 5_900 });
    expect(made(await post("/vouchers", input))).toMatchObject({
      amount: 59_000,
      tdsAmount: 5_900,
      taxableValue: 50_000,
    });
    await isRight();
  });

  test("is refunded with a refund voucher, up to its rest", async () => {
    const client = await addClient();
    const voucher = made(await post("/vouchers", advance(client, 1_000)));
    const invoice = await sent(client, 1_000);
    made(await post(`/vouchers/${voucher._id}/use`, { invoiceId: invoice._id, amount: 333.33 }));
    const first = made(await post(`/vouchers/${voucher._id}/refund`, refund(333.33)));
    expect(first).toMatchObject({ kind: "REFUND_VOUCHER", amount: 333.33, taxableValue: 282.47 });
    const last = made(await post(`/vouchers/${voucher._id}/refund`, refund(333.34)));
    expect(last.number).toMatch(/^26-27\/RF\/\d{6}$/);
    expect((await get(`/vouchers/${voucher._id}`)).held).toBe(0);
    const more = await post(`/vouchers/${voucher._id}/refund`, refund(0.01));
    expect(more.body.errors).toEqual([
      { path: "amount", message: "Amount must not be more than the ₹0.00 held" },
    ]);
    const { refunds } = await get(`/vouchers/${voucher._id}`);
    const undone = await world.kaveri.owner.delete(`/api/applications/${refunds[1]._id}`);
    expect([undone.status, (await get(`/vouchers/${last._id}`)).status]).toEqual([
      200,
      "CANCELLED",
    ]);
    expect((await get(`/vouchers/${voucher._id}`)).held).toBe(333.34);
    const kept = await post(`/vouchers/${voucher._id}/cancel`, {});
    expect([kept.status, kept.body.message]).toEqual([
      409,
      "A used or refunded advance cannot be cancelled",
    ]);
    await isRight();
  });

  test("is cancelled with its income while unused", async () => {
    const voucher = made(await post("/vouchers", advance(await addClient(), 77)));
    const mine = "/transactions?minAmount=77&maxAmount=77&dateFrom=2026-10-05&dateTo=2026-10-05";
    expect((await get(mine)).total).toBe(1);
    const cancelled = await post(`/vouchers/${voucher._id}/cancel`, {});
    expect(cancelled.body).toMatchObject({ status: "CANCELLED", held: 0 });
    expect((await get(mine)).total).toBe(0);
    const refused = await post(`/vouchers/${voucher._id}/refund`, refund(1));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "A receipt voucher that is cancelled cannot settle anything",
    ]);
    await isRight();
  });

  test("is used once under concurrent requests", async () => {
    const client = await addClient();
    const voucher = made(await post("/vouchers", advance(client, 100)));
    const invoice = await sent(client, 1_000);
    const use = () => post(`/vouchers/${voucher._id}/use`, { invoiceId: invoice._id, amount: 60 });
    const answers = await Promise.all([use(), use(), use()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    await isRight();
  });

  test("always adds up, also in parts", () => {
    const charge = { supply: "REGULAR" as const, isUntaxed: false };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e12 }),
        fc.constantFrom(0, 500, 1200, 1800, 2800),
        fc.constantFrom("INTRA" as const, "IGST" as const),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (gross, rate, mode, share) => {
          const of = (paise: number) =>
            advanceFigures(paise as Paise, rate as Hundredths, { ...charge, mode });
          const [all, first] = [of(gross), of(Math.floor(gross * share))];
          const rest = lessFigures(all, first);
          for (const { taxable, cgst, sgst, igst, totalPaise } of [all, first, rest]) {
            expect(taxable + cgst + sgst + igst).toBe(totalPaise);
          }
          expect(first.totalPaise + rest.totalPaise).toBe(gross);
        },
      ),
    );
  });
});

test("lists vouchers newest first and finds them by client and number", async () => {
  const client = await addClient({ displayName: "Payer" });
  const { number } = made(await post("/vouchers", advance(client, 5)));
  made(await post("/vouchers", advance(client, 6, { date: "2026-10-06" })));
  const { items, total } = await get(`/vouchers?clientId=${client}`);
  expect([total, items[0].amount]).toEqual([2, 6]);
  expect((await get(`/clients/${client}`)).client).toMatchObject({ credit: 0, advances: 11 });
  expect((await get(`/vouchers?q=${encodeURIComponent(number)}`)).items[0].amount).toBe(5);
});

test("the filter held leaves out used, refunded and cancelled advances", async () => {
  const client = await addClient();
  const add = async (amount: number) => made(await post("/vouchers", advance(client, amount)));
  const [used, partly, refunded, cancelled] = [
    await add(1_180),
    await add(2_360),
    await add(590),
    await add(100),
  ];
  const { _id: invoiceId } = await sent(client, 2_000);
  made(await post(`/vouchers/${used._id}/use`, { invoiceId, amount: 1_180 }));
  made(await post(`/vouchers/${partly._id}/use`, { invoiceId, amount: 1_180 }));
  made(await post(`/vouchers/${refunded._id}/refund`, refund(590)));
  await post(`/vouchers/${cancelled._id}/cancel`, {});
  const { items, total } = await get(`/vouchers?clientId=${client}&held=true&limit=1`);
  expect([total, items[0]]).toMatchObject([1, { _id: partly._id, held: 1_180 }]);
  expect((await get(`/vouchers?clientId=${client}`)).total).toBe(5);
});

test("GST-TDS is part of the advance and lowers the TDS of the invoice that uses it", async () => {
  const client = await addClient();
  const of = (gstTds: object) => advance(client, 1_14_000, { tdsAmount: 2_000, gstTds });
  for (const gstTds of [{ igst: 2_000 }, { cgst: 1_200, sgst: 1_200 }]) {
    const refused = await post("/vouchers", of(gstTds));
    expect(refused.body.errors[0].path).toBe("gstTds");
  }
  const voucher = made(await post("/vouchers", of({ cgst: 1_000, sgst: 1_000 })));
  const gstTds = { igst: 0, cgst: 1_000, sgst: 1_000 };
  expect(voucher).toMatchObject({ amount: 1_18_000, tdsAmount: 2_000, gstTds });
  const { items } = await get(`/vouchers?clientId=${client}`);
  expect(items).toMatchObject([{ tdsAmount: 2_000, gstTds }]);
  const { rows } = await get("/reports/trial-balance?at=2026-10-31");
  const ledger = rows.find(({ name }: { name: string }) => name === "GST-TDS receivable CGST");
  expect(ledger.debit).toBe(1_000);

  const { _id: invoiceId } = await sent(client, 2_00_000);
  made(await post(`/vouchers/${voucher._id}/use`, { invoiceId, amount: 1_18_000 }));
  const pay = (head: number) =>
    post(`/invoices/${invoiceId}/payments`, {
      ...refund(1_000),
      gstTds: { cgst: head, sgst: head },
    });
  expect((await pay(1_002)).body.errors[0].path).toBe("gstTds");
  made(await pay(1_000));
  await isRight();
});
