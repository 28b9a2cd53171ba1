import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { countMonths, countTerm, moveMonths, toDueDate } from "../../domain/documents/lastTime.ts";
import { MONTH_NAMES } from "../../domain/months.ts";

test.each([
  ["Retainer, October 2026", 1, "Retainer, November 2026"],
  ["Retainer for Dec-26", 1, "Retainer for Jan-27"],
  ["AMC (JUL '26)", 1, "AMC (AUG '26)"],
  ["Care of Sept", 1, "Care of Oct"],
  ["Hosting 1 Oct 2026 to 31 Dec 2026", 3, "Hosting 1 Jan 2027 to 31 Mar 2027"],
  ["Retainer, November 2026", -1, "Retainer, October 2026"],
  ["Retainer of october", 1, "Retainer of november"],
  ["Posters for May 2026", 1, "Posters for June 2026"],
  ["Support, Q3 2026", 3, "Support, Q4 2026"],
  ["Support, Q4 2026", 3, "Support, Q1 2027"],
  ["Support, Q3", 1, "Support, Q3"],
  ["Marketing decor may include 2026 pieces", 1, "Marketing decor may include 2026 pieces"],
  ["You May print 40 copies", 1, "You May print 40 copies"],
])("moves %p by %d months to %p", (text, months, expected) => {
  expect(moveMonths(text, months)).toBe(expected);
});

test("returns to the same text when it moves back", () => {
  const month = fc.record({
    name: fc.constantFrom(...MONTH_NAMES),
    year: fc.integer({ min: 1990, max: 2090 }),
    months: fc.integer({ min: -60, max: 60 }),
  });
  fc.assert(
    fc.property(month, ({ name, year, months }) => {
      const text = `Retainer of ${name} ${year}`;
      expect(moveMonths(moveMonths(text, months), -months)).toBe(text);
    }),
  );
});

test("a due date keeps its days from the date of the invoice", () => {
  expect(countTerm("2026-10-04", "2026-11-03")).toBe(30);
  expect(countTerm("2026-10-04", "2026-10-04")).toBe(0);
  expect(countTerm("2026-10-04", "")).toBeNull();
  expect(toDueDate("2026-11-04", 30)).toBe("2026-12-04");
  expect(toDueDate("2026-11-04", null)).toBe("");
  expect(toDueDate("", 30)).toBe("");
  expect(countMonths("2026-10-31", "2027-01-01")).toBe(3);
});
