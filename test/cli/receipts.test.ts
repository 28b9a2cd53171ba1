import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { today } from "../../domain/dates.ts";
import { receiptFileName } from "../../domain/documents/receipts.ts";
import { createWorld, done, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { lines } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  const token = world.kaveri.staff.token as string;
  seat = { url: world.listen(), token, folder: world.folder };
});
afterAll(() => world.end());

const total = async () => (await world.kaveri.owner.get("/api/receipts")).body.total;
const path = (name: string) => join(world.folder, name);
const ONE = ["--client", "Meera Iyer", "--purpose", "Logo", "--amount", "1,500.50"];

describe("bahi receipts issue", () => {
  test("issues one and saves its PDF at once", async () => {
    const words = [...ONE, "--account", "KAVERI cash", "--mode", "upi", "--date", "2026-10-05"];
    const { stdout, stderr, exitCode } = await bahi(seat, [
      ...["receipts", "issue", ...words, "--reference", "UTR 42", "--pdf", "one.pdf"],
    ]);
    expect({ stdout, exitCode }).toEqual({
      stdout: "Issued FY26-27/RCPT/00001: ₹1,500.50 from Meera Iyer\n",
      exitCode: 0,
    });
    expect(stderr).toMatch(/^Saved one\.pdf \(\d+ (bytes|kB)\)\n$/);
    expect(readFileSync(path("one.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");
    const { items } = (await world.kaveri.owner.get("/api/receipts")).body;
    expect(items[0]).toMatchObject({
      date: "2026-10-05",
      mode: "UPI",
      reference: "UTR 42",
      accountId: { name: "kaveri cash" },
    });
  });

  test("defaults to today and cash, and prints the API's JSON", async () => {
    const words = ["receipts", "issue", ...ONE, "--account", "kaveri bank", "--json"];
    const { receipt } = JSON.parse((await bahi(seat, words)).stdout);
    expect(receipt).toMatchObject({ date: today(), mode: "Cash", amount: 1500.5 });
  });

  test("sends no request if an argument is missing or malformed", async () => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    writeFileSync(path("there.pdf"), "mine");
    const account = ["--account", "kaveri bank"];
    for (const [words, said] of [
      [ONE, "--account is missing; add it, or use --from-csv"],
      [[...ONE.slice(0, 5), "x", ...account], "--amount x is not an amount"],
      [[...ONE, ...account, "--mode", "Barter"], "--mode Barter is not known"],
      [[...ONE, ...account, "--pdf", "there.pdf"], "there.pdf already exists"],
      [["--from-csv", "f.csv", "--client", "M"], "--client is for one receipt"],
      [["--from-csv", "no.csv"], "no.csv cannot be read: there is no such file"],
    ] as [string[], string][]) {
      const { stderr, exitCode } = await bahi(nobody, ["receipts", "issue", ...words]);
      expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(said), exitCode: 2 });
    }
  });

  test("prints the server's error, also for an unknown account", async () => {
    const words = ["receipts", "issue", "--client", "M", ...ONE.slice(2), "--account"];
    const refused = await bahi(seat, [...words, "kaveri bank"]);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain("Client name must be at least 2 characters");
    expect(await bahi(seat, [...words, "nobody"])).toMatchObject({ exitCode: 5 });
  });
});

