import { join } from "node:path";
import { MONTH, writeBooks } from "../books.ts";
import { type Part, thousands, times } from "../measure.ts";
import { FOLDER, importFile, ROOT, register, startServer } from "../server.ts";

const ROWS = 100_000;
const CONNECTIONS = 16;
const ROUND_MS = 2_000;
const ROUNDS = 5;

export const bare: Part = {
  title: "a month's list beside a bare Elysia handler with the same statements",
  async run() {
    const file = await writeBooks(FOLDER, ROWS);
    const server = await startServer("bare");
    const token = await register(server, "bare");
    await importFile(server, token, file);
    const child = Bun.spawn(
      [process.execPath, "bench/bare.ts", `file:${join(FOLDER, "bare", "bahi.db")}`],
      { cwd: ROOT, stdout: "pipe", stderr: "inherit" },
    );
    const list = `${server.url}/api/transactions?${new URLSearchParams(MONTH)}`;
    const { value } = await child.stdout.getReader().read();
    const handler = new TextDecoder().decode(value).trim();
    const [ours, theirs]: [number[], number[]] = [[], []];
    // In turns, so that both have the same neighbours.
    for (let n = 0; n <= ROUNDS; n++) {
      const rates = [await callsPerSecond(list, token), await callsPerSecond(handler, token)];
      if (n === 0) continue; // To warm up.
      ours.push(rates[0] ?? 0);
      theirs.push(rates[1] ?? 0);
    }
    child.kill();
    await server.stop();
    const sum = (rates: number[]) => rates.reduce((all, rate) => all + rate, 0) / ROUNDS;
    return [
      {
        what: "a month's list from 16 connections, calls/s",
        measured: thousands(sum(ours)),
        beside: `bare Elysia ${thousands(sum(theirs))}`,
        ratio: times(sum(ours) / sum(theirs)),
        target: "0.60 ×",
      },
    ];
  },
};

/** Of the same call from 16 connections at once, for two seconds. */
export async function callsPerSecond(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const started = performance.now();
  const end = started + ROUND_MS;
  let calls = 0;
  const connection = async () => {
    while (performance.now() < end) {
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`${response.status} to ${url}`);
      await response.arrayBuffer();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (calls / (performance.now() - started)) * 1000;
}
