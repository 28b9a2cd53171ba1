import { readdirSync, readFileSync } from "node:fs";
import { groupIndian } from "../../domain/money.ts";
import {
  LOCKED_PASSWORD,
  longCsv,
  longGstr2b,
  longMt940,
  longWorkbook,
  ofxOfSpaces,
  slowPassword,
  tallWorkbook,
  wideWorkbook,
} from "../../test/hostileFiles.ts";
import { type Finding, median, ms, type Part, percentile } from "../measure.ts";
import { register, type Server, startServer } from "../server.ts";

const GSTIN = "27AAPFU0939F1ZV";
const IDLE_MS = 10_000;
const AGAIN_MS = 4_000;
const PAUSE_MS = 5;

type Ask = (
  method: string,
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
) => Promise<Response>;

interface Sent {
  what: string;
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const hostile: Part = {
  title: "files that cost a careless reader far more than their size, and honest large ones",
  async run() {
    const server = await startServer("hostile");
    const ask = askAs(server, await register(server, "sender"));
    const neighbour = askAs(server, await register(server, "neighbour"));
    await ask("PUT", "/metadata", { gstNumber: GSTIN });
    const account = await readId(
      ask("POST", "/accounts", { name: "Bank", type: "Bank", openingBalance: 0 }),
      "account",
    );
    const client = await readId(
      neighbour("POST", "/clients", { displayName: "Meera Iyer" }),
      "client",
    );
    const edit = (n: number) => neighbour("PUT", `/clients/${client}`, { city: `Ward ${n}` });
    const statements = `/statements?accountId=${account}&file=f`;
    const idle = await editsDuring(edit, () => Bun.sleep(IDLE_MS));
    const findings: Finding[] = [];
    for (const { what, path, bytes } of files(statements)) {
      let memory = [0, 0];
      const timer = setInterval(() => {
        const now = measureMemory(server.pid);
        memory = memory.map((most, n) => Math.max(most, now[n] ?? 0));
      }, 20);
      let [status, took] = [0, 0];
      const waits = await editsDuring(edit, async () => {
        const until = performance.now() + AGAIN_MS;
        // Repeats the request, because a p99 needs many edits.
        while (performance.now() < until) {
          const begun = performance.now();
          const answer = await ask("POST", path, bytes);
          await answer.text();
          [status, took] = [answer.status, performance.now() - begun];
        }
      });
      clearInterval(timer);
      const more = percentile(waits, 0.99) - percentile(idle, 0.99);
      findings.push({
        what: `${what}, ${Math.ceil(bytes.length / 1024)} kB: ${status} after ${ms(took)}`,
        measured: `${spread(waits)}; server ${memory[0]} MB, reader ${memory[1]} MB`,
        beside: `idle ${spread(idle)}`,
        ratio: `${more < 0 ? "" : "+"}${ms(more)}`,
        target: "+100 ms",
      });
    }
    await server.stop();
    return findings;
  },
};

const files = (statements: string): Sent[] => [
  { what: "OFX, 2 MB of spaces", path: statements, bytes: ofxOfSpaces(2 << 20) },
  { what: "XLSX, 20,000 cells in column XFD", path: statements, bytes: wideWorkbook(20_000) },
  { what: "XLSX, a cell of 200 MB", path: statements, bytes: longWorkbook(200 << 20) },
  { what: "XLSX, a cell of 60 MB", path: statements, bytes: longWorkbook(60 << 20) },
  { what: "XLSX, 10 lakh rows", path: statements, bytes: tallWorkbook(1_000_000) },
  { what: "XLSX, 9,99,999 rounds of hashing", path: statements, bytes: slowPassword(999_999) },
  { what: "XLSX with a password", path: statements, bytes: slowPassword(100_000) },
  { what: "MT940, 60,000 lines", path: statements, bytes: longMt940(60_000) },
  { what: "CSV, 49,000 lines", path: statements, bytes: longCsv(49_000) },
  ...[50_000, 20_000, 5_000].map((rows) => ({
    what: `GSTR-2B, ${groupIndian(rows)} rows, again and again`,
    path: "/gst/2026-04/2b",
    bytes: longGstr2b(GSTIN, rows),
  })),
];

const askAs =
  ({ url }: Server, token: string): Ask =>
  (method, path, body) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "x-file-password": LOCKED_PASSWORD,
        "content-type":
          body instanceof Uint8Array && !path.startsWith("/gst")
            ? "application/octet-stream"
            : "application/json",
      },
      ...(body && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });

async function readId(answer: Promise<Response>, noun: string): Promise<string> {
  const body = await (await answer).json();
  return body[noun]._id;
}

const spread = (waits: number[]) =>
  `p50 ${ms(median(waits))}, p99 ${ms(percentile(waits, 0.99))}, longest ${ms(percentile(waits, 1))}`;

/** Measures another agency's edits, one after the other, until the work is done. */
async function editsDuring(
  edit: (n: number) => Promise<Response>,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  for (let n = 0; !isDone; n++) {
    const begun = performance.now();
    const answer = await edit(n);
    if (!answer.ok) throw new Error(await answer.text());
    waits.push(performance.now() - begun);
    await Bun.sleep(PAUSE_MS);
  }
  await working;
  return waits;
}

/** Returns the memory in MB of the server, and of its largest process that reads a file. */
function measureMemory(pid: number): [server: number, reader: number] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ");
    } catch {
      return [];
    }
  });
  return [residentMb(pid), Math.max(0, ...children.filter(Boolean).map(residentMb))];
}

function residentMb(pid: number | string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
