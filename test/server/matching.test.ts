import { afterAll, beforeAll, expect, test } from "bun:test";
import { readExpected } from "../domain/banking/statements.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { keepSampleBooks, listLines, type SampleBooks } from "./banking.ts";

let world: World;
let books: SampleBooks;
let before: string;
beforeAll(async () => {
  world = await createWorld();
  books = await keepSampleBooks(world.kaveri.owner);
  before = await figures();
});
afterAll(() => world.end());

const expected = readExpected("hdfc-books");

async function figures(): Promise<string> {
  const { owner } = world.kaveri;
  const paths = [
    "/transactions?limit=100",
    "/invoices?limit=100",
    "/accounts",
    "/clients?limit=100",
  ];
  const all = await Promise.all(paths.map(async (path) => done(await owner.get(`/api${path}`))));
  return String(Bun.hash(JSON.stringify(all)));
}

interface Part {
  invoice: string;
  amount: number;
  tds: number;
}

const accept = (line: string, body: object, headers = {}) =>
  world.kaveri.staff.post(`/api/bank-lines/${line}/accept`, body, headers);
const undo = (match: string) => world.kaveri.owner.delete(`/api/matches/${match}`);
const statementAt = async (at: string, id = books.hdfc) =>
  done(await world.kaveri.owner.get(`/api/accounts/${id}/reconciliation?at=${at}`));
// biome-ignore lint/suspicious/noExplicitAny: read without types, like a client.
const paise = (items: any[]) => items.map(({ amount }) => Math.round(amount * 100));

test("suggests every line of the sample as in its books, and nothing else", async () => {
  const lines = await listLines(world.kaveri.owner, books.hdfc);
  for (const match of expected.matches) {
    const [first] = lines[match.line - 1].proposals;
    const ids = first?.parts.map(({ _id }: { _id: string }) => _id);
    if (match.kind === "reversed") expect(ids).toEqual([lines[match.by - 1]._id]);
    else if (match.kind === "transaction") expect(ids).toEqual([books.entries[match.ids[0]]]);
    else {
      expect(first.parts).toMatchObject(
        match.parts.map(({ invoice, amount, tds }: Part) => ({
          kind: "invoice",
          _id: books.invoices[invoice],
          amount: amount / 100,
          tdsAmount: tds / 100,
        })),
      );
    }
  }
  for (const line of expected.unmatchedLines) expect(lines[line - 1].proposals).toEqual([]);
  expect(JSON.stringify(lines[30].proposals)).not.toContain(books.entries.t07);
  expect(lines[0]).toMatchObject({
    mode: "NEFT",
    party: "ZYNTARA FOODS PRIVATE LIMITED",
    ref: "SBINN52026040100412233",
    amount: 116000,
    balance: 528650.75,
  });
  const list = done(await world.kaveri.owner.get(`/api/bank-lines?accountId=${books.hdfc}`));
  expect([list.total, list.likely]).toEqual([31, 17]);
});

test("before any match, the statement balances by what is in only one of the two", async () => {
  const report = await statementAt("2026-04-30");
  expect(report).toMatchObject({
    book: -51249.25,
    bank: 784336.14,
    difference: 0,
    proof: "proved",
  });
});

test("accepting all reconciles, and undoing all restores the books", async () => {
  const { owner } = world.kaveri;
  const lines = await listLines(owner, books.hdfc);
  const ids = lines.map(({ _id }: { _id: string }) => _id);
  const bulk = made(await owner.post("/api/bank-lines/accept", { lines: ids }));
  // A pair that cancels out is one match of two lines.
  expect(bulk.accepted).toBe(16);
  const optional = expected.matches.filter((match: { optional?: boolean }) => match.optional);
  const matches: string[] = [];
  for (const { line } of optional) {
    const { _id, proposals } = lines[line - 1];
    matches.push(made(await accept(_id, { proposal: proposals[0]._id })).line.match._id);
  }
  const { brs } = expected;
  const report = await statementAt(brs.asOf);
  expect(report).toMatchObject({
    book: brs.bookBalance / 100,
    bank: brs.bankBalance / 100,
    difference: 0,
    openingDifference: 0,
    proof: "proved",
    remarks: [],
  });
  const amounts = (items: { amount: number }[]) => items.map(({ amount }) => amount).sort();
  expect(paise(report.issued)).toEqual(amounts(brs.addNotPresented));
  expect(paise(report.deposited)).toEqual(amounts(brs.lessNotCleared));
  expect(paise(report.bankCredits)).toEqual(amounts(brs.addCreditsNotInBooks));
  expect(paise(report.bankDebits).sort()).toEqual(amounts(brs.lessDebitsNotInBooks));
  for (const day of ["2026-04-01", "2026-04-03", "2026-04-09", "2026-04-17", "2026-04-29"]) {
    expect([day, (await statementAt(day)).difference]).toEqual([day, 0]);
  }
  expect(done(await owner.get("/api/books/check"))).toMatchObject({ ok: true, differences: [] });
  for (const match of matches) done(await undo(match));
  const undone = await owner.delete(`/api/matches/${bulk.matches[0]}?batch=1`);
  expect(undone.body.undone).toBe(16);
  expect(await figures()).toBe(before);
  made(await owner.post("/api/bank-lines/accept", { lines: ids }));
  const all = await owner.post(`/api/statements/${books.statements.hdfc._id}/undo`, {});
  expect(all.body.undone).toBe(16);
  expect(await figures()).toBe(before);
  expect((await owner.post("/api/statements/none/undo", {})).status).toBe(404);
  expect((await statementAt("2026-04-30")).book).toBe(-51249.25);
});

