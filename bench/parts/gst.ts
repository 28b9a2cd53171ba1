import { type Finding, median, ms, type Part, percentile } from "../measure.ts";
import { register, type Server, startServer } from "../server.ts";

const DOCUMENTS = 5_000;
const CALLS = 10;
const WARM_UP = 10;
const GSTIN = "27AAKFK4711R1ZR";
const CLIENTS = [
  { id: "near", gstin: "27AAKCS5512D1ZH", stateCode: "27", kind: "REGULAR" },
  { id: "far", gstin: "29AAQFB7320L1ZZ", stateCode: "29", kind: "REGULAR" },
  { id: "small", gstin: "", stateCode: "30", kind: "UNREGISTERED" },
];

export const gst: Part = {
  title: "a month of 5,000 documents",
  async run() {
    const server = await startServer("gst", "bench/loopServer.ts");
    const token = await register(server, "gst");
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    await ask("PUT", "/metadata", { gstNumber: GSTIN, aato: { "2025-26": 6_20_00_000 } });
    const moved = await ask("POST", "/import/books", buildBooks());
    if (moved.status !== 201) throw new Error(await moved.text());
    const findings = [
      await timed(server, ask, "the month's screen", "/gst/2026-10", "300 ms"),
      await timed(server, ask, "its JSON for the portal", "/gst/2026-10/gstr1.json", "1 s"),
      await timed(server, ask, "its sheets", "/gst/2026-10/gstr1.zip", "1 s"),
      await timed(server, ask, "the list of months", "/gst", "1 s"),
    ];
    await server.stop();
    return findings;
  },
};

type Ask = (method: string, path: string) => Promise<Response>;

async function timed(
  server: Server,
  ask: Ask,
  what: string,
  path: string,
  target: string,
): Promise<Finding> {
  const first = performance.now();
  await (await ask("GET", path)).arrayBuffer();
  const cold = performance.now() - first;
  for (let n = 0; n < WARM_UP; n++) await (await ask("GET", path)).arrayBuffer();
  await server.loop();
  const waits: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const started = performance.now();
    await (await ask("GET", path)).arrayBuffer();
    waits.push(performance.now() - started);
  }
  const [, , longest = 0] = await server.loop();
  return {
    what: `GST, 5,000 documents: ${what}, p50 and slowest`,
    measured: `${ms(median(waits))}, ${ms(percentile(waits, 1))}; the first ${ms(cold)}`,
    beside: `the loop meanwhile held at most ${ms(longest)}`,
    ratio: "",
    target: `${target}; 50 ms`,
  };
}

function buildBooks() {
  const clients = CLIENTS.map((client) => ({
    name: `Client ${client.id}`,
    country: "IN",
    address: "1 Road",
    city: "Pune",
    pin: "411001",
    ...client,
  }));
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => {
    const client = CLIENTS[n % CLIENTS.length] as (typeof CLIENTS)[number];
    const line = { hsnSac: "998391", qty: "1.5", discountPct: "5", taxPct: "18" };
    return {
      kind: "INVOICE",
      number: `26-27/INV/${String(n + 1).padStart(6, "0")}`,
      date: `2026-10-${String((n % 31) + 1).padStart(2, "0")}`,
      client: client.id,
      supply: "REGULAR",
      reverseCharge: false,
      placeOfSupplyCode: client.stateCode,
      status: "SENT",
      roundOff: "0",
      lines: [
        { ...line, description: "A film", rate: String(4_500 + n) },
        { ...line, description: "Its posters", hsnSac: "998361", rate: String(900 + n) },
      ],
    };
  });
  return { clients, documents };
}
