import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";
import { creditingIn } from "./crediting.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { post, addClient, line, sent, note, credit, owed, held, isRight } = creditingIn(() => world);

test("an invoice with a note is not cancelled, and a cancelled one gets no active note", async () => {
  const invoice = await sent(await addClient(), 1_000);
  const draft = made(await post("/notes", note(invoice._id, 1_000)));
  const other = made(await post("/notes", note(invoice._id, 100, { kind: "DEBIT_NOTE" })));
  await post(`/notes/${other._id}/send`, {});
  const kept = await post(`/invoices/${invoice._id}/cancel`, {});
  expect([kept.status, kept.body.message]).toEqual([
    409,
    `Note ${other.number} belongs to this invoice; cancel the note first`,
  ]);
  await post(`/notes/${other._id}/cancel`, {});
  expect((await post(`/invoices/${invoice._id}/cancel`, {})).status).toBe(200);
  const refused = await post(`/notes/${draft._id}/send`, {});
  expect([refused.status, await held(draft)]).toEqual([409, 0]);
});

test("a note is taxed like its original, whatever the agency is now", async () => {
  const { owner } = world.kaveri;
  const client = await addClient();
  const bill = await sent(client, 1_000, { kind: "BILL_OF_SUPPLY" });
  const taxed = await sent(client, 1_000, { items: [line(1_000, 5)], roundOff: 0.5 });
  const untaxed = made(await post("/notes", note(bill._id, 1_000)));
  expect([untaxed.grandTotal, untaxed.tax.cgst]).toEqual([1_000, 0]);
  await owner.put("/api/metadata", { isComposition: true });
  const items = [{ description: "Work", qty: 1, rate: 1_000 }];
  const whole = made(await post("/notes", { ...note(taxed._id, 1), items, roundOff: 0.5 }));
  expect(whole.grandTotal).toBe(1_050.5);
  await post(`/notes/${whole._id}/send`, {});
  expect(await owed(taxed)).toEqual([0, "PAID"]);
  await owner.put("/api/metadata", { isComposition: false });
  await isRight();
});

test("an invoice settled by a client's note or advance stays with that client", async () => {
  const invoice = await sent(await addClient(), 1_000);
  await credit(invoice._id, 10);
  const clientId = await addClient();
  const moved = await world.kaveri.owner.put(`/api/invoices/${invoice._id}`, { clientId });
  expect([moved.status, moved.body.message]).toEqual([
    409,
    "The client cannot change: advances or notes of this client belong to the invoice",
  ]);
});

test("a draft note has no effect once its invoice is for another client", async () => {
  const invoice = await sent(await addClient(), 1_000);
  const drafts = [
    made(await post("/notes", note(invoice._id, 10))),
    made(await post("/notes", note(invoice._id, 10, { kind: "DEBIT_NOTE" }))),
  ];
  const clientId = await addClient();
  await world.kaveri.owner.put(`/api/invoices/${invoice._id}`, { clientId });
  for (const { _id } of drafts) {
    const { status, body } = await post(`/notes/${_id}/send`, {});
    expect([status, body.message]).toEqual([
      409,
      "The invoice is now for another client; cancel this draft and create the note again",
    ]);
  }
  expect(await owed(invoice)).toEqual([1_180, "SENT"]);
});
