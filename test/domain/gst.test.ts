import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { toLine } from "../../domain/documents/invoices.ts";
import {
  computeRounding,
  computeTotals,
  figuresWarning,
  type Line,
  lineFigures,
  taxSummary,
  totalTax,
} from "../../domain/gst/figures.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { WORKED } from "../workedInvoices.ts";

describe.each(WORKED)("$id: $about", ({ mode, roundOff, lines, invoice }) => {
  test("every amount of every line and of the invoice is right", () => {
    for (const line of lines) {
      const figures = Object.entries(lineFigures(toLine(line), mode));
      const written = Object.fromEntries(figures.map(toWritten));
      expect(written).toEqual(line.figures);
    }
    const { tax, ...figures } = computeTotals(lines.map(toLine), mode, toPaise(roundOff) as Paise);
    const written = Object.entries({ ...figures, ...tax })
      .filter(([name]) => name !== "roundOffPaise")
      .map(toWritten);
    expect(Object.fromEntries(written)).toEqual(invoice);
    expect(figuresWarning({ tax, ...figures })).toBeUndefined();
  });
});

const toWritten = ([name, paise]: [string, Paise]) =>
  [name.replace(/Paise$/, ""), toDecimal(paise)] as const;

const hundredths = (max: number) => fc.integer({ min: 0, max }) as fc.Arbitrary<Hundredths>;
const line: fc.Arbitrary<Line & { hsnSac: string }> = fc.record({
  qty: hundredths(1_000_00),
  rate: fc.integer({ min: 0, max: 1_000_000_00 }) as fc.Arbitrary<Paise>,
  discountPct: hundredths(100_00),
  taxPct: hundredths(100_00),
  hsnSac: fc.constantFrom("998311", "998361", ""),
});
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const mode = fc.constantFrom("INTRA" as const, "IGST" as const);
const roundOff = fc.integer({ min: -99_99, max: 99_99 }) as fc.Arbitrary<Paise>;

/** Half up, computed differently: the nearest integer, and up if two are equally near. */
const nearest = (dividend: bigint, divisor: bigint) => {
  const [whole, rest] = [dividend / divisor, dividend % divisor];
  return Number(rest >= divisor - rest ? whole + 1n : whole);
};

describe("for any lines", () => {
  test("each amount of a line is exact, rounded half up once", () => {
    fc.assert(
      fc.property(line, mode, (line, mode) => {
        const figures = lineFigures(line, mode);
        const [qty, rate] = [BigInt(line.qty), BigInt(line.rate)];
        const exact = qty * rate * (10_000n - BigInt(line.discountPct));
        expect(figures.grossPaise as number).toBe(nearest(qty * rate, 100n));
        expect(figures.taxable as number).toBe(nearest(exact, 1_000_000n));
        expect(figures.grossPaise - figures.discountPaise).toBe(figures.taxable);
        const taxed = BigInt(figures.taxable) * BigInt(line.taxPct);
        const [half, whole] = [nearest(taxed, 20_000n), nearest(taxed, 10_000n)];
        const { cgst, sgst, igst } = figures;
        const taxes = mode === "INTRA" ? [half, half, 0] : [0, 0, whole];
        expect([cgst, sgst, igst] as number[]).toEqual(taxes);
      }),
    );
  });

  test("the invoice's totals are whole-paise sums of its lines in any order", () => {
    fc.assert(
      fc.property(lines, mode, roundOff, fc.infiniteStream(fc.nat()), (lines, mode, off, dice) => {
        const figures = computeTotals(lines, mode, off);
        const each = lines.map((line) => lineFigures(line, mode));
        const sum = (name: "grossPaise" | "discountPaise" | "taxable" | "totalPaise") =>
          each.reduce((total, line) => total + line[name], 0);
        expect(figures.subTotalPaise as number).toBe(sum("grossPaise"));
        expect(figures.discountTotalPaise as number).toBe(sum("discountPaise"));
        expect(figures.taxableValuePaise as number).toBe(sum("taxable"));
        expect(figures.grandTotalPaise as number).toBe(sum("totalPaise") + off);
        expect(figures.grandTotalPaise as number).toBe(
          figures.taxableValuePaise + totalTax(figures.tax) + off,
        );
        if (mode === "INTRA") expect(figures.tax.cgst).toBe(figures.tax.sgst);
        const shuffled = lines
          .map((line) => ({ line, at: dice.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ line }) => line);
        expect(computeTotals(shuffled, mode, off)).toEqual(figures);
        const paise = [
          ...Object.values(figures.tax),
          figures.subTotalPaise,
          figures.grandTotalPaise,
        ];
        expect(paise.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  test("rounding to the rupee adds -0.49 to +0.50 and leaves no paise", () => {
    fc.assert(
      fc.property(lines, mode, roundOff, (lines, mode, off) => {
        const rounding = computeRounding(computeTotals(lines, mode, off));
        expect(rounding).toBeGreaterThanOrEqual(-49);
        expect(rounding).toBeLessThanOrEqual(50);
        expect(computeTotals(lines, mode, rounding).grandTotalPaise % 100).toBe(0);
      }),
    );
  });

  test("the summary by HSN and rate adds up to the invoice", () => {
    fc.assert(
      fc.property(lines, mode, (lines, mode) => {
        const summary = taxSummary(lines.map((line) => ({ ...line, ...lineFigures(line, mode) })));
        const { taxableValuePaise, tax } = computeTotals(lines, mode, 0 as Paise);
        const sum = (name: "cgst" | "igst" | "sgst" | "taxable") =>
          summary.reduce((total, row) => total + row[name], 0);
        expect(sum("taxable")).toBe(taxableValuePaise);
        expect([sum("cgst"), sum("sgst"), sum("igst")]).toEqual([tax.cgst, tax.sgst, tax.igst]);
        const keys = summary.map(({ hsnSac, taxPct }) => `${hsnSac} ${taxPct}`);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe("impossible totals", () => {
  const total = (rate: number, roundOff: number) =>
    figuresWarning(
      computeTotals(
        [toLine({ qty: 1, rate, discountPct: 0, taxPct: 18 })],
        "INTRA",
        toPaise(roundOff) as Paise,
      ),
    );

  test("reject a negative total and one above the largest amount", () => {
    expect(total(0.5, -0.61)).toBe("Grand total must not be negative");
    expect(total(84_745_762_711.86, 0)).toBe("The total must be at most ₹99,99,99,99,999.99");
    expect(total(84_745_762_711.86, -0.01)).toBeUndefined();
  });

  test("reject a gross amount above it, whatever the discount", () => {
    const line = toLine({ qty: 1000, rate: 99_999_999_999.99, discountPct: 100, taxPct: 18 });
    expect(figuresWarning(computeTotals([line], "IGST", 0 as Paise))).toStartWith(
      "The total must be",
    );
  });
});
