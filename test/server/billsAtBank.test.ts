import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";
import { buyingIn } from "./buying.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const { owner, post, get, addVendor, line, bill, addBank, isRight } = buyingIn(() => world);

test("a line pays the bill of its amount, and undo removes the payment", async () => {
  const vendor = await addVendor({ displayName: "Pune Print House", tdsRule: "PROFESSIONAL" });
  const items = [line(60_000, { taxPct: 0 })];
  const less = await bill(vendor, 0, { items, date: "2026-10-01" });
  const other = await addVendor({ displayName: "Kaveri Software" });
  const whole = await bill(other, 0, { items: [line(11_800, { taxPct: 0 })], date: "2026-10-02" });
  const account = await addBank();
  const text =
    "Date,Narration,Debit,Credit,Balance\n" +
    "05/10/2026,NEFT DR-HDFC0000001-PUNE PRINT HOUSE-N123456789012,54000.00,,46000.00\n" +
    "06/10/2026,NEFT DR-HDFC0000001-KAVERI SOFTWARE-N123456789013,11800.00,,34200.00\n";
  made(
    await sendStatement(
      owner(),
      `accountId=${account}&file=oct.csv`,
      new TextEncoder().encode(text),
    ),
  );
  const { items: lines } = await get(`/bank-lines?accountId=${account}`);
  const first = lines.map(
    (one: { proposals: { kind: string; why: string }[] }) => one.proposals[0],
  );
  expect(first).toMatchObject([
    {
      kind: "bill",
      parts: [{ kind: "bill", _id: less._id, amount: 54_000, tdsAmount: 6_000 }],
    },
    {
      kind: "bill",
      parts: [{ kind: "bill", _id: whole._id, amount: 11_800, tdsAmount: 0 }],
    },
  ]);
  expect(first[0].why).toStartWith(`₹54,000.00 is ${less.number} less 10% TDS (₹6,000.00)`);
  const accepted = made(
    await post(`/bank-lines/${lines[0]._id}/accept`, { proposal: first[0]._id }),
  );
  expect(await get(`/bills/${less._id}`)).toMatchObject({ status: "PAID", tdsKept: 6_000 });
  await isRight();
  done(await owner().delete(`/api/matches/${accepted.line.match._id}`));
  expect(await get(`/bills/${less._id}`)).toMatchObject({ status: "OPEN", payments: [] });
  await isRight();
});

const bring = async (account: string, rows: string[]) => {
  const text = ["Date,Narration,Debit,Credit", ...rows].join("\n");
  const query = `accountId=${account}&file=bank.csv`;
  made(await sendStatement(owner(), query, new TextEncoder().encode(text)));
  return (await get(`/bank-lines?accountId=${account}`)).items;
};

test("Other match lists open documents and pays several bills with the chosen TDS", async () => {
  const vendor = await addVendor({ displayName: "Sahyadri Print", tdsRule: "PROFESSIONAL" });
  const other = await addVendor({ displayName: "Quill Stationers" });
  const of = (who: { _id: string }, taxable: number, date: string) =>
    bill(who, 0, { items: [line(taxable, { taxPct: 0 })], date });
  const [first, second] = [
    await of(vendor, 40_000, "2026-10-01"),
    await of(vendor, 90_000, "2026-10-02"),
  ];
  const later = await of(other, 86_000, "2026-11-20");
  const account = await addBank();
  const category = made(await post("/categories", { name: "Print", type: "Expense" })).category._id;
  const entry = { type: "Expense", accountId: account, categoryId: category, date: "2026-11-01" };
  const stamps = made(
    await post("/transactions", { ...entry, amount: 500, description: "Stamps 100% paid" }),
  ).transaction;
  const [said] = await bring(account, ["12/11/2026,NEFT DR-SAHYADRI PRINT,86500.00,"]);
  const candidates = (query = "") => get(`/bank-lines/${said._id}/candidates?${query}`);

  const all = await candidates("limit=100");
  const ids = all.items.map(({ id }: { id: string }) => id);
  expect(ids).toContain(stamps._id);
  expect(ids).not.toContain(later._id);
  const gaps = all.items.map(({ open }: { open: number }) => Math.abs(open - 86_500));
  expect(gaps).toEqual(gaps.toSorted((a: number, b: number) => a - b));
  expect((await candidates("q=sahyadri")).items).toMatchObject([
    { kind: "bill", id: second._id, party: "Sahyadri Print", open: 90_000, score: 96 },
    { kind: "bill", id: first._id, number: first.number, taxable: 40_000, tdsLimit: 8_000 },
  ]);
  expect((await candidates("q=500")).items).toMatchObject([{ kind: "transaction", amount: 500 }]);
  expect((await candidates("q=100%25%20paid")).total).toBe(1);
  expect((await candidates("q=sahyadri&limit=1&page=2")).items).toMatchObject([{ id: first._id }]);
  expect(await candidates("q=sahyadri&kind=transaction")).toMatchObject({
    total: 0,
    items: [],
    counts: { bill: 2, transaction: 0, invoice: 0 },
  });

  const accept = (body: object) => post(`/bank-lines/${said._id}/accept`, body);
  const tooLittle = await accept({ documents: [{ id: first._id, amount: 40_000 }], entries: [] });
  expect([tooLittle.status, tooLittle.body.message]).toEqual([
    400,
    expect.stringContaining("they must be equal to the paisa"),
  ]);
  const { match } = made(
    await accept({
      documents: [
        { id: first._id, amount: 36_000, tdsAmount: 4_000 },
        { id: second._id, amount: 50_000 },
      ],
      entries: [stamps._id],
    }),
  ).line;
  expect(match).toMatchObject({ kind: "bill", parts: { length: 3 } });
  expect(await get(`/bills/${first._id}`)).toMatchObject({ status: "PAID", tdsKept: 4_000 });
  expect((await get(`/bills/${second._id}`)).payments).toMatchObject([
    { amount: 50_000, tdsAmount: 0 },
  ]);
  await isRight();
  done(await owner().delete(`/api/matches/${match._id}`));
  expect((await candidates("q=sahyadri")).total).toBe(2);
  await isRight();
});

