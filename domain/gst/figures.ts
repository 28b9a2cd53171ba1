import type { Hundredths } from "../hundredths.ts";
import { LARGEST_AMOUNT, type Paise } from "../money.ts";
import { findStateByGstin, type State } from "./states.ts";
import { isWithoutTax, type Supply } from "./supply.ts";

// The arithmetic of a GST invoice, shared by the form, the server and the PDF and exact on integers.
// Quantities and percentages are hundredths, rates are paise. Their product exceeds 2⁵³ from about ₹9
// crore a line, so we use bigint. Each figure of a line is rounded half up once, from the unrounded
// product; invoice totals are sums of line figures (CGST Act, s. 15; contract, "Books").

/** INTRA: half CGST, half SGST. IGST: a single tax on supplies across a state border. */
export const GST_MODES = ["INTRA", "IGST"] as const;
export type GstMode = (typeof GST_MODES)[number];

export interface Line {
  qty: Hundredths;
  /** Per unit. */
  rate: Paise;
  discountPct: Hundredths;
  taxPct: Hundredths;
}

export interface Tax {
  cgst: Paise;
  /** UTGST in a Union Territory. */
  sgst: Paise;
  igst: Paise;
}

export interface LineFigures extends Tax {
  grossPaise: Paise;
  discountPaise: Paise;
  taxable: Paise;
  /** Taxable value plus tax. */
  totalPaise: Paise;
}

export interface Figures {
  subTotalPaise: Paise;
  discountTotalPaise: Paise;
  taxableValuePaise: Paise;
  tax: Tax;
  roundOffPaise: Paise;
  grandTotalPaise: Paise;
}

/**
 * Returns IGST if both states are known and differ, and for exports and SEZ supplies, else INTRA (IGST
 * Act, ss. 7 and 8).
 */
export function resolveGstMode(
  agencyGstin: string,
  placeOfSupply: State | undefined,
  supply: Supply = "REGULAR",
): GstMode {
  if (supply !== "REGULAR") return "IGST";
  const home = findStateByGstin(agencyGstin);
  return home && placeOfSupply && home.code !== placeOfSupply.code ? "IGST" : "INTRA";
}

export function lineFigures({ qty, rate, discountPct, taxPct }: Line, mode: GstMode): LineFigures {
  const product = BigInt(qty) * BigInt(rate); // In hundredths of a paisa.
  const gross = halfUp(product, 100n);
  const taxable = halfUp(product * (10_000n - BigInt(discountPct)), 1_000_000n);
  const half = mode === "INTRA" ? halfUp(taxable * BigInt(taxPct), 20_000n) : 0n;
  const igst = mode === "IGST" ? halfUp(taxable * BigInt(taxPct), 10_000n) : 0n;
  return {
    grossPaise: paise(gross),
    discountPaise: paise(gross - taxable),
    taxable: paise(taxable),
    cgst: paise(half),
    sgst: paise(half),
    igst: paise(igst),
    totalPaise: paise(taxable + half + half + igst),
  };
}

/** Computes the totals of lines and a round-off. Above LARGEST_AMOUNT they are approximate. */
export const computeTotals = (lines: Line[], mode: GstMode, roundOff: Paise): Figures =>
  sumLines(
    lines.map((line) => lineFigures(line, mode)),
    roundOff,
  );

/** How a document is taxed, apart from the rates of its lines. */
export interface Charge {
  mode: GstMode;
  supply: Supply;
  /** The client pays the tax on the lines (CGST Act, s. 9(3)), so the totals exclude it. */
  reverseCharge: boolean;
  /** Lines keep their rates but no tax is charged: a bill of supply or a composition dealer. */
  isUntaxed: boolean;
}

/** Computes the figures of lines, including tax under reverse charge, and the document's totals. */
export function chargeLines(
  lines: Line[],
  { mode, supply, reverseCharge, isUntaxed }: Charge,
  roundOff: Paise,
): { lines: LineFigures[]; totals: Figures } {
  const isFree = isUntaxed || isWithoutTax(supply);
  const each = lines.map((line) =>
    lineFigures(isFree ? { ...line, taxPct: 0 as Hundredths } : line, mode),
  );
  return { lines: each, totals: sumLines(reverseCharge ? each.map(withoutTax) : each, roundOff) };
}

