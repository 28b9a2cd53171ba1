import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failToRead, failToWrite } from "../../cli/files.ts";
import { addDays, today, toPresetRange, toQuarter } from "../../domain/dates.ts";
import { assertVouchers, readArchive } from "../tallyFile.ts";
import type { World } from "../world.ts";
import { bahi, type Seat, sitDown } from "./bahi.ts";
import { filesBelow, OCTOBER, openBilledOctober } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openBilledOctober());
});
afterAll(() => world.end());

const path = (name: string) => join(world.folder, name);

const PAPERS = [
  "transactions-report-2026-10-01-to-2026-10-31.pdf",
  "dashboard-report-2026-10-01-to-2026-10-31.pdf",
  "transactions-2026-10-01-to-2026-10-31.csv",
  "invoices.csv",
  "payments.csv",
  "tds.csv",
  "receipts.csv",
  "bills.csv",
  "invoices/Invoice-26-27-INV-000001.pdf",
  "receipts/Receipt-FY26-27-RCPT-00001.pdf",
];

const STATEMENTS = [
  ...["trial-balance", "profit-and-loss", "profit-and-loss-cash", "balance-sheet", "cash-flow"],
  ...["ageing-of-receivables", "ageing-of-payables", "tds-receivable-2026", "gst-summary"],
];
const LEDGERS = [
  ...["Fees", "Output CGST", "Output SGST", "Receipts", "Rent", "TDS receivable"],
  ...["Trade receivables", "kaveri bank", "kaveri cash"],
];
const BOOKS = [
  ...STATEMENTS.flatMap((name) => ["pdf", "csv"].map((ending) => `statements/${name}.${ending}`)),
  ...["day-book.csv", ...LEDGERS.map((name) => `general-ledger/${name}.csv`)],
  ...["statements-of-account/Asha & Sons.csv", "tally-2026-10.zip"],
  ...["audit-head.txt", "index.csv", "index.html"],
];

const PROGRESS = /^.* of \d+ papers\n/gm;

const filesIn = (folder: string) => filesBelow(path(folder));

