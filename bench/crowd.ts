import { MONTH } from "./books.ts";

// Simulates two hundred users in a process of its own, two reads to one write, without pauses. Prints
// the milliseconds of every response, and every response that was not successful.

const [url = "", token = "", seconds = "60", people = "200"] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const range = new URLSearchParams({ dateFrom: MONTH.dateFrom, dateTo: MONTH.dateTo });
const READS = [
  `transactions?${range}&limit=10`,
  `transactions?${range}&q=konkan`,
  `accounts/balances?${range}`,
  `dashboard?${range}`,
  "receipts?limit=10",
  "invoices?limit=10",
  "accounts",
];

const get = async (path: string) => (await fetch(`${url}/api/${path}`, { headers })).json();
const { accounts } = await get("accounts");
const { categories } = await get("categories");
const category = categories.find(({ type }: { type: string }) => type === "Income");
const day = { date: "2025-10-10", amount: 12.5, accountId: accounts[0]._id };
const entry = { ...day, description: "Of a crowd", type: "Income", categoryId: category._id };
const receipt = { ...day, client: { name: "Meera Iyer" }, purpose: "Of a crowd", mode: "UPI" };

const waits: number[] = [];
const wrong: string[] = [];
const until = performance.now() + Number(seconds) * 1000;

async function timed(method: string, path: string, body?: object): Promise<{ _id?: string }> {
  const started = performance.now();
  try {
    const sent = body && { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...sent });
    const created = await answer.json();
    waits.push(performance.now() - started);
    if (!answer.ok) wrong.push(`${answer.status} to ${method} ${path}`);
    return created.transaction ?? {};
  } catch (error) {
    wrong.push(`${error} to ${method} ${path}`);
    return {};
  }
}

async function person(n: number) {
  for (let turn = n; performance.now() < until; turn++) {
    await timed("GET", READS[turn % READS.length] as string);
    await timed("GET", READS[(turn * 3) % READS.length] as string);
    if (turn % 3 === 0) await timed("POST", "receipts", receipt);
    else {
      const { _id } = await timed("POST", "transactions", entry);
      if (turn % 3 === 1 && _id) await timed("PUT", `transactions/${_id}`, { amount: 13 });
    }
  }
}

await Promise.all(Array.from({ length: Number(people) }, (_, n) => person(n)));
process.stdout.write(JSON.stringify({ waits, wrong: wrong.slice(0, 20), failed: wrong.length }));