const NO_TAX = { cgst: 0 as Paise, sgst: 0 as Paise, igst: 0 as Paise };
const withoutTax = (line: LineFigures): LineFigures => ({
  ...line,
  ...NO_TAX,
  totalPaise: line.taxable,
});

/**
 * Splits an advance (gross, in paise) into tax and taxable value: CGST and SGST at half the rate each,
 * or IGST. The taxable value is the remainder, so the parts always add up to the gross amount.
 */
export function advanceFigures(
  gross: Paise,
  taxPct: Hundredths,
  { mode, supply, isUntaxed }: Pick<Charge, "isUntaxed" | "mode" | "supply">,
): LineFigures {
  const rate = isUntaxed || isWithoutTax(supply) ? 0n : BigInt(taxPct);
  const inside = (share: bigint) => halfUp(BigInt(gross) * rate, share * (10_000n + rate));
  const half = mode === "INTRA" ? inside(2n) : 0n;
  const igst = mode === "IGST" ? inside(1n) : 0n;
  const taxable = paise(BigInt(gross) - half - half - igst);
  const tax = { cgst: paise(half), sgst: paise(half), igst: paise(igst) };
  return { grossPaise: taxable, discountPaise: 0 as Paise, taxable, ...tax, totalPaise: gross };
}

/** Subtracts the figures of a part from those of the whole. */
export function lessFigures(all: LineFigures, part: LineFigures): LineFigures {
  const names = Object.keys(all) as (keyof LineFigures)[];
  return Object.fromEntries(
    names.map((name) => [name, all[name] - part[name]]),
  ) as unknown as LineFigures;
}

export function sumLines(lines: LineFigures[], roundOff: Paise): Figures {
  const sum = (figure: keyof LineFigures) =>
    lines.reduce((total, line) => total + line[figure], 0) as Paise;
  const tax = { cgst: sum("cgst"), sgst: sum("sgst"), igst: sum("igst") };
  return {
    subTotalPaise: sum("grossPaise"),
    discountTotalPaise: sum("discountPaise"),
    taxableValuePaise: sum("taxable"),
    tax,
    roundOffPaise: roundOff,
    grandTotalPaise: (sum("totalPaise") + roundOff) as Paise,
  };
}

export const totalTax = ({ cgst, sgst, igst }: Tax): Paise => (cgst + sgst + igst) as Paise;

/** Returns why an invoice cannot have these totals, or undefined if it can. */
export function figuresWarning({ subTotalPaise, grandTotalPaise }: Figures): string | undefined {
  if (grandTotalPaise < 0) return "Grand total must not be negative";
  if (subTotalPaise > LARGEST_AMOUNT || grandTotalPaise > LARGEST_AMOUNT) {
    return "The total must be at most ₹99,99,99,99,999.99";
  }
  return undefined;
}

/** Returns the round-off that makes the total whole rupees: -0.49 to +0.50. */
export function computeRounding({ grandTotalPaise, roundOffPaise }: Figures): Paise {
  const before = grandTotalPaise - roundOffPaise;
  const rest = ((before % 100) + 100) % 100;
  return (rest < 50 ? -rest || 0 : 100 - rest) as Paise;
}

/**
 * Totals of the lines with the same HSN/SAC and rate, for table 12 of GSTR-1 and the foot of an invoice.
 */
export interface TaxedAt extends Tax {
  hsnSac: string;
  taxPct: Hundredths;
  taxable: Paise;
}

/** Groups lines by HSN/SAC and rate, in order of first occurrence. */
export function taxSummary(lines: TaxedAt[]): TaxedAt[] {
  const summary = new Map<string, TaxedAt>();
  for (const { hsnSac, taxPct, ...figures } of lines) {
    const key = `${hsnSac}\n${taxPct}`;
    const known = summary.get(key);
    const sum = (figure: keyof typeof figures) =>
      ((known?.[figure] ?? 0) + figures[figure]) as Paise;
    summary.set(key, {
      hsnSac,
      taxPct,
      taxable: sum("taxable"),
      cgst: sum("cgst"),
      sgst: sum("sgst"),
      igst: sum("igst"),
    });
  }
  return [...summary.values()];
}

/** Returns a share of an amount, with `percent` in hundredths of a percent, rounded half up. */
export const computeShare = (amount: Paise, percent: number): Paise =>
  paise(halfUp(BigInt(amount) * BigInt(percent), 10_000n));

/** Divides nonnegative numbers, rounding half up. */
const halfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);

const paise = (amount: bigint) => Number(amount) as Paise;
