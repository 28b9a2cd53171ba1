import { describe, expect, test } from "bun:test";
import type { Paise } from "../../../domain/money.ts";
import { type Paid, type TdsRule, tdsOn, termsOn } from "../../../domain/purchases/tds.ts";

const rupees = (amount: number) => Math.round(amount * 100) as Paise;
const bill = (date: string, amount: number, tds = 0): Paid => ({
  date,
  taxable: rupees(amount),
  tds: rupees(tds),
});

describe("what is kept back of a vendor's bill", () => {
  test.each<[string, TdsRule, Paid[], number[]]>([
    [
      "S1, S2: an editor, one sum above ₹30,000",
      "CONTRACTOR_PERSON",
      [bill("2026-05-10", 29_000), bill("2026-06-10", 31_000)],
      [0, 310],
    ],
    [
      "S3: a company whose fourth bill passes the year's limit",
      "CONTRACTOR",
      ["2026-04-10", "2026-05-10", "2026-06-10", "2026-07-10"].map((date) => bill(date, 28_000)),
      [0, 0, 0, 2_240],
    ],
    [
      "S4, S5: an accountant, without the GST that is shown",
      "PROFESSIONAL",
      [bill("2026-08-01", 40_000), bill("2026-09-01", 15_000)],
      [0, 5_500],
    ],
    ["S6: the hire of a studio", "RENT_BUILDING", [bill("2026-08-01", 60_000)], [6_000]],
    [
      "two rents of a month that pass its limit together, and one of the next month",
      "RENT_BUILDING",
      [bill("2026-10-02", 30_000), bill("2026-10-20", 30_000), bill("2026-11-02", 50_000)],
      [0, 6_000, 0],
    ],
  ])("%s", (_, rule, bills, expected) => {
    const earlier: Paid[] = [];
    const found = bills.map((each) => {
      const tds = tdsOn(rule, each, earlier);
      earlier.push({ ...each, tds });
      return tds / 100;
    });
    expect(found).toEqual(expected);
  });

  test("another year begins anew, no PAN costs 20 %, and a limit holds from its day", () => {
    const of2025 = [bill("2026-03-31", 90_000)];
    expect(tdsOn("PROFESSIONAL", bill("2026-04-01", 40_000), of2025)).toBe(0 as Paise);
    expect(tdsOn("PROFESSIONAL", bill("2026-04-01", 60_000), [], false)).toBe(rupees(12_000));
    expect(tdsOn("PROFESSIONAL", bill("2025-03-31", 40_000), [])).toBe(rupees(4_000));
    expect(tdsOn("PROFESSIONAL", bill("2025-04-01", 40_000), [])).toBe(0 as Paise);
    expect(tdsOn("GOODS", bill("2026-05-01", 60_00_000), [])).toBe(rupees(1_000));
    expect(tdsOn("GOODS", bill("2026-05-01", 60_00_000), [], false)).toBe(rupees(50_000));
    expect(termsOn("CONTRACTOR", "2026-04-01")?.source).toContain("393(1)");
    expect(termsOn("CONTRACTOR", "2026-03-31")?.source).toContain("194C");
  });

  test("before April 2025 the limits were those of the time", () => {
    expect(tdsOn("COMMISSION", bill("2025-01-10", 16_000), [])).toBe(rupees(320));
    expect(tdsOn("COMMISSION", bill("2025-04-10", 16_000), [])).toBe(0 as Paise);
    expect(tdsOn("RENT_BUILDING", bill("2025-01-10", 60_000), [])).toBe(0 as Paise);
    const rents = ["2024-10-01", "2024-11-01", "2024-12-01"].map((date) => bill(date, 80_000));
    expect(tdsOn("RENT_BUILDING", bill("2025-01-01", 80_000), rents)).toBe(rupees(32_000));
    expect(termsOn("RENT_BUILDING", "2025-03-31")?.source).toBe("1961 Act, s. 194-I(b)");
  });
});
