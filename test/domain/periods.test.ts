import { expect, test } from "bun:test";
import fc from "fast-check";
import { addDays, countDays, toPresetRange } from "../../domain/dates.ts";
import { periodBefore, stepMonthEnd, stepPeriod } from "../../domain/periods.ts";

test.each([
  ["a month", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
  ["a financial year", "2026-04-01", "2027-03-31", "2025-04-01", "2026-03-31"],
  ["a quarter", "2026-04-01", "2026-06-30", "2026-01-01", "2026-03-31"],
  ["the year so far", "2026-01-01", "2026-11-21", "2025-01-01", "2025-11-21"],
  ["the month so far", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["half a month", "2026-11-01", "2026-11-15", "2026-10-01", "2026-10-15"],
  ["ten days", "2026-11-11", "2026-11-20", "2026-11-01", "2026-11-10"],
])("compares %s with the previous one", (_, dateFrom, dateTo, from, to) => {
  expect(periodBefore({ dateFrom, dateTo })).toEqual({ dateFrom: from, dateTo: to });
});

test("the previous period ends before this one and is about as long", () => {
  const starts = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays("1960-01-01", days));
  fc.assert(
    fc.property(starts, fc.integer({ min: 0, max: 360 }), (dateFrom, days) => {
      const range = { dateFrom, dateTo: addDays(dateFrom, days) };
      const before = periodBefore(range);
      expect(before.dateTo < range.dateFrom).toBe(true);
      expect(Math.abs(countDays(before) - countDays(range))).toBeLessThanOrEqual(4);
    }),
  );
  expect(periodBefore(toPresetRange("thisMonth", "2026-11-21"))).toEqual(
    toPresetRange("lastMonth", "2026-11-21"),
  );
});

test("arrows move by whole months or by as many days, and keep month ends", () => {
  const step = (dateFrom: string, dateTo: string, by: -1 | 1) =>
    Object.values(stepPeriod({ dateFrom, dateTo }, by)).join(" ");
  expect(step("2027-02-01", "2027-02-28", 1)).toBe("2027-03-01 2027-03-31");
  expect(step("2026-04-01", "2027-03-31", -1)).toBe("2025-04-01 2026-03-31");
  expect(step("2026-11-05", "2026-11-14", 1)).toBe("2026-11-15 2026-11-24");
  expect(stepMonthEnd("2027-03-31", -1)).toBe("2027-02-28");
  expect(stepMonthEnd("2026-11-23", -1)).toBe("2026-10-31");
  expect(stepMonthEnd("2026-11-23", 1)).toBe("2026-11-30");
  expect(stepMonthEnd("2026-11-30", 1)).toBe("2026-12-31");
});
