import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { readPages } from "../pdf.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const post = (path: string, body: object = {}) => world.kaveri.owner.post(`/api${path}`, body);
const get = async (path: string) => (await world.kaveri.owner.get(`/api${path}`)).body;
const isRight = async () => expect(await get("/books/check")).toMatchObject({ ok: true });
const LINES = [{ description: "Website", hsnSac: "998314", qty: 1, rate: 1_000, taxPct: 18 }];

async function input(fields: object = {}) {
  const client = { displayName: "A client", state: "Maharashtra" };
  const { _id: clientId } = made(await post("/clients", client)).client;
  return { clientId, date: "2026-10-05", dueDate: "2026-11-04", items: LINES, ...fields };
}

const verbs = (id: string) => (verb: string) => post(`/estimates/${id}/${verb}`);

describe("an estimate", () => {
  test("has its own series and is in no invoice total", async () => {
    const { clientId, ...rest } = await input();
    const estimate = made(await post("/estimates", { clientId, ...rest }));
    expect(estimate).toMatchObject({
      kind: "ESTIMATE",
      status: "DRAFT",
      title: "Estimate",
      grandTotal: 1_180,
      number: expect.stringMatching(/^26-27\/EST\/\d{6}$/),
      invoiceId: "",
    });
    await verbs(estimate._id)("send");
    const none = { invoices: 0, balance: 0, overdue: 0 };
    expect((await get(`/clients/${clientId}`)).dues).toMatchObject(none);
    expect((await get(`/invoices?clientId=${clientId}`)).total).toBe(0);
    expect((await world.kaveri.owner.get(`/api/invoices/${estimate._id}`)).status).toBe(404);
    await isRight();
  });

  test("is sent, accepted and billed once", async () => {
    const estimate = made(await post("/estimates", await input()));
    const act = verbs(estimate._id);
    expect((await act("accept")).status).toBe(409);
    expect((await act("send")).body.status).toBe("SENT");
    expect((await act("accept")).body.status).toBe("ACCEPTED");
    const invoice = made(await act("invoice"));
    expect(invoice).toMatchObject({
      kind: "INVOICE",
      status: "DRAFT",
      date: today(),
      grandTotal: 1_180,
    });
    expect((await get(`/estimates/${estimate._id}`)).invoiceId).toBe(invoice._id);
    const again = await act("invoice");
    expect([again.status, again.body.message]).toEqual([
      409,
      `This estimate was already billed as invoice ${invoice.invoiceNumber}`,
    ]);
    await post(`/invoices/${invoice._id}/cancel`);
    expect(made(await act("invoice"))._id).not.toBe(invoice._id);
    await isRight();
  });

  test("is billed in parts while something is left", async () => {
    const items = [LINES[0], { ...LINES[0], description: "Photos", qty: 2, rate: 250.05 }];
    const estimate = made(await post("/estimates", await input({ items })));
    const act = verbs(estimate._id);
    await act("send");
    const bill = (part: object) => post(`/estimates/${estimate._id}/invoice`, part);
    const first = made(await bill({ percent: 40 }));
    expect(first.items).toMatchObject([
      { description: "Website (40%)", qty: 1, rate: 400, taxable: 400, hsnSac: "998314" },
      { description: "Photos (40%)", qty: 1, rate: 200.04, taxable: 200.04 },
    ]);
    expect((await act("invoice")).body.message).toBe(
      `This estimate was already billed as invoice ${first.invoiceNumber}`,
    );
    const second = made(await bill({ percent: 60, lines: [1] }));
    expect(second.taxableValue).toBe(300.06);
    const tooMuch = await bill({ lines: [0] });
    expect([tooMuch.status, tooMuch.body.message]).toEqual([
      409,
      "Only ₹600.00 of the estimate is left to bill, before tax: " +
        `see ${first.invoiceNumber}, ${second.invoiceNumber}`,
    ]);
    expect((await bill({ percent: 0 })).body.errors[0].path).toBe("percent");
    expect((await bill({ lines: [2] })).body.errors).toEqual([
      { path: "lines", message: "The estimate has 2 lines" },
    ]);
    made(await bill({ percent: 60, lines: [0] }));
    const { billed, taxableValue, invoices, status } = await get(`/estimates/${estimate._id}`);
    expect([billed, taxableValue, invoices.length, status]).toEqual([
      1_500.1,
      1_500.1,
      3,
      "ACCEPTED",
    ]);
    await isRight();
  });

  test("is billed in full by a request without a body", async () => {
    const estimate = made(await post("/estimates", await input()));
    const address = `http://localhost/api/estimates/${estimate._id}/invoice`;
    const headers = { authorization: `Bearer ${world.kaveri.owner.token}` };
    const answer = await world.app.handle(new Request(address, { method: "POST", headers }));
    expect([answer.status, (await answer.json()).grandTotal]).toEqual([201, 1_180]);
  });

  test("has its own kind of PDF", async () => {
    const estimate = made(await post("/estimates", await input()));
    const address = `http://localhost/api/estimates/${estimate._id}/pdf`;
    const headers = { authorization: `Bearer ${world.kaveri.owner.token}` };
    const pdf = await world.app.handle(new Request(address, { headers }));
    const [page = ""] = await readPages(new Uint8Array(await pdf.arrayBuffer()));
    expect(page).toContain("This is an estimate and not a tax invoice.");
    expect(page).toContain(estimate.number);
    expect(page).toMatch(/Valid until.*4 Nov 2026/s);
    expect(page).not.toContain("ORIGINAL");
  });

  test("counts as accepted when billed at once, and is not billed when declined", async () => {
    const first = made(await post("/estimates", await input()));
    await verbs(first._id)("send");
    made(await verbs(first._id)("invoice"));
    expect((await get(`/estimates/${first._id}`)).status).toBe("ACCEPTED");
    const second = made(await post("/estimates", await input()));
    await verbs(second._id)("send");
    await verbs(second._id)("decline");
    expect((await verbs(second._id)("invoice")).body.message).toBe(
      "A declined estimate cannot be billed",
    );
  });

  test("is sent and accepted by being billed as a draft", async () => {
    const { _id } = made(await post("/estimates", await input()));
    made(await post(`/estimates/${_id}/invoice`, { percent: 10 }));
    expect(await get(`/estimates/${_id}`)).toMatchObject({ status: "ACCEPTED", billed: 100 });
    expect((await verbs(_id)("decline")).status).toBe(409);
    const change = await world.kaveri.owner.put(`/api/estimates/${_id}`, { notes: "Less" });
    expect(change.status).toBe(409);
    const { items } = (await world.kaveri.owner.get("/api/audit?entity=Estimate&limit=1")).body;
    expect(items[0].payload).toMatchObject({
      before: { status: "DRAFT" },
      after: { _id, status: "ACCEPTED" },
    });
    await isRight();
  });

  test("is billed by a bill of supply for a composition dealer", async () => {
    const { owner } = world.kaveri;
    await owner.put("/api/metadata", { isComposition: true });
    const { _id } = made(await post("/estimates", await input()));
    const bill = made(await post(`/estimates/${_id}/invoice`));
    await owner.put("/api/metadata", { isComposition: false });
    expect(bill).toMatchObject({ kind: "BILL_OF_SUPPLY", title: "Bill of Supply" });
    expect([bill.number.slice(0, 10), bill.grandTotal]).toEqual(["26-27/BOS/", 1_000]);
    await post(`/invoices/${bill._id}/cancel`);
    await isRight();
  });

  test("is billed to the paisa by the remaining percentage", async () => {
    const items = [1_000.01, 1_000, 1_000].map((rate) => ({ ...LINES[0], rate }));
    const { _id } = made(await post("/estimates", await input({ items })));
    const bill = (part: object) => post(`/estimates/${_id}/invoice`, part);
    made(await bill({ lines: [0] }));
    // Two thirds: 66.67 percent and a paisa.
    const rest = made(await bill({ percent: 66.67 }));
    expect(rest.items.map(({ taxable }: { taxable: number }) => taxable)).toEqual([
      666.67, 666.66, 666.67,
    ]);
    expect(await get(`/estimates/${_id}`)).toMatchObject({ billed: 3_000.01 });
    expect((await bill({ percent: 0.01 })).status).toBe(409);
    await isRight();
  });

  test("can be changed until it is answered", async () => {
    const { _id } = made(await post("/estimates", await input()));
    const change = (rate: number) =>
      world.kaveri.staff.put(`/api/estimates/${_id}`, { items: [{ ...LINES[0], rate }] });
    expect((await change(2_000)).body.grandTotal).toBe(2_360);
    await verbs(_id)("send");
    expect((await change(3_000)).body.grandTotal).toBe(3_540);
    const moved = await world.kaveri.staff.put(`/api/estimates/${_id}`, { date: "2020-04-01" });
    expect([moved.status, moved.body.errors[0].path]).toEqual([409, "date"]);
    await verbs(_id)("accept");
    expect((await change(4_000)).status).toBe(409);
    await isRight();
  });

  test("follows its client while it is a draft", async () => {
    const fields = await input();
    const { _id } = made(await post("/estimates", fields));
    await world.kaveri.owner.put(`/api/clients/${fields.clientId}`, {
      state: "Goa",
      stateCode: "30",
    });
    expect((await get(`/estimates/${_id}`)).tax).toEqual({ cgst: 0, sgst: 0, igst: 180 });
    const { items } = (await world.kaveri.owner.get("/api/audit?entity=Estimate&limit=1")).body;
    expect(items[0]).toMatchObject({ action: "UPDATE", payload: { after: { _id } } });
  });
});

