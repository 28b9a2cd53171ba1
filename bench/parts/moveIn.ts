import { joinValues, median, ms, type Part } from "../measure.ts";
import { peakMemory, register, type Server, startServer } from "../server.ts";

const DOCUMENTS = 10_000;
const CLIENTS = 400;
const RUNS = 3;

export const moveIn: Part = {
  title: "books of 10,000 documents, moved in through the API",
  async run() {
    const body = JSON.stringify(buildBooks());
    const took: number[] = [];
    const peaks: number[] = [];
    const again: number[] = [];
    const undone: number[] = [];
    const held: number[] = [];
    for (let n = 0; n < RUNS; n++) {
      const server = await startServer(`move-in-${n}`, "bench/loopServer.ts");
      const headers = { authorization: `Bearer ${await register(server, "bench")}` };
      await server.loop();
      const [id, ms] = await send(server, headers, body);
      held.push((await server.loop()).at(-1) ?? Number.NaN);
      took.push(ms);
      peaks.push(peakMemory(server) ?? Number.NaN);
      again.push((await send(server, headers, body))[1]);
      const started = performance.now();
      await fetch(`${server.url}/api/imports/${id}`, { method: "DELETE", headers });
      undone.push(performance.now() - started);
      await server.stop();
    }
    return [
      {
        what: "10,000 documents of three lines, 5,000 payments, 400 clients moved in",
        measured: joinValues(took, ms),
        beside: `the same again ${joinValues(again, ms)}; undone ${joinValues(undone, ms)}`,
        ratio: `${Math.round(DOCUMENTS / (median(took) / 1000))} documents/s`,
        target: "20 s",
      },
      {
        what: "server memory, peak; the loop meanwhile, held at the longest",
        measured: `${joinValues(peaks, (mb) => `${mb.toFixed(0)} MB`)}; ${joinValues(held, ms)}`,
        beside: "",
        ratio: "–",
        target: "300 MB",
      },
    ];
  },
};

async function send(
  { url }: Server,
  headers: Record<string, string>,
  body: string,
): Promise<[id: string, ms: number]> {
  const started = performance.now();
  const answer = await fetch(`${url}/api/import/books`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.message);
  return [result.import._id, performance.now() - started];
}

/** Creates a file of 4.6 MB, the same each time. */
function buildBooks() {
  const two = (n: number) => String(n).padStart(2, "0");
  const clients = Array.from({ length: CLIENTS }, (_, n) => ({
    id: `c${n}`,
    name: `Client ${n}`,
    stateCode: n % 3 ? "27" : "29",
    address: "14 Prabhat Road, beside the temple",
  }));
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    kind: "INVOICE",
    number: `25-26/INV/${String(n + 1).padStart(6, "0")}`,
    status: "SENT",
    date: `2025-${two(4 + (n % 9))}-${two(1 + (n % 28))}`,
    client: `c${n % CLIENTS}`,
    lines: [1, 2, 3].map((k) => ({
      description: `Design of a poster number ${k}`,
      hsnSac: "998391",
      qty: "1",
      rate: `${1000 * k}.50`,
      taxPct: "18",
    })),
  }));
  const payments = documents
    .filter((_, n) => n % 2)
    .map(({ number, date }) => ({ document: number, date, amount: "1000" }));
  return { clients, documents, payments };
}
