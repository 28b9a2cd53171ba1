import { readFileSync } from "node:fs";
import type { OpenEntry } from "../../domain/banking/candidates.ts";
import { propose } from "../../domain/banking/propose.ts";
import { readStatement } from "../../domain/banking/read.ts";
import type { Paise } from "../../domain/money.ts";
import { generateMonth, type Tally, tallyMonth } from "../../test/domain/banking/months.ts";
import { writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { FOLDER, importFile, register, startServer } from "../server.ts";

const LINES = 10_000;
const ENTRIES = 100_000;
const INVOICES = 2_000;
const ACCEPTED = 50;
const CALLS = 10;
const MONTHS = 2_000;

export const banking: Part = {
  title: "a statement of 10,000 lines beside 100,000 entries and 2,000 open invoices",
  async run() {
    const file = await writeBooks(FOLDER, ENTRIES);
    const entries = readEntries(file);
    const bytes = new TextEncoder().encode(buildCsv(entries.slice(0, LINES)));
    const inMemory = await timeInMemory(bytes, entries);

    const server = await startServer("banking", "bench/loopServer.ts");
    const token = await register(server, "banking");
    const ask = async (method: string, path: string, body?: BodyInit, more = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...more };
      const response = await fetch(`${server.url}/api${path}`, { method, headers, body });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return path.includes(".pdf") ? response.arrayBuffer() : response.json();
    };
    const json = { "content-type": "application/json" };
    await importFile(server, token, file);
    await ask("POST", "/import/books", JSON.stringify(invoices()), json);
    const { accounts } = await ask("GET", "/accounts");
    const id = accounts.find(({ name }: { name: string }) => name === "HDFC")._id;

    const idle = await readsDuring(ask, () => Bun.sleep(1_000));
    await server.loop();
    const started = performance.now();
    let likely = 0;
    let lines: { _id: string; proposals: { _id: string; likely: boolean }[] }[] = [];
    const meanwhile = await readsDuring(ask, async () => {
      const binary = { "content-type": "application/octet-stream" };
      await ask("POST", `/statements?accountId=${id}`, bytes, binary);
      const page = await ask("GET", `/bank-lines?accountId=${id}&state=open&limit=100`);
      likely = page.likely;
      lines = page.items;
    });
    const whole = performance.now() - started;
    const [, , held = 0] = await server.loop();

    const sure = lines.filter(({ proposals: [first] }) => first?.likely).slice(0, ACCEPTED);
    const accepts: number[] = [];
    const undos: number[] = [];
    for (const { _id, proposals } of sure) {
      const begun = performance.now();
      const body = JSON.stringify({ proposal: proposals[0]?._id });
      const { line } = await ask("POST", `/bank-lines/${_id}/accept`, body, json);
      const accepted = performance.now();
      await ask("DELETE", `/matches/${line.match._id}`);
      accepts.push(accepted - begun);
      undos.push(performance.now() - accepted);
    }
    const path = `/accounts/${id}/reconciliation?at=2026-03-31`;
    const pages: number[] = [];
    for (let n = 0; n < CALLS; n++) {
      const begun = performance.now();
      await ask("GET", path);
      pages.push(performance.now() - begun);
    }
    await server.stop();
    return [
      ...matchingRows(),
      row(
        `10,000 read, proved, kept and matched (${likely} likely)`,
        ms(whole),
        "2 s",
        `in memory ${ms(inMemory)}; the loop held ${ms(held)}`,
        times(whole / inMemory),
      ),
      row("accept, p50 and slowest", spread(accepts), "50 ms"),
      row("undo, p50 and slowest", spread(undos), "50 ms"),
      row("the reconciliation statement, p50 and slowest", spread(pages), "300 ms"),
      row(
        "others' reads meanwhile, p99",
        ms(percentile(meanwhile, 0.99)),
        "idle + 100 ms",
        `idle ${ms(percentile(idle, 0.99))}`,
      ),
    ];
  },
};

const row = (what: string, measured: string, target: string, beside = "", ratio = "") =>
  ({ what: `bank lines: ${what}`, measured, beside, ratio, target }) satisfies Finding;

const matchingRows = () => [
  row("10,000 beside 20,000 entries, 40% of four amounts", ms(timeEqualAmounts()), "1 s"),
  row(`sure and wrong in ${MONTHS} random months`, ...wrongInMonths()),
];

const spread = (waits: number[]) => `${ms(median(waits))}, ${ms(percentile(waits, 1))}`;

/** Measures how long another agency's reads wait until the work is done. */
async function readsDuring(
  ask: (method: string, path: string) => Promise<unknown>,
  run: () => Promise<unknown>,
): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const running = run().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const begun = performance.now();
    await ask("GET", "/transactions?page=1&limit=20");
    waits.push(performance.now() - begun);
    await Bun.sleep(10);
  }
  await running;
  return waits;
}

