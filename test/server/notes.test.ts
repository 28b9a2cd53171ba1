import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createWorld, made, type World } from "../world.ts";
import { creditingIn } from "./crediting.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { post, get, addClient, line, sent, note, credit, pay, owed, held, isRight } = creditingIn(
  () => world,
);

describe("a credit note", () => {
  test("C1, C2, C8: lowers an unpaid invoice's balance; cancelling restores it", async () => {
    const invoice = await sent(await addClient(), 50_000);
    expect(invoice.grandTotal).toBe(59_000);
    const first = await credit(invoice._id, 10_000);
    expect(first).toMatchObject({ grandTotal: 11_800, applied: 11_800, held: 0, status: "SENT" });
    expect(first.tax).toEqual({ cgst: 900, sgst: 900, igst: 0 });
    expect(await owed(invoice)).toEqual([47_200, "PARTIALLY_PAID"]);
    expect((await get(`/invoices/${invoice._id}`)).invoice.creditApplied).toBe(11_800);

    const cancelled = await post(`/notes/${first._id}/cancel`, {});
    expect(cancelled.body).toMatchObject({ status: "CANCELLED", applied: 0, held: 0 });
    expect(await owed(invoice)).toEqual([59_000, "SENT"]);

    await credit(invoice._id, 10_000);
    made(await pay(invoice._id, 42_200, 5_000));
    expect(await owed(invoice)).toEqual([0, "PAID"]);
    await isRight();
  });

  test("C3, C4, C9: of a paid invoice is held; once it settles another it stays", async () => {
    const client = await addClient();
    const invoice = await sent(client, 50_000);
    made(await pay(invoice._id, 59_000));
    const first = await credit(invoice._id, 10_000);
    expect([await owed(invoice), first.held]).toEqual([[0, "PAID"], 11_800]);
    expect((await get(`/clients/${client}`)).client.credit).toBe(11_800);

    const other = await sent(client, 20_000, { items: [line(20_000, 0)] });
    const input = { invoiceId: other._id, amount: 11_800 };
    const { application } = made(await post(`/notes/${first._id}/apply`, input));
    expect(application).toMatchObject({ noteId: first._id, ...input });
    expect([await owed(other), await held(first)]).toEqual([[8_200, "PARTIALLY_PAID"], 0]);
    expect((await get(`/notes/${first._id}`)).applications).toEqual([application]);

    const refused = await post(`/notes/${first._id}/cancel`, {});
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This note settles other invoices; undo that first",
    ]);
    expect((await world.kaveri.owner.delete(`/api/applications/${application._id}`)).status).toBe(
      200,
    );
    expect([await owed(other), await held(first)]).toEqual([[20_000, "SENT"], 11_800]);
    await isRight();
  });

  test("C5: is refunded as an expense", async () => {
    const invoice = await sent(await addClient(), 50_000);
    made(await pay(invoice._id, 59_000));
    const first = await credit(invoice._id, 10_000);
    const refund = { date: "2026-11-01", amount: 11_800, mode: "Bank Transfer" };
    const account = { accountId: world.kaveri.account._id };
    const after = made(await post(`/notes/${first._id}/refund`, { ...refund, ...account }));
    expect(after).toMatchObject({ held: 0, refunded: 11_800 });
    const { items } = await get("/transactions?dateFrom=2026-11-01&dateTo=2026-11-01");
    expect(items).toMatchObject([
      { type: "Expense", amount: 11_800, categoryId: { name: "Refunds to clients" } },
    ]);
    const again = await post(`/notes/${first._id}/refund`, { ...refund, ...account });
    expect(again.body.errors).toEqual([
      { path: "amount", message: "Amount must not be more than the ₹0.00 held" },
    ]);
    const [{ _id }] = (await get(`/notes/${first._id}`)).refunds;
    const gone = await world.kaveri.owner.delete(`/api/transactions/${items[0]._id}`);
    expect([gone.status, gone.body.message]).toEqual([
      409,
      `This transaction was created by note ${first.number}; delete its refund there instead`,
    ]);
    expect((await world.kaveri.owner.delete(`/api/applications/${_id}`)).status).toBe(200);
    expect(await held(first)).toBe(11_800);
    expect((await get("/transactions?dateFrom=2026-11-01&dateTo=2026-11-01")).total).toBe(0);
    await isRight();
  });

  test("C6, C7: of a full invoice settles it; of one paid with TDS it is held", async () => {
    const client = await addClient();
    const whole = await sent(client, 50_000);
    await credit(whole._id, 50_000);
    expect(await owed(whole)).toEqual([0, "PAID"]);
    const paid = await sent(client, 50_000);
    made(await pay(paid._id, 54_000, 5_000));
    expect((await credit(paid._id, 5_000)).held).toBe(5_900);
    await isRight();
  });

  test("D1, D15: has its own series and the rate of its original", async () => {
    const invoice = await sent(await addClient(), 1_000, {
      date: "2025-09-10",
      items: [line(1_000, 12)],
    });
    const late = note(invoice._id, 1_000, { date: "2025-10-05", items: [line(1_000, 12)] });
    const first = made(await post("/notes", late));
    expect(first.number).toMatch(/^25-26\/CN\/\d{6}$/);
    expect(first).toMatchObject({ taxableValue: 1_000, grandTotal: 1_120, warnings: [] });
    expect(first.tax).toEqual({ cgst: 60, sgst: 60, igst: 0 });
    expect(first.title).toBe("Credit Note");
  });

  test("D2, D10: is supplied like its original, wherever the client is now", async () => {
    const far = await addClient({ state: "Karnataka" });
    const invoice = await sent(far, 84_746.61);
    await world.kaveri.owner.put(`/api/clients/${far}`, { state: "Maharashtra", stateCode: "27" });
    const first = made(await post("/notes", note(invoice._id, 8_474.58)));
    expect(first.tax).toEqual({ cgst: 0, sgst: 0, igst: 1_525.42 });
    expect([first.grandTotal, first.supplyPlace.stateCode]).toEqual([10_000, "29"]);

    const abroad = await addClient({ kind: "OVERSEAS", country: "US", state: "Outside India" });
    const exported = await sent(abroad, 120_000, { supply: "EXPORT_WITH_TAX" });
    const second = made(await post("/notes", note(exported._id, 10_000)));
    expect([second.supply, second.tax.igst]).toEqual(["EXPORT_WITH_TAX", 1_800]);
  });

  test("D3, D4: across a State's border carries IGST, whatever its original's amount", async () => {
    const far = await addClient({ state: "Karnataka" });
    const invoice = await sent(far, 84_745.76);
    expect(invoice.grandTotal).toBe(100_000);
    const own = made(await post("/notes", note(invoice._id, 8_474.58)));
    const original = { number: "A/17", date: "2024-07-20", total: 180_000 };
    const input = { ...note("", 8_474.58), invoiceId: undefined, original, clientId: far };
    for (const each of [own, made(await post("/notes", input))]) {
      expect(each).toMatchObject({ taxableValue: 8_474.58, grandTotal: 10_000 });
      expect(each.tax).toEqual({ cgst: 0, sgst: 0, igst: 1_525.42 });
    }
  });

  test("D6: on an exempt line carries no tax and says why", async () => {
    const exempt = { ...line(2_000, 0), treatment: "EXEMPT" };
    const gstin = "27AAACB1234C1ZF";
    const invoice = await sent(await addClient({ gstin }), 2_000, { items: [exempt] });
    const first = made(await post("/notes", note(invoice._id, 2_000, { items: [exempt] })));
    expect(first).toMatchObject({ taxableValue: 2_000, grandTotal: 2_000, warnings: [] });
    expect(first.tax).toEqual({ cgst: 0, sgst: 0, igst: 0 });
    expect(first.items[0].treatment).toBe("EXEMPT");
  });

  test("may credit an invoice from before the books", async () => {
    const original = { number: "A/17", date: "2024-07-20", total: 180_000 };
    const clientId = await addClient({ state: "Karnataka" });
    const input = { ...note("", 8_474.58), invoiceId: undefined, original, clientId };
    const first = made(await post("/notes", input));
    expect(first.original).toEqual({ invoiceId: "", ...original });
    expect([first.tax.igst, first.warnings[0].code]).toEqual([1_525.42, "NOTE_TOO_LATE"]);
    const after = (await post(`/notes/${first._id}/send`, {})).body;
    expect([after.held, after.applied]).toEqual([10_000, 0]);
  });

  test("reports oddities", async () => {
    const codes = async (invoice: { _id: string }, rate: number, fields: object = {}) =>
      made(await post("/notes", note(invoice._id, rate, fields))).warnings.map(
        ({ code }: { code: string }) => code,
      );
    const invoice = await sent(await addClient(), 1_000);
    expect(await codes(invoice, 1_001)).toEqual(["NOTE_EXCEEDS_ORIGINAL"]);
    await credit(invoice._id, 600);
    expect(await codes(invoice, 401)).toEqual(["NOTE_EXCEEDS_ORIGINAL"]);
    expect(await codes(invoice, 400)).toEqual([]);
    expect(await codes(invoice, 1, { date: "2026-10-04" })).toEqual(["NOTE_BEFORE_ORIGINAL"]);
    const future = { date: "2099-12-01" };
    expect(await codes(invoice, 1, future)).toEqual(["NOTE_IN_FUTURE", "NOTE_TOO_LATE"]);
    const commercial = { date: "2099-12-01", items: [line(1, 0)] };
    expect(await codes(invoice, 1, commercial)).toEqual(["NOTE_IN_FUTURE"]);
  });

  test("settles no more than is held or owed, and no draft, under concurrent requests", async () => {
    const client = await addClient();
    const invoice = await sent(client, 100, { items: [line(100, 0)] });
    made(await pay(invoice._id, 100));
    const first = await credit(invoice._id, 100);
    const other = await sent(client, 70, { items: [line(70, 0)] });
    const apply = (invoiceId: string, amount: number) =>
      post(`/notes/${first._id}/apply`, { invoiceId, amount });
    const owes = (await apply(other._id, 71)).body.errors[0];
    expect(owes).toEqual({
      path: "amount",
      message: "Amount must not be more than the balance of ₹70.00",
    });
    const stranger = await sent(await addClient(), 100);
    expect((await apply(stranger._id, 1)).body.errors[0].message).toBe(
      "Choose an invoice of the same client",
    );
    const draft = made(
      await post("/invoices", { clientId: client, date: "2026-10-05", items: [line(5)] }),
    );
    expect((await apply(draft._id, 1)).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 4 }, () => apply(other._id, 20)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400]);
    expect([await owed(other), await held(first)]).toEqual([[10, "PARTIALLY_PAID"], 58]);
    await isRight();
  });

  test.each([
    [
      "a draft",
      async () => {
        const items = [line(5)];
        return made(
          await post("/invoices", { clientId: await addClient(), date: "2026-10-05", items }),
        );
      },
    ],
    [
      "a cancelled invoice",
      async () => {
        const invoice = await sent(await addClient(), 5);
        return (await post(`/invoices/${invoice._id}/cancel`, {})).body;
      },
    ],
  ])("is rejected for %s", async (_, invoiceOf) => {
    const refused = await post("/notes", note((await invoiceOf())._id, 1));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Only a sent invoice can be credited or debited",
    ]);
  });

  test("can be changed only while it is a draft", async () => {
    const invoice = await sent(await addClient(), 1_000);
    const { _id } = made(await post("/notes", note(invoice._id, 100)));
    const { owner, staff } = world.kaveri;
    const changed = await owner.put(`/api/notes/${_id}`, {
      items: [line(200)],
      kind: "DEBIT_NOTE",
    });
    expect(changed.body).toMatchObject({ kind: "CREDIT_NOTE", grandTotal: 236 });
    await post(`/notes/${_id}/send`, {});
    expect((await owner.put(`/api/notes/${_id}`, { notes: "x" })).status).toBe(409);
    expect((await staff.post(`/api/notes/${_id}/cancel`, {})).body.message).toBe(
      "Only agency owners can cancel notes.",
    );
  });
});

