import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addDays, formatDate, isCalendarDate } from "../../domain/dates.ts";
import { LARGEST_AMOUNT, type Paise, readAmount, toDecimal } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { addMonths, readTypedDate } from "../../domain/typedDates.ts";
import { evaluateCell } from "../../islands/invoices/values.ts";

const ON = "2026-11-21";

describe("a typed date", () => {
  test.each([
    ["t", "2026-11-21"],
    ["Y", "2026-11-20"],
    ["Today", "2026-11-21"],
    ["yesterday", "2026-11-20"],
    ["tomorrow", "2026-11-22"],
    ["+3", "2026-11-24"],
    ["-21", "2026-10-31"],
    ["m", "2026-11-01"],
    ["h", "2026-11-30"],
    ["15", "2026-11-15"],
    ["15/8", "2026-08-15"],
    ["15/8/25", "2025-08-15"],
    ["15-08-2025", "2025-08-15"],
    ["15.8.2025", "2025-08-15"],
    ["2025-08-15", "2025-08-15"],
    ["15 Aug", "2026-08-15"],
    ["5 august 2025", "2025-08-05"],
    [" 29/2/2024 ", "2024-02-29"],
  ])("%p is %s", (text, date) => {
    expect(readTypedDate(text, ON)).toBe(date);
  });

  test.each([
    "",
    "31/2",
    "29/2/2026",
    "32",
    "0",
    "15/13",
    "8/15/2026",
    "someday",
    "15/8/2026/1x",
    "1 foo",
  ])("%p is not a date", (text) => {
    expect(readTypedDate(text, ON)).toBeUndefined();
  });

  test("reads what a date field shows", () => {
    const dates = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays("1950-01-01", days));
    fc.assert(fc.property(dates, (date) => expect(readTypedDate(formatDate(date), ON)).toBe(date)));
  });

  test("a month later is an existing day of the next month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
    const dates = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays("1950-01-01", days));
    fc.assert(
      fc.property(dates, fc.integer({ min: -50, max: 50 }), (date, months) =>
        expect(isCalendarDate(addMonths(date, months))).toBe(true),
      ),
    );
  });
});

describe("a typed amount", () => {
  test.each([
    ["1,23,456.50", 12_345_650],
    ["1200*1.18", 141_600],
    ["1200 × 1.18", 141_600],
    ["(500+250)/3", 25_000],
    ["4500-10%", 405_000],
    ["4500+18%", 531_000],
    ["200*5%", 1_000],
    ["0.1+0.2", 30],
    ["100/3", 3_333],
    ["200/3", 6_667],
    ["₹500 + ₹250.50", 75_050],
    ["2*-3", -600],
    ["10−4", 600],
    ["1000/3*3", 100_000],
  ])("%p makes %d paise", (text, paise) => {
    expect(readTypedAmount(text)).toBe(paise as Paise);
  });

  test.each([
    "",
    "1+",
    "(1+2",
    "1+2)",
    "1/0",
    "5/(2-2)",
    "10%",
    "1 2",
    "1e5",
    "abc",
    "1.2.3",
    "--",
    "9999999999999*9",
  ])("%p is not an amount", (text) => {
    expect(readTypedAmount(text)).toBeUndefined();
  });

  test("adds exactly, whatever the amounts", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(amounts, (paise) => {
        const text = paise.map((amount) => toDecimal(amount as Paise)).join(" + ");
        expect(readTypedAmount(text)).toBe(paise.reduce((sum, amount) => sum + amount, 0) as Paise);
      }),
    );
  });

  test("reads a plain amount like every other reader", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LARGEST_AMOUNT }), (paise) => {
        const text = toDecimal(paise as Paise);
        expect(readTypedAmount(text)).toBe(readAmount(text) as Paise);
      }),
    );
  });

  test("never throws or exceeds the largest amount", () => {
    const letters = fc.constantFrom(..."0123456789.,+-*/()% ");
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
        const paise = readTypedAmount(text) ?? 0;
        expect(Number.isSafeInteger(paise) && Math.abs(paise) <= LARGEST_AMOUNT).toBe(true);
      }),
    );
  });
});

test("an invoice field does not read a decimal comma as a number", () => {
  expect(["500,50", "1,234.5", "1.234"].map((text) => evaluateCell("rate", text))).toEqual([
    ...["0.00", "1,234.50", "1.234"],
  ]);
});
