import type { CalendarDate } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import { formatPaise, type Paise } from "../money.ts";
import { addTaxes, HEADS, NO_TAXES, type Taxes } from "../purchases/inward.ts";
import { computeTaxPart, type TaxEntry } from "./entries.ts";

/** Taxable value of a period, as needed for Rule 42. */
export interface Turnover {
  /** Nil rated, exempt and non-GST supplies. */
  exemptPaise: Paise;
  /** All supplies of the agency in its state. */
  totalPaise: Paise;
}

/**
 * Reverses common credit in proportion to exempt supplies: D1 = C2 × E ÷ F, for each head separately,
 * rounded half up (Rule 42 of the CGST Rules). Returns nothing without exempt supplies.
 * @param common credit of the period for both taxed and exempt supplies
 */
export function rule42(
  period: string,
  lastDay: CalendarDate,
  common: Taxes,
  { exemptPaise, totalPaise }: Turnover,
): TaxEntry[] {
  const taxes = exemptPart(common, { exemptPaise, totalPaise });
  return reversal({ name: period, period, lastDay }, taxes, {
    exemptPaise,
    totalPaise,
  });
}

/**
 * Recomputes the common credit of a financial year in the following September's return, and reverses or
 * reclaims the difference to the months (Rule 42(2)).
 * @param had total reversed in the returns of the year
 */
export function rule42OfYear(
  at: At,
  { common, had, turnover }: { common: Taxes; had: Taxes; turnover: Turnover },
): TaxEntry[] {
  const due = exemptPart(common, turnover);
  return reversal(at, addTaxes([due, { ...had, sign: -1 }]), turnover);
}

interface At {
  /** The month or year concerned. */
  name: string;
  /** The return that contains it, and its last day. */
  period: string;
  lastDay: CalendarDate;
}

const exemptPart = (common: Taxes, { exemptPaise, totalPaise }: Turnover): Taxes =>
  exemptPaise <= 0 || totalPaise <= 0
    ? NO_TAXES
    : computeTaxPart(common, Math.min(exemptPaise, totalPaise), totalPaise);

function reversal(
  { name, period, lastDay }: At,
  taxes: Taxes,
  { exemptPaise, totalPaise }: Turnover,
): TaxEntry[] {
  if (HEADS.every((head) => taxes[head] === 0)) return [];
  const of = name === period ? "" : ` for ${name}`;
  return [
    {
      document: `rule 42 ${name}`,
      number: "",
      due: lastDay,
      posted: lastDay,
      period,
      cell: "4B1",
      section: "",
      pos: "",
      rate: 0 as Hundredths,
      isIntra: false,
      taxable: 0 as Paise,
      ...taxes,
      against: "gst_not_creditable",
      reason: `Rule 42${of}: ${formatPaise(exemptPaise)} of ${formatPaise(totalPaise)}`,
    },
  ];
}
