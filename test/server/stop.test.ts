import { afterAll, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { newFolder, registerOwner, runServer, startServer } from "../process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

const ROW = "2026-04-01,Slowly,Bank,Fees,Income,1,\n";

/** Starts an import whose file is half sent, and sends the rest when told. */
function startUpload(url: string, headers: Record<string, string>) {
  const { promise: goOn, resolve: finish } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(CSV_HEADER + ROW));
      await goOn;
      controller.enqueue(new TextEncoder().encode(ROW));
      controller.close();
    },
  });
  const answer = fetch(`${url}/api/transactions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv" },
    body,
  });
  return { answer, finish };
}

async function importBegun(): Promise<void> {
  const file = createClient({ url: `file:${join(folder, "books.db")}` });
  const staging = () => file.execute("SELECT id FROM imports WHERE state = 'staging'");
  // A local statement never waits, so without a pause nothing else would run.
  while ((await staging()).rows.length === 0) await Bun.sleep(1);
  file.close();
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "asha@crash.test", password: "asha password" }),
  });
  return (await answer.json()).token;
}

async function closed(url: string): Promise<void> {
  for (;;) {
    const isOpen = await fetch(`${url}/healthz`, { headers: { connection: "close" } }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!isOpen) return;
  }
}

test("SIGTERM finishes running requests, takes no new ones and leaves one file", async () => {
  const server = await startServer(folder);
  const { headers } = await registerOwner(server.url);
  const { answer, finish } = startUpload(server.url, headers);
  await importBegun();
  server.child.kill("SIGTERM");
  await closed(server.url);
  finish();
  const { status } = await answer;
  expect(status).toBe(201);
  expect(await server.child.exited).toBe(0);

  const elsewhere = newFolder();
  copyFileSync(join(folder, "books.db"), join(elsewhere.folder, "books.db"));
  copyFileSync(join(folder, "session-secret"), join(elsewhere.folder, "session-secret"));
  const copy = await startServer(elsewhere.folder);
  const list = await fetch(`${copy.url}/api/transactions`, { headers });
  expect((await list.json()).total).toBe(2);
  copy.child.kill("SIGTERM");
  expect(await copy.child.exited).toBe(0);
  elsewhere.remove();
});

test("SIGTERM waits at most 10 s, and cut off requests are not in the books", async () => {
  const server = await startServer(folder);
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  const { answer } = startUpload(server.url, headers);
  const status = answer.then(
    (answer) => answer.status,
    () => "cut off",
  );
  await importBegun();
  const started = performance.now();
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(["cut off", 503]).toContain(await status);

  const again = await startServer(folder);
  const list = await fetch(`${again.url}/api/transactions`, { headers });
  expect((await list.json()).total).toBe(2);
  again.child.kill("SIGTERM");
  expect(await again.child.exited).toBe(0);
});

/** Starts a download and stops reading. */
async function startDownload(url: string, { authorization }: { authorization: string }) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
    socket: {
      data(self) {
        self.pause();
        resolve();
      },
      close: () => resolve(),
    },
  });
  const path = "/api/transactions/export.csv";
  socket.write(`GET ${path} HTTP/1.1\r\nHost: bahi\r\nAuthorization: ${authorization}\r\n\r\n`);
  await promise;
}

async function keepWriting(
  url: string,
  headers: Record<string, string>,
  prefix: string,
  acknowledged: Set<string>,
): Promise<void> {
  for (let n = 0; ; n++) {
    const name = `${prefix} ${n}`;
    const status = await fetch(`${url}/api/accounts`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 0) return;
    if (status === 201) acknowledged.add(name);
  }
}

test("SIGTERM ends in 10 s despite unread downloads and leaves one file", async () => {
  const town = newFolder();
  const server = await startServer(town.folder);
  const { headers } = await registerOwner(server.url);
  const note = "n".repeat(600);
  const rows = Array.from({ length: 15_000 }, (_, n) => ROW.replace("1,\n", `${n + 1},${note}\n`));
  const imported = await fetch(`${server.url}/api/transactions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv" },
    body: CSV_HEADER + rows.join(""),
  });
  expect(imported.status).toBe(201);

  await Promise.all(Array.from({ length: 6 }, () => startDownload(server.url, headers)));
  const acknowledged = new Set<string>();
  const writers = ["Kaveri", "Narmada"].map((name) =>
    keepWriting(server.url, headers, name, acknowledged),
  );
  while (acknowledged.size < 10) await Bun.sleep(1);
  const running = startDownload(server.url, headers);
  const begun = performance.now();
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await running;

  const copy = join(town.folder, "copy.db");
  copyFileSync(join(town.folder, "books.db"), copy);
  const file = createClient({ url: `file:${copy}` });
  const { rows: accounts } = await file.execute("SELECT name FROM accounts");
  file.close();
  await Promise.all(writers);
  const kept = new Set(accounts.map(({ name }) => String(name)));
  expect([...acknowledged.difference(kept)]).toEqual([]);
  town.remove();
}, 60_000);

test("lets one of two starts on a new file serve, and the other explains its exit", async () => {
  const town = newFolder();
  const starts = [startServer(town.folder), startServer(town.folder)];
  const ends = await Promise.allSettled(starts);
  const served = ends.filter((end) => end.status === "fulfilled");
  const refused = ends.filter((end) => end.status === "rejected");
  expect([served.length, refused.length]).toEqual([1, 1]);
  expect(String(refused[0]?.reason)).toMatch(
    /bahi cannot start: .*books\.db is already open by (process \d+, .*|another bahi server)\n$/,
  );
  const server = served[0]?.value;
  expect(await (await fetch(`${server?.url}/healthz`)).json()).toEqual({ status: "ok" });
  const third = await runServer(town.folder);
  expect([third.exitCode, third.stdout]).toEqual([1, ""]);
  server?.child.kill("SIGTERM");
  expect(await server?.child.exited).toBe(0);
  town.remove();
});
