import { afterAll, beforeAll, expect, test } from "bun:test";
import { addInvoice } from "../../db/documents/invoices.ts";
import { addPayment } from "../../db/documents/payments.ts";
import { addReceipt } from "../../db/documents/receipts.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { NewPayment } from "../../domain/documents/payments.ts";
import { NewReceipt } from "../../domain/documents/receipts.ts";
import { parse } from "../../domain/refusal.ts";
import { createWorld, made, type World } from "../world.ts";
import { overhearWrites } from "./overheard.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("writes documents in few statements, since each is a round trip to a database server", async () => {
  const { owner, account } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Asha & Sons" }));
  const { body } = await owner.get("/api/auth/me");
  const { asked, books } = overhearWrites(world.books);
  const tenant: Tenant = { books, agencyId: 1, userId: body.user._id, role: "owner" };
  const count = async <T>(work: () => Promise<T>) => {
    asked.length = 0;
    const result = await work();
    return { result, statements: asked.length };
  };

  const items = [{ description: "Design", qty: 1, rate: 1000, taxPct: 18 }];
  const input = parse(NewInvoice, { clientId: client._id, date: "2026-04-01", items });
  await addInvoice(tenant, input);
  const invoice = await count(() => addInvoice(tenant, input));
  const payment = parse(NewPayment, {
    date: "2026-04-02",
    amount: 100,
    mode: "UPI",
    accountId: account._id,
  });
  const { _id } = invoice.result;
  await addPayment(tenant, _id, payment);
  const ofDraft = await addInvoice(tenant, input);
  const first = await count(() => addPayment(tenant, ofDraft._id, payment));
  const next = await count(() => addPayment(tenant, _id, payment));
  const receipt = parse(NewReceipt, {
    date: "2026-04-02",
    client: { name: "Asha" },
    purpose: "Fee",
    amount: 100,
    mode: "Cash",
    accountId: account._id,
  });
  await addReceipt(tenant, receipt);
  const issued = await count(() => addReceipt(tenant, receipt));
  // One statement of each reads the last hash of the audit log, one checks for changes outside bahi, one
  // finds documents with tax due, and one per entry reads its rows. A payment inserts a notification and
  // removes the oldest.
  expect(invoice.statements).toBe(10);
  expect({ first: first.statements, next: next.statements }).toEqual({ first: 16, next: 14 });
  expect(issued.statements).toBe(11);
});
