import type { Hundredths } from "../../hundredths.ts";
import type { ReturnLine } from "./books.ts";
import { officialName } from "./hsnNames.ts";
import { type Amounts, isNil, isSomething, NOTHING, type Placed, plus } from "./placement.ts";

// Table 12: supplies by HSN or SAC, unit and rate, separately for clients with and without a GSTIN.
// Lines without a code are left out, because the portal refuses an empty code; the preflight reports
// them.

export interface HsnRow extends Amounts {
  code: string;
  description: string;
  /** `NA` for services. */
  unit: string;
  /** Only for goods. */
  qty: Hundredths;
  rate: Hundredths;
}

export interface HsnSummary {
  b2b: HsnRow[];
  b2c: HsnRow[];
}

export const isService = (code: string): boolean => code.startsWith("99");

/** Summarizes all reported documents by code, unit and rate, including those of table 8 at rate 0. */
export const hsnSummary = (placed: Placed[]): HsnSummary => ({
  b2b: toRows(placed.filter(({ document }) => document.buyer.gstin)),
  b2c: toRows(placed.filter(({ document }) => !document.buyer.gstin)),
});

function toRows(placed: Placed[]): HsnRow[] {
  const rows = new Map<string, HsnRow>();
  for (const { document, sign } of placed) {
    for (const line of document.lines) {
      const code = line.hsnSac.trim();
      if (!code) continue;
      const rate = (isNil(document, line) ? 0 : line.taxPct) as Hundredths;
      const key = `${code} ${toUnit(line, code)} ${rate}`;
      const row = rows.get(key) ?? newRow(code, rate, line);
      const qty = (isService(code) ? 0 : row.qty + sign * line.qty) as Hundredths;
      rows.set(key, { ...plus(row, line, sign), qty });
    }
  }
  return [...rows.values()]
    .filter(isSomething)
    .toSorted((a, b) =>
      a.code !== b.code
        ? a.code < b.code
          ? -1
          : 1
        : a.rate - b.rate || (a.unit < b.unit ? -1 : 1),
    );
}

const newRow = (code: string, rate: Hundredths, line: ReturnLine): HsnRow => ({
  ...NOTHING,
  code,
  rate,
  qty: 0 as Hundredths,
  description: officialName(code) ?? portalText(line.description),
  unit: toUnit(line, code),
});

const toUnit = ({ unit }: ReturnLine, code: string) => (isService(code) ? "NA" : unit || "OTH");

/** Returns a description that the offline tool accepts for a code outside its list. */
const portalText = (text: string) =>
  text
    .replace(/[^A-Za-z0-9 _@./&-]/g, "")
    .trim()
    .slice(0, 30);