describe("bahi receipts issue, run again", () => {
  const words = ["receipts", "issue", "--client", "Twice Paid", ...ONE.slice(2)];

  test("issues no duplicate with the same arguments unless told to", async () => {
    const before = await total();
    const seated = [...words, "--account", "kaveri bank"];
    const first = await bahi(seat, seated);
    const [number] = /\S+(?=:)/.exec(first.stdout) as RegExpExecArray;
    const second = await bahi(seat, seated);
    expect(second.stdout).toMatch(/^Already issued on \d+ \w+ \d+, \d\d:\d\d, /);
    expect(second).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${number}: `) });
    expect(await total()).toBe(before + 1);
    expect((await bahi(seat, [...seated, "--again"])).stdout).toStartWith("Issued ");
    expect(await total()).toBe(before + 2);
  });

  test("issues the rows of a file only once", async () => {
    const before = await total();
    const csv = "Client,Amount,Purpose,Account,Date\nTwice Filed,5,Logo,kaveri bank,5 Nov 2026\n";
    writeFileSync(path("again.csv"), csv);
    const file = ["receipts", "issue", "--from-csv", "again.csv"];
    expect((await bahi(seat, file)).stdout).toContain("Issued 1 receipt, ₹5.00");
    const [number] = done(await world.kaveri.owner.get("/api/receipts?q=Twice+Filed")).items.map(
      ({ receiptNumber }: { receiptNumber: string }) => receiptNumber,
    );
    expect((await bahi(seat, file)).stdout).toBe(
      `Nothing to issue: the row is already receipt ${number}; --keep-duplicates issues it once more\n`,
    );
    expect(await total()).toBe(before + 1);
    const kept = await bahi(seat, [...file, "--keep-duplicates"]);
    expect(kept.stdout).toContain("Issued 1 receipt, ₹5.00");
    expect((await bahi(seat, [...file, "--again"])).stdout).toContain("Issued 1 receipt, ₹5.00");
    expect(await total()).toBe(before + 3);
    const one = await bahi(seat, [...words, "--account", "kaveri bank", "--keep-duplicates"]);
    expect([one.exitCode, one.stderr]).toEqual([
      2,
      "bahi: --keep-duplicates is for --from-csv; for one receipt use --again\n",
    ]);
  });

  test("reports the issued receipt if only its PDF cannot be saved", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, [
      ...[...words, "--account", "kaveri bank", "--notes", "full", "--pdf", "/dev/full"],
    ]);
    const [number] = /FY\S+(?=:)/.exec(stdout) as RegExpExecArray;
    expect(stderr).toContain(
      `${number} is issued, but /dev/full was not written: the disk is full`,
    );
    expect(stderr).toContain(`get its PDF with bahi receipts pdf ${number}`);
    expect(exitCode).toBe(1);
  });

  test("rejects an invalid date and an unknown column", async () => {
    const nobody: Seat = { ...seat, url: "http://127.0.0.1:1" };
    const dated = await bahi(nobody, [...words, "--account", "a", "--date", "31/02/2026"]);
    expect(dated).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--date 31/02/2026 is not a date; enter 2026-09-05"),
    });
    const csv = "Client,Amount,Purpose,Account,Payment Mode\nMeera,5,Logo,kaveri bank,UPI\n";
    const columns = await bahi(seat, ["receipts", "issue", "--from-csv", "-"], csv);
    expect(columns).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        "Unknown column: payment mode; the columns are client, purpose",
      ),
    });
  });
});

describe("bahi receipts issue --from-csv", () => {
  const HEAD = "Client,Amount,Purpose,Account,Mode,Date,Notes\n";

  test("issues a receipt for every row", async () => {
    const before = await total();
    const csv = `\ufeff${HEAD}Meera Iyer,"1,500.50",Logo,kaveri bank,UPI,2026-10-06,"two\nlines"\n
'=Ravi,200,Site,KAVERI CASH,,,\n`;
    writeFileSync(path("two.csv"), csv);
    const { stdout, stderr, exitCode } = await bahi(seat, [
      ...["receipts", "issue", "--from-csv", "two.csv"],
    ]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const [head, , second, sum] = lines(stdout);
    expect(head).toBe("Number | Date | Client | Purpose | Mode | Account | Amount");
    expect(second).toContain(`${today()} | =Ravi | Site | Cash | kaveri cash | ₹200.00`);
    expect(sum).toBe("Issued 2 receipts, ₹1,700.50");
    expect(await total()).toBe(before + 2);
  });

  test("issues none if a row is wrong, and prints its line", async () => {
    const before = await total();
    const rows = 'Meera Iyer,5,Logo,kaveri bank,,,"two\nlines"\nM,5,Site,kaveri bank,,,\n';
    const more = "Ravi,1.234,Site,no bank,,2026-02-30,\n";
    const words = ["receipts", "issue", "--from-csv", "-"];
    const { stdout, stderr, exitCode } = await bahi(seat, words, HEAD + rows + more);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 3 });
    const what = "no receipt was issued: 2 of 3 rows are wrong; correct them and run it again";
    expect(stderr.split("\n")).toEqual([
      `bahi: -: ${what}`,
      "  line 4  client  Client name must be at least 2 characters",
      '  line 5  account  no account is called "no bank"',
      '  line 5  amount  "1.234" is not an amount',
      "  line 5  date  Date must be a valid day, written YYYY-MM-DD",
      "",
    ]);
    const closed = { ...world.kaveri.cash, isActive: false };
    await world.kaveri.owner.put(`/api/accounts/${closed._id}`, closed);
    const inactive = await bahi(seat, words, `${HEAD}Meera,5,Logo,kaveri cash,,,\n`);
    expect(inactive).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("line 2  account  Choose one of your active accounts"),
    });
    expect(await total()).toBe(before);
  });

  test("explains why a file is not a valid CSV", async () => {
    const words = ["receipts", "issue", "--from-csv", "-"];
    const missing = await bahi(seat, words, "Client,Date\nMeera,2026-10-06\n");
    expect(missing).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Missing columns: purpose, amount, account"),
    });
    const many = HEAD + "Meera,5,Logo,kaveri bank,,,\n".repeat(1001);
    expect(await bahi(seat, words, many)).toMatchObject({ exitCode: 2 });
  });
});

