import { type Paise, toDecimal } from "../money.ts";
import { computePart } from "../purchases/billFigures.ts";
import {
  type Cells,
  computeNet,
  type Line,
  omitEmpty,
  parsePaise,
  toNumberText,
} from "./booksLines.ts";

// Charges and discounts on a whole invoice, as lines.

/** Distributes a discount in rupees over all lines. Each line then has its net amount. */
export function applyTotalDiscount(lines: Line[], header: Cells): Line[] {
  const off = parsePaise(header("wholeDiscount")) ?? 0;
  const nets = lines.map(computeNet);
  const whole = nets.reduce<number>((sum, net) => sum + (net ?? Number.NaN), 0);
  const isByPercent = (parsePaise(header("wholeDiscountPct")) ?? 0) > 0;
  if (off <= 0 || isByPercent || !(whole > off)) return lines;
  let [before, taken] = [0, 0];
  return lines.map((line, n) => {
    const net = nets[n] ?? 0;
    before += net;
    const share = computePart(off, before as Paise, whole as Paise) - taken;
    taken += share;
    const { discountPct: _, ...rest } = line;
    return { ...rest, qty: "1", rate: toDecimal((net - share) as Paise) };
  });
}

/** Returns the line of a shipping charge, at its own rate or the highest rate of the other lines. */
export function shippingLine(lines: Line[], header: Cells): Line[] {
  const charge = parsePaise(header("shipping")) ?? 0;
  if (charge <= 0) return [];
  const toTaxRate = (line: Line) => Number(line.taxPct ?? 0);
  const [principal] = lines.toSorted((a, b) => toTaxRate(b) - toTaxRate(a));
  return [
    {
      description: "Shipping",
      qty: "1",
      rate: toDecimal(charge as Paise),
      ...omitEmpty({
        hsnSac: principal?.hsnSac ?? "",
        taxPct: toNumberText(header("shippingTaxPct")) || (principal?.taxPct ?? ""),
      }),
    },
  ];
}