test("lists notes newest first and finds them by client, type and number", async () => {
  const client = await addClient({ displayName: "Finder" });
  const invoice = await sent(client, 1_000);
  for (const day of ["2026-10-21", "2026-10-23", "2026-10-22"]) {
    made(await post("/notes", note(invoice._id, 10, { date: day })));
  }
  const list = await get(`/notes?clientId=${client}&limit=2`);
  expect([list.total, list.totalPages]).toEqual([3, 2]);
  expect(list.items.map(({ date }: { date: string }) => date)).toEqual([
    "2026-10-23",
    "2026-10-22",
  ]);
  expect((await get(`/notes?invoiceId=${invoice._id}&kind=DEBIT_NOTE`)).total).toBe(0);
  expect((await get(`/notes?q=${encodeURIComponent(list.items[0].number)}`)).total).toBe(1);
  expect((await get("/notes?q=finder")).total).toBe(3);
  expect((await get("/notes?q=finder&dateFrom=2026-10-22&dateTo=2026-10-22")).total).toBe(1);
});

test("a far page is read by date and equals paging to it", async () => {
  const client = await addClient({ displayName: "Many" });
  const days = Array.from({ length: 28 }, (_, n) => `2026-0${6 + (n % 4)}-${10 + (n % 17)}`);
  for (const date of days) {
    const original = { number: "A/1", date: "2026-05-01", total: 5 };
    const input = { ...note("", 1, { date }), invoiceId: undefined, original, clientId: client };
    made(await post("/notes", input));
  }
  // Twenty each: a database server takes half a minute for them.
  const same =
    sql.raw(`date, due_date, client_id, kind, family, place_of_supply, supply_text, supply_code,
    gst_mode, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise,
    round_off_paise, grand_total_paise, original, reason, notes, terms, created_by, created_at`);
  await world.books.write.run(sql`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
    INSERT INTO documents (agency_id, id, number, ${same})
    SELECT agency_id, id || i, number || i, ${same} FROM documents, n WHERE client_id = ${client}`);
  const { totalPages, total } = await get("/notes?limit=100");
  const all = [];
  for (let page = 1; page <= totalPages; page++) {
    all.push(...(await get(`/notes?limit=100&page=${page}`)).items);
  }
  const ids = new Set(all.map(({ _id }) => _id));
  expect([all.length, ids.size, total]).toEqual([total, total, total]);
  expect(total).toBeGreaterThan(560);
  const dates = all.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
});
