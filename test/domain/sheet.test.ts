import { expect, test } from "bun:test";
import { tdsSheet } from "../../domain/ledger/registerSheets.ts";
import { balanceText, changeText, figureText } from "../../domain/ledger/sheet.ts";
import { balanceSheetSheet } from "../../domain/ledger/statementSheets.ts";

test("amounts have a true minus, zero is a dash, and a balance shows its side", () => {
  expect([305000.5, -50000, 0].map(figureText)).toEqual(["3,05,000.50", "−50,000.00", "–"]);
  expect([900, -231500, 0].map(balanceText)).toEqual(["900.00 Dr", "2,31,500.00 Cr", "–"]);
  expect([changeText(3, 1), changeText(1, 3)]).toEqual(["+2.00", "−2.00"]);
  expect(figureText(123_456_789_012_345_678_901n)).toBe("12,34,56,78,90,12,34,56,789.01");
});

test("an unbalanced balance sheet shows the difference and no check mark", () => {
  const sides = { totalEquity: 100, totalLiabilities: 50, totalAssets: 150.01 };
  const lists = { equity: [], liabilities: [], assets: [], notes: [] };
  const constitution = "PROPRIETOR" as const;
  const report = { ...sides, ...lists, constitution, booksBegin: "2026-04-01", at: "2027-03-31" };
  const { proof } = balanceSheetSheet(report);
  expect([proof?.isTrue, proof?.fault]).toEqual([false, "The two sides differ by −0.01"]);
  expect(balanceSheetSheet({ ...report, totalAssets: 150 }).proof?.isTrue).toBe(true);
});

test("TDS on a debit note opens the note", () => {
  const row = { _id: "1", date: "2026-05-02", quarter: "Q1", clientId: "2", client: "Kaveri" };
  const of = { pan: "", invoice: "DN/1", documentId: "3", gross: 10, tds: 1, ...row };
  const kinds = ["INVOICE", "DEBIT_NOTE"].map((kind) => ({ ...of, kind }));
  const quarters = [{ quarter: "Q1", tds: 2, gross: 20 }];
  const { rows } = tdsSheet({ year: 2026, booksBegin: "", rows: kinds, quarters, total: 2 });
  const opened = rows.flatMap(({ href }) => href ?? []);
  expect(opened).toEqual(["/invoices/3", "/notes/3"]);
});
