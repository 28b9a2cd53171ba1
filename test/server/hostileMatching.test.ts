import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createWorld, done, made, type World } from "../world.ts";
import { listLines, sendStatement } from "./banking.ts";

// Lines that resemble an entry, an invoice or a transfer but belong to another party.

const readFile = (name: string) =>
  readFileSync(new URL(`../data/bank-files/18-matching-${name}`, import.meta.url));
const books = JSON.parse(readFile("books.json").toString());

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  const post = async (path: string, body: object) => made(await owner.post(`/api${path}`, body));
  for (const { name, opening } of books.accounts) {
    ids[name] = (await post("/accounts", { name, openingBalance: opening })).account._id;
  }
  for (const { client, date, due, taxable, taxPct } of books.invoices) {
    const clientId = (await post("/clients", { displayName: client })).client._id;
    const items = [{ description: "Design", qty: 1, rate: taxable, taxPct }];
    const { _id } = await post("/invoices", { clientId, date, dueDate: due, items });
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    ids[client] = _id;
  }
  const { category } = await post("/categories", { name: "Costs", type: "Expense" });
  for (const { account, date, description, expense } of books.entries) {
    const common = { date, description, amount: expense, categoryId: category._id };
    const entry = { type: "Expense", accountId: ids[account], ...common };
    ids[description] = (await post("/transactions", entry)).transaction._id;
  }
  for (const [name, file] of [
    ["HDFC Current", "hdfc.csv"],
    ["ICICI Current", "icici.csv"],
  ] as const) {
    made(await sendStatement(owner, `accountId=${ids[name]}`, readFile(file)));
  }
});
afterAll(() => world.end());

// biome-ignore lint/suspicious/noExplicitAny: read without types, like a client.
type Line = any;

const listLikely = (lines: Line[]) =>
  lines
    .filter(({ proposals: [first] }) => first?.likely)
    .map(({ date, amount, proposals: [first] }) => [date.slice(8), amount, first.parts[0]._id]);

describe("suggestions for similar lines", () => {
  test("are certain only with evidence of the party", async () => {
    const { owner } = world.kaveri;
    const hdfc = await listLines(owner, ids["HDFC Current"] as string);
    const icici = await listLines(owner, ids["ICICI Current"] as string);
    const on = (day: string) => hdfc.find(({ date }: Line) => date === `2026-10-${day}`);
    expect(listLikely(hdfc)).toEqual([
      ["20", -55_000, ids["Rent October, Landlord Deshmukh"]],
      ["23", -12_000, on("24")._id],
      ["24", 12_000, on("23")._id],
    ]);
    expect(listLikely(icici)).toEqual([["09", 118_000, ids["Konkan Foods Pvt Ltd"]]]);
  });

  test("show a test payment of ₹1 as a part, last", async () => {
    const hdfc = await listLines(world.kaveri.owner, ids["HDFC Current"] as string);
    const { proposals } = hdfc.find(({ amount }: Line) => amount === 1);
    expect(proposals).toMatchObject([{ likely: false, parts: [{ amount: 1 }] }]);
    expect(proposals[0].why).toContain("₹1.00 of the ₹1,18,000.00");
  });
});

