import { expect } from "bun:test";

// Another agency on the same server, which reads and writes one after the other during an attack. Run alone
// (`bun test/bystander.ts URL SLUG`) it is a separate process, so its waits are the server's and not the
// attacker's event loop.

interface Waits {
  reads: number[];
  writes: number[];
}

interface P99 {
  reads: number;
  writes: number;
}

const IDLE_ROUNDS = 60;

/**
 * Runs the work while a bystander uses the server. Returns the bystander's 99th percentile of reads and
 * writes, in milliseconds, before and during the work.
 */
export async function besideBystander<T>(url: string, work: () => Promise<T>) {
  const slug = `bystander-${crypto.randomUUID().slice(0, 8)}`;
  const bystander = Bun.spawn([process.execPath, import.meta.path, url, slug], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = readLines(bystander.stdout);
  try {
    const idle: P99 = JSON.parse(await lines.next());
    const result = await work();
    bystander.stdin.end();
    const busy: P99 = JSON.parse(await lines.next());
    return { result, idle, busy };
  } finally {
    bystander.kill();
  }
}

/**
 * Fails if the bystander waited ten times as long as before plus a second, which a busy machine may cause.
 * Each attack here exceeded that by far before its fix.
 */
export function assertNotWaited({ idle, busy }: { idle: P99; busy: P99 }): void {
  expect(busy.reads).toBeLessThan(10 * idle.reads + 1_000);
  expect(busy.writes).toBeLessThan(10 * idle.writes + 1_000);
}

function p99Of({ reads, writes }: Waits): P99 {
  const p99 = (waits: number[]) =>
    waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
  return { reads: p99(reads), writes: p99(writes) };
}

function readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  return {
    async next(): Promise<string> {
      while (!said.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The bystander ended");
        said += value;
      }
      const [line = ""] = said.split("\n", 1);
      said = said.slice(line.length + 1);
      return line;
    },
  };
}

if (import.meta.main) {
  const [url = "", slug = ""] = process.argv.slice(2);
  let token = "";
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`The bystander got ${answer.status} from ${method} ${path}`);
    return said;
  };
  const owner = { name: "By Stander", email: `owner@${slug}.test`, password: "by stander" };
  const agency = { agencyName: slug, agencySlug: slug };
  ({ token } = await call("POST", "/auth/register", { ...owner, ...agency }));
  const { account } = await call("POST", "/accounts", { name: "Bank" });
  const { category } = await call("POST", "/categories", { name: "Fees", type: "Income" });
  const entry = { date: "2026-04-01", description: "Fee", type: "Income", amount: 1 };
  const written = { ...entry, accountId: account._id, categoryId: category._id };

  const waits: Waits = { reads: [], writes: [] };
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    into.push(performance.now() - begun);
  };
  const round = async () => {
    await timed(waits.reads, () => call("GET", "/transactions?limit=10"));
    await timed(waits.writes, () => call("POST", "/transactions", written));
  };
  const printWaits = () => {
    process.stdout.write(`${JSON.stringify(p99Of(waits))}\n`);
    waits.reads = [];
    waits.writes = [];
  };

  let isOver = false;
  const over = new Response(Bun.stdin.stream()).text().then(() => {
    isOver = true;
  });
  for (let n = 0; n < IDLE_ROUNDS; n++) await round();
  printWaits();
  do await round();
  while (!isOver);
  printWaits();
  await over;
  process.exit(0);
}
