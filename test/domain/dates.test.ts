import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  addDays,
  countDays,
  formatMoment,
  formatRange,
  isCalendarDate,
  monthsAndDays,
  type Preset,
  readDate,
  readMonth,
  splitIntoBuckets,
  today,
  toPresetRange,
} from "../../domain/dates.ts";

const day = fc.integer({ min: 0, max: 100_000 }).map((days) => addDays("1900-01-01", days));
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 3000 }))
  .map(([dateFrom, days]) => ({ dateFrom, dateTo: addDays(dateFrom, days) }));

describe("calendar dates", () => {
  test("accepts every existing day, followed by the next", () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(isCalendarDate(date)).toBe(true);
        expect(addDays(date, 1) > date).toBe(true);
        expect(addDays(addDays(date, 1), -1)).toBe(date);
      }),
    );
  });

  test.each([
    "2026-02-29",
    "2026-02-31",
    "2026-13-01",
    "2026-00-10",
    "1899-12-31",
    "3000-01-01",
    "26-1-1",
    "",
  ])("%p is not a date", (text) => expect(isCalendarDate(text)).toBe(false));

  test("are written day first", () => {
    expect(readDate("03/04/2026")).toBe("2026-04-03");
    expect(readDate("3-4-2026")).toBe("2026-04-03");
    for (const text of ["5-9-2026", "05.09.2026", "05/09/26", "2026/09/05", "05-Sep-2026"]) {
      expect([text, readDate(text)]).toEqual([text, "2026-09-05"]);
    }
    for (const text of ["5 Sep 2026", "5 september 26", "05 SEPT 2026"]) {
      expect([text, readDate(text)]).toEqual([text, "2026-09-05"]);
    }
    for (const text of ["5 Sop 2026", "5 Se 2026", "2026-9-5", "5/9/026", "32 Sep 2026", "5-Sep"]) {
      expect([text, readDate(text)]).toEqual([text, undefined]);
    }
    expect(readDate("31/02/2026")).toBeUndefined();
    expect(readDate("04/13/2026")).toBeUndefined();
  });

  test.each([
    ["2026-03-31T18:29:59.999Z", "2026-03-31"],
    ["2026-03-31T18:30:00.000Z", "2026-04-01"],
    ["2025-12-31T18:30:00.000Z", "2026-01-01"],
    ["2024-02-28T18:30:00.000Z", "2024-02-29"],
  ])("at %s it is %s in Kolkata", (moment, date) => expect(today(new Date(moment))).toBe(date));
});

describe("presets", () => {
  const table: [string, Record<Preset, string>][] = [
    [
      "2026-04-01",
      {
        thisMonth: "2026-04-01 2026-04-30",
        lastMonth: "2026-03-01 2026-03-31",
        ytd: "2026-01-01 2026-04-01",
        lastYear: "2025-01-01 2025-12-31",
        thisFY: "2026-04-01 2027-03-31",
        lastFY: "2025-04-01 2026-03-31",
      },
    ],
    [
      "2024-02-29",
      {
        thisMonth: "2024-02-01 2024-02-29",
        lastMonth: "2024-01-01 2024-01-31",
        ytd: "2024-01-01 2024-02-29",
        lastYear: "2023-01-01 2023-12-31",
        thisFY: "2023-04-01 2024-03-31",
        lastFY: "2022-04-01 2023-03-31",
      },
    ],
    [
      "2026-01-01",
      {
        thisMonth: "2026-01-01 2026-01-31",
        lastMonth: "2025-12-01 2025-12-31",
        ytd: "2026-01-01 2026-01-01",
        lastYear: "2025-01-01 2025-12-31",
        thisFY: "2025-04-01 2026-03-31",
        lastFY: "2024-04-01 2025-03-31",
      },
    ],
  ];
  test.each(table)("on %s", (on, expected) => {
    for (const [preset, shown] of Object.entries(expected)) {
      const { dateFrom, dateTo } = toPresetRange(preset as Preset, on);
      expect(`${preset} ${dateFrom} ${dateTo}`).toBe(`${preset} ${shown}`);
    }
  });
});

describe("a range", () => {
  test("is covered once by its whole months and the days around them", () => {
    fc.assert(
      fc.property(range, (whole) => {
        const { months, days } = monthsAndDays(whole);
        const covered = days.reduce((sum, part) => sum + countDays(part), 0);
        const first = months && readMonth(months.from)?.dateFrom;
        const last = months && readMonth(months.to)?.dateTo;
        const whole_ = first && last ? countDays({ dateFrom: first, dateTo: last }) : 0;
        expect(covered + whole_).toBe(countDays(whole));
        for (const part of days) {
          expect(part.dateFrom >= whole.dateFrom && part.dateTo <= whole.dateTo).toBe(true);
        }
      }),
    );
  });

  test("is drawn by day up to 62 days, then by month", () => {
    expect(splitIntoBuckets({ dateFrom: "2026-10-01", dateTo: "2026-12-01" }).starts).toHaveLength(
      62,
    );
    expect(splitIntoBuckets({ dateFrom: "2026-10-01", dateTo: "2026-12-02" })).toEqual({
      by: "month",
      starts: ["2026-10-01", "2026-11-01", "2026-12-01"],
    });
    expect(splitIntoBuckets({ dateFrom: "2025-11-15", dateTo: "2026-02-10" }).starts).toEqual([
      "2025-11-01",
      "2025-12-01",
      "2026-01-01",
      "2026-02-01",
    ]);
  });

  test("is formatted as people write it", () => {
    expect(formatRange({ dateFrom: "2026-10-01", dateTo: "2026-10-31" })).toBe(
      "1 Oct – 31 Oct 2026",
    );
    expect(formatRange({ dateFrom: "2025-12-31", dateTo: "2026-01-01" })).toBe(
      "31 Dec 2025 – 1 Jan 2026",
    );
    expect(formatRange({ dateFrom: "2026-10-01", dateTo: "2026-10-01" })).toBe("1 Oct 2026");
  });

  test("follows India's clock", () => {
    expect(formatMoment("2026-11-21T20:13:00.000Z")).toBe("22 Nov 2026, 01:43");
  });
});
