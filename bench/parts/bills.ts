import { type Finding, median, ms, type Part, percentile, times } from "../measure.ts";
import { register, startServer } from "../server.ts";

const FEW = 500;
const MANY = 50_000;
const AT_ONCE = 10_000;
const VENDORS = 100;
const CALLS = 100;
const LISTS: Record<string, string> = {
  "list of bills": "/bills?",
  "list of bills, last page": "/bills?page=last",
  "bills of a month": "/bills?dateFrom=2026-03-01&dateTo=2026-03-31",
  "bills that are open": "/bills?status=OPEN",
};

/** Compares two agencies on one server, one with a hundred times as many bills. */
export const bills: Part = {
  title: "lists of 500 and of 50,000 bills",
  async run() {
    const server = await startServer("bills");
    const ask = async (token: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${server.url}/api${path}`, request);
      if (!response.ok) throw new Error(`${response.status} to ${path}: ${await response.text()}`);
      return response.json();
    };
    const [small, large] = [await register(server, "few"), await register(server, "many")];
    for (const [token, count] of [
      [small, FEW],
      [large, MANY],
    ] as const) {
      for (let from = 0; from < count; from += AT_ONCE) {
        await ask(token, "POST", "/import/books", buildFile(from, Math.min(AT_ONCE, count - from)));
      }
    }
    const findings: Finding[] = [];
    for (const [what, path] of Object.entries(LISTS)) {
      const taken = new Map<string, number[]>([
        [large, []],
        [small, []],
      ]);
      const last = { [large]: MANY / 10, [small]: FEW / 10 };
      for (let n = 0; n < CALLS; n++) {
        for (const [token, all] of taken) {
          const started = performance.now();
          await ask(token, "GET", path.replace("page=last", `page=${last[token]}`));
          all.push(performance.now() - started);
        }
      }
      const [ofMany = [], ofFew = []] = taken.values();
      const show = (all: number[]) => `${ms(median(all))} (p99 ${ms(percentile(all, 0.99))})`;
      findings.push({
        what: `${what}, 50,000 of them, p50`,
        measured: show(ofMany),
        beside: `500 of them ${show(ofFew)}`,
        ratio: times(median(ofMany) / median(ofFew)),
        target: "2 ×",
      });
    }
    await server.stop();
    return findings;
  },
};

/** Creates a year's bills of a hundred vendors. */
function buildFile(from: number, count: number) {
  const vendors = Array.from({ length: VENDORS }, (_, n) => ({ id: `v${n}`, name: `Vendor ${n}` }));
  const all = Array.from({ length: count }, (_, at) => {
    const n = from + at;
    const date = `2026-${String(1 + (n % 12)).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`;
    const lines = [{ taxable: 1_000 + (n % 90), taxPct: 0 }];
    return { number: `B/${n}`, date, vendor: `v${n % VENDORS}`, lines };
  });
  return { vendors, bills: all };
}
