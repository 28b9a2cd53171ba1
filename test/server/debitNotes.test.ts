import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { creditingIn } from "./crediting.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { post, get, addClient, line, sent, note, isRight } = creditingIn(() => world);

async function balances(date: string): Promise<Record<string, number>> {
  const { rows } = await get(`/reports/trial-balance?at=${date}`);
  const of = (one: { name: string; debit: number; credit: number }) =>
    [one.name, Math.round((one.debit - one.credit) * 100) / 100] as const;
  return Object.fromEntries(rows.map(of));
}

const moved = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.keys(after)
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, paise]) => Math.abs(paise) > 0.001),
  );

describe("a line", () => {
  const outside = (rate: number) => ({
    description: "Media bought for you",
    qty: 1,
    rate,
    taxPct: 0,
    hsnSac: "",
    treatment: "NOT_A_SUPPLY",
  });

  test("is in no return and no revenue if bought for the client", async () => {
    const before = await balances("2026-08-31");
    const client = await addClient();
    const items = [line(15_000), outside(118_000)];
    const invoice = await sent(client, 15_000, { date: "2026-08-18", dueDate: "", items });
    expect(invoice).toMatchObject({ grandTotal: 135_700, tax: { cgst: 1_350, sgst: 1_350 } });
    expect(invoice.items.map(({ pureAgent }: { pureAgent: boolean }) => pureAgent)).toEqual([
      false,
      true,
    ]);
    expect(moved(before, await balances("2026-08-31"))).toEqual({
      "Trade receivables": 135_700,
      Fees: -15_000,
      "Bought for clients": -118_000,
      "Output CGST": -1_350,
      "Output SGST": -1_350,
    });
    const file = await get("/gst/2026-08/gstr1.json");
    expect(JSON.stringify(file)).not.toContain("118000");
    expect(file.b2cs).toMatchObject([{ txval: 15_000, camt: 1_350 }]);
    expect(file.nil).toBeUndefined();
    expect((await get("/gst/2026-08/gstr3b")).tables["3.1c"]).toMatchObject({ taxable: 0 });
    const taxed = await post("/invoices", {
      clientId: client,
      date: "2026-08-18",
      items: [{ ...outside(1), taxPct: 18 }],
    });
    expect(taxed.body.errors).toMatchObject([
      { path: "items.0.taxPct", message: "A line that is not a supply has no tax" },
    ]);
    await isRight();
  });

  test("is in table 12 by unit, since numbers and kilograms do not add up", async () => {
    const paper = (qty: number, unit: string) => ({ ...line(10), hsnSac: "4911", qty, unit });
    const items = [paper(100, "NOS"), paper(5, "KGS"), { ...line(50), hsnSac: "998361", qty: 2 }];
    await sent(await addClient(), 0, { date: "2026-06-10", dueDate: "", items });
    const { hsn } = await get("/gst/2026-06/gstr1.json");
    const rows = hsn.hsn_b2c.map((row: { hsn_sc: string; uqc: string; qty: number }) => [
      row.hsn_sc,
      row.uqc,
      row.qty,
    ]);
    expect(rows).toEqual([
      ["4911", "KGS", 5],
      ["4911", "NOS", 100],
      ["998361", "NA", 0],
    ]);
  });

  test("lowers revenue alone, outside every table, if credited without GST", async () => {
    const invoice = await sent(await addClient(), 10_000, { date: "2026-07-10", dueDate: "" });
    const before = await balances("2026-07-31");
    const file = async () => JSON.stringify(await get("/gst/2026-07/gstr1.json"));
    const without = await file();
    const fields = { date: "2026-07-20", items: [outside(1_000)] };
    const { _id, number } = made(await post("/notes", note(invoice._id, 1_000, fields)));
    expect(number).toBe("26-27/FCN/000001");
    const taxed = await world.kaveri.owner.put(`/api/notes/${_id}`, { items: [line(1_000)] });
    expect([taxed.status, taxed.body.message]).toEqual([409, expect.stringContaining("own")]);
    await post(`/notes/${_id}/send`, {});
    const paper = await world.kaveri.owner.get(`/api/notes/${_id}/pdf`);
    expect(paper.status).toBe(200);
    const second = made(await post("/notes", note(invoice._id, 100, { date: "2026-07-21" })));
    expect(second.number).toMatch(/\/CN\//);
    done(await world.kaveri.owner.post(`/api/notes/${second._id}/cancel`, {}));
    expect(moved(before, await balances("2026-07-31"))).toEqual({
      "Trade receivables": -1_000,
      Fees: 1_000,
    });
    expect(await file()).toBe(without);
    await isRight();
  });
});

describe("a debit note", () => {
  test("D5: adds to what its client owes", async () => {
    const client = await addClient({ state: "Goa" });
    const invoice = await sent(client, 42_372.88);
    const debit = note(invoice._id, 101_694.92, { kind: "DEBIT_NOTE" });
    const first = made(await post("/notes", debit));
    expect([first.grandTotal, first.tax.igst, first.warnings]).toEqual([120_000.01, 18_305.09, []]);
    await post(`/notes/${first._id}/send`, {});
    const { dues } = await get(`/clients/${client}`);
    expect(dues.balance).toBe(50_000 + 120_000.01);
    expect(
      (await post(`/notes/${first._id}/apply`, { invoiceId: invoice._id, amount: 1 })).status,
    ).toBe(409);
    await isRight();
  });

  test("has its own due date and is paid like an invoice", async () => {
    const client = await addClient();
    const invoice = await sent(client, 1_000);
    const input = note(invoice._id, 1_000, { kind: "DEBIT_NOTE", dueDate: "2026-10-30" });
    const { _id } = made(await post("/notes", input));
    const money = { date: "2026-10-25", mode: "UPI", accountId: world.kaveri.account._id };
    const give = (amount: number, tdsAmount = 0) =>
      post(`/notes/${_id}/payments`, { ...money, amount, tdsAmount });
    expect((await give(1)).body.message).toBe("Only a sent debit note can be paid");
    await post(`/notes/${_id}/send`, {});
    expect((await get(`/clients/${client}`)).dues).toMatchObject({
      balance: 2_360,
      overdue: 1_180,
    });
    expect((await give(1_180.01)).body.errors[0].path).toBe("amount");
    const first = made(await give(500, 100));
    expect(first.note).toMatchObject({
      balance: 580,
      status: "PARTIALLY_PAID",
      received: 500,
      tds: 100,
    });
    expect(made(await give(580)).note).toMatchObject({ balance: 0, status: "PAID" });
    const { payments } = await get(`/notes/${_id}`);
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([500, 580]);
    const booked = await get(`/transactions?q=${encodeURIComponent("Payment of debit note")}`);
    expect(booked.items[0].source).toEqual({ type: "Note", _id });
    expect((await post(`/notes/${_id}/cancel`, {})).status).toBe(409);
    expect((await world.kaveri.owner.delete(`/api/payments/${first.payment._id}`)).status).toBe(
      200,
    );
    expect(await get(`/notes/${_id}`)).toMatchObject({ balance: 600, status: "PARTIALLY_PAID" });
    await isRight();
  });

  test("has a due date, not before its own date, unlike a credit note", async () => {
    const invoice = await sent(await addClient(), 1_000);
    const late = { dueDate: "2026-10-19" };
    const wrong = await post("/notes", note(invoice._id, 1, { kind: "DEBIT_NOTE", ...late }));
    expect(wrong.body.errors).toEqual([
      { path: "dueDate", message: "Due date must not be before the date of the note" },
    ]);
    const credit = await post("/notes", note(invoice._id, 1, { dueDate: "2026-11-30" }));
    expect(credit.body.errors).toEqual([
      { path: "dueDate", message: "A credit note has no due date" },
    ]);
  });
});
