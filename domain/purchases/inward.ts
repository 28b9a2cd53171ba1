import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";

// What comes in: bills as the books have them, and rows as the portal's GSTR-2B has them.

export const HEADS = ["igst", "cgst", "sgst", "cess"] as const;
export type Head = (typeof HEADS)[number];

/** Paise by head of tax. */
export type Taxes = Record<Head, Paise>;

/** What a bill and a row of GSTR-2B are compared by. */
export interface Inward extends Taxes {
  id: string;
  /** The supplier's. */
  gstin: string;
  /** As the supplier wrote it. */
  number: string;
  date: CalendarDate;
  /** "C" lowers what was billed. */
  kind: "C" | "D" | "INVOICE";
  /** State code of the place of supply. */
  place: string;
  isReverseCharge: boolean;
  taxable: Paise;
}

/** What of a bill's tax may be taken, by its lines: `blocked` by section 17(5). */
export interface Credit {
  eligible: Taxes;
  blocked: Taxes;
}

export const NO_TAXES: Taxes = {
  igst: 0 as Paise,
  cgst: 0 as Paise,
  sgst: 0 as Paise,
  cess: 0 as Paise,
};

/** Taxes of several, each times its sign. */
export function addTaxes(all: (Taxes & { sign?: 1 | -1 })[]): Taxes {
  const sum = (head: Head) =>
    all.reduce((total, taxes) => total + taxes[head] * (taxes.sign ?? 1), 0) as Paise;
  return { igst: sum("igst"), cgst: sum("cgst"), sgst: sum("sgst"), cess: sum("cess") };
}
