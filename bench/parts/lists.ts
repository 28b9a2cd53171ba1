import { join } from "node:path";
import { createClient } from "@libsql/client";
import { MONTH, writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { FOLDER, importFile, register, type Server, startServer } from "../server.ts";

const OTHERS = 20;
const CALLS = 200;
const CALLS_THAT_READ_ALL = 20;
const TWICE = "2 ×";
const range = (dates: object) => new URLSearchParams({ ...dates });

interface Call {
  what: string;
  /** Path of the n-th call, which may be the same each time. */
  path(n: number): string;
  calls: number;
  target: string;
}

const again = (what: string, path: string, target: string, calls = CALLS): Call => ({
  what,
  path: () => path,
  calls,
  target,
});
const month = `/api/transactions?${range(MONTH)}`;
const WORDS = "konkan,saffron,meridian,zest,ritika,patwardhan,invoice,advance,refund,order".split(
  ",",
);
const CALLS_IN_TURN: Call[] = [
  again("a month's list", month, `3 ms, ${TWICE}`),
  again("a month's list, page 5", `${month}&page=5`, `3 ms, ${TWICE}`),
  again("everything, page 1,000", "/api/transactions?page=1000", TWICE),
  again("a month's dashboard", `/api/dashboard?${range(MONTH)}`, `10 ms, ${TWICE}`),
  again("a month's balances", `/api/accounts/balances?${range(MONTH)}`, `10 ms, ${TWICE}`),
  again("a month's search for a word", `${month}&q=konkan`, `15 ms, ${TWICE}`),
  {
    what: "a month's search for a word, each time another month and word",
    path: (n) => {
      const first = `2025-${String(4 + (n % 9)).padStart(2, "0")}`;
      const dates = { dateFrom: `${first}-01`, dateTo: `${first}-30` };
      return `/api/transactions?${range(dates)}&q=${WORDS[Math.floor(n / 9)]}`;
    },
    calls: 9 * WORDS.length,
    target: "15 ms",
  },
  {
    what: "a month's search for a part of a reference, each time another",
    path: (n) => `${month}&q=visit+1-${10 + n}`,
    calls: 90,
    target: `15 ms, ${TWICE}`,
  },
  {
    what: "a search of everything for a reference, each time another",
    path: (n) => `/api/transactions?q=visit+1-${1000 + n}`,
    calls: 90,
    target: "500 ms",
  },
  {
    what: "a search of everything for two letters, each time others",
    path: (n) => `/api/transactions?q=${"an,zq,in,or,re,ri,on,ta".split(",")[n]}`,
    calls: 8,
    target: "500 ms",
  },
  {
    what: "an amount without dates, each time another",
    path: (n) => `/api/transactions?minAmount=${n + 1}`,
    calls: CALLS_THAT_READ_ALL,
    target: "500 ms",
  },
  again("a check of the books", "/api/books/check", "500 ms", CALLS_THAT_READ_ALL),
];

export const lists: Part = {
  title: `1,000,000 rows of one agency beside ${OTHERS} others with 10,000 each`,
  async run() {
    const [few, many] = [await writeBooks(FOLDER, 10_000), await writeBooks(FOLDER, 1_000_000)];
    const server = await startServer("lists");
    let small = "";
    for (let n = 1; n <= OTHERS; n++) {
      small = await register(server, `small-${n}`);
      await importFile(server, small, few);
    }
    const large = await register(server, "large");
    await importFile(server, large, many);
    await searchIsFilled();
    const findings: Finding[] = [];
    for (const call of CALLS_IN_TURN) findings.push(await inTurn(server, call, large, small));
    await server.stop();
    return findings;
  },
};

/**
 * Waits for the search index. It takes half a minute after an import of a million rows; searches are
 * slower until then.
 */
async function searchIsFilled() {
  const books = createClient({ url: `file:${join(FOLDER, "lists", "bahi.db")}` });
  const waits =
    "SELECT (SELECT max(entry) FROM transactions) > indexed_to AS waits FROM search_state";
  while ((await books.execute(waits)).rows[0]?.waits) await Bun.sleep(500);
  books.close();
}

/** Alternates the calls of both agencies, so that both run under the same load. */
async function inTurn(server: Server, call: Call, large: string, small: string): Promise<Finding> {
  const waits = new Map<string, number[]>([
    [large, []],
    [small, []],
  ]);
  for (let n = 0; n < call.calls; n++) {
    for (const [token, taken] of waits)
      taken.push(await measureTime(server.url + call.path(n), token));
  }
  const [ofLarge = [], ofSmall = []] = waits.values();
  const show = (taken: number[]) => `${ms(median(taken))} (p99 ${ms(percentile(taken, 0.99))})`;
  return {
    what: `${call.what}, 1,000,000 rows, p50`,
    measured: show(ofLarge),
    beside: `10,000 rows ${show(ofSmall)}`,
    ratio: times(median(ofLarge) / median(ofSmall)),
    target: call.target,
  };
}

async function measureTime(url: string, token: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status} to ${url}`);
  return performance.now() - started;
}