describe("bahi reports month", () => {
  test("saves a month's documents into one folder", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["reports", "month", ...OCTOBER]);
    expect({ stdout, stderr: stderr.replace(PROGRESS, ""), exitCode }).toEqual({
      stdout: "",
      stderr:
        "Saved kaveri-2026-10: two reports, the transactions as CSV, 1 invoice and 1 receipt with " +
        "their registers\n1 draft left out (not issued yet): 26-27/INV/000002\n",
      exitCode: 0,
    });
    expect(filesIn("kaveri-2026-10")).toEqual([...PAPERS, ...BOOKS].sort());
    for (const file of PAPERS) {
      const bytes = readFileSync(path(`kaveri-2026-10/${file}`), "latin1");
      expect(bytes).toStartWith(
        file.endsWith(".pdf") ? "%PDF-" : /^(tr|pay|tds)/.test(file) ? "Date," : "Number,",
      );
    }
    const register = (name: string) => readFileSync(path(`kaveri-2026-10/${name}`), "utf8");
    expect(register("invoices.csv").split("\n")).toEqual([
      "Number,Document,Date,Client,GSTIN,Place of supply,Supply,Reverse charge,Against,HSN/SAC,Rate %," +
        "Taxable value,CGST,SGST,IGST,Round off,Total,Status",
      "26-27/INV/000001,Invoice,2026-10-05,Asha & Sons,,,REGULAR,No,,,18,1000.00,90.00,90.00," +
        "0.00,0.00,1180.00,PARTIALLY_PAID",
      "",
    ]);
    expect(register("receipts.csv").split("\n")).toEqual([
      "Number,Date,Client,Purpose,Amount,Mode,Reference,Account",
      "FY26-27/RCPT/00001,2026-10-07,Meera,Print,50.00,Cash,,kaveri bank",
      "",
    ]);
    expect(readdirSync(world.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("includes all ledgers, vouchers for Tally and an index of every file", async () => {
    const text = (file: string) => readFileSync(path(`kaveri-2026-10/${file}`), "utf8");
    const [head, opening, ...rows] = text("general-ledger/Trade receivables.csv").split("\n");
    expect([head, opening]).toEqual([
      "Date,Type,Number,Particulars,Party,Contra,Debit,Credit,Balance",
      ",,,Opening balance,,,,,0.00",
    ]);
    expect(rows[0]).toStartWith("2026-10-05,Sales,26-27/INV/000001,");
    expect(rows[0]).toEndWith(",Asha & Sons,Split,1180.00,,1180.00");
    const ends = rows.filter(Boolean).at(-1)?.split(",").at(-1);
    const ageing = await world.kaveri.owner.get("/api/reports/ageing?at=2026-10-31");
    expect(ends).toBe(ageing.body.total.toFixed(2));
    const { vouchers } = readArchive(readFileSync(path("kaveri-2026-10/tally-2026-10.zip")));
    assertVouchers(vouchers, "2026-10");
    expect(vouchers.length).toBeGreaterThan(3);
    const index = text("index.csv").trimEnd().split("\n").slice(1);
    expect(index).toHaveLength(PAPERS.length + BOOKS.length - 2);
    for (const line of index) {
      const [file = "", bytes, sha256 = ""] = line.split(",");
      const own = readFileSync(path(`kaveri-2026-10/${file}`));
      const hash = new Bun.CryptoHasher("sha256").update(own).digest("hex");
      expect([file, String(own.length), hash]).toEqual([file, bytes as string, sha256]);
    }
  });

  test("sends no request if its folder cannot be created", async () => {
    writeFileSync(path("notes.txt"), "mine");
    const nobody = { ...seat, url: "http://127.0.0.1:1" };
    const words = ["reports", "month", ...OCTOBER, "--out", "notes.txt/2026/10"];
    const { stderr, exitCode } = await bahi(nobody, words);
    expect([stderr, exitCode]).toEqual([
      "bahi: notes.txt is a file; name a folder elsewhere with --out\n",
      2,
    ]);
    const closed = () =>
      failToRead("a.csv", "name another")({ code: "EACCES", message: "EACCES: …" });
    expect(closed).toThrow("a.csv cannot be read: you do not have permission to read it");
    const full = () => failToWrite("b.pdf")({ code: "EACCES", message: "", name: "" });
    expect(full).toThrow("b.pdf was not written: you do not have permission to write there");
  });

  test("leaves out the statements for staff, who may not see them", async () => {
    const staff = { ...seat, token: world.kaveri.staff.token as string };
    const words = ["reports", "month", ...OCTOBER, "--out", "theirs"];
    expect(await bahi(staff, words)).toMatchObject({ exitCode: 0 });
    expect(filesIn("theirs")).toEqual(
      [...PAPERS, "audit-head.txt", "index.csv", "index.html"].sort(),
    );
    const year = await bahi(staff, ["reports", "year", "--year", "2026-27", "--out", "year"]);
    expect(year).toMatchObject({
      stderr:
        "bahi: only the owner and the accountant can see statements; ask an owner of the agency to do it\n",
      exitCode: 4,
    });
    expect(existsSync(path("year"))).toBe(false);
  });

  test("covers a quarter or any range and creates the folders", async () => {
    const range = ["--from", "2026-07-01", "--to", "30/09/2026"];
    const words = ["reports", "month", ...range, "--json"];
    const { stdout, exitCode } = await bahi(seat, words);
    const { folder, files, drafts } = JSON.parse(stdout);
    expect([folder, drafts, exitCode]).toEqual([
      "kaveri-2026-07-to-2026-09",
      ["26-27/INV/000003"],
      0,
    ]);
    expect(files).toContain("dashboard-report-2026-07-01-to-2026-09-30.pdf");
    const { dateFrom, dateTo } = toQuarter(addDays(toQuarter(today()).dateFrom, -1));
    const out = ["--out", "papers/of/asha", "--quiet"];
    const quarter = await bahi(seat, ["reports", "month", "--preset", "lastQuarter", ...out]);
    expect(quarter).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(filesIn("papers/of/asha")).toContain(`dashboard-report-${dateFrom}-to-${dateTo}.pdf`);
  });

  test("overwrites only with --force and keeps other files in the folder", async () => {
    const words = ["reports", "month", ...OCTOBER];
    expect(await bahi(seat, words)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("kaveri-2026-10 already exists; overwrite it with --force"),
    });
    writeFileSync(path("kaveri-2026-10/mine.txt"), "mine");
    writeFileSync(path(`kaveri-2026-10/${PAPERS[8]}`), "old");
    writeFileSync(path("kaveri-2026-10/invoices/Invoice-26-27-INV-000002.pdf"), "a draft's");
    const { stdout, stderr, exitCode } = await bahi(seat, [...words, "--force", "--json"]);
    const left = "invoices/Invoice-26-27-INV-000002.pdf";
    expect(stderr).toEndWith(`\nLeft from an earlier run: ${left}\n`);
    const { files, ...rest } = JSON.parse(stdout);
    expect(files.toSorted()).toEqual([...PAPERS, ...BOOKS].sort());
    expect([rest, exitCode]).toEqual([
      { folder: "kaveri-2026-10", drafts: ["26-27/INV/000002"] },
      0,
    ]);
    expect(filesIn("kaveri-2026-10")).toEqual([...PAPERS, ...BOOKS, "mine.txt", left].sort());
    expect(readFileSync(path(`kaveri-2026-10/${PAPERS[8]}`), "latin1")).toStartWith("%PDF-");
  });

  test("covers last month by default, in a folder of any name", async () => {
    mkdirSync(path("empty"));
    const { exitCode, stderr } = await bahi(seat, ["reports", "month", "--out", "empty"]);
    expect({ exitCode, stderr: stderr.includes("bahi:") }).toEqual({ exitCode: 0, stderr: false });
    const { dateFrom, dateTo } = toPresetRange("lastMonth");
    expect(filesIn("empty")).toContain(`dashboard-report-${dateFrom}-to-${dateTo}.pdf`);
  });

  test("checks its arguments and path before any request", async () => {
    const nobody = { ...seat, url: "http://127.0.0.1:1" };
    writeFileSync(path("file"), "");
    for (const [words, said] of [
      [["--month", "October"], "--month October is not a month"],
      [["--out", "file"], "file is a file"],
      [["--out", "-"], "--out - is not a folder"],
    ] as [string[], string][]) {
      const { exitCode, stderr } = await bahi(nobody, ["reports", "month", ...words]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(said) });
    }
  });

  test("leaves no files if it fails midway", async () => {
    let asked = 0;
    const failing = Bun.serve({
      port: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        if (pathname.endsWith("/pdf") && ++asked === 2) {
          return Response.json({ message: "Something went wrong" }, { status: 500 });
        }
        return fetch(`${seat.url}${pathname}${search}`, { headers: request.headers });
      },
    });
    const seated = { ...seat, url: `http://127.0.0.1:${failing.port}` };
    const words = ["reports", "month", ...OCTOBER, "--out", "broken/papers"];
    const { exitCode, stdout, stderr } = await bahi(seated, words);
    await failing.stop(true);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("Something went wrong");
    expect(existsSync(path("broken"))).toBe(false);
    expect(readdirSync(world.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test.each([40, 100])(
    "shows progress on a terminal of %i columns; Ctrl-C leaves no files",
    async (columns) => {
      const slow = Bun.serve({
        port: 0,
        idleTimeout: 0,
        async fetch(request) {
          const { pathname, search } = new URL(request.url);
          if (/receipts\/.+\/pdf$/.test(pathname)) return new Promise<Response>(() => {});
          return fetch(`${seat.url}${pathname}${search}`, { headers: request.headers });
        },
      });
      const seated = { ...seat, url: `http://127.0.0.1:${slow.port}` };
      const there = sitDown(seated, ["reports", "month", ...OCTOBER, "--out", "stopped"], columns);
      await there.shows("9 of ");
      there.type("\x03");
      const { screen, exitCode } = await there.end();
      await slow.stop(true);
      expect(exitCode).toBe(130);
      expect(screen).toContain("bahi: interrupted, nothing was saved");
      expect(screen.includes("█")).toBe(columns >= 70);
      expect(existsSync(path("stopped"))).toBe(false);
      expect(readdirSync(world.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
  );
});

describe("bahi reports year", () => {
  test("saves a financial year into one folder, with ledgers from their opening balances", async () => {
    const words = ["reports", "year", "--year", "2026-27", "--out", "fy"];
    const { stdout, stderr, exitCode } = await bahi(seat, words);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toContain("Saved fy: the statements, ");
    const files = filesIn("fy");
    for (const name of STATEMENTS) expect(files).toContain(`statements/${name}.pdf`);
    expect(files).toContain("day-book.csv");
    expect(files.filter((file) => /^(invoices|receipts)\/|tally|transactions/.test(file))).toEqual(
      [],
    );
    const { rows } = (
      await world.kaveri.owner.get("/api/reports/trial-balance?at=2027-03-31&view=raw")
    ).body;
    for (const { name, debit, credit } of rows) {
      const text = readFileSync(path(`fy/general-ledger/${name}.csv`), "utf8").trimEnd();
      expect([name, text.split(",").at(-1)]).toEqual([name, (debit - credit).toFixed(2)]);
    }
    const wrong = await bahi(seat, ["reports", "year", "--year", "2026-28", "--out", "fy2"]);
    expect(wrong).toMatchObject({
      stderr: "bahi: --year 2026-28 is not a financial year; write it like 2026-27\n",
      exitCode: 2,
    });
  });
});

test("bahi reports tally saves a month and says what to expect", async () => {
  const words = ["reports", "tally", ...OCTOBER.slice(0, 2), "--masters", "--out", "tally.zip"];
  const { stderr, exitCode } = await bahi(seat, words);
  expect(exitCode).toBe(0);
  const { vouchers, masters } = readArchive(readFileSync(path("tally.zip")));
  expect(masters.length).toBeGreaterThan(2);
  expect(stderr).toContain(`${vouchers.length} vouchers: 1 Sales`);
  expect(stderr).toContain("Since the last file: 0 new, 0 changed, 0 removed");
});
