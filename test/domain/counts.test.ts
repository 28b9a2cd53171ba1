import { expect, test } from "bun:test";
import { formatMore, pluralize, sizeText } from "../../domain/counts.ts";
import { formatDaysAway } from "../../domain/dates.ts";

test("formats a count with its singular or plural noun in Indian grouping", () => {
  expect(pluralize(0, "bill")).toBe("0 bills");
  expect(pluralize(1, "bill")).toBe("1 bill");
  expect(pluralize(2, "entry", "entries")).toBe("2 entries");
  expect(pluralize(100_000, "line is", "lines are")).toBe("1,00,000 lines are");
});

test("counts unnamed kinds at the end and mentions no zero counts", () => {
  expect(formatMore(1_234)).toBe(" and 1,234 more");
  expect(formatMore(0)).toBe("");
  expect(formatMore(-2)).toBe("");
});

test("describes a future day by distance, across month and year ends", () => {
  expect(formatDaysAway("2026-11-26", "2026-11-26")).toBe("today");
  expect(formatDaysAway("2026-12-01", "2026-11-30")).toBe("tomorrow");
  expect(formatDaysAway("2027-01-02", "2026-12-30")).toBe("in 3 days");
  expect(formatDaysAway("2026-11-25", "2026-11-26")).toBe("");
});

test("shows a small size in bytes, then in kB, MB and GB", () => {
  expect([1, 999].map(sizeText)).toEqual(["1 byte", "999 bytes"]);
  expect([1_000, 1_001, 339_500].map(sizeText)).toEqual(["1 kB", "2 kB", "340 kB"]);
  expect([1_000_000, 1_249_000].map(sizeText)).toEqual(["1.0 MB", "1.2 MB"]);
  expect(sizeText(3_400_000_000)).toBe("3.4 GB");
});
