import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenEntry } from "../../domain/banking/candidates.ts";
import type { Paise } from "../../domain/money.ts";
import { type Finding, median, ms, type Part, percentile } from "../measure.ts";
import { FOLDER, importFile, register, type Server, startServer } from "../server.ts";
import { buildCsv } from "./banking.ts";

const ENTRIES = 20_000;
const CALLS = 25;
const IDLE_MS = 5_000;

type Ask = <Answer>(method: string, path: string, body?: BodyInit) => Promise<Answer>;
interface Page {
  items: { _id: string; proposals: { _id: string; likely: boolean }[] }[];
  totalPages: number;
  likely: number;
}

export const bankPages: Part = {
  title: "pages of 10,000 open lines beside 20,000 entries, 40 % of four amounts",
  async run() {
    const server = await startServer("bankPages", "bench/loopServer.ts");
    const token = await register(server, "sender");
    const ask = askAs(server, token);
    const neighbourToken = await register(server, "neighbour");
    const neighbour = askAs(server, neighbourToken);
    const entries = equalEntries();
    const csv = join(FOLDER, "equal.csv");
    writeFileSync(csv, buildBooks(entries));
    await importFile(server, token, csv);
    writeFileSync(join(FOLDER, "neighbour.csv"), buildBooks(entries.slice(0, 2_000)));
    await importFile(server, neighbourToken, join(FOLDER, "neighbour.csv"));
    const { accounts } = await ask<{ accounts: { _id: string; name: string }[] }>(
      "GET",
      "/accounts",
    );
    const account = accounts.find(({ name }) => name === "HDFC")?._id;
    const path = `/bank-lines?accountId=${account}&state=open&limit=100`;

    const idle = await readsDuring(neighbour, () => Bun.sleep(IDLE_MS));
    const statement = new TextEncoder().encode(buildCsv(entries.filter((_, n) => n % 2 === 0)));
    await ask("POST", `/statements?accountId=${account}&file=f`, statement);
    await server.loop();

    const firsts: number[] = [];
    const pages: number[] = [];
    let likely = 0;
    const during = await readsDuring(neighbour, async () => {
      for (let n = 0; n < CALLS; n++) {
        // A write invalidates what the agency knew of its lines.
        const [first, page] = await timed(() => ask<Page>("GET", path));
        firsts.push(first);
        likely = page.likely;
        const [other] = await timed(() =>
          ask("GET", `${path}&page=${2 + ((n * 7) % (page.totalPages - 2))}`),
        );
        pages.push(other);
        const line = page.items.find(({ proposals: [first] }) => first?.likely);
        const body = JSON.stringify({ proposal: line?.proposals[0]?._id });
        await ask("POST", `/bank-lines/${line?._id}/accept`, body);
      }
    });
    const [, , held = 0] = await server.loop();
    await server.stop();
    const rows = [
      row(`the first after a write, p50 and slowest (${likely} likely)`, spread(firsts), "1 s"),
      row("another page, p50 and slowest", spread(pages), "1 s", `the loop held ${ms(held)}`),
    ];
    for (const [what, waits] of Object.entries(during)) {
      const before = idle[what] ?? [];
      const formatTimes = (all: number[]) => `${ms(median(all))}, ${ms(percentile(all, 0.99))}`;
      rows.push(
        row(
          `a neighbour's ${what}, p50 and p99`,
          formatTimes(waits),
          "+100 ms",
          `idle ${formatTimes(before)}`,
        ),
      );
    }
    return rows;
  },
};

const row = (what: string, measured: string, target: string, beside = "") =>
  ({ what: `bank pages: ${what}`, measured, beside, ratio: "", target }) satisfies Finding;

const spread = (waits: number[]) => `${ms(median(waits))}, ${ms(percentile(waits, 1))}`;

async function timed<Answer>(run: () => Promise<Answer>): Promise<[number, Answer]> {
  const begun = performance.now();
  const answer = await run();
  return [performance.now() - begun, answer];
}

const askAs =
  ({ url }: Server, token: string): Ask =>
  async (method, path, body) => {
    const type = typeof body === "string" ? "application/json" : "application/octet-stream";
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": type }) };
    const response = await fetch(`${url}/api${path}`, { method, headers, body });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json() as never;
  };

/**
 * Measures how long another agency's reads wait while this runs: of the server's thread and of a reader
 * thread.
 */
async function readsDuring(ask: Ask, run: () => Promise<unknown>) {
  const waits: Record<string, number[]> = { list: [], search: [] };
  let isDone = false;
  const running = run().finally(() => {
    isDone = true;
  });
  for (let n = 0; !isDone; n++) {
    const [list] = await timed(() => ask("GET", "/transactions?page=1&limit=20"));
    const [search] = await timed(() => ask("GET", `/transactions?q=Stores&amount=${n}`));
    waits.list?.push(list);
    waits.search?.push(search);
    await Bun.sleep(10);
  }
  await running;
  return waits;
}

/** Creates a year's entries, oldest first. Four of ten have one of four amounts. */
export function equalEntries(): OpenEntry[] {
  const day = (n: number) => new Date(Date.UTC(2025, 3, 1 + n)).toISOString().slice(0, 10);
  return Array.from({ length: ENTRIES }, (_, n): OpenEntry => {
    const rupees = n % 10 < 4 ? [500, 1_000, 2_500, 5_000][Math.floor(n / 10) % 4] : 6_000 + n;
    const description = `Vendor ${String.fromCharCode(65 + ((n * 7) % 26)).repeat(3)} Stores, bill ${n}`;
    const date = day(Math.floor((n * 365) / ENTRIES));
    return {
      id: String(n),
      date,
      amountPaise: ((rupees ?? 0) * -100) as Paise,
      description,
      notes: "",
    };
  });
}

function buildBooks(entries: OpenEntry[]): string {
  const rows = entries.map(
    ({ date, description, amountPaise }) =>
      `${date},"${description}",HDFC,Shop,Expense,${-amountPaise / 100},`,
  );
  return ["Date,Description,Account,Category,Type,Amount,Notes", ...rows, ""].join("\n");
}
