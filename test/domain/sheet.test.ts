import { expect, test } from "bun:test";
import { balanceText, changeText, figureText } from "../../domain/ledger/sheet.ts";
import { balanceSheetSheet } from "../../domain/ledger/statementSheets.ts";

test("figures have a true minus, a nil is a dash, a balance has its side", () => {
  expect([305000.5, -50000, 0].map(figureText)).toEqual(["3,05,000.50", "−50,000.00", "–"]);
  expect([900, -231500, 0].map(balanceText)).toEqual(["900.00 Dr", "2,31,500.00 Cr", "–"]);
  expect([changeText(3, 1), changeText(1, 3)]).toEqual(["+2.00", "−2.00"]);
  expect(figureText(123_456_789_012_345_678_901n)).toBe("12,34,56,78,90,12,34,56,789.01");
});

test("a balance sheet whose two sides differ says by how much, and proves nothing", () => {
  const sides = { totalEquity: 100, totalLiabilities: 50, totalAssets: 150.01 };
  const lists = { equity: [], liabilities: [], assets: [], notes: [] };
  const report = { ...sides, ...lists, booksBegin: "2026-04-01", at: "2027-03-31" };
  const { proof } = balanceSheetSheet(report);
  expect([proof?.isTrue, proof?.fault]).toEqual([false, "The two sides differ by −0.01"]);
  expect(balanceSheetSheet({ ...report, totalAssets: 150 }).proof?.isTrue).toBe(true);
});
