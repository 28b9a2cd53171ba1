import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openBooks } from "../../db/open/open.ts";
import { monthAfter } from "../../domain/months.ts";
import { writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { FOLDER, importFile, register, startServer } from "../server.ts";

const FEW = { rows: 10_000, documents: 500, years: 1 };
export const MANY = { rows: 1_000_000, documents: 50_000, years: 1 };
const CALLS = 15;
const WARM_UP = 3;
const YEAR = "dateFrom=2025-04-01&dateTo=2026-03-31";
const ANSWERS: Record<string, { path: string; target: string }> = {
  "trial balance": { path: "reports/trial-balance?at=2026-03-31", target: "300 ms" },
  "profit and loss, with the year before": {
    path: `reports/profit-and-loss?${YEAR}&compare=year`,
    target: "300 ms",
  },
  "profit and loss by month": {
    path: `reports/profit-and-loss?${YEAR}&by=month`,
    target: "300 ms",
  },
  "profit and loss, cash": { path: `reports/profit-and-loss?${YEAR}&basis=cash`, target: "300 ms" },
  "balance sheet": { path: "reports/balance-sheet?at=2026-03-31", target: "300 ms" },
  "cash flow": { path: `reports/cash-flow?${YEAR}`, target: "300 ms" },
  "ageing of half a year before": { path: "reports/ageing?at=2025-09-30", target: "300 ms" },
  "TDS register": { path: "reports/tds?year=2025", target: "300 ms" },
  "GST by month": { path: `reports/gst-summary?${YEAR}`, target: "300 ms" },
  "a bank's ledger, page 1": { path: `reports/ledger?ledger=HDFC&${YEAR}`, target: "20 ms" },
  "a bank's ledger, its last page": {
    path: `reports/ledger?ledger=HDFC&${YEAR}&page=last`,
    target: "20 ms",
  },
  "a month's checklist": { path: "close/2026-03", target: "300 ms" },
  "what waits today": { path: "tasks", target: "300 ms" },
  "trash, page 1": { path: "trash", target: "100 ms" },
  "trade receivables, page 1": {
    path: `reports/ledger?ledger=receivables&${YEAR}`,
    target: "20 ms",
  },
};

export const statements: Part = {
  title: "statements and checklist of 1,000,000 transactions and 50,000 documents, and of few",
  async run() {
    const small = await measured("few", FEW);
    const large = await measured("many", MANY);
    return Object.entries(ANSWERS).map(([what, { target }]): Finding => {
      const [one, other] = [small.get(what) ?? [], large.get(what) ?? []];
      return {
        what: `${what}, p50`,
        measured: `${ms(median(other))} (p99 ${ms(percentile(other, 0.99))})`,
        beside: `10,000 and 500: ${ms(median(one))}`,
        ratio: times(median(other) / median(one)),
        target: `${target}, 2 ×`,
      };
    });
  },
};

async function measured(name: string, size: typeof FEW) {
  const headers = await fillBooks(name, size);
  const server = await startServer(name);
  const waits = new Map<string, number[]>();
  for (const [what, { path }] of Object.entries(ANSWERS)) {
    let page = 1;
    const own: number[] = [];
    for (let n = -WARM_UP; n < CALLS; n++) {
      const started = performance.now();
      const address = `${server.url}/api/${path.replace("last", String(page))}`;
      const answer = await fetch(address, { headers });
      const body = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${body.message}`);
      page = body.totalPages ?? 1;
      if (n >= 0) own.push(performance.now() - started);
    }
    waits.set(what, own);
  }
  await server.stop();
  return waits;
}

/** Creates books of a size in a folder of the bench. Returns headers that sign in their owner. */
export async function fillBooks(name: string, { rows, documents, years }: typeof FEW) {
  const first = await startServer(name);
  const token = await register(first, name);
  await importFile(first, token, await writeBooks(FOLDER, rows, 1, years));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const filer = JSON.stringify({ gstNumber: GSTIN, aato: { "2025-26": 6_20_00_000 } });
  const named = await fetch(`${first.url}/api/metadata`, { method: "PUT", headers, body: filer });
  if (!named.ok) throw new Error(await named.text());
  const body = JSON.stringify(buildBooks());
  const moved = await fetch(`${first.url}/api/import/books`, { method: "POST", headers, body });
  if (!moved.ok) throw new Error(await moved.text());
  await first.stop();
  await multiply(name, documents);
  return headers;
}

const HUNDREDTH = 250;
const GSTIN = "27AAKFK4711R1ZR";
const CLIENTS = [
  { gstin: "27AAKCS5512D1ZH", stateCode: "27", kind: "REGULAR" },
  { gstin: "29AAQFB7320L1ZZ", stateCode: "29", kind: "REGULAR" },
  { gstin: "", stateCode: "30", kind: "UNREGISTERED" },
];

/** Creates a year's invoices: one in twenty unpaid, one in twenty partly paid, a fifth with TDS. */
function buildBooks() {
  const place = { country: "IN", address: "1 Road", city: "Pune", pin: "411001" };
  const clients = Array.from({ length: 99 }, (_, n) => ({
    id: `c${n}`,
    name: `Client ${n}`,
    ...place,
    ...CLIENTS[n % 3],
  }));
  const line = { description: "Design", hsnSac: "998391", qty: "1", rate: "1000", taxPct: "18" };
  const documents = Array.from({ length: HUNDREDTH }, (_, n) => ({
    kind: "INVOICE",
    number: `INV/${n + 1}`,
    status: "SENT",
    date: toDay(n % 12, 1 + (n % 27)),
    client: `c${n % 99}`,
    lines: [line],
  }));
  const payments = documents.flatMap(({ number }, n) => {
    const whole = n % 5 === 0 ? ["1080", "100"] : ["1180", "0"];
    const [amount, tdsAmount] = n % 20 === 1 ? ["400", "0"] : whole;
    const date = toDay(Math.min((n % 12) + 1, 11), 28);
    return n % 20 === 3 ? [] : [{ document: number, date, amount, tdsAmount }];
  });
  return { clients, documents, payments };
}

/** Returns a day in a month of the year, which begins with April. */
const toDay = (month: number, day: number): string =>
  `${monthAfter("2025-04", month)}-${String(day).padStart(2, "0")}`;

/** Copies documents and their settlements over four years, without transactions for the copies. */
async function multiply(name: string, to: number): Promise<void> {
  const books = await openBooks({ url: `file:${join(FOLDER, name, "bahi.db")}` });
  const copies = to / HUNDREDTH - 1;
  const n = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})`;
  await books.write.run(sql`${n} INSERT INTO documents (agency_id, id, kind, family, number, date, due_date,
      client_id, place_of_supply, supply_text, supply_code, gst_mode, sub_total_paise, discount_paise,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, round_off_paise, grand_total_paise, sent_at, issued,
      notes, terms, created_by, created_at)
    SELECT agency_id, id || i, kind, family, number || '/' || i, date(date, '-' || (i % 4) || ' years'),
      due_date, client_id, place_of_supply,
      supply_text, supply_code, gst_mode, sub_total_paise, discount_paise, taxable_paise, cgst_paise,
      sgst_paise, igst_paise, round_off_paise, grand_total_paise, created_at, issued, notes, terms,
      created_by, created_at
    FROM documents, n WHERE length(id) = 13`);
  await books.write.run(sql`${n} INSERT INTO document_lines (agency_id, document_id, line, description,
      hsn_sac, unit, qty, rate_paise, discount_pct, tax_pct, taxable_paise, cgst_paise, sgst_paise,
      igst_paise)
    SELECT l.agency_id, document_id || i, line, description, hsn_sac, unit, qty, rate_paise, discount_pct,
      tax_pct, taxable_paise, cgst_paise, sgst_paise, igst_paise
    FROM document_lines l, n WHERE length(document_id) = 13`);
  await books.write.run(sql`${n} INSERT INTO settlements (agency_id, id, kind, document_id, date,
      amount_paise, tds_paise, mode, reference, notes, account_id, created_by, created_at)
    SELECT agency_id, id || i, kind, document_id || i, date(date, '-' || (i % 4) || ' years'),
      amount_paise, tds_paise, mode, reference, notes,
      account_id, created_by, created_at
    FROM settlements, n WHERE length(id) = 13`);
  // One series per year, numbered by date.
  await books.write.run(sql`UPDATE documents SET number = named.number FROM (SELECT agency_id, id,
      printf('%02d-%02d/INV/%06d', financial_year % 100, financial_year % 100 + 1,
        row_number() OVER (PARTITION BY financial_year ORDER BY date, id)) AS number
      FROM documents) named
    WHERE documents.agency_id = named.agency_id AND documents.id = named.id`);
  books.close();
  // A closed connection keeps the file open until it is garbage-collected (libsql 0.5).
  Bun.gc(true);
}
