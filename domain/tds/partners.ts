import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { amount, amountOrNone, date, oneOf, requiredText, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import { pan } from "../purchases/vendors.ts";

/** Kinds of payments to a partner (Income-tax Act 2025, s. 393(3), Sl. 7). */
export const PARTNER_PAYMENT_KINDS = [
  "SALARY",
  "REMUNERATION",
  "COMMISSION",
  "BONUS",
  "INTEREST",
] as const;
export type PartnerPaymentKind = (typeof PARTNER_PAYMENT_KINDS)[number];

export const PARTNER_PAYMENT_NAMES: Record<PartnerPaymentKind, string> = {
  SALARY: "Salary",
  REMUNERATION: "Remuneration",
  COMMISSION: "Commission",
  BONUS: "Bonus",
  INTEREST: "Interest",
};

/** A payment to a partner. TDS defaults to the rule's amount. */
export const NewPartnerPayment = strictObject({
  date,
  partner: requiredText("Partner"),
  pan,
  kind: oneOf("Kind", PARTNER_PAYMENT_KINDS),
  amount,
  tdsAmount: v.optional(amountOrNone("TDS")),
});
export type NewPartnerPayment = v.InferOutput<typeof NewPartnerPayment>;

export interface PartnerPayment {
  _id: string;
  date: CalendarDate;
  partner: string;
  pan: string;
  kind: PartnerPaymentKind;
  amount: Rupees;
  tdsAmount: Rupees;
  /** The journal of the payment. */
  journalId: string;
  createdAt: string;
}
