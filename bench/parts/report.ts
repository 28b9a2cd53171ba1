import { writeBooks, YEAR } from "../books.ts";
import { joinValues, median, ms, type Part, percentile, times } from "../measure.ts";
import { FOLDER, importFile, peakMemory, register, startServer } from "../server.ts";
import { watched } from "../watch.ts";

const ROWS = 20_000;
const RUNS = 5;
const range = new URLSearchParams(YEAR);

export const report: Part = {
  title: "transactions.pdf of 20,000 rows",
  async run() {
    const file = await writeBooks(FOLDER, ROWS);
    const server = await startServer("report");
    const token = await register(server, "bench");
    await importFile(server, token, file);
    const before = peakMemory(server) ?? 0;

    const csv = await fetchInTurn(`${server.url}/api/transactions/export.csv?${range}`, token);
    const url = `${server.url}/api/reports/transactions.pdf?${range}`;
    const alone = await fetchInTurn(url, token);
    const { result: pdf, waits } = await watched(server, token, () => fetchInTurn(url, token));
    const after = peakMemory(server) ?? 0;
    await server.stop();
    return [
      {
        what: "transactions.pdf, 20,000 rows",
        measured: joinValues(alone, ms),
        beside: `the same rows as CSV ${ms(median(csv))}`,
        ratio: times(median(alone) / median(csv)),
        target: "1,000 ms",
      },
      {
        what: "the same while others read",
        measured: joinValues(pdf, ms),
        beside: `alone ${ms(median(alone))}`,
        ratio: times(median(pdf) / median(alone)),
        target: "–",
      },
      {
        what: "others' reads meanwhile, p99",
        measured: ms(percentile(waits, 0.99)),
        beside: `longest ${ms(Math.max(...waits))}`,
        ratio: "–",
        target: "100 ms",
      },
      {
        what: "memory that it adds to the server's peak",
        measured: `${Math.round(after - before)} MB`,
        beside: `peak before, with an import of them ${Math.round(before)} MB`,
        ratio: "–",
        target: "–",
      },
    ];
  },
};

async function fetchInTurn(url: string, token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const durations: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status} to ${url}`);
    durations.push(performance.now() - started);
  }
  return durations;
}
