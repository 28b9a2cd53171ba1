import type { CalendarDate } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import { formatPaise, type Paise } from "../money.ts";
import { addTaxes, HEADS, NO_TAXES, type Taxes } from "../purchases/inward.ts";
import { computeTaxPart, type TaxEntry } from "./entries.ts";

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
  const taxes = exemptPart(common, { exempt, total });
  return reversal({ name: period, period, lastDay }, taxes, { exempt, total });
}

/**
 * Computes the common credit of a financial year again, in the return of September after it: what its months
 * reversed too little is reversed, and what they reversed too much comes back (Rule 42(2)).
 * @param had what the returns of the year reversed
 */
export function rule42OfYear(
  at: At,
  { common, had, turnover }: { common: Taxes; had: Taxes; turnover: Turnover },
): TaxEntry[] {
  const due = exemptPart(common, turnover);
  return reversal(at, addTaxes([due, { ...had, sign: -1 }]), turnover);
}

interface At {
  /** The month or year that it is of. */
  name: string;
  /** The return that has it, and its last day. */
  period: string;
  lastDay: CalendarDate;
}

const exemptPart = (common: Taxes, { exempt, total }: Turnover): Taxes =>
  exempt <= 0 || total <= 0 ? NO_TAXES : computeTaxPart(common, Math.min(exempt, total), total);

function reversal(
  { name, period, lastDay }: At,
  taxes: Taxes,
  { exempt, total }: Turnover,
): TaxEntry[] {
  if (HEADS.every((head) => taxes[head] === 0)) return [];
  const of = name === period ? "" : ` for ${name}`;
  return [
    {
      ...{ document: `rule 42 ${name}`, number: "", due: lastDay, posted: lastDay, period },
      ...{ cell: "4B1", section: "", pos: "", rate: 0 as Hundredths, isIntra: false },
      ...{ taxable: 0 as Paise, ...taxes, against: "gst_not_creditable" },
      reason: `Rule 42${of}: ${formatPaise(exempt)} of ${formatPaise(total)}`,
    },
  ];
}
