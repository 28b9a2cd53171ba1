import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { formatRange, toPresetRange } from "../../domain/dates.ts";
import { bahi, type Seat, sitDown } from "./bahi.ts";
import { lines, OCTOBER, openOctober } from "./october.ts";

let world: Awaited<ReturnType<typeof openOctober>>["world"];
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
});
afterAll(() => world.end());

describe("bahi transactions list", () => {
  test("lists a month, newest first, with totals that leave out transfers", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["transactions", "list", ...OCTOBER]);
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

  test("defaults to this month", async () => {
    const { stdout } = await bahi(seat, ["transactions", "list"]);
    expect(stdout).toContain(
      `1 transaction, ${formatRange(toPresetRange("thisMonth"))}: ₹10.00 in`,
    );
  });

  test("filters like the screen, by names in any case or by id", async () => {
    const totals = async (...words: string[]) => {
      const { stdout } = await bahi(seat, ["transactions", "list", ...OCTOBER, ...words, "--json"]);
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

  test("sorts by the given column and names the columns it can sort by", async () => {
    const list = ["transactions", "list", ...OCTOBER, "--sort"];
    const { stdout } = await bahi(seat, [...list, "-amount", "--json"]);
    const amounts = JSON.parse(stdout).items.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([1250000.5, 5000, 120, 5]);
    const { stderr, exitCode } = await bahi(seat, [...list, "size"]);
    expect(stderr).toContain("--sort size is not valid; use one of date, description, account");
    expect(exitCode).not.toBe(0);
  });

  test("pages and prints the page number", async () => {
    const { stdout } = await bahi(seat, [
      "transactions",
      "list",
      ...OCTOBER,
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

  test("--json prints the API's response unchanged", async () => {
    const { stdout } = await bahi(seat, ["transactions", "list", ...OCTOBER, "--json"]);
    const path = "/api/transactions?dateFrom=2026-10-01&dateTo=2026-10-31";
    expect(JSON.parse(stdout)).toEqual((await world.kaveri.owner.get(path)).body);
  });

  test("fits terminals of 40 and 120 columns and omits colours in pipes and with NO_COLOR", async () => {
    for (const columns of [40, 80, 120]) {
      const { screen } = await sitDown(seat, ["transactions", "list", ...OCTOBER], columns).end();
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
      await sitDown(plain, ["transactions", "list", ...OCTOBER]).end(),
      await sitDown(seat, ["transactions", "list", ...OCTOBER, "--no-color"]).end(),
      { screen: (await bahi(seat, ["transactions", "list", ...OCTOBER])).stdout },
    ]) {
      expect(said.screen).not.toContain("\u001b");
    }
  });

  test("prints every page with --all, plain amounts with --csv, and only rows with --quiet", async () => {
    const list = (...words: string[]) => bahi(seat, ["transactions", "list", ...OCTOBER, ...words]);
    const paged = await list("--limit", "2");
    expect(paged.stdout).toContain("Page 1 of");
    const all = JSON.parse((await list("--all", "--json")).stdout);
    expect([all.items.length, all.page, all.totalPages]).toEqual([all.total, 1, 1]);
    const csv = (await list("--all", "--csv", "--sort", "amount")).stdout.trimEnd().split("\n");
    expect(csv[0]).toBe("Date,Description,Account,Category,Type,Amount");
    expect(csv).toHaveLength(all.total + 1);
    expect(csv.every((row, n) => n === 0 || /,\d+\.\d\d$/.test(row))).toBe(true);
    const quiet = (await list("--quiet")).stdout;
    expect(quiet).not.toContain("Oct 2026");
    expect(quiet.trimEnd().split("\n")).toHaveLength(all.total + 1);
    expect(await list("--csv", "--json")).toEqual({
      stdout: '{"message":"--csv and --json cannot be combined"}\n',
      stderr: "bahi: --csv and --json cannot be combined; choose one\n",
      exitCode: 2,
    });
    expect(await list("--all", "--page", "2")).toMatchObject({
      stderr: expect.stringContaining("'--all' cannot be used with option '--page <n>'"),
      exitCode: 2,
    });
  });

  test.each([
    [["--month", "2026-13"], "--month 2026-13 is not a month; enter YYYY-MM, like 2026-10"],
    [
      ["--month", "2026-10", "--preset", "ytd"],
      "two periods are given; keep --month, or --preset, or --date-from and --date-to",
    ],
    [
      ["--to", "2026-10-31"],
      "--date-to needs --date-from; add the first day too, like --date-from 2026-10-01",
    ],
    [["--from", "2999-01-01"], "--date-from 2999-01-01 is after today; add --date-to as well"],
    [
      ["--from", "2026-02-01", "--to", "2026-02-31"],
      "--to 2026-02-31 is not a date; enter 2026-09-05, 05/09/2026 or 5 Sep 2026",
    ],
    [
      ["--from", "2026-10-02", "--to", "2026-10-01"],
      "--date-from 2026-10-02 is after --date-to 2026-10-01; put the earlier day first",
    ],
    [
      ["--preset", "custom"],
      "--preset custom is not known; use one of thisMonth, lastMonth, ytd, lastYear, " +
        "thisFY, lastFY, thisQuarter, lastQuarter",
    ],
    [["--type", "Gift"], "--type Gift is not known; use one of Income, Expense, Transfer"],
    [["--min", "1.234"], "--min 1.234 is not an amount; enter it in rupees, like 1500 or 1,500.50"],
    [["--limit", "101"], "--limit 101 is not valid; write a whole number from 1 to 100"],
    [["--lmit", "3"], "unknown option '--lmit'; did you mean --limit?"],
    [["october"], /^bahi: too many arguments for 'list'.*; see bahi transactions list --help\n$/],
  ])("rejects %p without a request", async (words, message) => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    const said = await bahi(nobody, ["transactions", "list", ...words]);
    if (typeof message === "string") expect(said.stderr).toBe(`bahi: ${message}\n`);
    else expect(said.stderr).toMatch(message);
    expect({ ...said, stderr: "" }).toEqual({ stdout: "", stderr: "", exitCode: 2 });
  });

  test("exits 5 for an unknown name", async () => {
    expect(await bahi(seat, ["transactions", "list", "--account", "narmada bank"])).toMatchObject({
      stdout: "",
      stderr: 'bahi: no account is named "narmada bank"; see bahi accounts list\n',
      exitCode: 5,
    });
  });
});
