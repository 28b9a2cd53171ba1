import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { addDays, toFinancialYear } from "../../domain/dates.ts";
import {
  advanceNumbering,
  defaultNumbering,
  formatNumber,
  hasYear,
  rollSeries,
  toCounter,
  yearWarning,
} from "../../domain/documents/numbering.ts";

const APRIL = "2026-04-01";

describe("a series", () => {
  test.each([
    ["FY25-26", APRIL, "FY26-27"],
    ["25-26", APRIL, "26-27"],
    ["2025-26", APRIL, "2026-27"],
    ["2025-2026", APRIL, "2026-2027"],
    ["fy25-26", APRIL, "fy26-27"],
    ["FY2025-26", APRIL, "FY2026-27"],
    ["KS-25-26", APRIL, "KS-26-27"],
    ["FY24-25", "2026-11-21", "FY26-27"],
    ["98-99", "1999-04-01", "99-00"],
    ["2099-00", "2100-04-01", "2100-01"],
    ["99-00", "2000-04-01", "00-01"],
    ["FY25-26", "2026-03-31", "FY25-26"],
  ])("%s at %s is %s", (series, date, expected) => {
    expect(hasYear(series)).toBe(true);
    expect(rollSeries(series, date)).toBe(expected);
  });

  test.each(["A", "2025", "25-27", "FY2526", "25/26", "25-26-26-27", "24-25-26", "125-26"])(
    "%s contains no year and stays unchanged",
    (series) => {
      expect(hasYear(series)).toBe(false);
      expect(rollSeries(series, APRIL)).toBe(series);
    },
  );

  test("keeps its year format for any date", () => {
    const date = fc
      .integer({ min: 0, max: 400_000 })
      .map((days) => addDays("1900-04-01", days % 401_000));
    const around = fc.stringMatching(/^[A-Za-z/]{0,6}$/);
    const pair = fc.constantFrom("25-26", "2025-26", "2025-2026", "99-00", "1999-00");
    fc.assert(
      fc.property(around, pair, around, date, (before, years, after, on) => {
        const series = before + years + after;
        const next = rollSeries(series, on);
        const year = toFinancialYear(on);
        expect(next).toHaveLength(series.length);
        expect(next.startsWith(before) && next.endsWith(after)).toBe(true);
        expect(hasYear(next)).toBe(true);
        expect(rollSeries(next, on)).toBe(next);
        const [first = "", second = ""] = next.slice(before.length).split("-");
        expect(String(year).endsWith(first)).toBe(true);
        expect(second.startsWith(String(year + 1).slice(-years.split("-")[1]!.length))).toBe(true);
      }),
    );
  });
});

describe("a counter", () => {
  const yearly = { series: "FY25-26", prefix: "RCPT", resetPolicy: "YEARLY" } as const;

  test("belongs to its financial year, in both directions", () => {
    const stems = ["2026-03-31", "2026-04-01", "2025-03-30"].map(
      (date) => toCounter(yearly, date).stem,
    );
    expect(stems).toEqual(["FY25-26/RCPT", "FY26-27/RCPT", "FY24-25/RCPT"]);
    const bare = { ...yearly, series: "A" };
    expect(toCounter(bare, "2026-03-31")).toEqual({ stem: "A/RCPT", year: 2025 });
    expect(toCounter(bare, APRIL)).toEqual({ stem: "A/RCPT", year: 2026 });
  });

  test("never restarts with the policy NEVER", () => {
    const never = { ...yearly, resetPolicy: "NEVER" } as const;
    expect(toCounter(never, APRIL)).toEqual({ stem: "FY25-26/RCPT", year: 0 });
    expect(advanceNumbering(never, APRIL)).toEqual(never);
  });

  test("advances the settings with a later year and never back", () => {
    expect(advanceNumbering(yearly, APRIL).series).toBe("FY26-27");
    expect(advanceNumbering(yearly, "2026-03-31")).toEqual(yearly);
    expect(advanceNumbering(yearly, "2024-04-01")).toEqual(yearly);
    const end = { ...yearly, series: "99-00" };
    expect(advanceNumbering(end, "2000-04-01").series).toBe("00-01");
    expect(advanceNumbering(end, "1999-03-31").series).toBe("99-00");
  });
});

test("a receipt's number pads its sequence to five digits and can grow", () => {
  const { stem } = toCounter(defaultNumbering("RECEIPT", "2026-11-21"), "2026-11-21");
  expect(formatNumber("RECEIPT", stem, 1)).toBe("FY26-27/RCPT/00001");
  expect(formatNumber("RECEIPT", stem, 123_456)).toBe("FY26-27/RCPT/123456");
});

test("an invoice's usual number fills the 16 characters of Rule 46", () => {
  const { stem } = toCounter(defaultNumbering("INVOICE", "2026-11-21"), "2026-11-21");
  const number = formatNumber("INVOICE", stem, 12);
  expect(number).toBe("26-27/INV/000012");
  expect(number).toHaveLength(16);
});

test("warns of a number from another year than its document's", () => {
  const number = "26-27/INV/000012";
  expect(yearWarning(number, "2026-11-21")).toBeUndefined();
  expect(yearWarning(number, "2027-03-31")).toBeUndefined();
  expect(yearWarning(number, "2027-04-01")).toBe(
    "The number belongs to financial year 2026-27, but the date is in 2027-28",
  );
  expect(yearWarning("KS/INV/000012", "2027-04-01")).toBeUndefined();
  expect(yearWarning("INV/25-26", "2027-04-01")).toBeUndefined();
});
