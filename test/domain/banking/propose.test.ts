import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { propose } from "../../../domain/banking/propose.ts";
import { readStatement } from "../../../domain/banking/read.ts";
import { readExpected, readSample } from "./statements.ts";

// biome-ignore lint/suspicious/noExplicitAny: as in the file.
type Row = any;
const file = new URL("../../data/statements/hdfc-books.json", import.meta.url);
const books = JSON.parse(readFileSync(file, "utf8"));
const [hdfc, icici] = books.accounts;

const listEntries = (name: string) =>
  books.transactions
    .filter((entry: Row) => entry.account === name || entry.toAccount === name)
    .map((entry: Row) => ({
      ...entry,
      amountPaise:
        entry.type === "Income" || entry.toAccount === name ? entry.amount : -entry.amount,
    }));
const invoices = books.invoices.map((invoice: Row) => ({
  ...invoice,
  id: invoice.number,
  clientId: invoice.client,
  date: invoice.issueDate,
  taxablePaise: invoice.taxable,
  balancePaise: invoice.balance,
  tdsLimitPaise: invoice.taxable / 5,
}));

async function readMatchContext(sample: string, name: string) {
  const { lines } = await readStatement(readSample(sample));
  return {
    lines: lines.map((line, n) => ({ ...line, id: String(n + 1) })),
    entries: listEntries(name),
    invoices,
    bills: [],
    others: [],
    rules: [],
    declined: new Set<string>(),
    memory: { counts: new Map(), categories: new Map() },
  };
}

const expected = readExpected("hdfc-books");
const POINTS: Record<number, number> = {
  1: 86,
  10: 114,
  12: 86,
  13: 68,
  22: 72,
  23: 58,
  24: 84,
  28: 85,
  29: 85,
};

test("matches the sample's lines with its books", async () => {
  const field = await readMatchContext("hdfc-delimited.txt", hdfc.name);
  const found = propose(field);
  for (const match of expected.matches) {
    const [first] = found.get(String(match.line)) ?? [];
    const parts = first?.parts.map(({ kind, id, amountPaise, tdsPaise }) =>
      kind === "invoice" ? { invoice: id, amount: amountPaise, tds: tdsPaise } : { id },
    );
    if (match.kind === "reversed") expect(first).toMatchObject({ kind: "reversed", likely: true });
    else if (match.parts)
      expect(parts).toEqual(match.parts.map(({ rate: _, ...part }: Row) => part));
    else expect(parts).toEqual(match.ids.map((id: string) => ({ id })));
    if (match.kind !== "reversed") expect(first?.likely).toBe(!match.optional);
    const points = POINTS[match.line];
    if (points) expect([match.line, first?.points]).toEqual([match.line, points]);
  }
  for (const line of expected.unmatchedLines) expect(found.get(String(line)) ?? []).toEqual([]);
  for (const { line, invoice } of expected.mustNotBeFirst) {
    expect(found.get(String(line))?.[0]?.parts.map(({ id }) => id)).not.toContain(invoice);
  }
  for (const { line, transaction } of expected.mustNeverAppear) {
    expect(JSON.stringify(found.get(String(line)))).not.toContain(transaction);
  }
  expect(found.get("1")?.[0]?.why).toBe(
    "₹1,16,000.00 is INV/2026-27/0001 less 2% TDS (₹2,000.00); similar name; 10 days before its due date",
  );
  expect(propose(field)).toEqual(found);
});

test("matches the other account's lines with the other sides of transfers and its own entries", async () => {
  const found = propose(await readMatchContext("icici-history.csv", icici.name));
  const first = (line: number) => found.get(String(line))?.[0];
  expect(first(8)?.parts[0]).toMatchObject({ kind: "transaction", id: "t05" });
  expect(first(13)?.parts[0]).toMatchObject({
    id: "INV/2026-27/0007",
    amountPaise: 54_00_000,
    tdsPaise: 5_00_000,
  });
  expect([first(5), first(6)].map((proposal) => proposal?.kind)).toEqual(["reversed", "reversed"]);
  expect(first(7)).toBeUndefined();
});

test("suggests a transfer between own accounts if there is no entry", async () => {
  const field = await readMatchContext("hdfc-delimited.txt", hdfc.name);
  const { lines } = await readMatchContext("icici-history.csv", icici.name);
  const others = [{ id: "icici", name: icici.name, number: icici.statementAccount, lines }];
  const own = { name: "Kesari Lane Studio", number: hdfc.statementAccount };
  const found = propose({ ...field, entries: [], others, own }).get("13")?.[0];
  expect(found).toMatchObject({ id: "x:icici/8", kind: "transfer", likely: true });
  expect(found?.why).toContain("to your ICICI Savings 0092");
});

test("does not repeat a rejected suggestion", async () => {
  const field = await readMatchContext("hdfc-delimited.txt", hdfc.name);
  const declined = new Set(["4 t:t03"]);
  expect(propose({ ...field, declined }).get("4")).toBeUndefined();
});

test("a rule suggests, and a choice made three times is remembered", async () => {
  const field = await readMatchContext("hdfc-delimited.txt", hdfc.name);
  const target = { id: "tea", name: "Tea & Snacks", type: "Expense" as const };
  const rule = { how: "contains" as const, narration: "chai adda" };
  const rules = [
    { id: "r1", name: "Chai", test: rule, effect: { categoryId: "tea", description: "" }, target },
  ];
  const ruled = propose({ ...field, rules }).get("2")?.[0];
  expect(ruled).toMatchObject({ id: "u:r1", kind: "rule", why: "Rule “Chai”", likely: true });
  const memory = (often: number) => ({
    counts: new Map([
      [
        "out ",
        new Map([
          ["tea", often],
          ["rent", 20],
        ]),
      ],
      ["out @chaiadda.demo@ybl", new Map([["tea", often]])],
    ]),
    categories: new Map([
      ["tea", { name: target.name, type: target.type }],
      ["rent", { name: "Rent", type: "Expense" as const }],
    ]),
  });
  const known = propose({ ...field, memory: memory(12) }).get("2")?.[0];
  expect(known).toMatchObject({ id: "m:tea", likely: true });
  expect(known?.why).toBe("chaiadda.demo@ybl: 12 of 12 went to Tea & Snacks");
  expect(propose({ ...field, memory: memory(1) }).get("2")?.[0]).toMatchObject({
    likely: false,
    why: "Last time: Tea & Snacks",
  });
});

test("suggests an invoice with TDS only up to its limit", async () => {
  const field = await readMatchContext("hdfc-delimited.txt", hdfc.name);
  const some = field.invoices.map((invoice: Row) => ({ ...invoice, tdsLimitPaise: 0 }));
  const all = [...propose({ ...field, invoices: some }).values()].flat();
  expect(all.flatMap(({ parts }) => parts).filter(({ tdsPaise }) => tdsPaise > 0)).toEqual([]);
});
