import * as v from "valibot";
import { amount, amountOrNone, date, id, notes, optionalLine, thing } from "./fields.ts";
import type { Rupees } from "./money.ts";
import type { AccountName } from "./transactions.ts";

export const PAYMENT_MODES = ["Bank Transfer", "UPI", "Cash", "Card", "Cheque", "Other"] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** Specification, section 5. Money in rupees in, in paise out. That it fits the balance the books say. */
export const NewPayment = thing({
  date,
  /** What was received. */
  amount,
  /** Tax that the client kept back at source: it settles the invoice, and is no income transaction. */
  tdsAmount: v.optional(amountOrNone("TDS"), 0),
  mode: v.picklist(PAYMENT_MODES, `Mode must be one of ${PAYMENT_MODES.join(", ")}`),
  reference: optionalLine("Reference"),
  notes,
  accountId: id("Account is required"),
});
export type NewPayment = v.InferOutput<typeof NewPayment>;

export interface Payment {
  _id: string;
  date: string;
  amount: Rupees;
  tdsAmount: Rupees;
  mode: PaymentMode;
  reference: string;
  notes: string;
  accountId: string;
  /** The account by name. */
  account: AccountName;
  /** The income that it booked. */
  transactionId: string;
  createdAt: string;
}
