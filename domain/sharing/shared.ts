import { type CalendarDate, today } from "../dates.ts";
import type { Estimate } from "../documents/estimates.ts";
import type { Invoice } from "../documents/invoices.ts";
import type { Note } from "../documents/notes.ts";
import { type Settled, taxableLeft, tdsAt } from "../documents/payments.ts";
import type { Owed } from "../documents/upi.ts";
import { type Paise, type Rupees, toPaise } from "../money.ts";
import { CLIENT_TDS_RATES } from "../tds/clientRates.ts";
import type { LinkAnswer } from "./shareLinks.ts";

/** Where a document that is to be paid stands. */
interface PaymentStatus {
  paidOn: CalendarDate | "";
  tdsRate: number;
  /** What settled it beside money and TDS. */
  settled: Settled[];
}

/** What whoever has a link sees of it, as it was sent. */
export type SharedDocument =
  | ({ entity: "invoice"; document: Invoice } & PaymentStatus)
  | ({ entity: "note"; document: Note } & PaymentStatus)
  | { entity: "estimate"; document: Estimate; answer: LinkAnswer | null; shown: string };

/** Why an address shows nothing; of one that never was a link, nothing more. */
export type Closed = { state: "unknown" } | { state: "ended" | "unsent"; agencyName: string };

interface Paid {
  tdsPaise: Paise;
  taxablePaise: Paise;
  settledPaise: Paise;
  grandTotalPaise: Paise;
}

/**
 * At which rate a client kept tax back of a document, in percent: of the taxable value as far as the document
 * is settled. 0 for what comes near none of the usual rates.
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

/** What a client who keeps tax back still keeps back, in paise; 0 where there is nothing to choose. */
export function tdsLeft(owed: Owed, rate: number): Paise {
  const { balance, creditApplied = 0, grandTotal, taxableValue, tds } = owed;
  const paise = (rupees: Rupees) => toPaise(rupees) as Paise;
  const taxable = taxableLeft(paise(taxableValue), paise(creditApplied), paise(grandTotal));
  const left = tdsAt(rate, taxable) - paise(tds);
  return (left > 0 && left < paise(balance) ? left : 0) as Paise;
}

/** Whether a client may still say what they think of it. */
export const mayBeAnswered = ({ status, dueDate }: Pick<Estimate, "dueDate" | "status">): boolean =>
  status === "SENT" && (dueDate === "" || dueDate >= today());

/** What is shown of an estimate, for the hash of it: none of what came of it since. */
export function toTerms(estimate: Estimate): object {
  const { number, date, dueDate, supplier, recipient, items, notes, terms } = estimate;
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = estimate;
  const { supply, supplyPlace, reverseCharge, foreignCurrency, exchangeRate } = estimate;
  const { deliveryAddress } = estimate;
  return {
    ...{ number, date, dueDate, supplier, recipient, items, notes, terms, deliveryAddress },
    ...{ subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal },
    ...{ supply, supplyPlace, reverseCharge, foreignCurrency, exchangeRate },
  };
}
