import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { toPresetRange } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { lines, OCTOBER, openOctober } from "./october.ts";

let world: Awaited<ReturnType<typeof openOctober>>["world"];
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
});
afterAll(() => world.end());

describe("bahi accounts and categories", () => {
  test("lists both", async () => {
    expect(lines((await bahi(seat, ["accounts", "list"])).stdout)).toEqual([
      "Account | Type | Opening | Active | Id",
      `kaveri bank | Bank | ₹0.00 | yes | ${world.kaveri.account._id}`,
      `kaveri cash | Cash | ₹0.00 | yes | ${world.kaveri.cash._id}`,
      "2 accounts",
    ]);
    expect(lines((await bahi(seat, ["categories", "list"])).stdout)).toEqual([
      "Category | Type | Kind | Active | Id",
      `Fees | Income | Revenue | yes | ${world.kaveri.fees._id}`,
      `Rent | Expense | Other expense | yes | ${world.kaveri.rent._id}`,
      "2 categories",
    ]);
    for (const noun of ["accounts", "categories"]) {
      const { stdout } = await bahi(seat, [noun, "list", "--json"]);
      expect(JSON.parse(stdout)).toEqual((await world.kaveri.owner.get(`/api/${noun}`)).body);
    }
  });

  test("prints the balances of a period, by default this month", async () => {
    expect(lines((await bahi(seat, ["accounts", "balances", ...OCTOBER])).stdout)).toEqual([
      "1 Oct – 31 Oct 2026",
      "Account | Type | Opening | Income | Expense | Transfers | Closing",
      "kaveri bank | Bank | ₹0.00 | ₹12,50,000.50 | ₹0.00 | -₹5,000.00 | ₹12,45,000.50",
      "kaveri cash | Cash | ₹0.00 | ₹0.00 | ₹125.00 | ₹5,000.00 | ₹4,875.00",
      "Total | ₹0.00 | ₹12,50,000.50 | ₹125.00 | ₹12,49,875.50",
    ]);
    const { stdout } = await bahi(seat, ["accounts", "balances", "--json"]);
    const { dateFrom, dateTo } = toPresetRange("thisMonth");
    const path = `/api/accounts/balances?dateFrom=${dateFrom}&dateTo=${dateTo}`;
    expect(JSON.parse(stdout)).toEqual((await world.kaveri.owner.get(path)).body);
  });
});

describe("bahi check", () => {
  test("counts what agrees", async () => {
    const { stdout, stderr, exitCode } = await bahi(seat, ["check"]);
    expect(stdout).toMatch(
      /^The books are correct\.\nRecomputed from 5 transactions in 2 accounts: \d+ daily totals and \d /,
    );
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const { stdout: json } = await bahi(seat, ["check", "--json"]);
    expect(JSON.parse(json)).toEqual((await world.kaveri.owner.get("/api/books/check")).body);
  });

  test("prints what differs and exits 3", async () => {
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
      "bahi: 1 figure differs from the rows; keep a copy of the database and report it\n",
    );
    expect(exitCode).toBe(3);
    const said = await bahi(narmada, ["check", "--json"]);
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: false, differences: [{ stored: 901 }] });
  });

  test("is for owners only", async () => {
    const staff = { ...seat, token: world.kaveri.staff.token as string };
    expect(await bahi(staff, ["check"])).toMatchObject({ stdout: "", exitCode: 4 });
  });
});