describe("bahi receipts issue --dry-run", () => {
  test("reports what would be issued or rejected and issues nothing", async () => {
    const total = async () => (await world.kaveri.owner.get("/api/receipts")).body.total;
    const before = await total();
    const one = [
      "--client",
      "Meera",
      "--purpose",
      "Logo",
      "--amount",
      "1500",
      "--account",
      "kaveri bank",
    ];
    const issue = (...words: string[]) => bahi(seat, ["receipts", "issue", ...words, "--dry-run"]);
    expect(await issue(...one)).toEqual({
      stdout:
        "Would issue 1 receipt, ₹1,500.00.\nNothing was issued; leave --dry-run out to issue it.\n",
      stderr: "",
      exitCode: 0,
    });
    expect(await issue(...one, "--email", "nobody")).toMatchObject({
      stderr: expect.stringMatching(/^bahi: Invalid email[^\n]*; correct it and run it again\n$/),
      exitCode: 3,
    });
    writeFileSync(
      path("would.csv"),
      "Client;Purpose;Amount;Account\nMeera;Logo;1,500.50;kaveri bank\nAsha;Print;500;kaveri bank\n",
    );
    const many = await issue("--from-csv", "would.csv", "--json");
    expect(JSON.parse(many.stdout)).toMatchObject({
      dryRun: true,
      receipts: [{ amount: 1500.5 }, {}],
    });
    expect(await total()).toBe(before);
  });
});

describe("bahi receipts list", () => {
  test("lists a period's receipts with their total", async () => {
    const words = ["receipts", "list", "--month", "2026-10"];
    const { stdout, exitCode } = await bahi(seat, [...words, "--search", "logo", "--limit", "1"]);
    expect(exitCode).toBe(0);
    const shown = lines(stdout);
    expect(shown[1]).toMatch(/^FY26-27\/RCPT\/0000\d \| 2026-10-06 \| Meera Iyer \| Logo \| UPI/);
    expect([shown[0], ...shown.slice(2)]).toEqual([
      "Number | Date | Client | Purpose | Mode | Account | Amount",
      "2 receipts, 1 Oct – 31 Oct 2026: ₹3,001.00",
      "Page 1 of 2",
    ]);
    const filters = ["--mode", "upi", "--account", "kaveri cash", "--min", "1", "--max", "2000"];
    const answer = JSON.parse((await bahi(seat, [...words, ...filters, "--json"])).stdout);
    expect(answer).toMatchObject({ total: 1, totals: { amountSum: 1500.5 } });
  });
});

describe("bahi receipts pdf", () => {
  test("saves each by number or id, under the browser's name", async () => {
    const { items } = (await world.kaveri.owner.get("/api/receipts?limit=1")).body;
    const words = ["receipts", "pdf", "fy26-27/rcpt/00001", items[0]._id, "--json"];
    const { stdout, exitCode } = await bahi(seat, words);
    const files = ["Receipt-FY26-27-RCPT-00001.pdf", receiptFileName(items[0].receiptNumber)];
    expect([JSON.parse(stdout), exitCode]).toEqual([{ files }, 0]);
    for (const file of files) expect(readFileSync(path(file)).length).toBeGreaterThan(5_000);
    expect(await bahi(seat, words)).toMatchObject({ exitCode: 2 });
  });

  test("writes one to --out or stdout and reports missing ones", async () => {
    const words = ["receipts", "pdf", "FY26-27/RCPT/00001", "--out"];
    expect((await bahi(seat, [...words, "-"])).stdout.slice(0, 5)).toBe("%PDF-");
    expect(await bahi(seat, [...words, "x.pdf", "another"])).toMatchObject({ exitCode: 2 });
    expect(await bahi(seat, ["receipts", "pdf", "FY26-27/RCPT/99999"])).toMatchObject({
      exitCode: 5,
      stderr: "bahi: there is no receipt FY26-27/RCPT/99999; see bahi receipts list\n",
    });
  });
});
