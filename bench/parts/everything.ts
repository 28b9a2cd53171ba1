import { Database } from "bun:sqlite";
import { join } from "node:path";
import { writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile } from "../measure.ts";
import { FOLDER, startServer } from "../server.ts";
import { buildCsv, readEntries } from "./banking.ts";
import { fillBooks, MANY } from "./statements.ts";

const NAME = "everything";
/** Ten years of an agency, the last with bank lines. */
const SIZE = { ...MANY, years: 10 };
const LINES = 20_000;
/** Maximum lines to accept at once. */
const SLICE = 500;
const CALLS = 15;
const WARM_UP = 3;
const MONTH = "dateFrom=2026-03-01&dateTo=2026-03-31";
const LIST = "page=1&limit=20";

/** Requests of each screen when it opens, and the target in milliseconds. */
const SCREENS: Record<string, { paths: string[]; target: number }> = {
  dashboard: { paths: [`dashboard?${MONTH}`, `accounts/balances?${MONTH}`, "tasks"], target: 300 },
  transactions: { paths: [`transactions?${MONTH}&${LIST}`], target: 50 },
  invoices: { paths: [`invoices?${LIST}`], target: 50 },
  receipts: { paths: [`receipts?${LIST}`], target: 50 },
  bills: { paths: [`bills?${LIST}`], target: 50 },
  series: { paths: [`series?${LIST}`], target: 50 },
  outbox: { paths: [`outbox?${LIST}`], target: 50 },
  "statements of banks": { paths: ["statements?limit=20"], target: 50 },
  "a statement's lines": { paths: ["bank-lines?statementId=STATEMENT&limit=100"], target: 300 },
  reconciliation: { paths: ["accounts/ACCOUNT/reconciliation?at=LAST"], target: 300 },
  "GST of a month": { paths: ["gst/2026-03"], target: 300 },
  "trial balance": { paths: ["reports/trial-balance?at=2026-03-31"], target: 300 },
  "balance sheet": { paths: ["reports/balance-sheet?at=2026-03-31"], target: 300 },
  "audit log": { paths: [`audit?${LIST}`], target: 100 },
  "close month": { paths: ["close/2026-03"], target: 300 },
};

/** Measures each screen on books where all lists are full. */
export const everything: Part = {
  title:
    "each screen of ten years: 1,000,000 transactions, 50,000 documents, 20,000 matched bank lines",
  async run() {
    const headers = await fillBooks(NAME, SIZE);
    const server = await startServer(NAME);
    const ask = async (method: string, path: string, body?: BodyInit, type?: string) => {
      const more = type ? { "content-type": type } : {};
      const url = `${server.url}/api/${path}`;
      const response = await fetch(url, { method, headers: { ...headers, ...more }, body });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return response.json();
    };
    const { accounts } = await ask("GET", "accounts");
    const account = accounts.find(({ name }: { name: string }) => name === "HDFC")._id;
    const file = await writeBooks(FOLDER, SIZE.rows, 1, SIZE.years);
    const entries = readEntries(file).slice(-LINES);
    const begun = performance.now();
    const bytes = new TextEncoder().encode(buildCsv(entries));
    const binary = "application/octet-stream";
    const { statement } = await ask("POST", `statements?accountId=${account}`, bytes, binary);
    const read = performance.now() - begun;
    const matched = await accept(ask);
    const matching = performance.now() - begun - read;

    const findings: Finding[] = [
      {
        what: `everything: a statement of ${LINES.toLocaleString("en-IN")} lines read`,
        measured: ms(read),
        ratio: "",
        target: "",
        beside: `${matched.toLocaleString("en-IN")} of them matched in ${ms(matching)}`,
      },
    ];
    for (const [what, { paths, target }] of Object.entries(SCREENS)) {
      const own: number[] = [];
      for (let n = -WARM_UP; n < CALLS; n++) {
        const started = performance.now();
        await Promise.all(
          paths.map((path) =>
            ask(
              "GET",
              path
                .replace("ACCOUNT", account)
                .replace("STATEMENT", statement._id)
                .replace("LAST", statement.periodTo),
            ),
          ),
        );
        if (n >= 0) own.push(performance.now() - started);
      }
      findings.push({
        what: `everything: ${what}, p50`,
        measured: ms(median(own)),
        beside: `slowest ${ms(percentile(own, 1))}`,
        ratio: "",
        target: ms(target),
      });
    }
    await server.stop();
    return findings;
  },
};

type Ask = (
  method: string,
  path: string,
  body?: BodyInit,
  type?: string,
) => Promise<{ accepted: number }>;

/** Accepts likely proposals. Returns the number of matched lines. */
async function accept(ask: Ask): Promise<number> {
  // Reads the ids from the file, because listing them would compute proposals for every page.
  const file = new Database(join(FOLDER, NAME, "bahi.db"), { readonly: true });
  const ids = file.query<{ id: string }, []>("SELECT id FROM bank_lines").all();
  file.close();
  let matched = 0;
  for (let from = 0; from < ids.length; from += SLICE) {
    const lines = ids.slice(from, from + SLICE).map(({ id }) => id);
    const body = JSON.stringify({ lines });
    const { accepted } = await ask("POST", "bank-lines/accept", body, "application/json");
    matched += accepted;
  }
  return matched;
}
