import { describe, expect, test } from "bun:test";
import {
  cleanNumber,
  isOneSlip,
  isRewritten,
  toNumberKeys,
} from "../../../domain/purchases/billNumbers.ts";
import { matchInward } from "../../../domain/purchases/matching.ts";
import { type CreditBill, rule37 } from "../../../domain/taxbook/credit.ts";
import { listMatchableBills, OCTOBER } from "./october.ts";

describe("the number of a bill", () => {
  test.each([
    ["PPH/45", "PPH/2026-27/045", "PPH45", "PPH45", true, false],
    ["INV-0045", "45", "INV45", "45", true, false],
    ["GST/25-26/007", "GST-7", "GST7", "GST7", true, false],
    ["SCH/26-27/1182", "1182", "SCH1182", "1182", true, false],
    ["KS-0457", "KS-0458", "KS457", "KS458", false, true],
    ["BILL-23-00040", "BILL-23-00045", "BILL2340", "BILL2345", false, true],
    ["A/1", "B/1", "A1", "B1", false, false],
    ["INV 7", "inv7", "INV7", "INV7", true, false],
    ["25-26", "2526", "2526", "2526", true, false],
    ["KS-1/16-17", "KS-1", "KS11617", "KS1", false, false],
    ["KS0457", "KS04571", "KS457", "KS4571", false, true],
  ])("%s and %s", (a, b, first, second, rewritten, slip) => {
    expect([cleanNumber(a), cleanNumber(b)]).toEqual([first, second]);
    const [one, other] = [toNumberKeys(a), toNumberKeys(b)];
    expect([isRewritten(one, other), isRewritten(other, one)]).toEqual([rewritten, rewritten]);
    expect([isOneSlip(one, other), isOneSlip(other, one)]).toEqual([slip, slip]);
  });
});

test("the bills of October match their rows as in the worked example", () => {
  const { rows, expected } = OCTOBER;
  const bills = listMatchableBills((bill) => !bill.earlier);
  const found = matchInward(bills, rows).map(({ bill, row, status, differences }) => ({
    bill: bill?.number ?? null,
    row: row?.number ?? null,
    ctin: row?.gstin ?? bill?.gstin,
    status,
    differences,
  }));
  expect(found as unknown).toEqual(expected.matches);
});

test("uses nothing twice and lists everything once, in any order", () => {
  const { rows } = OCTOBER;
  const bills = listMatchableBills(() => true);
  for (let turn = 0; turn < 20; turn++) {
    const shuffled = rows.toSorted(() => Math.random() - 0.5);
    const found = matchInward(
      bills.toSorted(() => Math.random() - 0.5),
      shuffled,
    );
    const [of, on] = [
      found.flatMap(({ bill }) => bill ?? []),
      found.flatMap(({ row }) => row ?? []),
    ];
    expect([of.length, new Set(of).size]).toEqual([bills.length, bills.length]);
    expect([on.length, new Set(on).size]).toEqual([rows.length, rows.length]);
  }
});

describe("Rule 37", () => {
  const R: [string, string, number, number, [string, number][], string | undefined, number][] = [
    ["R1", "2026-03-20", 30_000, 2_700, [], "2026-10", 2_700],
    ["R2", "2026-03-12", 20_000, 1_800, [["2026-04-30", 17_700]], "2026-10", 450],
    ["R3", "2026-03-05", 30_000, 2_700, [], "2026-10", 2_700],
    ["R4", "2026-03-04", 30_000, 2_700, [], "2026-09", 2_700],
    ["R5", "2026-03-20", 30_000, 2_700, [["2026-09-16", 35_400]], undefined, 0],
  ];
  test.each(R)("%s", (_, date, taxable, tax, paid, period, reversed) => {
    const paise = (amount: number) => (amount * 100) as never;
    const line = { igst: paise(0), cgst: paise(tax), sgst: paise(tax), cess: paise(0) };
    const bill: CreditBill = {
      id: "b",
      number: "B/1",
      date,
      place: "29",
      sign: 1,
      isTaken: false,
      waits: true,
      totalPaise: paise(taxable + 2 * tax),
      lines: [{ ...line, taxable: paise(taxable), itc: "ELIGIBLE", ledger: "purchases" }],
      paid: paid.map(([date, amount]) => ({ date, amountPaise: paise(amount) })),
      reversedBefore: undefined,
      supplierUnfiledOn: "",
      supplierFiledOn: "",
    };
    const [found] = rule37(bill, date.slice(0, 7), (day) => day.slice(0, 7));
    expect(found?.period).toBe(period as string);
    expect((found?.cgst ?? 0) / 100).toBe(reversed);
  });
});

test("takes another punctuation of a number on the same day without asking", () => {
  const { rows } = OCTOBER;
  const [row] = rows;
  if (!row) throw new Error("There are no rows");
  const statusOf = (number: string, date = row.date) =>
    matchInward([{ ...row, number, date }], [{ ...row, number: "KP/2610/09" }])[0]?.status;
  expect(statusOf("KP-2610-09")).toBe("EXACT");
  expect(statusOf("KP-2610-09", "2026-10-01")).toBe("SUGGESTED");
  expect(statusOf("KP-2610-9")).toBe("SUGGESTED");
});
