import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { addDays, formatRange, rangeOf, today } from "../../domain/dates.ts";
import { createWorld, made, type World } from "../world.ts";
import { bahi, type Seat, shell, sitDown } from "./bahi.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account, cash, fees, rent } = world.kaveri;
  seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
  const add = async (path: string, body: object) => made(await owner.post(path, body));
  const [income, expense] = [
    { type: "Income", accountId: account._id, categoryId: fees._id },
    { type: "Expense", accountId: cash._id, categoryId: rent._id },
  ];
  const all = "/api/transactions";
  await add(all, {
    ...income,
    date: "2026-10-01",
    description: "Retainer, Zest",
    amount: 1250000.5,
  });
  await add(all, { ...expense, date: "2026-10-02", description: "चहा आणि नाश्ता", amount: 120 });
  await add(all, {
    ...expense,
    date: "2026-10-03",
    description: "=1+1",
    amount: 5,
    notes: "a note",
  });
  await add(all, { ...income, date: today(), description: "Fee of this month", amount: 10 });
  const transfer = { fromAccountId: account._id, toAccountId: cash._id, amount: 5000 };
  await add(`${all}/transfer`, { ...transfer, date: "2026-10-04", description: "Cash for tea" });
});
afterAll(() => world.end());

const october = ["--month", "2026-10"];

/** Lines without the blanks of the layout. */
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ {2,}/g, " | "));

describe("bahi transactions list", () => {
  test("shows a month, newest first, with totals that leave transfers out", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["transactions", "list", ...october]);
    expect(lines(stdout)).toEqual([
      "Date | Description | Account | Category | Type | Amount",
      "2026-10-04 | Cash for tea | kaveri bank → kaveri cash | Transfer | Transfer | ₹5,000.00",
      "2026-10-03 | =1+1 | kaveri cash | Rent | Expense | ₹5.00",
      "2026-10-02 | चहा आणि नाश्ता | kaveri cash | Rent | Expense | ₹120.00",
      "2026-10-01 | Retainer, Zest | kaveri bank | Fees | Income | ₹12,50,000.50",
      "4 transactions, 1 Oct – 31 Oct 2026: ₹12,50,000.50 in, ₹125.00 out, net ₹12,49,875.50",
    ]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });

  test("takes this month where no period is given", async () => {
    const { stdout } = await bahi(seat, ["transactions", "list"]);
    expect(stdout).toContain(`1 transaction, ${formatRange(rangeOf("thisMonth"))}: ₹10.00 in`);
  });

  test("filters as the screen does, by names in any case or by id", async () => {
    const totals = async (...words: string[]) => {
      const { stdout } = await bahi(seat, ["transactions", "list", ...october, ...words, "--json"]);
      return JSON.parse(stdout).total;
    };
    expect(await totals("--type", "expense")).toBe(2);
    expect(await totals("--account", "KAVERI cash")).toBe(3);
    expect(await totals("--account", world.kaveri.account._id)).toBe(2);
    expect(await totals("--category", "rent", "--min", "100")).toBe(1);
    expect(await totals("--max", "₹5,000")).toBe(3);
    expect(await totals("--search", "NOTE")).toBe(1);
    expect(await totals("--search", "%")).toBe(0);
  });

  test("pages, and says which page", async () => {
    const { stdout } = await bahi(seat, [
      "transactions",
      "list",
      ...october,
      "--limit",
      "3",
      "--page",
      "2",
    ]);
    expect(lines(stdout).slice(1)).toEqual([
      "2026-10-01 | Retainer, Zest | kaveri bank | Fees | Income | ₹12,50,000.50",
      "4 transactions, 1 Oct – 31 Oct 2026: ₹12,50,000.50 in, ₹125.00 out, net ₹12,49,875.50",
      "Page 2 of 2",
    ]);
  });

  test("--json is the API's answer as it came", async () => {
    const { stdout } = await bahi(seat, ["transactions", "list", ...october, "--json"]);
    const path = "/api/transactions?dateFrom=2026-10-01&dateTo=2026-10-31";
    expect(JSON.parse(stdout)).toEqual((await world.kaveri.owner.get(path)).body);
  });

  test("fits a terminal of 40 columns and one of 120, and colours neither a pipe nor NO_COLOR", async () => {
    for (const columns of [40, 80, 120]) {
      const { screen } = await sitDown(seat, ["transactions", "list", ...october], columns).end();
      const rows = Bun.stripANSI(screen)
        .split("\r\n")
        .filter((row) => /^(Date|2026)/.test(row));
      expect(rows).toHaveLength(5);
      expect(rows.every((row) => Bun.stringWidth(row) <= columns)).toBe(true);
      expect(rows.every((row) => /Amount|₹/.test(row))).toBe(true);
      expect(screen).toContain("\u001b[2m");
    }
    const plain = { ...seat, env: { NO_COLOR: "1" } };
    for (const said of [
      await sitDown(plain, ["transactions", "list", ...october]).end(),
      await sitDown(seat, ["transactions", "list", ...october, "--no-color"]).end(),
      { screen: (await bahi(seat, ["transactions", "list", ...october])).stdout },
    ]) {
      expect(said.screen).not.toContain("\u001b");
    }
  });

  test.each([
    [["--month", "2026-13"], "--month 2026-13 is no month; write it YYYY-MM, like 2026-10"],
    [
      ["--month", "2026-10", "--preset", "ytd"],
      "the period is given in two ways; keep --month, or --preset, or --from and --to",
    ],
    [["--from", "2026-10-01"], "--from needs --to; give the last day too, like --to 2026-10-31"],
    [
      ["--from", "2026-02-01", "--to", "2026-02-31"],
      "--to 2026-02-31 is no day; write one that exists, as YYYY-MM-DD",
    ],
    [
      ["--from", "2026-10-02", "--to", "2026-10-01"],
      "--from 2026-10-02 is after --to 2026-10-01; give the earlier day first",
    ],
    [
      ["--preset", "custom"],
      "--preset custom is not known; write one of thisMonth, lastMonth, ytd, lastYear, thisFY, lastFY",
    ],
    [["--type", "Gift"], "--type Gift is not known; write one of Income, Expense, Transfer"],
    [["--min", "1.234"], "--min 1.234 is no amount; write it in rupees, like 1500 or 1,500.50"],
    [
      ["--limit", "101"],
      "option '--limit <n>' argument '101' is invalid. Write a whole number from 1 to 100; see bahi transactions list --help",
    ],
    [["--lmit", "3"], "unknown option '--lmit'; did you mean --limit?"],
    [["october"], /^bahi: too many arguments for 'list'.*; see bahi transactions list --help\n$/],
  ])("refuses %p before it asks the server", async (words, message) => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    const said = await bahi(nobody, ["transactions", "list", ...words]);
    if (typeof message === "string") expect(said.stderr).toBe(`bahi: ${message}\n`);
    else expect(said.stderr).toMatch(message);
    expect({ ...said, stderr: "" }).toEqual({ stdout: "", stderr: "", exitCode: 2 });
  });

  test("exits 5 for a name that nothing has", async () => {
    expect(await bahi(seat, ["transactions", "list", "--account", "narmada bank"])).toMatchObject({
      stdout: "",
      stderr: 'bahi: no account is called "narmada bank"; see bahi accounts list\n',
      exitCode: 5,
    });
  });
});

