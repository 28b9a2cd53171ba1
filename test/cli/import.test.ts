import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { bahi } from "./bahi.ts";
import { HEADER, type Importing, openImporting, timeless } from "./importing.ts";

let { world, url, csv, seatOf, totalOf } = {} as Importing;
beforeAll(async () => {
  ({ world, url, csv, seatOf, totalOf } = await openImporting());
});
afterAll(() => world.end());

describe("bahi import", () => {
  test("imports a file, prints the result and undoes it", async () => {
    const file = await csv(
      "october.csv",
      "2026-10-01,Retainer of Zest,kaveri bank,Fees,Income,1250000.50,",
      "5-Oct-2026,Studio rent,kaveri bank,Rent,expense,55000,",
      "2026-10-05,Cash for tea,kaveri bank → kaveri cash,Transfer,Transfer,5000,",
      "2026-10-31,Two servers,kaveri bank,Hosting,Expense,12.34,",
    );
    const { stdout, stderr, exitCode } = await bahi(seatOf("kaveri"), [
      "import",
      file,
      "--create-missing",
    ]);
    const id = /undo (\S+)/.exec(stdout)?.[1] as string;
    expect(stdout.split("\n")).toEqual([
      "Added 4 transactions (₹12,50,000.50 in, ₹55,012.34 out, 1 transfer), 1 Oct – 31 Oct 2026.",
      "Created 1 category (Hosting).",
      `Undo: bahi imports undo ${id}`,
      "",
    ]);
    expect(timeless(stderr)).toEndWith("october.csv  4 rows  N s\n");
    expect(exitCode).toBe(0);

    expect(await bahi(seatOf("kaveri", "staff"), ["imports", "undo", id])).toMatchObject({
      stdout: "",
      stderr: "bahi: Only agency owners can undo imports; ask an owner of the agency to do it\n",
      exitCode: 4,
    });
    expect(await bahi(seatOf("kaveri"), ["imports", "undo", id])).toEqual({
      stdout: "Undid october.csv: 4 transactions\n",
      stderr: "",
      exitCode: 0,
    });
    expect(await totalOf("kaveri", "Two servers")).toBe(0);
    expect(await bahi(seatOf("kaveri"), ["imports", "undo", id])).toMatchObject({
      stderr: "bahi: Import not found; see bahi imports list\n",
      exitCode: 5,
    });
  });

  test("adds nothing on a repeated import unless told to", async () => {
    const file = await csv(
      "twins.csv",
      "2026-09-01,Twin fee,kaveri bank,Fees,Income,100,",
      "2026-09-01,Twin fee,kaveri bank,Fees,Income,100,",
    );
    const more = await csv(
      "triplets.csv",
      "2026-09-01,Twin fee,kaveri bank,Fees,Income,100,",
      "2026-09-01,Twin fee,kaveri bank,Fees,Income,100,",
      "2026-09-01,Twin fee,kaveri bank,Fees,Income,100,",
    );
    const words = async (...args: string[]) =>
      (await bahi(seatOf("kaveri"), ["import", ...args, "--quiet"])).stdout.split("\nUndo")[0];
    expect(await words(file)).toBe(
      "Added 2 transactions (₹200.00 in, ₹0.00 out, 0 transfers), 1 Sep 2026.",
    );
    expect(await words(file)).toBe("Nothing to add: 2 rows, all of them already in the books.\n");
    expect(await words(more)).toBe(
      "Added 1 transaction (₹100.00 in, ₹0.00 out, 0 transfers), 1 Sep 2026.\n2 were already in the books.",
    );
    expect(await words(file, "--keep-duplicates")).toStartWith("Added 2 transactions");
    expect(await totalOf("kaveri", "Twin fee")).toBe(5);
  });

  test("a dry run prints the result and changes nothing", async () => {
    const file = await csv("new.csv", "2026-08-01,Dry tea,Petty Cash,Snacks,Expense,20,");
    expect(
      (await bahi(seatOf("kaveri"), ["import", file, "--create-missing", "--dry-run"])).stdout,
    ).toBe(
      `Would add 1 transaction (₹0.00 in, ₹20.00 out, 0 transfers), 1 Aug 2026.
Would create 1 account (Petty Cash) and 1 category (Snacks).
Nothing was changed; leave --dry-run out to import it.
`,
    );
    expect(await totalOf("kaveri", "Dry tea")).toBe(0);
  });

  test("--json prints only the API's response, also with input from stdin", async () => {
    const rows = `${HEADER}\n2026-07-01,Piped fee,kaveri bank,Fees,Income,7,\n`;
    const said = await bahi(seatOf("kaveri"), ["import", "-", "--json"], rows);
    const { import: report } = JSON.parse(said.stdout);
    expect(report).toMatchObject({
      file: "",
      dryRun: false,
      rows: 1,
      added: 1,
      skipped: 0,
      totals: { income: 7, expense: 0, transfers: 0 },
      dateFrom: "2026-07-01",
      dateTo: "2026-07-01",
      created: { accounts: [], categories: [] },
    });
    expect(report._id).toBeString();
    const again = await bahi(seatOf("kaveri"), ["--json", "import", "-"], rows);
    const undone = await bahi(seatOf("kaveri"), ["imports", "undo", report._id, "--json"]);
    expect(JSON.parse(undone.stdout)).toEqual({ message: "Import deleted successfully" });
    expect(JSON.parse(again.stdout).import).toMatchObject({ _id: null, added: 0, skipped: 1 });
  });

  test("prints every bad row, changes nothing and exits 3", async () => {
    const good = Array.from(
      { length: 90 },
      (_, i) => `2026-06-01,Fee ${i},kaveri bank,Fees,Income,1,`,
    );
    const file = await csv(
      "bad.csv",
      "2026-06-01,Half a paisa,kaveri bank,Fees,Income,12.345,",
      ...good,
      "2026-06-31,No such day,kaveri bank,Fees,Income,1,",
      "2026-06-01,Slip of the key,kaveri bank,Rennt,Expense,1,",
    );
    const { stdout, stderr, exitCode } = await bahi(seatOf("kaveri"), ["import", file]);
    const [first, ...rows] = stderr.trimEnd().split("\n");
    expect(first).toBe(
      "bahi: bad.csv was not imported: 3 of 93 rows are wrong; correct them and run it again",
    );
    expect(rows[0]).toMatch(/^ {2}line 2 {3}Amount {4}\S/);
    expect(rows[1]).toMatch(/^ {2}line 93 {2}Date {6}\S/);
    expect(rows[2]).toBe(
      '  line 94  Category  no Expense category is called "Rennt"; did you mean "Rent"?',
    );
    expect({ stdout, exitCode, rows: rows.length }).toEqual({ stdout: "", exitCode: 3, rows: 3 });
    expect(await totalOf("kaveri", "Fee 1")).toBe(0);

    const json = await bahi(seatOf("kaveri"), ["import", file, "--json"]);
    expect(JSON.parse(json.stdout).errors[2]).toMatchObject({
      path: "line 94",
      column: "Category",
    });
  });

  test("prints a hundred bad rows and counts the rest", async () => {
    const rows = Array.from(
      { length: 1234 },
      (_, i) => `2026-06-01,Fee ${i},kaveri bank,Fees,Income,x${i},`,
    );
    const { stderr } = await bahi(seatOf("kaveri"), ["import", await csv("worse.csv", ...rows)]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(102);
    expect(lines[0]).toContain(": 1,234 of 1,234 rows are wrong; ");
    expect(lines.at(-1)).toBe("  and 1,134 more");
  });

  test("imports several files separately and lists rejected ones", async () => {
    const good = await csv("one.csv", "2026-07-01,Tea,kaveri bank,Rent,Expense,10,");
    const bad = await csv("two.csv", "2026-07-01,Tea,nobody's,Rent,Expense,10,");
    const more = await csv("three.csv", "2026-07-02,Tea,kaveri bank,Rent,Expense,20,");
    const said = await bahi(seatOf("kaveri"), ["import", good, bad, more]);
    expect(said.exitCode).toBe(3);
    expect(said.stdout.match(/^Added 1 transaction /gm)).toHaveLength(2);
    expect(said.stderr).toContain("bahi: two.csv was not imported: 1 of 1 row");
    expect(said.stderr).toEndWith(
      "bahi: 1 of 3 files was not imported; correct it and run it again\n",
    );
    const { stdout } = await bahi(seatOf("kaveri"), ["import", good, bad, "--json"]);
    const { imports } = JSON.parse(stdout);
    expect(imports).toMatchObject([
      { file: "one.csv", import: { added: 0, skipped: 1 } },
      { file: "two.csv", errors: [{ path: "line 2", column: "Account" }] },
    ]);
  });

  test("imports a compressed file and rejects a truncated one", async () => {
    const packed = Bun.gzipSync(`${HEADER}\n2026-07-03,Ink,kaveri bank,Rent,Expense,30,\n`);
    await Bun.write(join(world.folder, "july.csv.gz"), packed);
    const { stdout } = await bahi(seatOf("kaveri"), ["import", "july.csv.gz", "--json"]);
    expect(JSON.parse(stdout).import).toMatchObject({ file: "july.csv.gz", rows: 1, added: 1 });
    await Bun.write(join(world.folder, "half.csv.gz"), packed.slice(0, -12));
    const half = await bahi(seatOf("kaveri"), ["import", "half.csv.gz"]);
    expect(half).toMatchObject({
      stderr: expect.stringMatching(/^bahi: half\.csv\.gz cannot be read: [^\n]+\n$/),
      exitCode: 2,
    });
  });

  test("explains why a file is not a valid CSV", async () => {
    await Bun.write(join(world.folder, "other.csv"), "Day,What,Who\n2026-01-01,Tea,Ravi\n");
    expect(await bahi(seatOf("kaveri"), ["import", "other.csv"])).toEqual({
      stdout: "",
      stderr: `other.csv: 1 row
  Day   → date         2026-01-01
  What  → description  Tea
  Left out: Who
bahi: other.csv was not imported: Choose the column of amounts; name it with --take COLUMN=FIELD; \
see bahi import --help
`,
      exitCode: 3,
    });
    await Bun.write(join(world.folder, "letter.csv"), "Dear sir,\nplease find\n");
    expect(await bahi(seatOf("kaveri"), ["import", "letter.csv"])).toMatchObject({
      stderr:
        "bahi: letter.csv was not imported: The file has no row of headings with transactions below it; " +
        "name a file with a row of headings, as CSV or XLSX\n",
      exitCode: 3,
    });
    await Bun.write(join(world.folder, "empty.csv"), "");
    expect((await bahi(seatOf("kaveri"), ["import", "empty.csv"])).exitCode).toBe(3);
  });

  test("checks the file before any request and exits 2", async () => {
    const nobody = { url: "http://127.0.0.1:1", folder: world.folder };
    expect(await bahi(nobody, ["import", "nowhere.csv"])).toEqual({
      stdout: "",
      stderr:
        "bahi: nowhere.csv cannot be read: there is no such file; name a CSV file, or - for standard input\n",
      exitCode: 2,
    });
    expect(await bahi(nobody, ["import", "."])).toMatchObject({ exitCode: 2 });
  });

  test("asks for a login before the file is sent", async () => {
    const file = await csv("mine.csv", "2026-05-01,Mine,kaveri bank,Fees,Income,1,");
    expect(
      await bahi({ url, token: "forged", folder: world.folder }, ["import", file]),
    ).toMatchObject({
      stdout: "",
      exitCode: 4,
    });
  });
});

describe("bahi imports list", () => {
  test("lists the batches, newest first", async () => {
    const file = await csv("listed.csv", "2026-03-01,Listed fee,narmada bank,Fees,Income,1,");
    await bahi(seatOf("narmada"), ["import", file]);
    const { stdout, exitCode } = await bahi(seatOf("narmada", "staff"), ["imports", "list"]);
    const [title, first] = stdout.split("\n");
    expect(title).toMatch(/^Id +When +File +Added +Rows of +By +State$/);
    expect(first).toMatch(
      /^\S{13} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}listed\.csv +1 +1 {2}Owner of narmada {2}done$/,
    );
    expect(exitCode).toBe(0);
    const json = JSON.parse((await bahi(seatOf("narmada"), ["imports", "list", "--json"])).stdout);
    expect(json).toEqual((await world.narmada.owner.get("/api/imports")).body);
  });
});