/** Measures the same without a database or server. */
async function timeInMemory(bytes: Uint8Array, entries: OpenEntry[]): Promise<number> {
  const begun = performance.now();
  const { lines } = await readStatement(bytes, {});
  propose({
    lines: lines.map((line, n) => ({ ...line, id: String(n) })),
    entries,
    invoices: [],
    bills: [],
    others: [],
    rules: [],
    declined: new Set(),
    memory: { counts: new Map(), categories: new Map() },
  });
  return performance.now() - begun;
}

/** Measures proposals in memory for lines where 40% share four amounts. */
function timeEqualAmounts(): number {
  const day = (n: number) => new Date(Date.UTC(2025, 3, 1 + (n % 365))).toISOString().slice(0, 10);
  const entries = Array.from({ length: 20_000 }, (_, n): OpenEntry => {
    const rupees = n % 10 < 4 ? [500, 1_000, 2_500, 5_000][n % 4] : 6_000 + n;
    const description = `Bill, Vendor ${String.fromCharCode(65 + (n % 26)).repeat(3)} Stores`;
    const amount = ((rupees ?? 0) * -100) as Paise;
    return { id: String(n), date: day(n * 7), amountPaise: amount, description, notes: "" };
  });
  const lines = entries.slice(0, LINES).map(({ description, ...entry }, n) => {
    const who = description.slice(6).toUpperCase();
    const narration = `UPI/${who}/${600_000_000_000 + n}/PAYMENT`;
    return { ...entry, id: `l${n}`, narration, ref: null };
  });
  const begun = performance.now();
  propose({
    lines,
    entries,
    invoices: [],
    bills: [],
    others: [],
    rules: [],
    declined: new Set(),
    memory: { counts: new Map(), categories: new Map() },
  });
  return performance.now() - begun;
}

function wrongInMonths(): [measured: string, target: string] {
  const tally: Tally = { natural: 0, sure: 0, wrong: [] };
  for (let n = 0; n < MONTHS; n++) tallyMonth(generateMonth(crypto.randomUUID()), tally);
  const { natural, sure, wrong } = tally;
  return [`${wrong.length} of ${sure} sure, ${natural} with a match`, "1 in 2,000, 85 % sure"];
}

/** Returns the entries of one account, oldest first. */
export function readEntries(file: string): OpenEntry[] {
  const rows = readFileSync(file, "utf8").split("\n").slice(1);
  return rows
    .flatMap((row, n) => {
      const [, date = "", description = "", account, type, amount, notes = ""] =
        /^(.*?),"(.*)",(.*?),.*?,(.*?),(.*?),(.*)$/.exec(row) ?? [];
      if (account !== "HDFC") return [];
      const paise = Math.round(Number(amount) * 100) * (type === "Income" ? 1 : -1);
      return [{ id: String(n), date, description, notes, amountPaise: paise as Paise }];
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

export function buildCsv(entries: OpenEntry[]): string {
  let balance = 1_00_00_000_00;
  const lines = entries.map(({ date, description, notes, amountPaise }) => {
    balance += amountPaise;
    const day = date.split("-").reverse().join("/");
    const who = description.split(",")[0]?.toUpperCase();
    const ref = notes.replace(/\D/g, "");
    const sides = amountPaise < 0 ? [rupees(-amountPaise), "0.00"] : ["0.00", rupees(amountPaise)];
    const narration = `NEFT-${who}-${ref || "TRANSFER"}`;
    return [day, narration, day, ...sides, ref, rupees(balance)].join(",");
  });
  const captions =
    "Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance";
  return [captions, ...lines, ""].join("\n");
}

const rupees = (paise: number) => (paise / 100).toFixed(2);

function invoices() {
  const client = {
    id: "c",
    name: "Konkan Foods",
    kind: "UNREGISTERED",
    gstin: "",
    stateCode: "27",
    country: "IN",
    address: "1 Road",
    city: "Pune",
    pin: "411001",
  };
  const line = { description: "A film", hsnSac: "998391", qty: "1", taxPct: "0" };
  const documents = Array.from({ length: INVOICES }, (_, n) => ({
    kind: "INVOICE",
    number: `25-26/INV/${String(n + 1).padStart(6, "0")}`,
    date: `2025-04-${String((n % 30) + 1).padStart(2, "0")}`,
    client: "c",
    supply: "REGULAR",
    reverseCharge: false,
    placeOfSupplyCode: "27",
    status: "SENT",
    roundOff: "0",
    lines: [{ ...line, rate: String(4_500 + n) }],
  }));
  return { clients: [client], documents };
}
