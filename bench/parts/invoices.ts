import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openBooks } from "../../db/open/open.ts";
import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { FOLDER, peakMemory, register, type Server, startServer } from "../server.ts";
import { watched } from "../watch.ts";

const WARM_UP = 30;
const CALLS = 200;
const LONG_PAPERS = 20;
const CROWD = 50;
const FEW = 500;
const MANY = 50_000;
const LISTS: Record<string, string> = {
  "list of invoices": "/invoices?",
  "list of invoices, last page": "/invoices?page=last",
  "invoices of a month": "/invoices?dateFrom=2026-03-01&dateTo=2026-03-31",
  "invoices sent": "/invoices?status=SENT",
  "invoices by a part of the number": "/invoices?q=inv/0004",
  "list of notes": "/notes?",
  "list of notes, last page": "/notes?page=last",
  "notes by a part of the number": "/notes?q=cn/0004",
};
const LINES = 200;
const CREATED = 40;

export const invoices: Part = {
  title: "an invoice's PDF, and lists of 500 and of 50,000 invoices",
  async run() {
    const server = await startServer("invoices", "bench/loopServer.ts");
    const token = await register(server, "invoices");
    const ask = createCaller(server, token);
    const findings = await papers(server, token, ask);
    const small = await lists(ask, FEW);
    await server.stop();
    await multiply(FEW + 2 * (5 + CREATED), MANY);

    const larger = await startServer("invoices");
    const large = await lists(createCaller(larger, token), MANY);
    await larger.stop();
    for (const what of Object.keys(LISTS)) {
      findings.push(compared(what, large.get(what) ?? [], small.get(what) ?? []));
    }
    return findings;
  },
};

type Ask = ReturnType<typeof createCaller>;

