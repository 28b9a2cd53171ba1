import type { Hundredths } from "../../hundredths.ts";
import type { Paise } from "../../money.ts";
import { addTaxes } from "../../purchases/inward.ts";
import type { TaxEntry } from "../../taxbook/entries.ts";
import { type Amounts, isSomething, NOTHING, plus } from "./placement.ts";

// Tables 11A and 11B of GSTR-1, by place and rate, from the tax book.

export interface AdvanceRow extends Amounts {
  pos: string;
  isIntra: boolean;
  rate: Hundredths;
}

export interface Advances {
  /**
   * Received in the period and neither used nor refunded by its end, less refunds of earlier advances.
   */
  received: AdvanceRow[];
  /** From earlier periods, used by invoices of this period. */
  adjusted: AdvanceRow[];
}

/** Groups advances by place and rate, without rows that add up to zero. */
export function computeAdvances(entries: TaxEntry[]): Advances {
  const of = (section: "11A" | "11B") => entries.filter((entry) => entry.section === section);
  const adjusted = of("11B").map((entry) => ({
    ...entry,
    ...addTaxes([{ ...entry, sign: -1 }]),
    taxable: -entry.taxable as Paise,
  }));
  return { received: toRows(of("11A")), adjusted: toRows(adjusted) };
}

function toRows(entries: TaxEntry[]): AdvanceRow[] {
  const rows = new Map<string, AdvanceRow>();
  for (const { pos, isIntra, rate, ...amounts } of entries) {
    const key = `${pos} ${isIntra} ${rate}`;
    rows.set(key, plus(rows.get(key) ?? { ...NOTHING, pos, isIntra, rate }, amounts));
  }
  return [...rows.values()]
    .filter(isSomething)
    .toSorted((a, b) => (a.pos === b.pos ? a.rate - b.rate : a.pos < b.pos ? -1 : 1));
}