describe("bahi transactions export", () => {
  test("writes all of time to stdout, in columns that import reads back", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["transactions", "export"]);
    expect(stdout).toBe((await world.kaveri.owner.get("/api/transactions/export.csv")).body);
    expect(stdout.split("\n")).toHaveLength(7);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect((await bahi(seat, ["import", "-", "--quiet"], stdout)).stdout).toBe(
      "Nothing to add: 5 rows, all of them in the books already.\n",
    );
  });

  test("writes a file whole, and over another only with --force", async () => {
    const words = ["transactions", "export", ...october, "--out", "october.csv"];
    const path = join(world.folder, "october.csv");
    writeFileSync(path, "mine");
    expect(await bahi(seat, words)).toEqual({
      stdout: "",
      stderr:
        "bahi: october.csv is there already; overwrite it with --force, or name another with --out\n",
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

  test("looks at the place before it asks the server", async () => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    for (const out of [".", "no/such/folder.csv"]) {
      expect((await bahi(nobody, ["transactions", "export", "--out", out])).exitCode).toBe(2);
    }
    expect((await bahi(nobody, ["transactions", "export", "--json"])).exitCode).toBe(2);
  });

  test("leaves nothing behind where the server breaks off", async () => {
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

  test("leaves nothing behind where the disk is full", async () => {
    // A limit of one block on any file stands in for the disk.
    const words = ["reports", "transactions", ...october, "--out", "full.pdf"];
    const { stderr, exitCode } = await shell(seat, 'trap "" XFSZ; ulimit -f 1; exec "$@"', words);
    expect(stderr).toMatch(/^bahi: full\.pdf was not written: [^\n]+; nothing was left behind\n$/);
    expect(exitCode).toBe(1);
    expect(readdirSync(world.folder).filter((name) => name.includes("full.pdf"))).toEqual([]);
  });

  test("ends well when its reader has had enough", async () => {
    const script = '{ "$@"; echo "exit $?" >&2; } | head -n 1';
    const { stdout, stderr } = await shell(seat, script, ["transactions", "export"]);
    expect(stdout).toBe("Date,Description,Account,Category,Type,Amount,Notes\n");
    expect(stderr).toBe("exit 0\n");
  });
});

describe("bahi accounts and categories", () => {
  test("lists both", async () => {
    expect(lines((await bahi(seat, ["accounts", "list"])).stdout)).toEqual([
      "Account | Type | Opening | Active | Id",
      `kaveri bank | Bank | ₹0.00 | yes | ${world.kaveri.account._id}`,
      `kaveri cash | Cash | ₹0.00 | yes | ${world.kaveri.cash._id}`,
      "2 accounts",
    ]);
    expect(lines((await bahi(seat, ["categories", "list"])).stdout)).toEqual([
      "Category | Type | Active | Id",
      `Fees | Income | yes | ${world.kaveri.fees._id}`,
      `Rent | Expense | yes | ${world.kaveri.rent._id}`,
      "2 categories",
    ]);
    for (const noun of ["accounts", "categories"]) {
      const { stdout } = await bahi(seat, [noun, "list", "--json"]);
      expect(JSON.parse(stdout)).toEqual((await world.kaveri.owner.get(`/api/${noun}`)).body);
    }
  });

  test("gives the balances of a period, and of this month where none is given", async () => {
    expect(lines((await bahi(seat, ["accounts", "balances", ...october])).stdout)).toEqual([
      "1 Oct – 31 Oct 2026",
      "Account | Type | Opening | Income | Expense | Transfers | Closing",
      "kaveri bank | Bank | ₹0.00 | ₹12,50,000.50 | ₹0.00 | -₹5,000.00 | ₹12,45,000.50",
      "kaveri cash | Cash | ₹0.00 | ₹0.00 | ₹125.00 | ₹5,000.00 | ₹4,875.00",
      "Total | ₹0.00 | ₹12,50,000.50 | ₹125.00 | ₹12,49,875.50",
    ]);
    const { stdout } = await bahi(seat, ["accounts", "balances", "--json"]);
    const { dateFrom, dateTo } = rangeOf("thisMonth");
    const path = `/api/accounts/balances?dateFrom=${dateFrom}&dateTo=${dateTo}`;
    expect(JSON.parse(stdout)).toEqual((await world.kaveri.owner.get(path)).body);
  });
});

describe("bahi check", () => {
  test("says how much agrees", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["check"]);
    expect(stdout).toMatch(
      /^The books are right: 5 transactions in 2 accounts give the \d+ daily figures and \d monthly figures/,
    );
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const { stdout: json } = await bahi(seat, ["check", "--json"]);
    expect(JSON.parse(json)).toEqual((await world.kaveri.owner.get("/api/books/check")).body);
  });

  test("says what differs and exits 3", async () => {
    const { owner, account, fees } = world.narmada;
    const entry = { type: "Income", accountId: account._id, categoryId: fees._id, amount: 9 };
    made(
      await owner.post("/api/transactions", { ...entry, date: "2026-10-01", description: "Fee" }),
    );
    await world.books.write.run(
      sql`UPDATE daily SET income_paise = income_paise + 1 WHERE account_id = ${account._id}`,
    );
    const narmada = { ...seat, token: owner.token as string };
    const { stdout, stderr, exitCode } = await bahi(narmada, ["check"]);
    expect(lines(stdout)[1]).toBe("day 2026-10-01 | narmada bank | Fees | income | ₹9.01 | ₹9.00");
    expect(stderr).toBe(
      "bahi: 1 figure differs from what the rows say; keep a copy of the database and report it\n",
    );
    expect(exitCode).toBe(3);
    const said = await bahi(narmada, ["check", "--json"]);
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: false, differences: [{ stored: 901 }] });
  });

  test("is the owners' to ask", async () => {
    const staff = { ...seat, token: world.kaveri.staff.token as string };
    expect(await bahi(staff, ["check"])).toMatchObject({ stdout: "", exitCode: 4 });
  });
});

describe("bahi reports transactions", () => {
  const NAME = "transactions-report-2026-10-01-to-2026-10-31.pdf";

  test("saves the PDF under the browser's name, or where it is told to", async () => {
    const words = ["reports", "transactions", ...october];
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

  test("needs a period", async () => {
    expect(await bahi(seat, ["reports", "transactions"])).toMatchObject({
      stderr:
        "bahi: Please select a date range first; add --month, or --preset, or --from and --to\n",
      exitCode: 2,
    });
    expect(existsSync(join(world.folder, `transactions-report-${addDays(today(), 0)}`))).toBe(
      false,
    );
  });
});
