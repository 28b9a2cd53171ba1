import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import * as v from "valibot";
import { otherwiseSettled } from "../../domain/documents/invoices.ts";
import { overpaid, paymentOf, tdsAt } from "../../domain/documents/payments.ts";
import type { Paise } from "../../domain/money.ts";

const rest = { date: "2026-11-21", mode: "UPI", accountId: "a" };
const paise = (amount: number) => amount as Paise;

test("what advances, notes and write-offs settled is what money, TDS and the balance leave", () => {
  const totals = { grandTotal: 1_00_000.3, received: 60_000.1, tds: 9_999.9, balanceDue: 20_000 };
  expect(otherwiseSettled(totals)).toBe(10_000.3);
  expect(otherwiseSettled({ ...totals, balanceDue: 30_000.3 })).toBe(0);
});

describe("a payment of what is owed", () => {
  // The worked invoice whose taxable value is 37,501.50 and whose total is 44,251.77.
  const schema = paymentOf(paise(44_251_77));
  const problem = (payment: object) => {
    const result = v.safeParse(schema, { ...rest, ...payment });
    return result.issues?.[0].message;
  };

  test("settles it to the paisa, with or without tax kept back, and no more", () => {
    expect(problem({ amount: 44251.77 })).toBeUndefined();
    expect(problem({ amount: 40501.62, tdsAmount: 3750.15 })).toBeUndefined();
    expect(problem({ amount: 40501.62 })).toBeUndefined();
    const sentence = "Amount and TDS must not be more than the balance of ₹44,251.77";
    expect(overpaid(paise(44_251_77))).toBe(sentence);
    expect(problem({ amount: 40501.63, tdsAmount: 3750.15 })).toBe(sentence);
    expect(problem({ amount: 44251.78 })).toBe(sentence);
  });

  test("is an amount, also where tax was kept back", () => {
    expect(problem({ tdsAmount: 3750.15 })).toBe("Amount must be greater than 0");
    expect(problem({ amount: 1, tdsAmount: -1 })).toBeString();
    expect(problem({ amount: 1, mode: "Barter" })).toStartWith("Mode must be one of");
  });
});

describe("tax kept back at source", () => {
  test("is a share of the taxable value, half up to paise", () => {
    expect(tdsAt(10, paise(50_000_00))).toBe(paise(5_000_00));
    expect(tdsAt(2, paise(9_148_49))).toBe(paise(182_97));
    expect(tdsAt(10, paise(37_501_50))).toBe(paise(3_750_15));
    expect(tdsAt(10, paise(5))).toBe(paise(1));
    expect(tdsAt(10, paise(4))).toBe(paise(0));
  });

  test("is exact for every amount that is taken", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999_999_999), fc.constantFrom(2, 10), (taxable, rate) => {
        const error = BigInt(tdsAt(rate, paise(taxable))) * 100n - BigInt(taxable) * BigInt(rate);
        expect(error > -50n && error <= 50n).toBe(true);
      }),
    );
  });
});
