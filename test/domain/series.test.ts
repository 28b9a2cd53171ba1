import { expect, test } from "bun:test";
import fc from "fast-check";
import { documentDate } from "../../domain/series/occurrence.ts";
import { fillPlaceholders } from "../../domain/series/placeholders.ts";
import {
  describeSchedule,
  listDatesFrom,
  type Schedule,
  UNITS,
} from "../../domain/series/schedule.ts";

const schedule = (anchor: string, unit: Schedule["unit"], every: number, more = {}): Schedule => ({
  anchor,
  unit,
  every,
  lastDay: false,
  end: { date: "", after: 0 },
  ...more,
});
const days = (text: string) => text.split(", ");
const all = (of: Schedule, count: number) => listDatesFrom(of, of.anchor, count);

test("counts dates from the first one each time", () => {
  const year =
    "2026-01-31, 2026-02-28, 2026-03-31, 2026-04-30, 2026-05-31, 2026-06-30, 2026-07-31, ";
  const rest = "2026-08-31, 2026-09-30, 2026-10-31, 2026-11-30, 2026-12-31, 2027-01-31, 2027-02-28";
  expect(all(schedule("2026-01-31", "month", 1), 14)).toEqual(days(year + rest));
  const table: [string, Schedule["unit"], number, string][] = [
    ["2027-11-30", "month", 1, "2027-11-30, 2027-12-30, 2028-01-30, 2028-02-29, 2028-03-30"],
    [
      "2026-05-31",
      "month",
      3,
      "2026-05-31, 2026-08-31, 2026-11-30, 2027-02-28, 2027-05-31, 2027-08-31",
    ],
    ["2026-08-31", "month", 6, "2026-08-31, 2027-02-28, 2027-08-31, 2028-02-29, 2028-08-31"],
    [
      "2024-02-29",
      "year",
      1,
      "2024-02-29, 2025-02-28, 2026-02-28, 2027-02-28, 2028-02-29, 2029-02-28",
    ],
    [
      "2026-11-06",
      "week",
      2,
      "2026-11-06, 2026-11-20, 2026-12-04, 2026-12-18, 2027-01-01, 2027-01-15, 2027-01-29, 2027-02-12",
    ],
    [
      "2026-03-25",
      "day",
      10,
      "2026-03-25, 2026-04-04, 2026-04-14, 2026-04-24, 2026-05-04, 2026-05-14",
    ],
  ];
  for (const [anchor, unit, every, dates] of table) {
    expect(all(schedule(anchor, unit, every), days(dates).length)).toEqual(days(dates));
  }
  const april = all(schedule("2026-04-30", "month", 1), 12);
  expect([april[1], ...april.slice(-3)]).toEqual(
    days("2026-05-30, 2027-01-30, 2027-02-28, 2027-03-30"),
  );
  expect(all(schedule("2026-11-30", "month", 1, { lastDay: true }), 3)).toEqual(
    days("2026-11-30, 2026-12-31, 2027-01-31"),
  );
  expect(all(schedule("2990-01-31", "year", 4), 9)).toEqual(
    days("2990-01-31, 2994-01-31, 2998-01-31"),
  );
});

/** Counts day by day in twenty lines, without the domain's functions. */
function* reference({ anchor, unit, every, lastDay, end }: Schedule): Generator<string> {
  const [year = 0, month = 0, day = 0] = anchor.split("-").map(Number);
  for (let n = 0; end.after === 0 || n < end.after; n++) {
    const date = new Date(0);
    if (unit === "day" || unit === "week") {
      date.setUTCFullYear(year, month - 1, day + n * every * (unit === "week" ? 7 : 1));
    } else {
      const months = n * every * (unit === "year" ? 12 : 1);
      const wanted = lastDay ? 31 : day;
      date.setUTCFullYear(year, month - 1 + months, wanted);
      if (date.getUTCDate() !== wanted) date.setUTCDate(0);
    }
    const text = date.toISOString().slice(0, 10);
    if (end.date && text > end.date) return;
    yield text;
  }
}

test("any schedule has the reference's days, from any day on", () => {
  const aDay = fc
    .date({ min: new Date("2024-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const anEnd = fc.oneof(
    fc.constant({ date: "", after: 0 }),
    aDay.map((date) => ({ date, after: 0 })),
    fc.integer({ min: 1, max: 40 }).map((after) => ({ date: "", after })),
  );
  const any = fc.record({
    anchor: aDay,
    unit: fc.constantFrom(...UNITS),
    every: fc.integer({ min: 1, max: 14 }),
    lastDay: fc.boolean(),
    end: anEnd,
  });
  fc.assert(
    fc.property(any, aDay, (of, from) => {
      const expected: string[] = [];
      for (const date of reference(of)) {
        if (date >= from) expected.push(date);
        if (expected.length === 12 || date > "2300") break;
      }
      expect(listDatesFrom(of, from, 12)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("describes how a series repeats and fills its texts with the right dates", () => {
  expect(describeSchedule(schedule("2026-11-04", "month", 1))).toBe("Every month on the 4th");
  expect(describeSchedule(schedule("2026-11-22", "month", 3))).toBe("Every 3 months on the 22nd");
  expect(describeSchedule(schedule("2026-11-12", "month", 1))).toBe("Every month on the 12th");
  expect(describeSchedule(schedule("2026-11-30", "month", 1, { lastDay: true }))).toBe(
    "Every month, last day",
  );
  expect(describeSchedule(schedule("2026-11-06", "week", 2))).toBe("Every 2 weeks, Fri");
  expect(describeSchedule(schedule("2026-04-01", "year", 1))).toBe("Every year on 1 Apr");
  const text = "{month}, {month-1}, {quarter}, {fy}, {year}";
  expect(fillPlaceholders(text, "2027-01-31")).toBe(
    "Jan 2027, Dec 2026, Q4 FY 2026-27, FY 2026-27, {year}",
  );
});

test("a missed item is dated its own day if in this month, else today", () => {
  expect(documentDate("2026-11-05", "2026-11-23", "")).toBe("2026-11-05");
  expect(documentDate("2026-11-05", "2026-11-23", "2026-11-05")).toBe("2026-11-23");
  expect(documentDate("2026-10-31", "2026-11-23", "")).toBe("2026-11-23");
  expect(documentDate("2026-11-30", "2026-11-23", "")).toBe("2026-11-23");
});