describe("an invoice", () => {
  test("is duplicated as a draft of today with the same payment term", async () => {
    const invoice = made(await post("/invoices", await input()));
    const copy = made(await post(`/invoices/${invoice._id}/duplicate`));
    const { items, grandTotal, clientId } = invoice;
    expect(copy).toMatchObject({ items, grandTotal, clientId, status: "DRAFT", date: today() });
    const days = (Date.parse(copy.dueDate) - Date.parse(copy.date)) / 86_400_000;
    expect([days, copy._id === invoice._id]).toEqual([30, false]);
  });

  test("is written off in part or in full, and that can be undone", async () => {
    const { _id } = made(await post("/invoices", await input()));
    const give = (fields: object) =>
      post(`/invoices/${_id}/write-off`, { date: "2026-11-20", reason: "Will not pay", ...fields });
    expect((await give({})).status).toBe(409);
    await post(`/invoices/${_id}/send`);
    expect((await give({ amount: 1_180.01 })).body.errors[0].path).toBe("amount");
    expect((await give({ amount: 180 })).body).toMatchObject({ balance: 1_000, writtenOff: 180 });
    const { settled } = await get(`/invoices/${_id}`);
    expect(settled).toMatchObject([{ kind: "WRITE_OFF", amount: 180, sourceId: "" }]);
    expect((await give({})).body).toMatchObject({ balance: 0, writtenOff: 1_180, status: "PAID" });
    expect((await world.kaveri.staff.post(`/api/invoices/${_id}/write-off`, {})).status).toBe(403);
    await isRight();
  });

  test("is written off once for a repeated request", async () => {
    const { _id } = made(await post("/invoices", await input()));
    await post(`/invoices/${_id}/send`);
    const given = { date: "2026-11-20", amount: 10, reason: "A rounding" };
    const once = () =>
      world.kaveri.owner.post(`/api/invoices/${_id}/write-off`, given, {
        "idempotency-key": "one write-off",
      });
    const answers = await Promise.all([once(), once()]);
    expect(answers.map(({ status, body }) => [status, body.balance])).toEqual([
      [200, 1_170],
      [200, 1_170],
    ]);
    expect((await get(`/invoices/${_id}`)).settled).toHaveLength(1);
  });

  test("is settled by TDS alone after its certificate arrives", async () => {
    const { _id } = made(await post("/invoices", await input()));
    await post(`/invoices/${_id}/send`);
    const paid = (amount: number, tdsAmount: number) =>
      post(`/invoices/${_id}/payments`, {
        date: "2026-11-20",
        amount,
        tdsAmount,
        mode: "Bank Transfer",
        accountId: world.kaveri.account._id,
      });
    made(await paid(1_080, 0));
    const { payment, invoice } = made(await paid(0, 100));
    expect([payment.amount, payment.tdsAmount, payment.transactionId]).toEqual([0, 100, ""]);
    expect([invoice.status, invoice.balance, invoice.tds]).toEqual(["PAID", 0, 100]);
    const { transactions } = await get(`/invoices/${_id}`);
    expect(transactions).toHaveLength(1);
    const nothing = await paid(0, 0);
    expect(nothing.body.errors).toEqual([
      { path: "amount", message: "Amount must be greater than 0" },
    ]);
    expect((await world.kaveri.owner.delete(`/api/payments/${payment._id}`)).status).toBe(200);
    expect((await get(`/invoices/${_id}`)).invoice.balance).toBe(100);
    await isRight();
  });

  test("is in a list's totals once sent, and drafts are counted", async () => {
    const fields = await input();
    const first = made(await post("/invoices", fields));
    made(await post("/invoices", fields));
    await post(`/invoices/${first._id}/send`);
    const { totals, total } = await get(`/invoices?clientId=${fields.clientId}`);
    expect([total, totals.grandTotal, totals.balanceDue, totals.drafts]).toEqual([
      2, 1_180, 1_180, 1,
    ]);
  });
});
