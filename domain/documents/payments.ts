import * as v from "valibot";
import { type CalendarDate, formatDate, futureWarning, isCalendarDate } from "../dates.ts";
import {
  amount,
  amountOrNone,
  date,
  id,
  money,
  notes,
  oneOf,
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
  /** May be 0: TDS can be recorded alone, when its certificate arrives later. */
  amount: v.pipe(
    v.unknown(),
    v.check((rupees) => rupees !== undefined && rupees !== null, NO_AMOUNT),
    money("Amount"),
    v.check((paise) => paise >= 0, NO_AMOUNT),
  ),
  mode: oneOf("Mode", PAYMENT_MODES),
  reference: optionalLine("Reference"),
  notes,
  accountId: id("Account is required"),
};

/**
 * Payment of a bill. If TDS is left out and the amount pays the whole balance, it deducts the rest of the
 * bill's TDS.
 */
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

/** Specification, section 5. Parses rupees to paise. The balance is checked against the books. */
export const NewPayment = v.pipe(
  strictObject({
    ...paymentFields,
    /** TDS deducted by the client. It settles the invoice but is not part of the income transaction. */
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

/** A write-off: the whole balance if no amount is given. */
export const NewWriteOff = strictObject({
  date,
  amount: v.optional(amount),
  reason: requiredText("Reason"),
});
export type NewWriteOff = v.InferOutput<typeof NewWriteOff>;

/** Error for a payment above the balance. */
export const explainOverpaid = (balance: Paise): string =>
  `Amount and TDS must not be more than the balance of ${formatPaise(balance)}`;

/** Limits of the next payment of a document. */
export interface PaymentLimits {
  balancePaise: Paise;
  /** From `computeTdsLimit`. */
  tdsLimitPaise: Paise;
  isInvoice: boolean;
}

/** Schema of a payment that stays within the balance and the TDS limit. */
export const paymentWithin = ({ balancePaise, tdsLimitPaise, isInvoice }: PaymentLimits) =>
  v.pipe(
    NewPayment,
    v.forward(
      v.partialCheck(
        [["amount"], ["tdsAmount"], ["gstTds"]],
        ({ amount, tdsAmount, gstTds }) => amount + tdsAmount + sumGstTds(gstTds) <= balancePaise,
        explainOverpaid(balancePaise),
      ),
      ["amount"],
    ),
    v.forward(
      v.partialCheck(
        [["tdsAmount"]],
        ({ tdsAmount }) => tdsAmount <= tdsLimitPaise,
        tdsTooHigh(tdsLimitPaise, isInvoice),
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

/**
 * Computes TDS at a rate in percent, rounded half up to paise. It is deducted from the value without GST
 * if GST is shown separately (CBDT Circular 23/2017).
 */
export const tdsAt = (rate: number, taxable: Paise): Paise =>
  Number((BigInt(taxable) * BigInt(rate) + 50n) / 100n) as Paise;

/** Returns the taxable value left after credit notes. TDS is deducted from no more than this. */
export function taxableLeft(taxable: Paise, credited: Paise, total: Paise): Paise {
  if (credited <= 0 || total <= 0) return taxable;
  const off = (2n * BigInt(taxable) * BigInt(credited) + BigInt(total)) / (2n * BigInt(total));
  return Number(BigInt(taxable) - off) as Paise;
}

/** The highest TDS rate in percent, without a PAN (Income-tax Act 2025, s. 397(2); 1961, s. 206AA). */
export const HIGHEST_TDS_RATE = 20;

/** Amounts that limit the TDS of a document's next payment, in paise. */
export interface Deductible {
  taxablePaise: Paise;
  /** Settled with credit notes. */
  creditedPaise: Paise;
  totalPaise: Paise;
  /** TDS of earlier payments, and of the advances that settle the document. */
  deductedPaise: Paise;
}

/**
 * Returns the most TDS that the next payment of a document can have: 20% of its taxable value, rounded up
 * to whole rupees, less the TDS that was deducted already; never below 0. The taxable value is that of the
 * whole document, in proportion to what credit notes leave of its total, because clients deduct TDS from
 * the whole invoice even if they pay in parts. It is rounded up because TDS is deducted in whole rupees.
 * Anything above is a write-off.
 */
export function computeTdsLimit({
  taxablePaise,
  creditedPaise,
  totalPaise,
  deductedPaise,
}: Deductible): Paise {
  const highest = tdsAt(HIGHEST_TDS_RATE, taxableLeft(taxablePaise, creditedPaise, totalPaise));
  return Math.max(0, Math.ceil(highest / 100) * 100 - deductedPaise) as Paise;
}

/** Error for more TDS than the limit. Only invoices can be written off. */
export const tdsTooHigh = (limit: Paise, isInvoice = false): string =>
  `TDS can be at most ${formatPaise(limit)}, ${HIGHEST_TDS_RATE}% of the taxable value that has no TDS yet` +
  (isInvoice ? "; an owner can write off the rest" : "");

/** A settlement other than a payment: a credit note, an advance or a write-off. */
export interface Settled {
  _id: string;
  kind: "ADVANCE" | "CREDIT" | "WRITE_OFF";
  /** Id of the note or voucher; "" for a write-off. */
  sourceId: string;
  number: string;
  /** Date of the note or voucher; "" for a write-off. */
  sourceDate: CalendarDate;
  date: CalendarDate;
  amount: Rupees;
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
  account: AccountName;
  /** The income transaction; "" if the payment is TDS alone, which books none. */
  transactionId: string;
  createdAt: string;
}
