import type { CalendarDate } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import { formatPaise, type Paise } from "../money.ts";
import type { Taxes } from "../purchases/inward.ts";
import { partOfTaxes, type TaxEntry } from "./entries.ts";

/** Taxable value of a period by what it is for. */
export interface Turnover {
  /** Nil rated, exempt and non-GST supplies. */
  exempt: Paise;
  /** All supplies of the agency in its State. */
  total: Paise;
}

/**
 * Reverses the part of common credit that falls on exempt supplies: D1 = C2 × E ÷ F, each head by itself,
 * half up (Rule 42 of the CGST Rules). None without exempt supplies.
 * @param common the credit of the period that serves taxed and exempt supplies
 */
export function rule42(
  period: string,
  lastDay: CalendarDate,
  common: Taxes,
  { exempt, total }: Turnover,
): TaxEntry[] {
  if (exempt <= 0 || total <= 0) return [];
  const taxes = partOfTaxes(common, Math.min(exempt, total), total);
  if (taxes.igst + taxes.cgst + taxes.sgst + taxes.cess === 0) return [];
  return [
    {
      ...{ document: `rule 42 ${period}`, number: "", due: lastDay, posted: lastDay, period },
      ...{ cell: "4B1", section: "", pos: "", rate: 0 as Hundredths, isIntra: false },
      ...{ taxable: 0 as Paise, ...taxes, against: "gst_not_creditable" },
      reason: `Rule 42: ${formatPaise(exempt)} of ${formatPaise(total)}`,
    },
  ];
}