describe("money out that pays no bill", () => {
  const HEAD = "Date,Narration,Debit,Credit,Balance";
  const rows = [
    "12/11/2026,NEFT-HDFCN52026111212345678-KONKAN FOODS PVT LTD,11800,,488200",
    "18/11/2026,GST/BANK REF NO:C26/CPIN:26112700123456,27000,,461200",
    "19/11/2026,SMS ALERT CHARGES INCL GST,59,,461141",
  ];

  test("is a refund of a credit note, the challan of a return, or a charge", async () => {
    const { owner, staff } = await world.found();
    const post = async (path: string, body: object) => made(await owner.post(`/api${path}`, body));
    done(await owner.put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" }));
    const { account } = await post("/accounts", { name: "HDFC", openingBalance: 5_00_000 });
    const { category } = await post("/categories", { name: "Bank charges", type: "Expense" });
    const client = { displayName: "Konkan Foods Pvt Ltd", stateCode: "27" };
    const clientId = (await post("/clients", client)).client._id;
    const bill = async (rate: number) => {
      const items = [{ description: "Design", qty: 1, rate, taxPct: 18, hsnSac: "998391" }];
      const { _id } = await post("/invoices", { clientId, date: "2026-10-05", items });
      done(await owner.post(`/api/invoices/${_id}/send`, {}));
      return { _id, items };
    };
    const paid = await bill(10_000);
    await bill(1_50_000);
    const payment = { date: "2026-10-20", amount: 11_800, accountId: account._id, mode: "UPI" };
    await post(`/invoices/${paid._id}/payments`, payment);
    const note = await post("/notes", {
      kind: "CREDIT_NOTE",
      invoiceId: paid._id,
      date: "2026-10-25",
      items: paid.items,
      reason: "DEFICIENT_SERVICE",
    });
    done(await owner.post(`/api/notes/${note._id}/send`, {}));

    const file = new TextEncoder().encode(`${[HEAD, ...rows].join("\n")}\n`);
    made(await sendStatement(owner, `accountId=${account._id}`, file));
    const lines = await listLines(owner, account._id);
    const first = lines.map(({ proposals }: Line) => proposals[0]);
    expect(first).toMatchObject([
      { kind: "refund", likely: false, parts: [{ kind: "note", _id: note._id, amount: 11_800 }] },
      {
        kind: "challan",
        likely: true,
        why: "To pay with GSTR-3B for October 2026",
        parts: [
          { name: "GST challan: CGST", amount: -13_500 },
          { name: "SGST", amount: -13_500 },
        ],
      },
      { kind: "memory", likely: false, parts: [{ _id: category._id }] },
    ]);
    const accept = (at: number, who = owner) =>
      who.post(`/api/bank-lines/${lines[at]._id}/accept`, { proposal: first[at]._id });
    expect((await accept(0, staff)).body.message).toBe("Only agency owners can refund notes.");
    const matches = [];
    for (const at of [0, 1, 2]) matches.push(made(await accept(at)).line.match._id);
    const held = async () => done(await owner.get(`/api/notes/${note._id}`)).held;
    const cash = async () => done(await owner.get("/api/gst/cash-ledger?at=2026-11-30")).balances;
    expect(await held()).toBe(0);
    expect(await cash()).toMatchObject({ igst: 0, cgst: 13_500, sgst: 13_500 });
    expect(done(await owner.get("/api/books/check"))).toMatchObject({ ok: true });

    for (const id of matches) done(await owner.delete(`/api/matches/${id}`));
    expect(await held()).toBe(11_800);
    expect(await cash()).toMatchObject({ cgst: 0, sgst: 0 });
    const again = await listLines(owner, account._id);
    expect(again.map(({ proposals }: Line) => proposals[0])).toEqual(first);
    expect(done(await owner.get("/api/books/check"))).toMatchObject({ ok: true });

    const filing = { return: "GSTR3B", date: "2026-11-18", arn: "AA2711260000011" };
    await post("/gst/2026-10/filed", filing);
    const [, challan] = await listLines(owner, account._id);
    const [{ _id: proposal, ...paying }] = challan.proposals;
    expect(paying).toMatchObject({
      kind: "challan",
      likely: true,
      why: "To pay with GSTR-3B for October 2026",
      parts: [
        { name: "GST paid: CGST", amount: -13_500 },
        { name: "SGST", amount: -13_500 },
      ],
    });
    type Row = { name: string; credit: number };
    const payable = async () => {
      const report = done(await owner.get("/api/reports/trial-balance?at=2026-11-30"));
      return report.rows
        .filter(({ name, credit }: Row) => name.startsWith("GST payable") && credit > 0)
        .map(({ name, credit }: Row) => [name, credit]);
    };
    expect(await payable()).toEqual([
      ["GST payable CGST", 13_500],
      ["GST payable SGST", 13_500],
    ]);
    const settled = async () => done(await owner.get("/api/close/2026-10/gst")).payment;
    const due = await settled();
    expect(due).toMatchObject({
      filedOn: "2026-11-18",
      toPay: 27_000,
      unpaid: 27_000,
      challan: { _id: challan._id, amount: -27_000, proposal },
    });
    expect(due.journal).toContainEqual({
      date: "2026-10-31",
      ledger: "GST payable CGST",
      reason: "to pay in cash",
      debit: 0,
      credit: 13_500,
    });
    const sums = due.rows.find(({ isSum }: { isSum: boolean }) => isSum);
    expect(sums.heads).toEqual({ igst: 0, cgst: 13_500, sgst: 13_500 });
    made(await owner.post(`/api/bank-lines/${challan._id}/accept`, { proposal }));
    expect(await settled()).toMatchObject({ unpaid: 0, challan: null });
    expect(await payable()).toEqual([]);
    expect(done(await owner.get("/api/books/check"))).toMatchObject({ ok: true });
  });
});
