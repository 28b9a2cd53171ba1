import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readExpected } from "../domain/banking/statements.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { keepSampleBooks, listLines, type SampleBooks } from "./banking.ts";

let world: World;
let books: SampleBooks;
beforeAll(async () => {
  world = await createWorld();
  books = await keepSampleBooks(world.kaveri.owner);
});
afterAll(() => world.end());

const YEAR = "dateFrom=2026-04-01&dateTo=2027-03-31";

test("recomputes suggestions after an entry has changed", async () => {
  const { owner } = world.kaveri;
  const [match] = readExpected("hdfc-books").matches.filter(
    ({ kind }: { kind: string }) => kind === "transaction",
  );
  const id = books.entries[match.ids[0]];
  const first = async () => {
    const [line] = (await listLines(owner, books.hdfc)).slice(match.line - 1);
    return line.proposals[0]?.parts.map(({ _id }: { _id: string }) => _id);
  };
  expect(await first()).toEqual([id]);
  const { transaction } = done(await owner.get(`/api/transactions/${id}`));
  const { amount } = transaction;
  done(await owner.put(`/api/transactions/${id}`, { amount: amount + 1 }));
  expect(await first()).not.toEqual([id]);
  done(await owner.put(`/api/transactions/${id}`, { amount }));
  expect(await first()).toEqual([id]);
});

describe("a bank line", () => {
  test("pays an invoice with TDS of 20% at most, and an invoice dated later only by choice", async () => {
    const { owner } = world.kaveri;
    const [line] = await listLines(owner, books.hdfc);
    const { client } = made(await owner.post("/api/clients", { displayName: "Later" }));
    const items = [{ description: "Design", qty: 1, rate: 200_000, taxPct: 18 }];
    const invoice = { clientId: client._id, date: "2026-11-05", dueDate: "2026-11-20", items };
    const { _id } = made(await owner.post("/api/invoices", invoice));
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    const accept = (body: object) =>
      world.kaveri.staff.post(`/api/bank-lines/${line._id}/accept`, body);
    const pay = (tdsAmount: number) =>
      accept({ create: [{ invoiceId: _id, amount: 116_000, tdsAmount, advance: true }] });
    const tooMuch = await pay(40_000.01);
    expect([tooMuch.status, tooMuch.body.errors[0]]).toEqual([
      400,
      { path: "tdsAmount", message: expect.stringContaining("at most ₹40,000.00") },
    ]);
    // An advance is never recorded without being chosen.
    const unsaid = [
      { proposal: `i:${_id}/11600000/0` },
      { create: [{ invoiceId: _id, amount: 116_000 }] },
      { documents: [{ id: _id, amount: 116_000 }] },
    ];
    for (const body of unsaid) {
      const refused = await accept(body);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringMatching(/is dated after this line; record the payment on the invoice/),
      ]);
    }
    const { match: chosen } = made(
      await accept({ documents: [{ id: _id, amount: 116_000, advance: true }] }),
    ).line;
    done(await owner.delete(`/api/matches/${chosen._id}`));
    expect(JSON.stringify((await listLines(owner, books.hdfc))[0].proposals)).not.toContain(_id);
    const { match } = made(await pay(4_000)).line;
    const paid = done(await owner.get(`/api/invoices/${_id}`));
    expect([paid.invoice.status, paid.invoice.balance]).toEqual(["PARTIALLY_PAID", 116_000]);
    done(await owner.delete(`/api/matches/${match._id}`));
  });

  test("is matched with an existing entry in closed books, undone, and creates nothing", async () => {
    const { owner, staff } = world.kaveri;
    const line = (await listLines(owner, books.hdfc))[3];
    const accept = (body: object) => staff.post(`/api/bank-lines/${line._id}/accept`, body);
    const profit = async () => done(await owner.get(`/api/reports/profit-and-loss?${YEAR}`));
    const before = await profit();
    const closed = { status: 409, body: { message: "Books are closed to 30 September 2026" } };
    done(await owner.put("/api/locks", { lockedTo: "2026-09-30" }));
    const { match } = made(await accept({ entries: [books.entries.t03] })).line;
    expect(done(await owner.get(`/api/transactions/${books.entries.t03}`))).toBeObject();
    done(await staff.delete(`/api/matches/${match._id}`));
    const entry = { type: "Expense", categoryId: books.categories.Expense };
    expect(await accept({ create: [{ ...entry, amount: -line.amount }] })).toMatchObject(closed);
    const ids = (await listLines(owner, books.hdfc)).map(({ _id }: { _id: string }) => _id);
    const all = made(await owner.post("/api/bank-lines/accept", { lines: ids }));
    expect([all.accepted > 0, all.in]).toEqual([true, 0]);
    expect(await profit()).toEqual(before);

    // A recorded payment stays, since undoing it would change totals.
    const reason = "A receipt of April";
    done(await owner.delete(`/api/matches/${all.matches[0]}?batch=true`));
    done(await owner.put("/api/locks", { lockedTo: "", reason }));
    const created = made(await accept({ create: [{ ...entry, amount: -line.amount }] })).line.match;
    done(await owner.put("/api/locks", { lockedTo: "2026-09-30" }));
    expect(await staff.delete(`/api/matches/${created._id}`)).toMatchObject(closed);
    done(await owner.put("/api/locks", { lockedTo: "", reason }));
    done(await owner.delete(`/api/matches/${created._id}`));
  });
});
