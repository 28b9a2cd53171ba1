import { MONTH, writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { FOLDER, importFile, register, startServer } from "../server.ts";

const CALLS = 200;
const CHECKS = 20;
const range = new URLSearchParams(MONTH);
const CALLS_OF: Record<string, string> = {
  "a month's list": `/api/transactions?${range}`,
  "a month's list, page 5": `/api/transactions?${range}&page=5`,
  "a month's dashboard": `/api/dashboard?${range}`,
  "a month's balances": `/api/accounts/balances?${range}`,
  "a month's search for a word in every eighth row": `/api/transactions?${range}&q=konkan`,
  "a month's search for a part of a reference": `/api/transactions?${range}&q=visit+1-77`,
  "a search of everything for a reference": "/api/transactions?q=visit+1-7777",
  "a search of everything for two letters": "/api/transactions?q=zq",
  "a check of the books": "/api/books/check",
};

export const lists: Part = {
  title: "a month over HTTP with 10,000 and with 1,000,000 rows in the books",
  async run() {
    const small = await measure(10_000);
    const large = await measure(1_000_000);
    return Object.keys(CALLS_OF).map((what) =>
      finding(what, small.get(what) ?? [], large.get(what) ?? []),
    );
  },
};

async function measure(rows: number): Promise<Map<string, number[]>> {
  const file = await writeBooks(FOLDER, rows);
  const server = await startServer(`lists-${rows}`);
  const token = await register(server, "bench");
  await importFile(server, token, file);
  const waits = new Map<string, number[]>();
  for (const [what, path] of Object.entries(CALLS_OF)) {
    waits.set(
      what,
      await callInTurn(server.url + path, token, path.endsWith("check") ? CHECKS : CALLS),
    );
  }
  await server.stop();
  return waits;
}

async function callInTurn(url: string, token: string, calls: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const waits: number[] = [];
  for (let n = 0; n < calls; n++) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status} to ${url}`);
    waits.push(performance.now() - started);
  }
  return waits;
}

function finding(what: string, small: number[], large: number[]): Finding {
  const show = (waits: number[]) => `${ms(median(waits))} (p99 ${ms(percentile(waits, 0.99))})`;
  return {
    what: `${what}, 1,000,000 rows, p50`,
    measured: show(large),
    beside: `10,000 rows ${show(small)}`,
    ratio: times(median(large) / median(small)),
    target: what === "a month's list" ? "2 ×" : "–",
  };
}