test("a payment takes the line's day, mode and reference, and undo removes it", async () => {
  const { owner } = world.kaveri;
  const [line] = await listLines(owner, books.hdfc);
  const { match } = made(await accept(line._id, { proposal: line.proposals[0]._id })).line;
  expect(match).toMatchObject({ kind: "invoice", by: { name: "Staff of kaveri" } });
  const paid = done(await owner.get(`/api/invoices/${books.invoices["INV/2026-27/0001"]}`));
  expect(paid.invoice.status).toBe("PAID");
  expect(paid.payments).toMatchObject([
    {
      date: "2026-04-01",
      amount: 116000,
      tdsAmount: 2000,
      mode: "Bank Transfer",
      reference: "SBINN52026040100412233",
    },
  ]);
  done(await undo(match._id));
  expect(await figures()).toBe(before);
});

test("rejects entries that differ from the line by a paisa", async () => {
  const [, line] = await listLines(world.kaveri.owner, books.hdfc);
  const entry = { type: "Expense", categoryId: books.categories.Expense };
  const wrong = await accept(line._id, { create: [{ ...entry, amount: 249.99 }] });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      message: "The entries total -₹249.99 and the line -₹250.00; they must be equal to the paisa",
    },
  });
  expect((await accept(line._id, { entries: [books.entries.t06] })).status).toBe(400);
  expect((await accept(line._id, {})).status).toBe(400);
  expect((await accept(line._id, { proposal: "z:1" })).status).toBe(400);
  expect(await figures()).toBe(before);
});

test("a line is split, recorded as a new entry, and becomes a transfer", async () => {
  const { owner } = world.kaveri;
  const lines = await listLines(owner, books.hdfc);
  const entry = { type: "Expense", categoryId: books.categories.Expense };
  const create = [
    { ...entry, amount: 200, description: "Tea" },
    { ...entry, amount: 50, description: "Biscuits" },
  ];
  const split = made(await accept(lines[1]._id, { create })).line.match;
  expect(
    split.parts.map(({ name, amount }: { name: string; amount: number }) => [name, amount]),
  ).toEqual([
    ["Tea", -200],
    ["Biscuits", -50],
  ]);
  const plain = made(await accept(lines[2]._id, { create: [{ ...entry, amount: 250 }] })).line
    .match;
  expect(plain.parts).toMatchObject([{ name: "CHAI ADDA DEMO, TEA", date: "2026-04-01" }]);
  const transfer = { accountId: books.icici, amount: 250, description: "To ICICI" };
  expect((await accept(lines[2]._id, { create: [transfer] })).status).toBe(409);
  done(await undo(plain._id));
  const moved = made(await accept(lines[2]._id, { create: [transfer] })).line.match;
  expect(moved).toMatchObject({ kind: "new", parts: [{ name: "To ICICI", amount: -250 }] });
  for (const { _id } of [moved, split]) done(await undo(_id));
  expect(await figures()).toBe(before);
});

