import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readPages } from "../pdf.ts";
import { WORKED } from "../workedInvoices.ts";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  clientId = made(await owner.post("/api/clients", { displayName: "Asha" })).client._id;
});
afterAll(() => world.end());

const LOGO = { description: "Logo", qty: 1, rate: 50_000, taxPct: 18 };
async function add(fields: object = {}): Promise<string> {
  const invoice = { clientId, date: "2026-10-05", items: [LOGO], ...fields };
  return made(await world.kaveri.staff.post("/api/invoices", invoice))._id;
}
const payment = (fields: object = {}) => ({
  date: "2026-10-20",
  amount: 1_000,
  mode: "UPI",
  reference: "UTR 1",
  notes: "First part",
  accountId: world.kaveri.account._id,
  ...fields,
});
const pay = (id: string, fields: object = {}) =>
  world.kaveri.staff.post(`/api/invoices/${id}/payments`, payment(fields));
const detail = async (id: string) => (await world.kaveri.staff.get(`/api/invoices/${id}`)).body;
const income = async () =>
  (await world.kaveri.staff.get("/api/transactions")).body.totals.income as number;

describe("a payment", () => {
  test("creates its income transaction and deletes it with itself", async () => {
    const id = await add();
    const before = await income();
    const answer = made(await pay(id, { tdsAmount: 100 }));
    expect(answer.payment).toEqual({
      ...payment(),
      _id: expect.any(String),
      tdsAmount: 100,
      gstTds: { igst: 0, cgst: 0, sgst: 0 },
      account: { _id: world.kaveri.account._id, name: "kaveri bank", type: "Bank" },
      transactionId: expect.any(String),
      createdAt: expect.any(String),
    });
    const { invoice, payments, transactions, summary } = await detail(id);
    expect(answer.invoice).toEqual(invoice);
    expect(payments).toEqual([answer.payment]);
    expect(summary).toEqual({ totalPaid: 1_000, tds: 100, balance: 57_900 });
    expect(transactions).toEqual([
      expect.objectContaining({
        _id: answer.payment.transactionId,
        description: `Payment of invoice ${invoice.invoiceNumber}: Asha`,
        categoryId: expect.objectContaining({ name: "Invoice Payments" }),
        type: "Income",
        date: "2026-10-20",
        amount: 1_000,
        source: { type: "Invoice", _id: id },
      }),
    ]);
    expect(await income()).toBe(before + 1_000);

    const gone = await world.kaveri.owner.delete(`/api/payments/${answer.payment._id}`);
    expect([gone.status, gone.body]).toEqual([200, { message: "Payment deleted successfully" }]);
    expect(await income()).toBe(before);
    expect(await detail(id)).toMatchObject({ payments: [], transactions: [] });
    const log = (await world.kaveri.owner.get("/api/audit?entity=Payment")).body.items;
    const { invoiceNumber } = invoice;
    expect(log.map(({ payload }: { payload: object }) => payload)).toEqual([
      { before: { ...answer.payment, invoiceId: id, invoiceNumber } },
      { after: { ...answer.payment, invoiceId: id, invoiceNumber } },
    ]);
    const again = await world.kaveri.owner.delete(`/api/payments/${answer.payment._id}`);
    expect([again.status, again.body.message]).toEqual([404, "Payment not found"]);
  });

  test("is not changed through its transaction, which names the invoice", async () => {
    const id = await add();
    const { payment, invoice } = made(await pay(id));
    const message =
      `This transaction was created by invoice ${invoice.invoiceNumber}; ` +
      "delete its payment there instead";
    const path = `/api/transactions/${payment.transactionId}`;
    for (const { status, body } of [
      await world.kaveri.owner.put(path, { amount: 1 }),
      await world.kaveri.owner.delete(path),
    ]) {
      expect([status, body.message]).toEqual([409, message]);
    }
  });

  // For the worked invoices: the payment, the TDS and the rest.
  test.each([
    ["W1", [[54_000, 5_000, 0]]],
    [
      "W13",
      [
        [5_000, 100, 5_158],
        [5_075, 83, 0],
      ],
    ],
    ["W3", [[40_501.62, 3_750.15, 0]]],
    ["W3", [[40_501.62, 0, 3_750.15]]],
    ["W3", [[39_826.59, 4_425.18, 0]]],
  ] as const)("settles %s with the tax deducted at source: %j", async (worked, steps) => {
    const { lines, roundOff, mode } = WORKED.find(({ id }) => id === worked) as (typeof WORKED)[0];
    const items = lines.map(({ figures: _, ...line }) => ({ description: "Work", ...line }));
    const id = await add({ items, roundOff, placeOfSupply: mode === "IGST" ? "Goa" : "27" });
    const before = await income();
    for (const [amount, tdsAmount, balance] of steps) {
      const { invoice } = made(await pay(id, { amount, tdsAmount }));
      expect([invoice.balance, invoice.status]).toEqual([
        balance,
        balance === 0 ? "PAID" : "PARTIALLY_PAID",
      ]);
    }
    const received = steps.reduce((sum, [amount]) => sum + Math.round(amount * 100), 0);
    expect(Math.round((await income()) * 100) - Math.round(before * 100)).toBe(received);
  });

  test.each([
    [
      { amount: 59_000.01 },
      "amount",
      "Amount and TDS must not be more than the balance of ₹59,000.00",
    ],
    [
      { amount: 58_000, tdsAmount: 1_000.01 },
      "amount",
      "Amount and TDS must not be more than the balance of ₹59,000.00",
    ],
    [{ amount: 0 }, "amount", "Amount must be greater than 0"],
    [{ amount: undefined }, "amount", "Amount must be greater than 0"],
    [
      { amount: 1, tdsAmount: 58_999 },
      "tdsAmount",
      "TDS can be at most ₹10,000.00, 20% of the taxable value that has no TDS yet; " +
        "an owner can write off the rest",
    ],
    [{ tdsAmount: -1 }, "tdsAmount", "TDS must not be negative"],
    [{ date: "" }, "date", "Date is required"],
    [
      { mode: "Barter" },
      "mode",
      "Mode must be one of Bank Transfer, UPI, Cash, Card, Cheque, Other",
    ],
    [{ accountId: "" }, "accountId", "Account is required"],
    [{ accountId: "nobody's" }, "accountId", "Choose one of your active accounts"],
  ])("%j is rejected and changes nothing", async (fields, path, message) => {
    const id = await add();
    const before = [await detail(id), await income()];
    const { status, body } = await pay(id, fields);
    expect([status, body]).toEqual([400, { message, errors: [{ path, message }] }]);
    expect([await detail(id), await income()]).toEqual(before);
  });

  test("has TDS of at most 20% of the taxable value, in one part or several", async () => {
    const id = await add();
    made(await pay(id, { amount: 1, tdsAmount: 6_000 }));
    const { owner } = world.kaveri;
    const over = payment({ amount: 1, tdsAmount: 4_000.01 });
    const refused = await owner.post(`/api/invoices/${id}/payments`, over);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "tdsAmount"]);
    expect(refused.body.message).toStartWith("TDS can be at most ₹4,000.00");
    made(await pay(id, { amount: 1, tdsAmount: 4_000 }));
    const { balance } = (await detail(id)).invoice;
    done(await owner.post(`/api/invoices/${id}/write-off`, { date: "2026-11-01", reason: "Lost" }));
    expect([balance, (await detail(id)).invoice.status]).toEqual([48_998, "PAID"]);
  });

  test("has less TDS if the advance that settles the invoice had TDS", async () => {
    const { staff, account } = world.kaveri;
    const voucher = {
      clientId,
      date: "2026-10-01",
      description: "Advance",
      mode: "UPI",
      accountId: account._id,
      taxPct: 18,
    };
    const tooMuch = await staff.post("/api/vouchers", { ...voucher, amount: 1, tdsAmount: 999 });
    expect([tooMuch.status, tooMuch.body.errors[0].path]).toEqual([400, "tdsAmount"]);
    expect(tooMuch.body.message).toStartWith("TDS can be at most ₹170.00");
    const advance = made(
      await staff.post("/api/vouchers", { ...voucher, amount: 24_500, tdsAmount: 5_000 }),
    );
    const id = await add();
    done(await staff.post(`/api/invoices/${id}/send`, {}));
    const use = { invoiceId: id, amount: 29_500 };
    made(await staff.post(`/api/vouchers/${advance._id}/use`, use));
    const { body } = await pay(id, { amount: 1, tdsAmount: 5_000.01 });
    expect(body.message).toStartWith("TDS can be at most ₹5,000.00");
    made(await pay(id, { amount: 1, tdsAmount: 5_000 }));
  });

  test("is rejected for another agency's account", async () => {
    const { status, body } = await pay(await add(), { accountId: world.narmada.account._id });
    expect([status, body.message]).toEqual([400, "Choose one of your active accounts"]);
  });

  test("is rejected on a cancelled or a paid invoice", async () => {
    const cancelled = await add();
    await world.kaveri.staff.post(`/api/invoices/${cancelled}/send`, {});
    await world.kaveri.staff.post(`/api/invoices/${cancelled}/cancel`, {});
    const refused = await pay(cancelled);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "You cannot add payments to a cancelled invoice",
    ]);
    const paid = await add();
    made(await pay(paid, { amount: 59_000 }));
    expect((await pay(paid, { amount: 0.01 })).status).toBe(400);
  });

  test("is accepted once if eight pay the full balance at once", async () => {
    const id = await add();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, { amount: 59_000 })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect((await detail(id)).payments).toHaveLength(1);
  });

  test("is recorded by staff and deleted by the owner", async () => {
    const { payment } = made(await pay(await add()));
    const { status, body } = await world.kaveri.staff.delete(`/api/payments/${payment._id}`);
    expect([status, body.message]).toEqual([403, "Only agency owners can delete payments."]);
  });

  test("is rejected if its category's name is an Expense category's", async () => {
    const { owner, account } = world.narmada;
    made(await owner.post("/api/categories", { name: "invoice payments", type: "Expense" }));
    const client = made(await owner.post("/api/clients", { displayName: "Om" })).client;
    const bill = { clientId: client._id, date: "2026-10-05", items: [LOGO] };
    const { _id } = made(await owner.post("/api/invoices", bill));
    const fields = payment({ accountId: account._id });
    const { status, body } = await owner.post(`/api/invoices/${_id}/payments`, fields);
    expect(status).toBe(409);
    expect(body.message).toStartWith("Invoice Payments are booked to an Income category");
    expect((await owner.get(`/api/invoices/${_id}`)).body.invoice.status).toBe("DRAFT");
  });

  test("has a receipt with its invoice and the balance due", async () => {
    const id = await add();
    const { _id } = made(await pay(id, { tdsAmount: 100 })).payment;
    const headers = { authorization: `Bearer ${world.kaveri.staff.token}` };
    const address = `http://localhost/api/payments/${_id}/pdf`;
    const pdf = await world.app.handle(new Request(address, { headers }));
    const { number } = (await detail(id)).invoice;
    expect(pdf.headers.get("content-disposition")).toContain("Payment-Receipt-");
    const [page = ""] = await readPages(new Uint8Array(await pdf.arrayBuffer()));
    for (const words of ["PAYMENT RECEIPT", number, "20 Oct 2026", "UPI, UTR 1", "First part"]) {
      expect(page).toContain(words);
    }
    expect(page).toMatch(/Received.*1,000\.00.*Balance due now.*57,900\.00/s);
    expect((await world.narmada.staff.get(`/api/payments/${_id}/pdf`)).status).toBe(404);
  });
});
