import { join } from "node:path";
import { MONTH, writeBooks } from "../books.ts";
import { type Finding, median, type Part, thousands, times } from "../measure.ts";
import { FOLDER, importFile, ROOT, register, startServer } from "../server.ts";

const ROWS = 100_000;
const CONNECTIONS = 16;
const ROUND_MS = 2_000;
const ROUNDS = 5;

export const bare: Part = {
  title: "a month's list beside a bare Elysia handler ",
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
    const rounds: number[][] = [];
    // Alternates, so that both run under the same load.
    for (let n = 0; n <= ROUNDS; n++) {
      const rates: number[] = [];
      for (const url of [list, `${handler}/same`, `${handler}/plain`]) {
        rates.push(await callsPerSecond(url, token));
      }
      if (n > 0) rounds.push(rates); // The first round is a warm-up.
    }
    child.kill();
    await server.stop();
    const [ours = 0, same = 0, plain = 0] = [0, 1, 2].map((url) =>
      median(rounds.map((rates) => rates[url] ?? 0)),
    );
    const beside = (what: string, rate: number): Finding => ({
      what: `a month's list from 16 connections, calls/s, beside ${what}`,
      measured: thousands(ours),
      beside: `bare Elysia ${thousands(rate)}`,
      ratio: times(ours / rate),
      target: "0.60 ×",
    });
    return [beside("the same statements", same), beside("the plainest SQL", plain)];
  },
};

/** Returns the calls per second from 16 connections during two seconds. */
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
