import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyBooks } from "../../db/engine/copy.ts";
import { classifyFault } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { createAdmission, SILENCE_S, type Slot } from "../../server/http/concurrency.ts";
import { assertNotWaited, besideBystander } from "../bystander.ts";
import { newFolder, startServer } from "../process.ts";
import { createWorld, made, type World } from "../world.ts";

// Exports, reports and checks read every row: a few run at once, and a slow reader must cost others
// nothing.

const EXPORT = "/api/transactions/export.csv";

const folder = mkdtempSync(join(tmpdir(), "bahi-"));
let world: World;
let url: string;
beforeAll(async () => {
  // A local file shows whether a snapshot is open.
  world = await createWorld({}, { url: `file:${join(folder, "books.db")}` });
  url = world.listen();
  // 12 MB as CSV, more than the system buffers for a client that does not read.
  const note = "n".repeat(600);
  const rows = Array.from({ length: 20_000 }, (_, n) => {
    const date = new Date(Date.UTC(2026, 3, 1 + (n % 60))).toISOString().slice(0, 10);
    return `${date},Bill ${n},kaveri bank,Fees,Income,5,${note}`;
  });
  const csv = `Date,Description,Account,Category,Type,Amount,Notes\n${rows.join("\n")}\n`;
  made(await world.kaveri.owner.upload("/api/transactions/import", csv));
  await world.context.writers.call("fillSearch", undefined, undefined);
}, 60_000);
afterAll(async () => {
  await world.end();
  rmSync(folder, { recursive: true });
});

/** Starts a download, reads its first bytes and waits until told to go on. */
async function startDownload(token: string | undefined, path = EXPORT, server = url) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  let text = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(server).port),
    socket: {
      data(self, bytes) {
        text += bytes.toString("latin1");
        if (text.length === bytes.length) self.pause();
        begin();
      },
      close: () => end(text),
    },
  });
  const head = `Host: bahi\r\nConnection: close\r\nAuthorization: Bearer ${token}`;
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
  await begun;
  return {
    goOn: () => socket.resume(),
    over,
    leave: () => socket.terminate(),
  };
}

const joined = (text: string) => text.replace(/\r\n[0-9a-f]+\r\n/g, "");

/** The last chunk: without it, a client knows that the response is incomplete. */
const isWhole = (text: string) => text.endsWith("\r\n0\r\n\r\n");

async function until(isSo: () => boolean) {
  while (!isSo()) await Bun.sleep(1);
}

test("a slow reader delays no log trimming and gets one snapshot", async () => {
  const { owner, account, fees } = world.kaveri;
  const slow = await Promise.all(Array.from({ length: 4 }, () => startDownload(owner.token)));
  const of = { accountId: account._id, categoryId: fees._id, type: "Income", amount: 1 };
  made(await owner.post("/api/transactions", { date: "2026-07-01", description: "Later", ...of }));
  const [left] = await world.books.write.all("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(left).toEqual({ busy: 0, log: 0, checkpointed: 0 });
  expect(world.context.downloadFiles.size()).toBeGreaterThan(4 * 10_000_000);

  const [first, second, ...others] = slow;
  first?.goOn();
  const text = (await first?.over) ?? "";
  expect(isWhole(text)).toBe(true);
  expect(joined(text).match(/Bill \d+,/g)).toHaveLength(20_000);
  expect(text).not.toContain("Later");
  for (const download of [second, ...others]) download?.leave();
  await until(() => world.context.downloadFiles.size() === 0);
  expect(readdirSync(folder).filter((name) => name.includes("download"))).toEqual([]);
});

const createTurn = (agencyId: number): Slot => ({ agencyId, signal: new AbortController().signal });

async function* generateBytes(length: number) {
  yield new Uint8Array(length);
}

test("without disk space, visibly cancels a download of the agency that uses most", async () => {
  const slow = await startDownload(world.kaveri.owner.token);
  const { downloadFiles: spools } = world.context;
  const kept = [];
  for (let agency = 1; agency <= 100; agency++) {
    kept.push(await spools.keep(createTurn(1_000 + agency), generateBytes(300_000)));
  }
  slow.goOn();
  expect(isWhole(await slow.over)).toBe(false);
  for (const stream of kept) {
    expect((await new Response(stream).bytes()).length).toBe(300_000);
  }
  expect(spools.size()).toBe(0);
});

test("a small download needs no file and a failed one leaves none", async () => {
  const { downloadFiles: spools } = world.context;
  expect(await spools.keep(createTurn(1), generateBytes(10))).toEqual(Buffer.alloc(10));
  const gone = new AbortController();
  async function* leaving() {
    yield new Uint8Array(300_000);
    gone.abort();
    yield new Uint8Array(300_000);
  }
  const left = spools.keep({ agencyId: 1, signal: gone.signal }, leaving());
  expect((await left.catch((error) => error)).name).toBe("AbortError");
  expect(spools.size()).toBe(0);
});

test("limits one agency's hundred concurrent exports and serves other agencies", async () => {
  const { kaveri, narmada } = world;
  const many = Array.from({ length: 100 }, () => kaveri.owner.get(`${EXPORT}?dateTo=2026-04-20`));
  const other = await narmada.owner.get(EXPORT);
  expect(other.status).toBe(200);
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body).toEqual({
      message: "Too many searches, reports and exports at once; try again in a moment",
    });
    expect(headers.get("retry-after")).toBe("10");
  }
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThan(0);
  expect(served.length + refused.length).toBe(100);
}, 60_000);

