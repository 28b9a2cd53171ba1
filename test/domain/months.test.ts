import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { addDays, formatDate, yearLabel, yearRange } from "../../domain/dates.ts";
import {
  listMonths,
  monthAfter,
  monthIndex,
  monthName,
  monthShort,
  toFirstOfMonth,
  toLastOfMonth,
} from "../../domain/months.ts";

const day = fc.integer({ min: 0, max: 400_000 }).map((days) => addDays("1900-01-01", days));

test("months follow each other day by day, whichever day is given", () => {
  fc.assert(
    fc.property(day, (date) => {
      expect(addDays(toLastOfMonth(date), 1)).toBe(toFirstOfMonth(monthAfter(date)));
      expect(toLastOfMonth(date.slice(0, 7))).toBe(toLastOfMonth(date));
      expect(monthShort(date)).toBe(formatDate(toFirstOfMonth(date)).slice(2));
    }),
  );
});

test("counts months across year ends in both directions", () => {
  expect(monthAfter("2026-12")).toBe("2027-01");
  expect(monthAfter("2026-01-31", -1)).toBe("2025-12");
  fc.assert(
    fc.property(day, fc.integer({ min: -9_000, max: 9_000 }), (date, months) => {
      expect(monthIndex(monthAfter(date, months)) - monthIndex(date)).toBe(months);
    }),
  );
});

test("lists every month that a range touches", () => {
  expect(listMonths({ dateFrom: "2026-11-30", dateTo: "2027-01-01" })).toEqual([
    "2026-11",
    "2026-12",
    "2027-01",
  ]);
  expect(listMonths(yearRange(2026))).toHaveLength(12);
});

test("names a month and a financial year", () => {
  expect(monthName("2026-09")).toBe("September 2026");
  expect([1999, 2008, 2026].map(yearLabel)).toEqual(["1999-00", "2008-09", "2026-27"]);
});
