import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import * as v from "valibot";
import { sumOtherSettlements } from "../../domain/documents/invoices.ts";
import {
  advanceMeaning,
  computeTdsLimit,
  confirmPaymentSchema,
  explainOverpaid,
  paymentWithin,
  tdsAt,
  tdsTooHigh,
} from "../../domain/documents/payments.ts";
import type { Paise } from "../../domain/money.ts";

const rest = { date: "2026-11-21", mode: "UPI", accountId: "a" };
const paise = (amount: number) => amount as Paise;
const NOTHING_SETTLED = { creditedPaise: paise(0), deductedPaise: paise(0) };

test("advances, notes and write-offs settle what money, TDS and balance leave", () => {
  const totals = { grandTotal: 1_00_000.3, received: 60_000.1, tds: 9_999.9, balanceDue: 20_000 };
  expect(sumOtherSettlements(totals)).toBe(10_000.3);
  expect(sumOtherSettlements({ ...totals, balanceDue: 30_000.3 })).toBe(0);
});

describe("a payment", () => {
  const tdsLimit = computeTdsLimit({
    ...NOTHING_SETTLED,
    taxablePaise: paise(37_501_50),
    totalPaise: paise(44_251_77),
  });
  const schema = paymentWithin({
    balancePaise: paise(44_251_77),
    tdsLimitPaise: tdsLimit,
    isInvoice: true,
  });
  const problem = (payment: object) => {
    const result = v.safeParse(schema, { ...rest, ...payment });
    return result.issues?.[0].message;
  };

  test("settles the amount due to the paisa, with or without TDS, and no more", () => {
    expect(problem({ amount: 44251.77 })).toBeUndefined();
    expect(problem({ amount: 40501.62, tdsAmount: 3750.15 })).toBeUndefined();
    expect(problem({ amount: 40501.62 })).toBeUndefined();
    const sentence = "Amount and TDS must not be more than the balance of ₹44,251.77";
    expect(explainOverpaid(paise(44_251_77))).toBe(sentence);
    expect(problem({ amount: 40501.63, tdsAmount: 3750.15 })).toBe(sentence);
    expect(problem({ amount: 44251.78 })).toBe(sentence);
  });

  test("has TDS of at most 20% of the taxable value in whole rupees", () => {
    expect(problem({ amount: 1, tdsAmount: 7_501 })).toBeUndefined();
    expect(problem({ amount: 1, tdsAmount: 7_501.01 })).toBe(
      "TDS can be at most ₹7,501.00, 20% of the taxable value that has no TDS yet; " +
        "an owner can write off the rest",
    );
  });

  test("needs confirmation if it is dated before the invoice", () => {
    const errors = (fields: object) => {
      const payment = { ...rest, amount: 1, ...fields };
      const { issues } = v.safeParse(confirmPaymentSchema(schema, "2026-11-22"), payment);
      return issues?.map((issue) => [v.getDotPath(issue), issue.message]);
    };
    expect(errors({ isAdvance: false })).toEqual([
      ["isAdvance", "Tick this to save an advance, or correct the date"],
    ]);
    expect(errors({ isAdvance: true })).toBeUndefined();
    expect(errors({ isAdvance: false, date: "2026-11-22" })).toBeUndefined();
    expect(errors({ isAdvance: true, amount: 0 })).toEqual([
      ["amount", "Amount must be greater than 0"],
    ]);
    expect(advanceMeaning("2026-11-22")).toContain("before the invoice of 22 Nov 2026");
  });

  test("needs an amount even if TDS was deducted", () => {
    expect(problem({ tdsAmount: 3750.15 })).toBe("Amount must be greater than 0");
    expect(problem({ amount: 1, tdsAmount: -1 })).toBeString();
    expect(problem({ amount: 1, mode: "Barter" })).toStartWith("Mode must be one of");
  });
});

describe("TDS", () => {
  test("is a share of the taxable value, rounded half up to paise", () => {
    expect(tdsAt(10, paise(50_000_00))).toBe(paise(5_000_00));
    expect(tdsAt(2, paise(9_148_49))).toBe(paise(182_97));
    expect(tdsAt(10, paise(37_501_50))).toBe(paise(3_750_15));
    expect(tdsAt(10, paise(5))).toBe(paise(1));
    expect(tdsAt(10, paise(4))).toBe(paise(0));
  });

  test("is exact for every valid amount", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999_999_999), fc.constantFrom(2, 10), (taxable, rate) => {
        const error = BigInt(tdsAt(rate, paise(taxable))) * 100n - BigInt(taxable) * BigInt(rate);
        expect(error > -50n && error <= 50n).toBe(true);
      }),
    );
  });
});

describe("computeTdsLimit", () => {
  const invoice = {
    ...NOTHING_SETTLED,
    taxablePaise: paise(1_00_000_00),
    totalPaise: paise(1_18_000_00),
  };
  test.each([
    ["20% of the taxable value", {}, 20_000_00],
    ["whole rupees, up", { taxablePaise: paise(37_501_50) }, 7_501_00],
    ["less with credit notes", { creditedPaise: paise(59_000_00) }, 10_000_00],
    ["less with earlier TDS", { deductedPaise: paise(10_000_00) }, 10_000_00],
    ["nothing after more TDS", { deductedPaise: paise(20_000_01) }, 0],
    ["nothing of nothing", { taxablePaise: paise(0), totalPaise: paise(0) }, 0],
  ])("allows %s", (_, fields, limit) => {
    expect(computeTdsLimit({ ...invoice, ...fields })).toBe(paise(limit));
  });

  test("never allows more than a rupee above 20%, however many payments there are", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999_999), fc.array(fc.nat(1_000_000)), (taxable, parts) => {
        let deducted = 0;
        for (const part of parts) {
          const limits = {
            ...invoice,
            taxablePaise: paise(taxable),
            deductedPaise: paise(deducted),
          };
          deducted += Math.min(part, computeTdsLimit(limits));
        }
        expect(deducted).toBeLessThan(taxable / 5 + 100);
      }),
    );
    expect(tdsTooHigh(paise(1_00))).toBe(
      "TDS can be at most ₹1.00, 20% of the taxable value that has no TDS yet",
    );
  });
});
