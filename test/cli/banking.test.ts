import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BankLine } from "../../domain/banking/statements.ts";
import { readExpected, readSample } from "../domain/banking/statements.ts";
import { keepSampleBooks, listLines, type SampleBooks } from "../server/banking.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, type Seat, sitDown } from "./bahi.ts";

const PASSWORD = readExpected("idfc-first").lockedCopy.password;

let world: World;
let seat: Seat;
let staff: Seat;
let books: SampleBooks;
beforeAll(async () => {
  world = await createWorld();
  const url = world.listen();
  seat = { url, token: world.kaveri.owner.token as string, folder: world.folder };
  staff = { ...seat, token: world.kaveri.staff.token as string };
  books = await keepSampleBooks(world.kaveri.owner);
  for (const name of ["hdfc-account.xls", "icici-history.csv", "idfc-first-locked.xlsx"]) {
    writeFileSync(join(world.folder, name), readSample(name));
  }
});
afterAll(() => world.end());

const account = async (name: string) =>
  made(await world.kaveri.owner.post("/api/accounts", { name })).account.name as string;
const listStatements = async (seat: Seat, name: string) =>
  JSON.parse((await bahi(seat, ["statements", "list", "--account", name, "--json"])).stdout);

describe("bahi statements", () => {
  test("lists suggestions for a line and matches it with a document and its TDS", async () => {
    const [line] = await listLines(world.kaveri.owner, books.hdfc);
    const find = ["statements", "candidates", line._id, "--q", "000001", "--kind", "invoice"];
    const { items } = JSON.parse((await bahi(staff, [...find, "--json"])).stdout);
    expect((await bahi(staff, find)).stdout).toContain(`1,18,000.00  ${items[0].id}`);
    const match = (...more: string[]) => bahi(staff, ["statements", "match", line._id, ...more]);
    expect(await match()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("add --entry ID, --document ID:AMOUNT or --line ID"),
    });
    expect((await match("--document", `${items[0].id}:x`)).exitCode).toBe(2);
    expect((await match("--document", `${items[0].id}:1`, "--line", "x")).exitCode).toBe(2);
    expect(await match("--line", line._id)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is not a candidate"),
    });
    const { stdout } = await match("--document", `${items[0].id}:1,16,000.00:2000`);
    expect(stdout).toStartWith("Matched with Payment of invoice 25-26/INV/000001");
    const [, path = ""] = /bahi api DELETE (\S+)/.exec(stdout) ?? [];
    expect(await bahi(seat, ["api", "DELETE", path])).toMatchObject({ exitCode: 0 });
    const { invoice } = done(await world.kaveri.owner.get(`/api/invoices/${items[0].id}`));
    const withGst = await match("--document", `${invoice._id}:1,16,000.00::2000`);
    expect(withGst.stdout).toStartWith("Matched with Payment of invoice 25-26/INV/000001");
    const { payments } = done(await world.kaveri.owner.get(`/api/invoices/${invoice._id}`));
    const heads = invoice.gstMode === "IGST" ? { igst: 2_000 } : { cgst: 1_000, sgst: 1_000 };
    expect(payments).toMatchObject([{ tdsAmount: 0, gstTds: heads }]);
    const [, undo = ""] = /bahi api DELETE (\S+)/.exec(withGst.stdout) ?? [];
    expect(await bahi(seat, ["api", "DELETE", undo])).toMatchObject({ exitCode: 0 });
  });

  test("imports a file, prints the result, lists it and removes it", async () => {
    const name = await account("HDFC by line");
    const words = ["statements", "import", "hdfc-account.xls", "--account", "HDFC BY LINE"];
    const dry = await bahi(staff, [...words, "--dry-run"]);
    expect(dry.stdout).toBe(
      "Would import 26 lines of 20 Apr – 31 May 2026 from HDFC (BIFF8 workbook): balances are continuous.\n",
    );
    expect((await listStatements(staff, name)).total).toBe(0);
    const { stdout, exitCode } = await bahi(staff, words);
    expect(exitCode).toBe(0);
    expect(stdout).toStartWith("Imported 26 lines of ");
    const { items } = await listStatements(staff, name);
    expect(stdout).toEndWith(
      `Review them: bahi reconcile\nUndo: bahi statements remove ${items[0]._id}\n`,
    );
    expect((await bahi(staff, words)).stdout).toBe(
      "Nothing to import: 26 lines, all of them already imported.\n",
    );
    expect((await listStatements(staff, name)).total).toBe(1);
    const table = await bahi(staff, ["statements", "list", "--account", name]);
    expect(table.stdout).toMatch(/2026-04-20 +2026-05-31 +hdfc-account\.xls +26 +26 /);
    const every = await bahi(staff, ["statements", "list"]);
    expect(every.stdout).toMatch(/HDFC by line +2026-04-20 /);
    const refused = await bahi(staff, ["statements", "remove", items[0]._id]);
    expect(refused.exitCode).toBe(4);
    for (const { _id } of (await listStatements(seat, name)).items) {
      expect(await bahi(seat, ["statements", "remove", _id])).toMatchObject({ exitCode: 0 });
    }
    expect((await listStatements(staff, name)).total).toBe(0);
    const gone = await bahi(seat, ["statements", "remove", items[0]._id]);
    expect(gone).toMatchObject({ exitCode: 5 });
  });

  test("takes a password from stdin or asks for it on a terminal", async () => {
    await account("IDFC by line");
    const words = ["statements", "import", "idfc-first-locked.xlsx", "--account", "IDFC by line"];
    const none = await bahi(staff, words);
    expect(none.exitCode).toBe(3);
    expect(none.stderr).toContain("add --password-stdin");
    const wrong = await bahi(staff, [...words, "--password-stdin"], "nope\n");
    expect(wrong.exitCode).toBe(3);
    const dry = [...words, "--dry-run"];
    const right = await bahi(staff, [...dry, "--password-stdin"], `${PASSWORD}\n`);
    expect(right.stdout).toContain("Would import 17 lines");
    const terminal = sitDown(staff, dry);
    await terminal.shows("Password for idfc-first-locked.xlsx");
    terminal.type(`${PASSWORD}\r`);
    const { screen, exitCode } = await terminal.end();
    expect(exitCode).toBe(0);
    expect(screen).toContain("Would import 17 lines");
    expect(screen).not.toContain(PASSWORD);
  }, 60_000);

  test("rejects a missing line and an unknown layout and says what to add", async () => {
    await account("Gap by line");
    const lines = new TextDecoder().decode(readSample("hdfc-delimited.txt")).split("\n");
    writeFileSync(join(world.folder, "gap.txt"), lines.toSpliced(9, 1).join("\n"));
    const words = ["statements", "import", "gap.txt", "--account", "Gap by line", "--dry-run"];
    const refused = await bahi(staff, words);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain("or add --accept-gaps as an owner");
    expect((await bahi(staff, [...words, "--accept-gaps"])).exitCode).toBe(4);
    expect((await bahi(seat, [...words, "--accept-gaps"])).stdout).toContain("a line is missing");
    writeFileSync(join(world.folder, "odd.csv"), "When,What,How much\n01/04/2026,Tea,-10.00\n");
    const odd = ["statements", "import", "odd.csv", "--account", "Gap by line", "--dry-run"];
    const unknown = await bahi(staff, odd);
    expect(unknown.exitCode).toBe(3);
    expect(unknown.stderr).toContain("are these? Add --columns date:0");
    expect(unknown.stderr).toContain("  2  How much\n");
    const told = await bahi(staff, [...odd, "--columns", "date:0,narration:1,amount:2"]);
    expect(told.stdout).toStartWith("Would import 1 line of ");
  });

  test("prints the gap between files and names the account's user", async () => {
    const name = await account("Joined by line");
    const head = "Date,Description,Debit,Credit,Balance\n";
    writeFileSync(join(world.folder, "sep.csv"), `${head}30/09/2026,A,100,,900\n`);
    writeFileSync(join(world.folder, "oct.csv"), `${head}01/10/2026,B,100,,400\n`);
    const bring = (file: string) => bahi(staff, ["statements", "import", file, "--account", name]);
    expect((await bring("sep.csv")).stdout).not.toContain("missing");
    expect((await bring("oct.csv")).stdout).toContain(
      "₹400.00 is missing: the account closed with ₹900.00 on 30 Sep 2026, this file opens with ₹500.00.\n",
    );
    const { exitCode, stderr } = await bring("icici-history.csv");
    expect(exitCode).toBe(3);
    expect(stderr).toContain('add --account "ICICI Savings 0092"');
  });

  test("rejects a missing file without a request", async () => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    const { stderr, exitCode } = await bahi(nobody, ["statements", "import", "none.csv"]);
    expect({ stderr, exitCode }).toEqual({
      stderr: expect.stringContaining("none.csv"),
      exitCode: 2,
    });
    expect(await bahi(nobody, ["reconcile", "--month", "April"])).toMatchObject({ exitCode: 2 });
  });
});