test("suggests a salary batch as the entries that add up and clears them with one accept", async () => {
  const account = await addBank();
  const pay = async (name: string, amount: number) => {
    const entry = { type: "Expense", accountId: account, categoryId: salaries, date: "2026-10-30" };
    return made(await post("/transactions", { ...entry, amount, description: name })).transaction
      ._id;
  };
  const salaries = made(await post("/categories", { name: "Salaries", type: "Expense" })).category
    ._id;
  const [a, , c] = [
    await pay("Asha", 38_000),
    await pay("Rohan", 41_500),
    await pay("Meera", 29_000),
  ];
  const [said] = await bring(account, ["31/10/2026,BULK-SALARY-OCT-26,67000.00,"]);
  expect(said.proposals[0]).toMatchObject({ kind: "transaction", likely: false });
  const proposal = said.proposals[0]._id;
  const { match } = made(await post(`/bank-lines/${said._id}/accept`, { proposal })).line;
  expect(match.parts.map(({ _id }: { _id: string }) => _id).sort()).toEqual([a, c].sort());
  expect((await get(`/bank-lines/${said._id}/candidates?kind=transaction`)).items).toMatchObject([
    { open: 41_500 },
  ]);
  await isRight();
});

test("Other match lists the other side of a transfer or a return", async () => {
  const [here, there] = [await addBank(), await addBank()];
  const [paid, back] = await bring(here, [
    "05/10/2026,NEFT DR-QUILL STATIONERS,777.00,",
    "09/10/2026,CREDIT ADJUSTMENT,,777.00",
    "10/10/2026,OTHER,,776.00",
  ]);
  const [across] = await bring(there, [
    "20/10/2026,CREDIT BY TRANSFER,,777.00",
    "20/12/2026,TOO LATE,,777.00",
  ]);
  const candidates = (query = "") => get(`/bank-lines/${paid._id}/candidates?kind=line${query}`);
  const found = await candidates();
  expect(found.items).toMatchObject([
    { kind: "line", id: across._id, date: "2026-10-20", party: "CREDIT BY TRANSFER", score: 100 },
    { kind: "line", id: back._id, party: "CREDIT ADJUSTMENT", amount: 777, open: 777 },
  ]);
  expect(found.counts.line).toBe(2);
  expect((await candidates("&q=adjustment")).items).toMatchObject([{ id: back._id }]);
  for (const [n, kind] of [
    [0, "transfer"],
    [1, "reversed"],
  ] as const) {
    const { proposal, id } = found.items[n];
    const { match } = made(await post(`/bank-lines/${paid._id}/accept`, { proposal })).line;
    expect(match.kind).toBe(kind);
    const { items } = await get(`/bank-lines?state=matched&limit=100`);
    expect(items.map(({ _id }: { _id: string }) => _id)).toEqual(
      expect.arrayContaining([paid._id, id]),
    );
    await isRight();
    done(await owner().delete(`/api/matches/${match._id}`));
  }
  expect((await candidates()).items).toHaveLength(2);
});

test("a payment short by a bank charge settles its invoice and books the charge", async () => {
  const client = made(await post("/clients", { displayName: "Konkan Foods" })).client;
  const items = [{ description: "Film", hsnSac: "998361", qty: 1, rate: 10_000, taxPct: 0 }];
  const { _id } = made(
    await post("/invoices", { clientId: client._id, date: "2026-10-01", items }),
  );
  done(await post(`/invoices/${_id}/send`, {}));
  const [paid] = await bring(await addBank(), [
    "20/10/2026,IMPS-629700012345-KONKAN FOODS-HDFC-XXXXXXX1234-,,9994.10",
  ]);
  const charge = paid.proposals.find(({ why }: { why: string }) => why.includes("bank charge"));
  expect(charge.why).toContain("less a bank charge of ₹5.90");
  const { line: after } = made(
    await post(`/bank-lines/${paid._id}/accept`, { proposal: charge._id }),
  );
  expect(await get(`/invoices/${_id}`)).toMatchObject({
    invoice: { status: "PAID", balance: 0 },
  });
  const { items: found } = await get("/transactions?q=Bank%20charge");
  const expenses = found.filter(({ type }: { type: string }) => type === "Expense");
  expect(expenses).toMatchObject([{ amount: 5.9, date: "2026-10-20" }]);
  await isRight();
  done(await owner().delete(`/api/matches/${after.match._id}`));
  expect((await get(`/invoices/${_id}`)).invoice.status).toBe("SENT");
  await isRight();
});
