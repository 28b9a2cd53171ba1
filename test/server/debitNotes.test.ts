import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";
import { creditingIn } from "./crediting.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { post, get, addClient, sent, note, isRight } = creditingIn(() => world);

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

  test("is owed by its own due date, and paid as an invoice is", async () => {
    const client = await addClient();
    const invoice = await sent(client, 1_000);
    const input = note(invoice._id, 1_000, { kind: "DEBIT_NOTE", dueDate: "2026-10-30" });
    const { _id } = made(await post("/notes", input));
    const money = { date: "2026-10-25", mode: "UPI", accountId: world.kaveri.account._id };
    const give = (amount: number, tdsAmount = 0) =>
      post(`/notes/${_id}/payments`, { ...money, amount, tdsAmount });
    expect((await give(1)).body.message).toBe("Only a debit note that was sent can be paid");
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

  test("alone has a due date, which is not before its own date", async () => {
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
