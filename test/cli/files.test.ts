import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bahi, type Seat, shell, sitDown } from "./bahi.ts";
import { OCTOBER, openOctober } from "./october.ts";

let world: Awaited<ReturnType<typeof openOctober>>["world"];
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
});
afterAll(() => world.end());

describe("bahi transactions export", () => {
  test("writes all entries to stdout, in columns that import reads", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["transactions", "export"]);
    expect(stdout).toBe((await world.kaveri.owner.get("/api/transactions/export.csv")).body);
    expect(stdout.split("\n")).toHaveLength(7);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect((await bahi(seat, ["import", "-", "--quiet"], stdout)).stdout).toBe(
      "Nothing to add: 5 rows, all of them already in the books.\n",
    );
  });

  test("writes a complete file and overwrites only with --force", async () => {
    const words = ["transactions", "export", ...OCTOBER, "--out", "october.csv"];
    const path = join(world.folder, "october.csv");
    writeFileSync(path, "mine");
    expect(await bahi(seat, words)).toEqual({
      stdout: "",
      stderr:
        "bahi: october.csv already exists; overwrite it with --force, or name another with --out\n",
      exitCode: 2,
    });
    expect(readFileSync(path, "utf8")).toBe("mine");

    const { stdout, stderr, exitCode } = await bahi(seat, [...words, "--force"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    const text = readFileSync(path, "utf8");
    expect(stderr).toBe(`Saved october.csv (${Buffer.byteLength(text)} bytes)\n`);
    expect(text.split("\n")).toHaveLength(6);
    expect((await bahi(seat, [...words, "--force", "--quiet"])).stderr).toBe("");
  });

  test("checks the path before any request", async () => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    for (const out of ["no/such/folder.csv", "folder/"]) {
      expect((await bahi(nobody, ["transactions", "export", "--out", out])).exitCode).toBe(2);
    }
    expect((await bahi(nobody, ["transactions", "export", "--json"])).exitCode).toBe(2);
  });

  test("writes into a folder under a default name", async () => {
    mkdirSync(join(world.folder, "books"));
    const words = ["transactions", "export", ...OCTOBER, "--out", "books"];
    expect(await bahi(seat, words)).toMatchObject({
      stderr: expect.stringMatching(/^Saved books\/transactions\.csv \(\d+ bytes\)\n$/),
      exitCode: 0,
    });
  });

  test("--format hledger writes a journal of the complete books only", async () => {
    const words = ["transactions", "export", "--format", "hledger"];
    const { stdout, stderr, exitCode } = await bahi(seat, words);
    expect(stdout).toBe((await world.kaveri.owner.get("/api/transactions/export.journal")).body);
    expect(stdout).toContain("Retainer, Zest");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(await bahi(seat, [...words, ...OCTOBER])).toMatchObject({
      stderr: "bahi: a journal covers all the books; leave the filters out, or --format hledger\n",
      exitCode: 2,
    });
    expect((await bahi(seat, ["transactions", "export", "--format", "xls"])).exitCode).toBe(2);
  });

  test("leaves no file if the server breaks the connection", async () => {
    const server = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: {
        data(socket) {
          const head = "HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 999\r\n\r\n";
          socket.end(`${head}Date,Description`);
        },
      },
    });
    const cut = { ...seat, url: `http://127.0.0.1:${server.port}` };
    const { stderr, exitCode } = await bahi(cut, ["transactions", "export", "--out", "cut.csv"]);
    server.stop(true);
    expect(stderr).toContain("the connection was cut");
    expect(exitCode).toBe(6);
    expect(readdirSync(world.folder).filter((name) => name.includes("cut.csv"))).toEqual([]);
  });

  test("leaves no file if interrupted", async () => {
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        new Response(
          new ReadableStream({
            type: "bytes",
            start(controller) {
              controller.enqueue(new TextEncoder().encode("Date,Description"));
              sent();
            },
          }),
          { headers: { "content-type": "text/csv" } },
        ),
    });
    const slow = { ...seat, url: `http://127.0.0.1:${server.port}` };
    const words = ["transactions", "export", "--out", "half.csv"];
    const there = sitDown(slow, words);
    await isSent;
    there.type("\u0003");
    const { exitCode } = await there.end();
    await server.stop(true);
    expect(exitCode).toBe(130);
    expect(readdirSync(world.folder).filter((name) => name.includes("half.csv"))).toEqual([]);
  });

  test("leaves no file if the disk is full", async () => {
    // A limit of one block on any file stands in for a full disk.
    const words = ["reports", "transactions", ...OCTOBER, "--out", "full.pdf"];
    const { stderr, exitCode } = await shell(seat, 'trap "" XFSZ; ulimit -f 1; exec "$@"', words);
    expect(stderr).toMatch(/^bahi: full\.pdf was not written: [^\n]+; nothing was left behind\n$/);
    expect(exitCode).toBe(1);
    expect(readdirSync(world.folder).filter((name) => name.includes("full.pdf"))).toEqual([]);
  });

  test("ends with one line if stdout is on a full disk", async () => {
    for (const words of [
      ["transactions", "export"],
      ["transactions", "list"],
      ["whoami", "--json"],
    ]) {
      const { stderr, exitCode } = await shell(seat, 'exec "$@" > /dev/full', words);
      expect({ stderr, exitCode }).toEqual({
        stderr:
          "bahi: standard output was not written: the disk is full; the output is incomplete; " +
          "free some space and run it again\n",
        exitCode: 1,
      });
    }
  });

  test("exits 0 if its reader closes the pipe", async () => {
    const script = '{ "$@"; echo "exit $?" >&2; } | head -n 1';
    const { stdout, stderr } = await shell(seat, script, ["transactions", "export"]);
    expect(stdout).toBe("Date,Description,Account,Category,Type,Amount,Notes\n");
    expect(stderr).toBe("exit 0\n");
  });
});

describe("bahi reports transactions", () => {
  const NAME = "transactions-report-2026-10-01-to-2026-10-31.pdf";

  test("saves the PDF under the browser's name or to the given path", async () => {
    const words = ["reports", "transactions", ...OCTOBER];
    const { stdout, stderr, exitCode } = await bahi(seat, words);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toStartWith(`Saved ${NAME} (`);
    expect(readFileSync(join(world.folder, NAME), "latin1")).toStartWith("%PDF-");
    expect((await bahi(seat, words)).exitCode).toBe(2);

    expect((await bahi(seat, [...words, "--out", "-"])).stdout).toStartWith("%PDF-");
    const { stdout: json } = await bahi(seat, [
      ...words,
      "--type",
      "Income",
      "--out",
      "o.pdf",
      "--json",
    ]);
    const { bytes } = JSON.parse(json);
    expect(JSON.parse(json)).toEqual({
      file: "o.pdf",
      bytes: readFileSync(join(world.folder, "o.pdf")).length,
    });
    expect(bytes).toBeGreaterThan(1000);
  });

  test("accepts the dashboard too", async () => {
    const words = ["reports", "dashboard", ...OCTOBER];
    const { stderr, exitCode } = await bahi(seat, words);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(/^Saved dashboard-report-2026-10-01-to-2026-10-31\.pdf \(/),
    ]);
  });

  test("needs a period", async () => {
    expect(await bahi(seat, ["reports", "transactions"])).toMatchObject({
      stderr:
        "bahi: Please select a date range first; add --month, or --preset, or --date-from and --date-to\n",
      exitCode: 2,
    });
  });
});
