import { expect, test } from "bun:test";
import type { Transaction } from "../../../domain/ledger/transactions.ts";
import { type TransactionsReport, transactionsPdf } from "../../../server/pdf/transactions.ts";
import { copiedLines, readPages } from "../../pdf.ts";

const hdfc = { _id: "a1", name: "HDFC Current 4471", type: "Bank" as const };
const petty = { _id: "a2", name: "Petty Cash", type: "Cash" as const };
const rent: Transaction = {
  _id: "t1",
  date: "2026-10-05",
  description: "Studio rent, Koregaon Park",
  accountId: hdfc,
  categoryId: { _id: "c1", name: "Rent" },
  type: "Expense",
  amount: 123456.5,
  notes: "Includes 18% GST",
  isTransfer: false,
};
const report: TransactionsReport = {
  agencyName: "Peepal Studio LLP",
  gstNumber: "27AAUFP4821M1ZJ",
  location: "Koregaon Park, Pune",
  range: { dateFrom: "2026-10-01", dateTo: "2026-10-31" },
  filters: ["Type: Expense", "Account: HDFC Current 4471"],
  count: 1,
  totals: { income: 0, expense: 123456.5, balance: -123456.5 },
  generatedOn: "2026-11-21",
  head: { seq: 4_127, head: "9c4107be22d15a08".repeat(4) },
};

test("a report shows agency, period, filters, rows and totals", async () => {
  const [page = ""] = await readPages(await renderPdf([rent]));
  for (const text of [
    "Peepal Studio LLP",
    "Koregaon Park, Pune · GSTIN 27AAUFP4821M1ZJ",
    "1 Oct – 31 Oct 2026",
    "Type: Expense · Account: HDFC Current 4471",
    "5 Oct 2026 Studio rent, Koregaon Park HDFC Current 4471 Rent Expense",
    "Includes 18% GST",
    "−₹1,23,456.50",
    "Total of 1 transaction",
    "Generated on 21 Nov 2026",
  ]) {
    expect(page).toContain(text);
  }
  expect(page).toMatch(pageNumber(1, 1));
});

test("income has a plus, and a transfer names both accounts and the category Transfer", async () => {
  const income = { ...rent, type: "Income" as const, amount: 9999999999.99 };
  const transfer = {
    ...rent,
    type: "Transfer" as const,
    categoryId: null,
    isTransfer: true,
    amount: 500,
    transfer: { fromAccountId: hdfc, toAccountId: petty },
  };
  const [page = ""] = await readPages(await renderPdf([income, transfer]));
  expect(page).toContain("+₹9,99,99,99,999.99");
  expect(page).toMatch(/HDFC Current 4471 >\nPetty Cash\nTransfer Transfer\n/);
  expect(page).toMatch(/[^+−]₹500\.00/);
});

test("a period without entries says so", async () => {
  const totals = { income: 0, expense: 0, balance: 0 };
  const pages = await readPages(await renderPdf([], { totals }));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain("No transactions in this period");
  expect(pages[0]).toContain("Total of 0 transactions");
  expect(pages[0]).not.toContain("−₹0.00");
});

test("every row of a long report is on a page, in order, under the table's head", async () => {
  const rows = Array.from({ length: 300 }, (_, n) => ({ ...rent, description: `Row ${n}.` }));
  const pages = await readPages(await renderPdf(rows));
  expect(pages.length).toBeGreaterThan(5);
  const seen = pages.flatMap((page) => page.match(/Row \d+\./g) ?? []);
  expect(seen).toEqual(rows.map(({ description }) => description));
  pages.forEach((page, n) => {
    expect(page).toMatch(pageNumber(n + 1, pages.length));
    expect(page).toContain("Date Description Account Category Type Amount");
  });
});

test("the totals are never alone on a page", async () => {
  for (let count = 18; count < 30; count++) {
    const last = (await readPages(await renderPdf(Array(count).fill(rent)))).at(-1) ?? "";
    expect(last).toContain(`Total of ${count} transactions`);
    expect(last).toContain("Studio rent");
  }
});

