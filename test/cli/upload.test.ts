import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { bahi, sitDown } from "./bahi.ts";
import { HEADER, type Importing, openImporting, timeless } from "./importing.ts";

let { world, url, csv, seatOf, totalOf } = {} as Importing;
beforeAll(async () => {
  ({ world, url, csv, seatOf, totalOf } = await openImporting());
});
afterAll(() => world.end());

describe("bahi import, on its way", () => {
  test("a file that breaks off during reading exits 2 and changes nothing", async () => {
    // Reading this file fails: its first page is never mapped.
    expect(await bahi(seatOf("kaveri"), ["import", "/proc/self/mem"])).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(/^bahi: \/proc\/self\/mem cannot be read: [^\n]+; name a CSV/),
      exitCode: 2,
    });
  });

  test("shows progress on a terminal and leaves one line", async () => {
    const file = await csv("seen.csv", "2026-04-01,Seen fee,narmada bank,Fees,Income,1,");
    for (const [columns, bar] of [
      [120, "█".repeat(20)],
      [40, ""],
    ] as const) {
      const { screen, exitCode } = await sitDown(
        seatOf("narmada"),
        ["import", file],
        columns,
      ).end();
      const line = `seen.csv  ${bar && `${bar}  `}1 row  N s\r\n`;
      expect(timeless(screen)).toContain(line);
      expect(exitCode).toBe(0);
    }
  });

  test("Ctrl-C during the upload exits 130, restores the terminal and changes nothing", async () => {
    const seat = sitDown(seatOf("narmada"), ["import", "-"], 100);
    const before = seat.flags();
    seat.type(`${HEADER}\n2026-04-01,Half an import,narmada bank,Fees,Income,1,\n`);
    await seat.shows("standard input  1 row");
    seat.type("\u0003");
    const { screen, exitCode, localFlags } = await seat.end();
    expect(screen).toContain(
      "bahi: interrupted; nothing is half-done; run it again, nothing is added twice\r\n",
    );
    expect(screen.lastIndexOf("\u001b[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001b[?25l"));
    expect({ exitCode, localFlags }).toEqual({ exitCode: 130, localFlags: before });
    expect(await totalOf("narmada", "Half an import")).toBe(0);
  });

  const REPORT = {
    _id: "0n8x2k9qf1m3c",
    file: "slow.csv",
    dryRun: false,
    rows: 2,
    added: 2,
    skipped: 0,
    totals: { income: 2, expense: 0, transfers: 0 },
    transfers: 0,
    dateFrom: "2026-04-01",
    dateTo: "2026-04-01",
    created: { accounts: [], categories: [] },
  };
  const ROW = "2026-04-01,Slow fee,kaveri bank,Fees,Income,1,";

  /** A server that has imported one of two rows and continues when told. */
  function slowServer() {
    const finish = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname === "/api/auth/me") return Response.json({ user: {} });
        if (request.method === "GET") {
          looked.resolve();
          return Response.json({ items: [{ ...REPORT, state: "posting", added: 1 }] });
        }
        await request.text();
        await finish.promise;
        return Response.json({ import: REPORT });
      },
    });
    const seat = { url: `http://127.0.0.1:${server.port}`, token: "any", folder: world.folder };
    return { server, seat, finish: finish.resolve, looked: looked.promise };
  }

  test("shows its stages, entered rows and result in one view", async () => {
    const file = await csv("slow.csv", ROW, ROW);
    const { server, seat, finish } = slowServer();
    const there = sitDown(seat, ["import", file], 110);
    await there.shows(`${"█".repeat(10)}${"░".repeat(10)}  1 row`);
    finish();
    const { screen, exitCode } = await there.end();
    await server.stop(true);
    expect(screen).toContain("✓  Send                ████████████████████");
    expect(screen).toContain("Enter in the books");
    const left = screen.slice(screen.lastIndexOf("slow.csv  █"));
    expect(timeless(Bun.stripANSI(left))).toStartWith(
      [
        `slow.csv  ${"█".repeat(20)}  2 rows  N s`,
        "Added 2 transactions (₹2.00 in, ₹0.00 out, 0 transfers), 1 Apr 2026.",
        "Undo: bahi imports undo 0n8x2k9qf1m3c",
      ].join("\r\n"),
    );
    expect(exitCode).toBe(0);
  });

  test("Ctrl-C during entry says that the server continues and how to undo the import", async () => {
    const file = await csv("slow.csv", ROW, ROW);
    const { server, seat } = slowServer();
    const there = sitDown(seat, ["import", file], 60);
    await there.shows("slow.csv  50%  2 rows");
    there.type("\u0003");
    const { screen, exitCode } = await there.end();
    await server.stop(true);
    expect(screen.replace(/\s+/g, " ")).toContain(
      "bahi: interrupted; the server continues the import; undo it with bahi imports undo 0n8x2k9qf1m3c",
    );
    expect(exitCode).toBe(130);
  });

  test("prints plain lines on a terminal that cannot draw", async () => {
    const file = await csv("slow.csv", ROW, ROW);
    const { server, seat, finish, looked } = slowServer();
    const there = sitDown({ ...seat, env: { TERM: "dumb" } }, ["import", file], 110);
    await looked;
    finish();
    const { screen } = await there.end();
    await server.stop(true);
    expect(screen).not.toContain("\u001b");
    expect(screen).not.toContain("█");
    expect(timeless(screen)).toContain("slow.csv  2 rows  N s\r\nAdded 2 transactions");
  });

  test("compresses only what is sent to another machine", async () => {
    const seen: (string | null)[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "0.0.0.0",
      async fetch(request) {
        if (request.method === "GET") return Response.json({ user: {} });
        seen.push(request.headers.get("content-encoding"));
        const bytes = await request.bytes();
        const text = seen.length === 1 ? bytes : Bun.gunzipSync(bytes);
        const message = `${text.length} bytes`;
        return Response.json({ message }, { status: 400 });
      },
    });
    const file = await csv("packed.csv", "2026-04-01,Packed fee,kaveri bank,Fees,Income,1,");
    const bytes = Bun.file(join(world.folder, file)).size;
    // 0.0.0.0 is this machine too, but its name does not show it.
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      const seat = { ...seatOf("kaveri"), url: `http://${host}:${server.port}` };
      const { stderr } = await bahi(seat, ["import", file]);
      expect(stderr).toContain(`packed.csv was not imported: ${bytes} bytes; `);
    }
    await server.stop(true);
    expect(seen).toEqual([null, "gzip"]);

    const there = { ...seatOf("kaveri"), url: url.replace("127.0.0.1", "0.0.0.0") };
    expect((await bahi(there, ["import", file])).stdout).toStartWith("Added 1 transaction");
  });

  test("a lost connection exits 6 and says that a repeat is safe", async () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        if (new URL(request.url).pathname === "/api/auth/me") return Response.json({ user: {} });
        for await (const _ of request.body ?? []) break;
        void server.stop(true);
        return new Response();
      },
    });
    const file = await csv("lost.csv", "2026-04-01,Lost fee,kaveri bank,Fees,Income,1,");
    const seat = { url: `http://127.0.0.1:${server.port}`, token: "any", folder: world.folder };
    const { stderr, exitCode } = await bahi(seat, ["import", file]);
    expect(stderr).toMatch(
      /; 1 row of lost\.csv had been sent; run the same command again; nothing is added twice\n$/,
    );
    expect(exitCode).toBe(6);
  });
});
