import { type CalendarDate, today } from "../dates.ts";
import type { Estimate } from "../documents/estimates.ts";
import type { Invoice } from "../documents/invoices.ts";
import type { Note } from "../documents/notes.ts";
import { type Settled, taxableLeft, tdsAt } from "../documents/payments.ts";
import type { Owed } from "../documents/upi.ts";
import { type Paise, type Rupees, toPaise } from "../money.ts";
import { CLIENT_TDS_RATES } from "../tds/clientRates.ts";
import type { LinkAnswer } from "./shareLinks.ts";

interface PaymentStatus {
  paidOn: CalendarDate | "";
  tdsRate: number;
  /** Settlements other than money and TDS. */
  settled: Settled[];
}

/** A document as its link shows it, as it was sent. */
export type SharedDocument =
  | ({ entity: "invoice"; document: Invoice } & PaymentStatus)
  | ({ entity: "note"; document: Note } & PaymentStatus)
  | { entity: "estimate"; document: Estimate; answer: LinkAnswer | null; shown: string };

/** Why a link shows nothing. For an unknown link, nothing else is revealed. */
export type Closed =
  | { state: "unknown" }
  | { state: "closed" | "ended" | "unsent"; agencyName: string };

interface Paid {
  tdsPaise: Paise;
  taxablePaise: Paise;
  settledPaise: Paise;
  grandTotalPaise: Paise;
}

/**
 * Returns the rate at which a client deducted TDS, in percent of the settled part of the taxable value.
 * 0 if it is near no usual rate.
 */
export function computeTdsRate({
  tdsPaise,
  taxablePaise,
  settledPaise,
  grandTotalPaise,
}: Paid): number {
  const taxable = (taxablePaise * settledPaise) / (grandTotalPaise || 1);
  const rate = taxable > 0 ? (100 * tdsPaise) / taxable : 0;
  return CLIENT_TDS_RATES.find((usual) => Math.abs(rate - usual) < 0.1) ?? 0;
}

/**
 * Returns the TDS, in paise, that a client who deducts tax will deduct from the rest; 0 if there is
 * nothing to choose.
 */
export function tdsLeft(owed: Owed, rate: number): Paise {
  const { balance, creditApplied = 0, grandTotal, taxableValue, tds } = owed;
  const paise = (rupees: Rupees) => toPaise(rupees) as Paise;
  const taxable = taxableLeft(paise(taxableValue), paise(creditApplied), paise(grandTotal));
  const left = tdsAt(rate, taxable) - paise(tds);
  return (left > 0 && left < paise(balance) ? left : 0) as Paise;
}

/** Whether a client can still answer an estimate. */
export const mayBeAnswered = ({ status, dueDate }: Pick<Estimate, "dueDate" | "status">): boolean =>
  status === "SENT" && (dueDate === "" || dueDate >= today());

/** Returns the terms of an estimate for its hash, without anything that changes after it was sent. */
export function toTerms(estimate: Estimate): object {
  const { number, date, dueDate, supplier, recipient, items, notes, terms } = estimate;
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = estimate;
  const { supply, supplyPlace, reverseCharge, foreignCurrency, exchangeRate } = estimate;
  const { deliveryAddress } = estimate;
  return {
    number,
    date,
    dueDate,
    supplier,
    recipient,
    items,
    notes,
    terms,
    deliveryAddress,
    subTotal,
    discountTotal,
    taxableValue,
    tax,
    roundOff,
    grandTotal,
    supply,
    supplyPlace,
    reverseCharge,
    foreignCurrency,
    exchangeRate,
  };
}
