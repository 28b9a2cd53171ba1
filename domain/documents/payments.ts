import * as v from "valibot";
import { type CalendarDate, formatDate, futureWarning, isCalendarDate } from "../dates.ts";
import {
  amount,
  amountOrNone,
  date,
  id,
  money,
  notes,
  optionalLine,
  requiredText,
  strictObject,
} from "../fields.ts";
import type { AccountName } from "../ledger/transactions.ts";
import { formatPaise, type Paise, type Rupees } from "../money.ts";

export const PAYMENT_MODES = ["Bank Transfer", "UPI", "Cash", "Card", "Cheque", "Other"] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

const NO_AMOUNT = "Amount must be greater than 0";

const paymentFields = {
  date,
  /** What was paid: none where the tax alone comes to light, as its certificate may follow. */
  amount: v.pipe(
    v.unknown(),
    v.check((rupees) => rupees !== undefined && rupees !== null, NO_AMOUNT),
    money("Amount"),
    v.check((paise) => paise >= 0, NO_AMOUNT),
  ),
  mode: v.picklist(PAYMENT_MODES, `Mode must be one of ${PAYMENT_MODES.join(", ")}`),
  reference: optionalLine("Reference"),
  notes,
  accountId: id("Account is required"),
};

/** Of a bill. TDS left out is the rest of what it keeps back, where the amount is all that is to pay. */
export const NewBillPayment = v.pipe(
  strictObject({ ...paymentFields, tdsAmount: v.optional(amountOrNone("TDS")) }),
  v.forward(
    v.partialCheck(
      [["amount"], ["tdsAmount"]],
      ({ amount, tdsAmount }) => amount + (tdsAmount ?? 0) > 0,
      NO_AMOUNT,
    ),
    ["amount"],
  ),
);
export type NewBillPayment = v.InferOutput<typeof NewBillPayment>;

/** Specification, section 5. Money in rupees in, in paise out. That it fits the balance the books say. */
export const NewPayment = v.pipe(
  strictObject({
    ...paymentFields,
    /** Tax that the client kept back at source: it settles the invoice, and is no income transaction. */
    tdsAmount: v.optional(amountOrNone("TDS"), 0),
  }),
  v.forward(
    v.partialCheck(
      [["amount"], ["tdsAmount"]],
      ({ amount, tdsAmount }) => amount + tdsAmount > 0,
      NO_AMOUNT,
    ),
    ["amount"],
  ),
);
export type NewPayment = v.InferOutput<typeof NewPayment>;

/** What is given up of an invoice: all that it owes, where no amount is said. */
export const NewWriteOff = strictObject({
  date,
  amount: v.optional(amount),
  reason: requiredText("Reason"),
});
export type NewWriteOff = v.InferOutput<typeof NewWriteOff>;

/** What is told to whoever would settle more than is owed. */
export const overpaid = (balance: Paise): string =>
  `Amount and TDS must not be more than the balance of ${formatPaise(balance)}`;

/** A payment of an invoice on which this much is owed. */
export const paymentOf = (balance: Paise) =>
  v.pipe(
    NewPayment,
    v.forward(
      v.partialCheck(
        [["amount"], ["tdsAmount"]],
        ({ amount, tdsAmount }) => amount + tdsAmount <= balance,
        overpaid(balance),
      ),
      ["amount"],
    ),
  );

/** What looks wrong with the date of a payment, as a sentence: an advance may be right, and is taken. */
export function paidOnWarning(
  date: CalendarDate,
  invoiceDate: CalendarDate,
  today: CalendarDate,
): string | undefined {
  if (isCalendarDate(date) && date < invoiceDate)
    return `The invoice is of ${formatDate(invoiceDate)}, which is later`;
  return futureWarning(date, today);
}

/** What clients who must deduct mostly keep back, in percent (Income-tax Act 2025, s. 393; 1961, s. 194J). */
export const TDS_RATES = [10, 2] as const;

/** A rate of a taxable value: GST shown apart is left out (CBDT Circular 23/2017). Half up to paise. */
export const tdsAt = (rate: number, taxable: Paise): Paise =>
  Number((BigInt(taxable) * BigInt(rate) + 50n) / 100n) as Paise;

/** What of a taxable value is left once credit notes are taken off: no tax is kept back of more. */
export function taxableLeft(taxable: Paise, credited: Paise, total: Paise): Paise {
  if (credited <= 0 || total <= 0) return taxable;
  const off = (2n * BigInt(taxable) * BigInt(credited) + BigInt(total)) / (2n * BigInt(total));
  return Number(BigInt(taxable) - off) as Paise;
}

/** What else than a payment settled an invoice: a credit note, an advance, or that it was written off. */
export interface Settled {
  _id: string;
  kind: "ADVANCE" | "CREDIT" | "WRITE_OFF";
  /** The note or voucher; "" of what was written off. */
  sourceId: string;
  number: string;
  /** Of the note or voucher; "" of what was written off. */
  sourceDate: CalendarDate;
  date: CalendarDate;
  amount: Rupees;
  /** Why it was written off. */
  reason: string;
}

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
  /** The income that it booked; "" for tax alone, which books none. */
  transactionId: string;
  createdAt: string;
}