test("tells the second of two users at one line who was first", async () => {
  const lines = await listLines(world.kaveri.owner, books.hdfc);
  const { _id, proposals } = lines[3];
  const both = await Promise.all([1, 2].map(() => accept(_id, { proposal: proposals[0]._id })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body.message).toMatch(
    /^Accepted by Staff of kaveri, \d+ \w+ \d{4}, \d\d:\d\d$/,
  );
  const key = { "idempotency-key": "a" };
  done(await undo(both.find(({ status }) => status === 201)?.body.line.match._id));
  const again = [1, 2].map(() => accept(_id, { proposal: proposals[0]._id }, key));
  const [one, two] = await Promise.all(again);
  expect([one?.status, two?.status, two?.body]).toEqual([201, 201, one?.body]);
  done(await undo(one?.body.line.match._id));
});

test("an entry cleared by a line keeps amount, account and type and is not deleted", async () => {
  const { owner } = world.kaveri;
  const lines = await listLines(owner, books.hdfc);
  const { match } = made(await accept(lines[3]._id, { entries: [books.entries.t03] })).line;
  const path = `/api/transactions/${books.entries.t03}`;
  const sentence =
    "This transaction is matched with the bank line of 2 Apr 2026; undo the match first";
  for (const change of [{ amount: 1 }, { accountId: books.icici }]) {
    expect(await owner.put(path, change)).toMatchObject({
      status: 409,
      body: { message: sentence },
    });
  }
  expect(await owner.delete(path)).toMatchObject({ status: 409, body: { message: sentence } });
  const many = await owner.post("/api/transactions/delete", { ids: [books.entries.t03] });
  expect(many).toMatchObject({ status: 409, body: { message: sentence } });
  done(await owner.put(path, { description: "Advance for Meera" }));
  done(await owner.put(path, { description: "Salary advance Meera Kalveti" }));
  const statement = await owner.delete(`/api/statements/${books.statements.hdfc._id}`);
  expect(statement).toMatchObject({
    status: 409,
    body: { message: "1 of its lines is matched; undo the matches first" },
  });
  expect((await accept(lines[4]._id, { entries: [books.entries.t03] })).status).toBe(400);
  done(await undo(match._id));
  expect(await figures()).toBe(before);
});

test("keeps what accepting created if a user has changed it since", async () => {
  const { owner } = world.kaveri;
  const lines = await listLines(owner, books.hdfc);
  const entry = { type: "Expense", categoryId: books.categories.Expense, amount: 250 };
  const { match } = made(await accept(lines[1]._id, { create: [entry] })).line;
  const path = `/api/transactions/${match.parts[0]._id}`;
  done(await owner.put(path, { description: "Tea for the client" }));
  expect((await undo(match._id)).body.message).toBe(
    '"Tea for the client" has been changed since; restore it or keep the match',
  );
  done(await owner.put(path, { description: match.parts[0].name }));
  done(await undo(match._id));
  expect(await figures()).toBe(before);
});

test("suggests a choice made three times, and undo forgets it", async () => {
  const { owner } = world.kaveri;
  const lines = await listLines(owner, books.hdfc);
  const category = books.categories.Expense;
  const charges = lines.filter(({ mode }: { mode: string }) => mode === "CHARGE");
  const create = (amount: number) => [{ type: "Expense", categoryId: category, amount }];
  const first = made(await accept(lines[1]._id, { create: create(250) })).line.match;
  const twin = async () => (await listLines(owner, books.hdfc))[2].proposals[0];
  expect(await twin()).toMatchObject({
    kind: "memory",
    likely: false,
    why: "Last time: Expense by bank",
  });
  done(await undo(first._id));
  expect(await twin()).toBeUndefined();
  expect(charges.length).toBeGreaterThan(2);
});

test("a rule suggests, shows past matches, and books on accept", async () => {
  const { owner, staff } = world.kaveri;
  const rule = {
    name: "Tea",
    test: { direction: "out", narration: "CHAI ADDA", how: "contains", amountTo: 250 },
    effect: { categoryId: books.categories.Expense, description: "Tea for all" },
  };
  const trial = done(await staff.post("/api/bank-rules/try", rule));
  expect(trial).toMatchObject({ lines: 51, taken: 2, same: 0 });
  const { rule: kept } = made(await staff.post("/api/bank-rules", rule));
  expect(kept).toMatchObject({ ...rule, isActive: true });
  const line = (await listLines(owner, books.hdfc))[1];
  expect(line.proposals[0]).toMatchObject({ kind: "rule", likely: true, why: "Rule “Tea”" });
  const { match } = made(await accept(line._id, { proposal: line.proposals[0]._id })).line;
  expect(match).toMatchObject({ kind: "rule", parts: [{ name: "Tea for all", amount: -250 }] });
  done(await undo(match._id));
  done(await staff.put(`/api/bank-rules/${kept._id}`, { isActive: false }));
  expect((await listLines(owner, books.hdfc))[1].proposals).toEqual([]);
  done(await staff.delete(`/api/bank-rules/${kept._id}`));
  expect(done(await staff.get("/api/bank-rules")).rules).toEqual([]);
  const bad = await staff.post("/api/bank-rules", { ...rule, test: { how: "contains" } });
  expect(bad.body.message).toBe("A rule needs at least one condition");
});

test("a rejected suggestion does not return", async () => {
  const { owner, staff } = world.kaveri;
  const line = (await listLines(owner, books.hdfc))[20];
  const proposal = line.proposals[0]._id;
  done(await staff.post(`/api/bank-lines/${line._id}/decline`, { proposal }));
  expect((await listLines(owner, books.hdfc))[20].proposals).toEqual([]);
});

test("another agency sees and changes none of it", async () => {
  const { owner } = world.narmada;
  const [line] = await listLines(world.kaveri.owner, books.hdfc);
  expect(await listLines(owner, books.hdfc)).toEqual([]);
  expect((await owner.get(`/api/accounts/${books.hdfc}/reconciliation`)).status).toBe(404);
  const body = { proposal: line.proposals[0]._id };
  expect((await owner.post(`/api/bank-lines/${line._id}/accept`, body)).status).toBe(404);
  expect((await owner.post("/api/bank-lines/accept", { lines: [line._id] })).status).toBe(404);
});
