import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { newFolder, registerOwner, startServer } from "../process.ts";

// Import contract, third promise: after a kill at any moment, running the same command again completes it.

const ROWS = 10_000;
const KILLS = 5;

const { folder, remove } = newFolder();
afterAll(remove);

const buildCsv = (what: string) =>
  CSV_HEADER +
  Array.from({ length: ROWS }, (_, n) => {
    const date = `2026-${String((n % 12) + 1).padStart(2, "0")}-${String((n % 28) + 1).padStart(2, "0")}`;
    const kind = n % 2 ? "Fees,Income" : "Rent,Expense";
    return `${date},${what} ${n % 9000},Bank,${kind},${(n % 700) + 1}.05,\n`;
  }).join("");
const csv = buildCsv("Payment");

test("repeated imports on a killed server lose and duplicate nothing", async () => {
  let server = await startServer(folder);
  const { headers } = await registerOwner(server.url);
  const send = (url: string, signal?: AbortSignal) =>
    fetch(`${url}/api/transactions/import?createMissing=true`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/csv" },
      body: csv,
      ...(signal ? { signal } : {}),
    });

  // The undisturbed duration gives the range of the kills.
  const rehearsal = newFolder();
  const other = await startServer(rehearsal.folder);
  const { headers: theirs } = await registerOwner(other.url);
  const started = performance.now();
  const whole = await fetch(`${other.url}/api/transactions/import`, {
    method: "POST",
    headers: { ...theirs, "content-type": "text/csv" },
    body: csv,
  });
  const span = performance.now() - started;
  expect((await whole.json()).import.added).toBe(ROWS);
  other.child.kill("SIGKILL");
  await other.child.exited;
  rehearsal.remove();

  for (let kill = 0; kill < KILLS; kill++) {
    const answer = send(server.url).catch(() => undefined);
    await Bun.sleep((span * (kill + Math.random())) / KILLS);
    server.child.kill("SIGKILL");
    await server.child.exited;
    await answer;
    server = await startServer(folder);
    if (kill % 2) {
      // Sent twice at once while the start may still be finishing the killed one.
      for (const twin of await Promise.all([send(server.url), send(server.url)])) {
        const { added, skipped } = (await twin.json()).import;
        expect(added + skipped).toBe(ROWS);
      }
      expect(await countTransactions(server.url, headers)).toBe(ROWS);
    } else {
      expect(await countTransactions(server.url, headers)).toBeOneOf([0, ROWS]);
    }
    if (kill % 3 === 2) await undoAll(server.url, headers);
  }

  const { import: report } = await (await send(server.url)).json();
  expect(report.added + report.skipped).toBe(ROWS);
  expect(await countTransactions(server.url, headers)).toBe(ROWS);
  const check = await fetch(`${server.url}/api/books/check`, { headers });
  expect(await check.json()).toMatchObject({ ok: true, checked: { transactions: ROWS } });
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
}, 180_000);

const CLIENTS = 3;

test("a client killed during its import leaves all or nothing, and a repeat completes it", async () => {
  const { folder: seat, remove: leave } = newFolder();
  const server = await startServer(seat);
  const { token, headers } = await registerOwner(server.url);
  const start = (file: string) =>
    Bun.spawn([process.execPath, "cli/main.ts", "import", file, "--json"], {
      env: { ...process.env, BAHI_SERVER: server.url, BAHI_TOKEN: token },
      stdout: "pipe",
      stderr: "pipe",
    });

  let span = 0;
  for (let n = 0; n <= CLIENTS; n++) {
    const file = join(seat, `${n}.csv`);
    await Bun.write(file, buildCsv(`Bill ${n} of`));
    // The first round is not killed: its duration gives the range of the kills.
    if (n > 0) {
      const killed = start(file);
      await Bun.sleep((span * (n - Math.random())) / CLIENTS);
      killed.kill("SIGKILL");
      await killed.exited;
      expect(await countTransactions(server.url, headers)).toBeOneOf([n * ROWS, (n + 1) * ROWS]);
    }
    const started = performance.now();
    const again = start(file);
    const report = JSON.parse(await new Response(again.stdout).text()).import;
    span ||= performance.now() - started;
    expect([report.added + report.skipped, await again.exited]).toEqual([ROWS, 0]);
    expect(await countTransactions(server.url, headers)).toBe((n + 1) * ROWS);
  }
  const check = await fetch(`${server.url}/api/books/check`, { headers });
  expect((await check.json()).ok).toBe(true);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  leave();
}, 180_000);

async function countTransactions(url: string, headers: Record<string, string>): Promise<number> {
  const finished = async () => {
    const { items } = await (await fetch(`${url}/api/imports?limit=100`, { headers })).json();
    const isSettled = items.every(({ state }: { state: string }) => state === "done");
    return isSettled && items.map(({ _id }: { _id: string }) => _id).join();
  };
  for (;;) {
    const before = await finished();
    const { total } = await (await fetch(`${url}/api/transactions?limit=1`, { headers })).json();
    if (before !== false && before === (await finished())) return total;
  }
}

async function undoAll(url: string, headers: Record<string, string>): Promise<void> {
  const { items } = await (await fetch(`${url}/api/imports?limit=100`, { headers })).json();
  for (const { _id } of items) {
    const { status } = await fetch(`${url}/api/imports/${_id}`, { method: "DELETE", headers });
    expect(status).toBe(200);
  }
  expect(await countTransactions(url, headers)).toBe(0);
}
