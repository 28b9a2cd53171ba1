import { MONTH } from "./books.ts";

// Simulates a user who reads while others import, in a process of its own, so that only the server can
// slow it down. When stdin ends, prints the milliseconds of every response.

const [url, token] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
const range = new URLSearchParams(MONTH);
const PATHS = [
  `/api/transactions?${range}&limit=10`,
  `/api/accounts/balances?${range}`,
  `/api/dashboard?${range}`,
  "/api/accounts",
];
const PAUSE_MS = 15;

let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();

const waits: number[] = [];
for (let n = 0; !isOver; n++) {
  const started = performance.now();
  const response = await fetch(url + (PATHS[n % PATHS.length] as string), { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status} to ${PATHS[n % PATHS.length]}`);
  waits.push(performance.now() - started);
  await Bun.sleep(PAUSE_MS);
}
process.stdout.write(JSON.stringify(waits));
