import { afterAll, expect, test } from "bun:test";
import { newFolder, registerOwner, startServer } from "../process.ts";

// After a kill at any moment, each acknowledged receipt exists once, numbers have neither gaps nor
// duplicates, and a retry with the same Idempotency-Key completes the rest.

const RECEIPTS = 100;
const CONNECTIONS = 16;
const KILLS = 3;

const { folder, remove } = newFolder();
afterAll(remove);

interface Made {
  key: string;
  number: string;
  id: string;
}

test("a server killed while creating receipts keeps each acknowledged one once", async () => {
  let server = await startServer(folder);
  const { headers } = await registerOwner(server.url);
  const get = async (path: string) => (await fetch(`${server.url}/api${path}`, { headers })).json();
  const [account] = (await get("/accounts")).accounts;
  const body = JSON.stringify({
    date: "2026-10-05",
    client: { name: "Meera Iyer" },
    purpose: "Logo design",
    amount: 10.05,
    mode: "Cash",
    accountId: account._id,
  });

  const waiting = Array.from({ length: RECEIPTS }, (_, n) => `receipt ${n}`);
  const made: Made[] = [];
  async function connection(url: string) {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      const sent = { ...headers, "content-type": "application/json", "idempotency-key": key };
      try {
        const answer = await fetch(`${url}/api/receipts`, { method: "POST", headers: sent, body });
        const { receipt } = await answer.json();
        made.push({ key, number: receipt.receiptNumber, id: receipt._id });
      } catch {
        waiting.push(key);
        return;
      }
    }
  }
  const all = (url: string) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => connection(url)));

  for (let kill = 0; kill < KILLS; kill++) {
    const working = all(server.url);
    // Kills once some more receipts are acknowledged.
    const enough = made.length + RECEIPTS / (KILLS + 1) - 5;
    while (made.length < enough && waiting.length > 0) await Bun.sleep(1);
    server.child.kill("SIGKILL");
    await server.child.exited;
    await working;
    server = await startServer(folder);
  }
  await all(server.url);
  const numbers = made.map(({ number }) => number).sort();
  expect(numbers).toEqual(
    Array.from({ length: RECEIPTS }, (_, n) => `FY26-27/RCPT/${String(n + 1).padStart(5, "0")}`),
  );
  for (const { id, number } of made) {
    expect((await get(`/receipts/${id}`)).receipt.receiptNumber).toBe(number);
  }
  expect(await get("/receipts?limit=1")).toMatchObject({
    total: RECEIPTS,
    totals: { amountSum: 1005 },
  });
  expect(await get("/transactions?limit=1")).toMatchObject({
    total: RECEIPTS,
    totals: { income: 1005 },
  });
  expect(await get("/books/check")).toMatchObject({ ok: true });
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
}, 120_000);
