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
import { type GstTdsView, gstTdsField, sumGstTds } from "./gstTds.ts";

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
    /** GST that the client deducted (CGST Act, s. 51), by head. */
    gstTds: gstTdsField,
  }),
  v.forward(
    v.partialCheck(
      [["amount"], ["tdsAmount"], ["gstTds"]],
      ({ amount, tdsAmount, gstTds }) => amount + tdsAmount + sumGstTds(gstTds) > 0,
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
export const explainOverpaid = (balance: Paise): string =>
  `Amount and TDS must not be more than the balance of ${formatPaise(balance)}`;

/** Limits of the next payment of a document. */
export interface PaymentLimits {
  balance: Paise;
  /** From `computeTdsLimit`. */
  tdsLimit: Paise;
  isInvoice: boolean;
}

/** Schema of a payment that stays within the balance and the TDS limit. */
export const paymentWithin = ({ balance, tdsLimit, isInvoice }: PaymentLimits) =>
  v.pipe(
    NewPayment,
    v.forward(
      v.partialCheck(
        [["amount"], ["tdsAmount"], ["gstTds"]],
        ({ amount, tdsAmount, gstTds }) => amount + tdsAmount + sumGstTds(gstTds) <= balance,
        explainOverpaid(balance),
      ),
      ["amount"],
    ),
    v.forward(
      v.partialCheck(
        [["tdsAmount"]],
        ({ tdsAmount }) => tdsAmount <= tdsLimit,
        tdsTooHigh(tdsLimit, isInvoice),
      ),
      ["tdsAmount"],
    ),
  );

/** Whether a payment is dated before its invoice, and so is an advance. */
export const isBeforeInvoice = (date: CalendarDate, invoiceDate: CalendarDate): boolean =>
  isCalendarDate(date) && date < invoiceDate;

/** Returns a warning about the date of a payment, or undefined. */
export function paidOnWarning(
  date: CalendarDate,
  invoiceDate: CalendarDate,
  today: CalendarDate,
): string | undefined {
  if (isBeforeInvoice(date, invoiceDate))
    return `The invoice is dated ${formatDate(invoiceDate)}, which is later`;
  return futureWarning(date, today);
}

/** Explains what a payment is that is dated before its invoice, and when its GST is due. */
export const advanceMeaning = (invoiceDate: CalendarDate): string =>
  `This payment is dated before the invoice of ${formatDate(invoiceDate)}, so it is an advance. ` +
  "For services, GST on an advance is due in the month of the payment (CGST Act, s. 13(2)).";

/** Explains what a payment is that is dated before its bill. */
export const vendorAdvanceMeaning = (billDate: CalendarDate): string =>
  `This payment is dated before the bill of ${formatDate(billDate)}, so it is an advance to the vendor ` +
  "until then. Any TDS is deducted on the day of the payment.";

const CONFIRM_ADVANCE = "Tick this to save an advance, or correct the date";

/** Wraps the schema of a payment: a payment dated before its invoice needs `isAdvance`. */
export const confirmPaymentSchema = <Schema extends v.GenericSchema>(
  schema: Schema,
  invoiceDate: CalendarDate,
) =>
  v.pipe(
    v.looseObject({ date: v.unknown(), isAdvance: v.boolean() }),
    v.forward(
      v.partialCheck(
        [["date"], ["isAdvance"]],
        ({ date, isAdvance }) => isAdvance || !isBeforeInvoice(String(date), invoiceDate),
        CONFIRM_ADVANCE,
      ),
      ["isAdvance"],
    ),
    v.transform(({ isAdvance: _, ...payment }): unknown => payment),
    schema,
  );

/** A rate of a taxable value: GST shown apart is left out (CBDT Circular 23/2017). Half up to paise. */
export const tdsAt = (rate: number, taxable: Paise): Paise =>
  Number((BigInt(taxable) * BigInt(rate) + 50n) / 100n) as Paise;

/** What of a taxable value is left once credit notes are taken off: no tax is kept back of more. */
export function taxableLeft(taxable: Paise, credited: Paise, total: Paise): Paise {
  if (credited <= 0 || total <= 0) return taxable;
  const off = (2n * BigInt(taxable) * BigInt(credited) + BigInt(total)) / (2n * BigInt(total));
  return Number(BigInt(taxable) - off) as Paise;
}

/** The highest TDS rate in percent, without a PAN (Income-tax Act 2025, s. 397(2); 1961, s. 206AA). */
export const HIGHEST_TDS_RATE = 20;

/** What limits the TDS of a document's next payment, in paise. */
export interface Deductible {
  taxable: Paise;
  /** Settled with credit notes. */
  credited: Paise;
  total: Paise;
  /** TDS of earlier payments, and of the advances that settle the document. */
  deducted: Paise;
}

/**
 * Returns the most TDS that the next payment of a document can have: 20% of its taxable value, rounded up
 * to whole rupees, less the TDS that was deducted already; never below 0. The taxable value is that of the
 * whole document, in proportion to what credit notes leave of its total, because clients deduct TDS from
 * the whole invoice even if they pay in parts. It is rounded up because TDS is deducted in whole rupees.
 * Anything above is a write-off.
 */
export function computeTdsLimit({ taxable, credited, total, deducted }: Deductible): Paise {
  const highest = tdsAt(HIGHEST_TDS_RATE, taxableLeft(taxable, credited, total));
  return Math.max(0, Math.ceil(highest / 100) * 100 - deducted) as Paise;
}

/** Error for more TDS than the limit. Only invoices can be written off. */
export const tdsTooHigh = (limit: Paise, isInvoice = false): string =>
  `TDS can be at most ${formatPaise(limit)}, ${HIGHEST_TDS_RATE}% of the taxable value that has no TDS yet` +
  (isInvoice ? "; an owner can write off the rest" : "");

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
  /** Income tax. */
  tdsAmount: Rupees;
  gstTds: GstTdsView;
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
