import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";

// Purchases: bills in the books, and rows of the portal's GSTR-2B.

export const HEADS = ["igst", "cgst", "sgst", "cess"] as const;
export type Head = (typeof HEADS)[number];

/** Paise by tax head. */
export type Taxes = Record<Head, Paise>;

/** Fields by which bills and rows of GSTR-2B are compared. */
export interface Inward extends Taxes {
  id: string;
  /** The supplier's GSTIN. */
  gstin: string;
  /** As the supplier wrote it. */
  number: string;
  date: CalendarDate;
  /** "C" is a credit note, "D" a debit note. */
  kind: "C" | "D" | "INVOICE";
  /** State code of the place of supply. */
  place: string;
  isReverseCharge: boolean;
  taxable: Paise;
}

/** Tax of a bill's lines by credit; `blocked` by section 17(5). */
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

/** Adds up taxes, each multiplied by its sign. */
export function addTaxes(all: (Taxes & { sign?: 1 | -1 })[]): Taxes {
  const sum = (head: Head) =>
    all.reduce((total, taxes) => total + taxes[head] * (taxes.sign ?? 1), 0) as Paise;
  return { igst: sum("igst"), cgst: sum("cgst"), sgst: sum("sgst"), cess: sum("cess") };
}
