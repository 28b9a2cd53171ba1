import { expect, test } from "bun:test";
import { andMore, counted } from "../../domain/counts.ts";
import { daysAway } from "../../domain/dates.ts";

test("a count is followed by one thing or by several, in the grouping of India", () => {
  expect(counted(0, "bill")).toBe("0 bills");
  expect(counted(1, "bill")).toBe("1 bill");
  expect(counted(2, "entry", "entries")).toBe("2 entries");
  expect(counted(100_000, "line is", "lines are")).toBe("1,00,000 lines are");
});

test("what a sentence does not name is counted at its end, and nothing is said of nothing", () => {
  expect(andMore(1_234)).toBe(" and 1,234 more");
  expect(andMore(0)).toBe("");
  expect(andMore(-2)).toBe("");
});

test("a day to come is told by how far it is, across a month's and a year's end", () => {
  expect(daysAway("2026-11-26", "2026-11-26")).toBe("today");
  expect(daysAway("2026-12-01", "2026-11-30")).toBe("tomorrow");
  expect(daysAway("2027-01-02", "2026-12-30")).toBe("in 3 days");
  expect(daysAway("2026-11-25", "2026-11-26")).toBe("");
});
