import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  formatInr,
  LARGEST_AMOUNT,
  type Paise,
  readAmount,
  toDecimal,
  toPaise,
  toRupees,
} from "../../domain/money.ts";

const paise = fc.integer({ min: -LARGEST_AMOUNT, max: LARGEST_AMOUNT }) as fc.Arbitrary<Paise>;

describe("paise and rupees", () => {
  test("every amount survives conversion to rupees and back", () => {
    fc.assert(fc.property(paise, (amount) => expect(toPaise(toRupees(amount))).toBe(amount)));
  });

  test("rejects rupees with more than 2 decimals or too many digits", () => {
    for (const rupees of [
      0.1 + 0.2,
      0.001,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      1e12,
      99999999999.999,
      1e-7,
    ]) {
      expect(toPaise(rupees)).toBeUndefined();
    }
    expect(toPaise(99_999_999_999.99)).toBe(LARGEST_AMOUNT);
  });
});

describe("formatInr", () => {
  test("shows what Intl shows for India, for every amount", () => {
    const intl = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
    fc.assert(
      fc.property(paise, (amount) => {
        expect(formatInr(toRupees(amount))).toBe(intl.format(toRupees(amount)));
      }),
    );
  });

  test.each([
    [0, "₹0.00"],
    [-0.001, "₹0.00"],
    [1000, "₹1,000.00"],
    [123456.78, "₹1,23,456.78"],
    [10000000.05, "₹1,00,00,000.05"],
    [-1234.5, "-₹1,234.50"],
    [99999999999.99, "₹99,99,99,99,999.99"],
  ])("%p is %s", (rupees, shown) => expect(formatInr(rupees)).toBe(shown));
});

describe("readAmount", () => {
  test.each([
    ["1,23,456.78", 12345678],
    ["₹ 500", 50000],
    ["Rs. 1,500/-", 150000],
    ["INR 2,000.00", 200000],
    ["2000 INR", 200000],
    [".5", 50],
    ["5.", 500],
    ["007", 700],
    ["1,234,567.89", 123456789],
    ["10,00,000", 100000000],
    ["99,99,99,99,999.99", 9999999999999],
    ["−500.00", -50000],
    ["₹ -500", -50000],
    ["-₹500.00", -50000],
    ["\u00a0₹\u00a01,000.00 ", 100000],
    ["-0.00", 0],
  ])("%p is %p paise", (text, amount) => expect(readAmount(text)).toBe(amount as Paise));

  test.each([
    ..."1 500|1.5L|5e3|0x10|1,2,3|12,345,67|1,23,4567|1.234,56|12.345|500.000|--5|(500)|५००".split(
      "|",
    ),
    ..."NaN|Infinity|=500|five|1,00,00,00,00,000.00|.|₹|₹₹5|1.5 lakh|500-|500 Dr|'500|-|".split(
      "|",
    ),
  ])("%p is not an amount", (text) => expect(readAmount(text)).toBeUndefined());

  test("reads back what screens and files show", () => {
    fc.assert(
      fc.property(paise, (amount) => {
        expect(readAmount(formatInr(toRupees(amount)))).toBe(amount);
        expect(readAmount(toDecimal(amount))).toBe(amount);
      }),
    );
  });
});