test("Devanagari, Tamil and Kannada are copied as typed", async () => {
  const texts = ["किराया, क्षेत्रीय कार्यालय", "வாடகை கொள்கை ஸ்ரீ", "ಬಾಡಿಗೆ ಕ್ಷೇತ್ರ"];
  const pdf = await renderPdf(texts.map((description) => ({ ...rent, description })));
  expect(copiedLines(pdf)).toEqual(texts);
});

test("a word is shaped by its own script, whatever precedes it", async () => {
  const drawn = async (description: string) => {
    const [page = ""] = await readPages(await renderPdf([{ ...rent, description }]));
    return /5 Oct 2026 (.*) HDFC/.exec(page)?.[1];
  };
  // pdf.js returns letters in drawing order: the vowel sign first.
  const word = await drawn("ति");
  expect(word).toBe("ित");
  expect(await drawn("NEFT-1-ति")).toBe(`NEFT-1-${word}`);
});

test("draws every letter as itself, including glyph 40, which is a bracket", async () => {
  const letters = String.fromCharCode(...Array.from({ length: 94 }, (_, n) => 0x21 + n));
  const texts = `${letters}ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜ`.match(/.{1,20}/g) ?? [];
  const rows = texts.map((description) => ({ ...rent, description }));
  const [page = ""] = await readPages(await renderPdf(rows));
  for (const text of texts) expect(page).toContain(`5 Oct 2026 ${text} HDFC`);
});

test("a long text is complete or its cut is marked", async () => {
  const long = { ...rent, description: "one two three four five six seven eight nine ten eleven" };
  const longer = { ...rent, description: "word ".repeat(100).trim() };
  const unbroken = { ...rent, description: "क्षि".repeat(125) };
  const pdf = await renderPdf([long, longer, unbroken]);
  const [page = ""] = await readPages(pdf);
  expect(page.replaceAll("\n", " ")).toContain("seven eight");
  expect(page).toContain("eleven");
  expect(page).toContain("word…");

  const lines = copiedLines(pdf);
  expect(lines).toHaveLength(3);
  // Cut between letters as a reader sees them, never inside one.
  expect(lines.join("")).toMatch(/^(क्षि)+…$/);
});

test("a character without a font does not fail the report", async () => {
  const odd = ["Diwali 🎉 👨‍👩‍👧", "שלום مرحبا", "A → B", "a\u0000b\u202ec\ufeff", "中文"];
  const pdf = await renderPdf(
    odd.map((description) => ({ ...rent, description, notes: "\ud800" })),
  );
  expect(copiedLines(pdf)).toContain("Diwali 🎉 👨‍👩‍👧");
  expect((await readPages(pdf))[0]).toContain("A > B");
});

test("the same report is the same bytes", async () => {
  expect(Bun.SHA256.hash(await renderPdf([rent]))).toEqual(
    Bun.SHA256.hash(await renderPdf([rent])),
  );
});

test("sends the first page before the last row is read", async () => {
  let read = 0;
  async function* slices() {
    for (; read < 1000; read += 100) yield Array<Transaction>(100).fill(rent);
  }
  const parts = transactionsPdf({ ...report, count: 1000 }, slices());
  for (let n = 0; n < 3; n++) await parts.next();
  expect(read).toBeLessThan(200);
  await parts.return(undefined);
});

/** The total is drawn separately, and pdf.js joins it to the previous word without a space. */
const pageNumber = (page: number, pages: number) => new RegExp(`Page ${page} of ?${pages}$`);

async function renderPdf(rows: Transaction[], changes: Partial<TransactionsReport> = {}) {
  async function* slices() {
    for (let n = 0; n < rows.length; n += 7) yield rows.slice(n, n + 7);
  }
  const chunks: Uint8Array[] = [];
  const parts = transactionsPdf({ ...report, count: rows.length, ...changes }, slices());
  for await (const part of parts) chunks.push(part);
  return Buffer.concat(chunks);
}