describe("slots", () => {
  const limits = { running: 3, runningOfOne: 2, waiting: 6, waitingOfOne: 4, spanMs: 1e9 };

  function openOffice(patienceMs?: number, spanMs = limits.spanMs) {
    const pauses: (() => void)[] = [];
    const pause = () => new Promise<void>((resolve) => pauses.push(resolve));
    const admission = createAdmission({ ...limits, spanMs }, pause, patienceMs);
    const begun: { agency: number; end: () => void; turn: Slot }[] = [];
    const refused: number[] = [];
    const silences: number[] = [];
    function ask(agency: number, signal?: AbortSignal) {
      const headers: Record<string, unknown> = {};
      const tenant = { ...({} as Tenant), agencyId: agency };
      const request = new Request("http://localhost/", signal ? { signal } : {});
      const server = { timeout: (_: Request, seconds: number) => void silences.push(seconds) };
      const answer = admission.admit({ tenant, request, server, set: { headers } }, (turn) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        begun.push({ agency, end: resolve, turn });
        return promise;
      });
      return answer.catch((error) => {
        refused.push(agency);
        return headers["retry-after"] ? "429" : error;
      });
    }
    return { admission, begun, refused, pauses, silences, ask };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test("go to agencies in turn, up to the concurrency limit", async () => {
    const { begun, ask } = openOffice();
    const of = () => begun.map(({ agency }) => agency).join(" ");
    for (const agency of [1, 1, 1, 1, 2, 2, 3]) void ask(agency);
    await settled();
    expect(of()).toBe("1 1 2");
    for (let n = 0; n < 4; n++) {
      begun[n]?.end();
      await settled();
    }
    expect(of()).toBe("1 1 2 1 2 3 1");
  });

  test("are denied when too many wait, first to the agency with the most", async () => {
    const { begun, refused, ask } = openOffice();
    for (let n = 0; n < 7; n++) void ask(1); // Two run, four wait, and one is denied.
    for (let n = 0; n < 3; n++) void ask(2); // One runs, and six wait now.
    await settled();
    expect([begun.length, refused]).toEqual([3, [1]]);
    const another = ask(3);
    await settled();
    expect(refused).toEqual([1, 1]);
    for (const { end } of begun) end();
    await settled();
    expect(begun.map(({ agency }) => agency)).toContain(3);
    begun.at(begun.findIndex(({ agency }) => agency === 3))?.end();
    expect(await another).toBeUndefined();
  });

  test("end after a while with a pause in which no snapshot is open", async () => {
    const { begun, pauses, ask } = openOffice(undefined, 0);
    for (const agency of [1, 1, 2, 2]) void ask(agency);
    await settled();
    begun[0]?.end();
    await settled();
    expect([begun.length, pauses.length]).toEqual([1, 1]);
    pauses[0]?.();
    await settled();
    expect(begun.length).toBe(3);
    begun[1]?.end();
    await settled();
    expect([begun.length, pauses.length]).toEqual([3, 1]);
    begun[2]?.end();
    await settled();
    pauses[1]?.();
    await settled();
    expect(begun.length).toBe(4);
  });

  test("may outlast the connection timeout, which applies again when data is sent", async () => {
    const { begun, silences, ask } = openOffice();
    const answer = ask(1);
    await settled();
    expect(silences).toEqual([0]);
    begun[0]?.end();
    await answer;
    expect(silences).toEqual([0, SILENCE_S]);
  });

  test("keep no connection silent for longer if denied", async () => {
    const { silences, ask } = openOffice(5);
    for (let n = 0; n < limits.runningOfOne; n++) void ask(1);
    expect(await ask(1)).toBe("429");
    expect(silences).toEqual([0, 0, 0, SILENCE_S]);
  });

  test("are not given to clients that left or waited too long, or during shutdown", async () => {
    const { admission, begun, ask } = openOffice(5);
    const gone = new AbortController();
    void ask(1);
    void ask(1);
    const left = ask(1, gone.signal);
    const late = ask(1);
    await settled();
    gone.abort();
    expect((await left).name).toBe("AbortError");
    expect(await late).toBe("429");
    expect(begun.map(({ turn }) => turn.signal.aborted)).toEqual([false, false]);

    const closed = admission.close();
    expect(begun.map(({ turn }) => classifyFault(turn.signal.reason))).toEqual([
      "stopping",
      "stopping",
    ]);
    expect(classifyFault(await ask(2))).toBe("stopping");
    for (const { end } of begun) end();
    await closed;
    expect(begun.length).toBe(2);
  });
});

test("other users read and write during a hundred unread exports", async () => {
  const town = newFolder();
  await copyBooks(join(folder, "books.db"), join(town.folder, "books.db"));
  const { sessionSecret: SESSION_SECRET } = world.context.settings;
  const server = await startServer(town.folder, { SESSION_SECRET, LOG_LEVEL: "error" });
  const attack = () =>
    Promise.all(
      Array.from({ length: 100 }, () =>
        startDownload(world.kaveri.owner.token, `${EXPORT}?dateTo=2026-04-20`, server.url),
      ),
    );
  const { idle, busy, result } = await besideBystander(server.url, attack);
  for (const { leave } of result) leave();
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  assertNotWaited({ idle, busy });
  town.remove();
}, 60_000);