describe("bahi reconcile", () => {
  const words = ["reconcile", "--account", "HDFC Current 2345"];

  test("prints suggestions as a table without a terminal", async () => {
    const { stdout, stderr } = await bahi(staff, words);
    expect(stdout).toContain("Printwell");
    expect(stderr + stdout).toContain("31 lines to review");
    const { items } = JSON.parse((await bahi(staff, [...words, "--json"])).stdout);
    expect(items).toHaveLength(31);
    const none = JSON.parse((await bahi(staff, [...words, "--month", "2026-05", "--json"])).stdout);
    expect(none.items).toEqual([]);
  });

  test.each([120, 32])(
    "one key accepts and one undoes on a terminal of %d columns",
    async (n) => {
      const { owner } = world.kaveri;
      const open = async () =>
        (await listLines(owner, books.hdfc)).filter(({ match }: BankLine) => !match).length;
      const before = await open();
      const terminal = sitDown(seat, words, n);
      await terminal.shows(`Line 1 of ${before}, 0 accepted`);
      while ((await open()) === before) {
        terminal.type("\r");
        await Bun.sleep(300);
        if ((await open()) === before) terminal.type("j");
        await Bun.sleep(100);
      }
      await terminal.shows("1 accepted");
      terminal.type("u");
      await terminal.shows("Undone");
      expect(await open()).toBe(before);
      terminal.type("q");
      const { screen, exitCode } = await terminal.end();
      expect(exitCode).toBe(0);
      expect(screen).toContain(`0 lines accepted, ${before} left`);
    },
    60_000,
  );
});

test("bahi reports reconciliation saves the statement of a day", async () => {
  const words = [
    "reports",
    "reconciliation",
    "--account",
    "HDFC Current 2345",
    "--at",
    "2026-04-05",
  ];
  expect((await bahi(staff, words)).exitCode).toBe(0);
  const file = join(world.folder, "reconciliation-HDFC-Current-2345-2026-04-05.pdf");
  expect(readFileSync(file, "latin1").slice(0, 5)).toBe("%PDF-");
  expect(existsSync(file)).toBeTrue();
  const csv = await bahi(staff, [...words, "--format", "csv", "--out", "-"]);
  expect(csv.stdout).toStartWith("Date,Particulars,Reference,Amount,Balance\n");
  const { at, difference } = JSON.parse((await bahi(staff, [...words, "--json"])).stdout);
  expect({ at, difference }).toEqual({ at: "2026-04-05", difference: 0 });
  expect(await bahi(staff, [...words, "--format", "xml"])).toMatchObject({ exitCode: 2 });
});
