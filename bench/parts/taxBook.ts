import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { register, startServer } from "../server.ts";

// The tax book's speed. `BEFORE=/path/of/a/checkout bun bench tax-book` alternates writes with an older
// version.

const MONTH = 5_000;
const YEAR = 50_000;
const CALLS = 10;
const WRITES = 150;
const AT_ONCE = 10_000;
const GSTIN = "27AAKFK4711R1ZR";
const VENDORS = ["29AAECC8120H1ZP", "27AAFFH2204R1Z3", "27AADCP5518N1Z6", "27AAICS9034F1Z6"];
const MONTHS = Array.from({ length: 12 }, (_, n) => {
  const month = 11 + n;
  return `${2025 + (month > 12 ? 1 : 0)}-${String(month > 12 ? month - 12 : month).padStart(2, "0")}`;
});

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

const createAsk =
  (url: string, token: string): Ask =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/api${path}`, request);
    if (!response.ok) throw new Error(`${response.status} to ${path}: ${await response.text()}`);
    return response.json();
  };

export const taxBook: Part = {
  title: "the tax book: a month of 5,000 documents, the proof of a year of 50,000, and writes",
  async run() {
    const findings: Finding[] = [];
    const server = await startServer("tax-book", "bench/loopServer.ts");
    const monthly = createAsk(server.url, await register(server, "month"));
    await fill(monthly, ["2026-10"], MONTH);
    for (const [what, path] of Object.entries({
      "GSTR-1": "/gst/2026-10",
      "GSTR-3B": "/gst/2026-10/gstr3b",
      "its proof": "/gst/2026-10/proof",
    })) {
      findings.push(await timed(monthly, `a month of 5,000 documents: ${what}`, [path], "300 ms"));
    }
    const yearly = createAsk(server.url, await register(server, "year"));
    await fill(yearly, MONTHS, YEAR);
    await server.loop();
    const proofs = MONTHS.map((month) => `/gst/${month}/proof`);
    const proof = await timed(
      yearly,
      "the proof of a year of 50,000 documents",
      proofs,
      "2 s; 50 ms",
    );
    const [, , longest = 0] = await server.loop();
    findings.push({ ...proof, beside: `the loop meanwhile held at most ${ms(longest)}` });
    await server.stop();
    if (process.env.BEFORE) findings.push(...(await compareWrites(process.env.BEFORE)));
    return findings;
  },
};

async function timed(ask: Ask, what: string, paths: string[], target: string): Promise<Finding> {
  const all: number[] = [];
  const cold = await waitFor(ask, paths);
  for (let n = 0; n < CALLS; n++) all.push(await waitFor(ask, paths));
  return {
    what: `${what}, p50 and slowest`,
    beside: "",
    ratio: "",
    target,
    measured: `${ms(median(all))}, ${ms(percentile(all, 1))}; the first ${ms(cold)}`,
  };
}

async function waitFor(ask: Ask, paths: string[]): Promise<number> {
  const started = performance.now();
  for (const path of paths) await ask("GET", path);
  return performance.now() - started;
}

/** Creates half invoices, one in ten paid before its date, and half bills with their rows of GSTR-2B. */
async function fill(ask: Ask, months: string[], count: number): Promise<void> {
  const details = { gstNumber: GSTIN, aato: { "2024-25": 6_20_00_000, "2025-26": 6_20_00_000 } };
  await ask("PUT", "/metadata", { agencyName: "Bench", ...details });
  const own = count / months.length;
  for (const month of months) {
    for (let from = 0; from < own; from += AT_ONCE) {
      const until = Math.min(from + AT_ONCE, Math.floor(own));
      await ask("POST", "/import/books", buildFile(month, from, until));
    }
    const [year, number] = month.split("-");
    const of = { gstin: GSTIN, rtnprd: `${number}${year}` };
    await ask("POST", `/gst/${month}/2b`, {
      data: { ...of, docdata: { b2b: buildRows(month, own) } },
    });
  }
}

const toDay = (month: string, n: number) => `${month}-${String(1 + (n % 28)).padStart(2, "0")}`;
const isSold = (n: number) => n % 2 === 0;
const pickGstin = (n: number) => VENDORS[n % VENDORS.length] as string;

function buildFile(month: string, from: number, until: number) {
  const numbers = Array.from({ length: until - from }, (_, n) => from + n);
  const clients = [
    { id: "near", name: "Near", gstin: "27AAKCS5512D1ZH", stateCode: "27", kind: "REGULAR" },
    { id: "far", name: "Far", gstin: "29AAQFB7320L1ZZ", stateCode: "29", kind: "REGULAR" },
  ].map((client) => ({ ...client, country: "IN", address: "1 Road", city: "Pune", pin: "411001" }));
  const documents = numbers.filter(isSold).map((n) => {
    const client = clients[(n / 2) % 2] as (typeof clients)[number];
    const line = { hsnSac: "998391", qty: "1", discountPct: "0", taxPct: "18" };
    return {
      kind: "INVOICE",
      number: `${month.replace("-", "")}/${n}`,
      date: toDay(month, n),
      client: client.id,
      supply: "REGULAR",
      reverseCharge: false,
      status: "SENT",
      roundOff: "0",
      placeOfSupplyCode: client.stateCode,
      lines: [{ ...line, description: "A film", rate: String(4_500 + (n % 900)) }],
    };
  });
  const vendors = VENDORS.map((gstin) => ({ id: gstin, name: `Vendor ${gstin}`, gstin }));
  const bills = numbers
    .filter((n) => !isSold(n))
    .map((n) => ({
      number: `B/${month}/${n}`,
      date: toDay(month, n),
      vendor: pickGstin(n),
      placeOfSupplyCode: "27",
      lines: [{ taxable: 1_000 + (n % 90), taxPct: 18 }],
    }));
  return { clients, documents, vendors, bills };
}

function buildRows(month: string, count: number) {
  const numbers = Array.from({ length: Math.floor(count) }, (_, n) => n).filter((n) => !isSold(n));
  return VENDORS.map((ctin) => ({
    ctin,
    inv: numbers
      .filter((n) => pickGstin(n) === ctin)
      .map((n) => {
        const taxable = 1_000 + (n % 90);
        const tax = Math.round(taxable * 18) / 100;
        const isIntra = ctin.startsWith("27");
        return {
          inum: `B/${month}/${n}`,
          dt: toDay(month, n).split("-").reverse().join("-"),
          pos: "27",
          rev: "N",
          itcavl: "Y",
          rsn: "",
          txval: taxable,
          cess: 0,
          igst: isIntra ? 0 : tax,
          cgst: isIntra ? tax / 2 : 0,
          sgst: isIntra ? tax / 2 : 0,
        };
      }),
  }));
}

/** Alternates writes of both versions, each on its own books with a month of 5,000 documents. */
async function compareWrites(folder: string): Promise<Finding[]> {
  const versions = [
    await openVersion("now", undefined),
    await openVersion("before", folder),
  ] as const;
  const kinds = Object.keys(versions[0].writes) as (keyof Writes)[];
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const [now, before]: [number[], number[]] = [[], []];
    for (let n = 0; n < WRITES + 20; n++) {
      for (const [at, all] of (n % 2 === 0 ? [0, 1] : [1, 0]).map(
        (v) => [v, v === 0 ? now : before] as const,
      )) {
        const started = performance.now();
        await versions[at]?.writes[kind](n);
        if (n >= 20) all.push(performance.now() - started);
      }
    }
    findings.push({
      what: `a write: ${kind}, p50`,
      measured: ms(median(now)),
      beside: `before ${ms(median(before))}`,
      ratio: times(median(now) / median(before)),
      target: "1.10 ×",
    });
  }
  for (const { stop } of versions) await stop();
  return findings;
}

type Writes = Record<
  "a bill" | "a payment" | "a plain entry" | "an invoice",
  (n: number) => Promise<unknown>
>;

async function openVersion(name: string, folder: string | undefined) {
  const server = await startServer(name, "server/start.ts", {}, folder);
  const ask = createAsk(server.url, await register(server, name)) as (
    ...args: Parameters<Ask>
    // biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
  ) => Promise<any>;
  await fill(ask, ["2026-10"], MONTH);
  const { account } = await ask("POST", "/accounts", { name: "Bank" });
  const { categories } = await ask("GET", "/categories");
  const category =
    categories.find(({ type }: { type: string }) => type === "Expense") ??
    (await ask("POST", "/categories", { name: "Costs", type: "Expense" })).category;
  const { client } = await ask("POST", "/clients", {
    displayName: "Client",
    gstin: "27AAACB1234C1ZF",
  });
  const { vendor } = await ask("POST", "/vendors", {
    displayName: "Vendor",
    gstin: "27AAFCT3518Q1ZT",
  });
  const of = { accountId: account._id, categoryId: category._id };
  const sold = { description: "Film", qty: 1, rate: 9_000, taxPct: 18, hsnSac: "998391" };
  const createInvoice = (n: number) =>
    ask("POST", "/invoices", {
      clientId: client._id,
      date: toDay("2026-11", n % 20),
      items: [sold],
    });
  const invoice = await createInvoice(0);
  const large = { ...sold, rate: 9_00_000 };
  const paid = await ask("POST", "/invoices", {
    clientId: client._id,
    date: "2026-11-01",
    items: [large],
  });
  await ask("POST", `/invoices/${paid._id}/send`, {});
  const writes: Writes = {
    "a plain entry": (n) =>
      ask("POST", "/transactions", {
        date: toDay("2026-11", n % 20),
        description: "Tea",
        type: "Expense",
        amount: 10 + n,
        ...of,
      }),
    "an invoice": createInvoice,
    "a payment": (n) =>
      ask("POST", `/invoices/${paid._id}/payments`, {
        date: toDay("2026-11", n % 20),
        amount: 100 + n,
        mode: "UPI",
        accountId: account._id,
      }),
    "a bill": (n) =>
      ask("POST", "/bills", {
        vendorId: vendor._id,
        number: `W/${n}`,
        date: toDay("2026-11", n % 20),
        items: [{ description: "Prints", taxable: 500 + n, taxPct: 18, categoryId: category._id }],
      }),
  };
  await ask("GET", `/invoices/${invoice._id}`);
  return { writes, stop: server.stop };
}