function createCaller({ url }: Server, token: string) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${url}/api${path}`, request);
    if (!response.ok) throw new Error(`${response.status} to ${path}: ${await response.text()}`);
    return response;
  };
}

/**
 * Measures PDFs of one page and of two hundred lines. Leaves a few invoices with which the lists start.
 */
async function papers(server: Server, token: string, ask: Ask): Promise<Finding[]> {
  const bank = { accountName: "Indigo Studio", accountNo: "50200012345678", upi: "indigo@okaxis" };
  await ask("PUT", "/invoice-settings", { bankDetails: bank });
  const buyer = {
    displayName: "Asha & Sons",
    billingAddress: "14 MG Road",
    gstin: "27AAACB1234C1ZF",
  };
  const { client } = await (await ask("POST", "/clients", buyer)).json();
  const bill = async (lines: number) => {
    const invoice = { clientId: client._id, date: "2026-10-05", items: buildLines(lines) };
    return (await (await ask("POST", "/invoices", invoice)).json())._id as string;
  };
  const [short, long] = [await bill(1), await bill(200)];
  const before = peakMemory(server) ?? 0;
  const onePage = await timed(ask, `/invoices/${short}/pdf`, CALLS, WARM_UP);
  const { result, waits } = await watched(server, token, () =>
    timed(ask, `/invoices/${long}/pdf`, LONG_PAPERS, 2),
  );
  await server.loop();
  const crowd = Array.from({ length: CROWD }, () => ask("GET", `/invoices/${short}/pdf`));
  for (const answer of await Promise.all(crowd)) await answer.arrayBuffer();
  const [, held = 0, longest = 0] = await server.loop();
  const added = (peakMemory(server) ?? 0) - before;
  for (let n = 2; n < FEW; n++) await bill(1);
  await ask("POST", `/invoices/${short}/send`, {});
  const about = { kind: "CREDIT_NOTE", invoiceId: short, date: "2026-10-05", reason: "OTHER" };
  for (let n = 0; n < FEW; n++) await ask("POST", "/notes", { ...about, items: buildLines(1) });
  const [ofLong, ofShort] = [await creating(bill, LINES), await creating(bill, 1)];
  return [
    {
      what: `creating an invoice of ${LINES} lines, p50`,
      measured: `${ms(median(ofLong))} (p99 ${ms(percentile(ofLong, 0.99))})`,
      beside: `one line ${ms(median(ofShort))}`,
      ratio: times(median(ofLong) / median(ofShort)),
      target: "60 ms",
    },
    {
      what: "PDF of an invoice of one page, over HTTP, warm, p50",
      measured: `${ms(median(onePage))} (p99 ${ms(percentile(onePage, 0.99))})`,
      beside: `200 lines ${ms(median(result))}`,
      ratio: times(median(result) / median(onePage)),
      target: "25 ms, 250 ms",
    },
    {
      what: `the loop while ${CROWD} invoices are drawn, held, p99`,
      measured: `${ms(held)} (longest ${ms(longest)})`,
      beside: "–",
      ratio: "–",
      target: "20 ms",
    },
    {
      what: "memory that drawing documents adds to the server's peak",
      measured: `${Math.round(added)} MB`,
      beside: `before ${Math.round(before)} MB`,
      ratio: "–",
      target: "150 MB",
    },
    {
      what: "others' reads while 200-line invoices are drawn, p99",
      measured: `${ms(percentile(waits, 0.99))} (longest ${ms(Math.max(...waits))})`,
      beside: "–",
      ratio: "–",
      target: "50 ms",
    },
  ];
}

async function creating(bill: (lines: number) => Promise<string>, lines: number) {
  const waits: number[] = [];
  for (let n = -5; n < CREATED; n++) {
    const started = performance.now();
    await bill(lines);
    if (n >= 0) waits.push(performance.now() - started);
  }
  return waits;
}

const buildLines = (lines: number) =>
  Array.from({ length: lines }, (_, n) => ({
    description: n % 3 ? `Social media campaign, part ${n}` : "लोगो डिज़ाइन और छपाई",
    hsnSac: "998361",
    qty: 1.5,
    rate: 4_500.5 + n,
    discountPct: 5,
  }));

async function timed(ask: Ask, path: string, calls: number, warmUp: number): Promise<number[]> {
  const waits: number[] = [];
  for (let n = -warmUp; n < calls; n++) {
    const started = performance.now();
    await (await ask("GET", path)).arrayBuffer();
    if (n >= 0) waits.push(performance.now() - started);
  }
  return waits;
}

async function lists(ask: Ask, count: number): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>();
  for (const [what, filter] of Object.entries(LISTS)) {
    const query = filter.replace("last", String(count / 10));
    waits.set(what, await timed(ask, query, CALLS, WARM_UP));
  }
  return waits;
}

/** Copies the first invoice and its first note over three years, a third of them sent. */
async function multiply(from: number, to: number): Promise<void> {
  const books = await openBooks({ url: `file:${join(FOLDER, "invoices", "bahi.db")}` });
  const columns = sql`agency_id, kind, family, client_id, due_date, place_of_supply, supply_text,
    supply_code, gst_mode, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise,
    igst_paise, round_off_paise, grand_total_paise, notes, terms, original_id, original, created_by,
    created_at`;
  for (const stem of ["26-27/INV/", "26-27/CN/"]) {
    await books.write.run(sql`
      WITH RECURSIVE n(i) AS (SELECT ${from} + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
      INSERT INTO documents (id, number, date, sent_at, ${columns})
      SELECT id || i, ${stem} || printf('%06d', i), date('2024-01-01', (i % 1095) || ' days'),
        iif(i % 3, NULL, created_at), ${columns}
      FROM documents, n WHERE number = ${`${stem}000001`}`);
  }
  books.close();
  // A closed connection keeps the file open until it is garbage-collected (libsql 0.5).
  Bun.gc(true);
}

function compared(what: string, large: number[], small: number[]): Finding {
  const show = (waits: number[]) => `${ms(median(waits))} (p99 ${ms(percentile(waits, 0.99))})`;
  return {
    what: `${what}, 50,000 of them, p50`,
    measured: show(large),
    beside: `500 ${show(small)}`,
    ratio: times(median(large) / median(small)),
    target: "2 ×",
  };
}
