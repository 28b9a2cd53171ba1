import * as v from "valibot";
import {
  date,
  datesInOrder,
  id,
  limitSchema,
  oneOf,
  page,
  percent,
  q,
  strictObject,
} from "../fields.ts";
import { computeShare } from "../gst/figures.ts";
import { type Paise, type Rupees, toPaise, toRupees } from "../money.ts";
import type { Page } from "../page.ts";
import type { Invoice, InvoiceItem, InvoiceRow, InvoiceStatus, Summed } from "./invoices.ts";

// An estimate is an offer to a client, not a GST document. Once accepted, it becomes an invoice.

export const ESTIMATE_STATUSES = ["DRAFT", "SENT", "ACCEPTED", "DECLINED"] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

/** `dueDate` is the last day on which the estimate is valid. */
export interface EstimateRow
  extends Summed,
    Pick<InvoiceRow, "_id" | "clientId" | "date" | "dueDate" | "grandTotal"> {
  kind: "ESTIMATE";
  number: string;
  status: EstimateStatus;
  /** Id of its first invoice; "" before there is one. */
  invoiceId: string;
  /** Total of its invoices, without tax. */
  billed: Rupees;
}

/** An invoice for an estimate or for a part of it. */
export interface Billing extends Pick<Invoice, "_id" | "number" | "taxableValue"> {
  status: InvoiceStatus;
}

export interface Estimate
  extends EstimateRow,
    Pick<
      Invoice,
      | (
          | "createdAt"
          | "createdBy"
          | "discountTotal"
          | "exchangeRate"
          | "deliveryAddress"
          | "foreignCurrency"
          | "gstMode"
        )
      | ("items" | "notes" | "placeOfSupply" | "recipient" | "reverseCharge" | "reverseChargeTax")
      | ("roundOff" | "subTotal" | "supplier" | "supply" | "supplyPlace")
      | ("terms" | "title")
    > {
  /** Oldest first, without cancelled invoices. */
  invoices: Billing[];
}

export type EstimateList = Page<EstimateRow>;

export const mayBeEdited = ({ status }: EstimateRow) => status === "DRAFT" || status === "SENT";

export const EstimateQuery = v.pipe(
  strictObject({
    q,
    clientId: v.optional(id("Client is required")),
    status: v.optional(oneOf("Status", ESTIMATE_STATUSES)),
    dateFrom: v.optional(date),
    dateTo: v.optional(date),
    page,
    limit: limitSchema(10),
  }),
  datesInOrder(),
);
export type EstimateQuery = v.InferOutput<typeof EstimateQuery>;

const LINES = "Choose lines of the estimate by number, starting at 0";

/** The part of an estimate to bill: all of it by default. */
export const NewBilling = strictObject({
  /** Percent of each line's value, such as 40 for a first milestone. */
  percent: v.optional(
    v.pipe(
      percent("Percent"),
      v.check((percent) => percent > 0, "Percent must be greater than 0"),
    ),
    100,
  ),
  /** Indexes of the lines, from 0. */
  lines: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(LINES), v.integer(LINES), v.minValue(0, LINES)), LINES),
      v.nonEmpty("Choose at least one line"),
    ),
  ),
});
export type NewBilling = v.InferOutput<typeof NewBilling>;

/**
 * Whether the whole estimate is billed. This works once; parts can be billed while something is left.
 */
export const isWhole = ({ percent, lines }: NewBilling): boolean =>
  percent === 100_00 && lines === undefined;

/**
 * Returns the amount that can still be billed, in paise without tax. Negative if more than the estimate
 * was billed.
 */
export const computeUnbilled = ({ taxableValue, billed }: EstimateRow): Paise =>
  ((toPaise(taxableValue) as Paise) - (toPaise(billed) as Paise)) as Paise;

/** Returns the amount that can still be billed with its tax, in paise; 0 if nothing is left. */
export function computeUnbilledTotal(estimate: EstimateRow): Paise {
  const left = computeUnbilled(estimate);
  const taxable = toPaise(estimate.taxableValue) as Paise;
  if (left <= 0 || taxable <= 0) return 0 as Paise;
  const total = toPaise(estimate.grandTotal) as Paise;
  return Number((BigInt(total) * BigInt(left)) / BigInt(taxable)) as Paise;
}

/** Returns the share of a sum that is left, in hundredths of a percent. */
export const computeRemainingPercent = (left: Paise, sum: Paise): number =>
  Math.max(1, Math.round((left / sum) * 100_00));

/**
 * Returns the billed amount of each chosen line, in paise without tax. The percentage that equals the
 * rest bills exactly the rest. Any other percentage may gain or lose a paisa per line by rounding.
 */
export function splitBilled(items: InvoiceItem[], part: NewBilling, left: Paise): Paise[] {
  const { percent } = part;
  const values = pickItems(items, part).map(({ taxable }) => toPaise(taxable) as Paise);
  const sum = values.reduce((sum, value) => sum + value, 0) as Paise;
  const isRest = left > 0 && left <= sum && percent === computeRemainingPercent(left, sum);
  if (percent === 100_00 || !isRest) return values.map((value) => computeShare(value, percent));
  let [walked, given] = [0, 0];
  return values.map((value) => {
    walked += value;
    const share = Number((BigInt(left) * BigInt(walked)) / BigInt(sum)) - given;
    given += share;
    return share as Paise;
  });
}

const pickItems = (items: InvoiceItem[], { lines }: NewBilling) =>
  lines ? items.filter((_, n) => lines.includes(n)) : items;

/**
 * Returns the items, as typed, of an invoice for a part of an estimate. A line billed in full is copied
 * unchanged.
 */
export function toBilledItems(items: InvoiceItem[], part: NewBilling, left: Paise) {
  const { percent } = part;
  const chosen = pickItems(items, part);
  if (percent === 100_00) return chosen;
  const parts = splitBilled(items, part, left);
  return chosen.map((item, n) => ({
    ...item,
    description: `${item.description} (${percent / 100}%)`,
    qty: 1,
    discountPct: 0,
    rate: toRupees(parts[n] as Paise),
  }));
}
