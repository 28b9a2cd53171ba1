import * as v from "valibot";
import { date, datesInOrder, id, limitSchema, page, percent, q, strictObject } from "../fields.ts";
import { computeShare } from "../gst/figures.ts";
import { type Paise, type Rupees, toPaise, toRupees } from "../money.ts";
import type { Invoice, InvoiceItem, InvoiceRow, InvoiceStatus, Summed } from "./invoices.ts";

// What a client is offered: no document of GST. Accepted, it becomes an invoice.

export const ESTIMATE_STATUSES = ["DRAFT", "SENT", "ACCEPTED", "DECLINED"] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

/** `dueDate` is the day until which it holds. */
export interface EstimateRow
  extends Summed,
    Pick<InvoiceRow, "_id" | "clientId" | "date" | "dueDate" | "grandTotal"> {
  kind: "ESTIMATE";
  number: string;
  status: EstimateStatus;
  /** The first invoice of it; "" before. */
  invoiceId: string;
  /** What its invoices come to, without tax. */
  billed: Rupees;
}

/** An invoice that bills an estimate, or a part of it. */
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
  /** Oldest first, without those that were cancelled. */
  invoices: Billing[];
}

export interface EstimateList {
  items: EstimateRow[];
  total: number;
  page: number;
  totalPages: number;
}

export const mayBeEdited = ({ status }: EstimateRow) => status === "DRAFT" || status === "SENT";

export const EstimateQuery = v.pipe(
  strictObject({
    q,
    clientId: v.optional(id("Client is required")),
    status: v.optional(
      v.picklist(ESTIMATE_STATUSES, `Status must be one of ${ESTIMATE_STATUSES.join(", ")}`),
    ),
    dateFrom: v.optional(date),
    dateTo: v.optional(date),
    page,
    limit: limitSchema(10),
  }),
  datesInOrder(),
);
export type EstimateQuery = v.InferOutput<typeof EstimateQuery>;

const LINES = "Choose lines of the estimate by number, starting at 0";

/** What of an estimate is billed: left out, all of it. */
export const NewBilling = strictObject({
  /** Of the value of each line: 40 for a first milestone. */
  percent: v.optional(
    v.pipe(
      percent("Percent"),
      v.check((percent) => percent > 0, "Percent must be greater than 0"),
    ),
    100,
  ),
  /** Which lines, from 0. */
  lines: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(LINES), v.integer(LINES), v.minValue(0, LINES)), LINES),
      v.nonEmpty("Choose at least one line"),
    ),
  ),
});
export type NewBilling = v.InferOutput<typeof NewBilling>;

/** Whether it is all of the estimate: that is billed once, parts as often as there is something left. */
export const isWhole = ({ percent, lines }: NewBilling): boolean =>
  percent === 100_00 && lines === undefined;

/** What of it can still be billed, in paise without tax; below 0 where more than all of it is billed. */
export const computeUnbilled = ({ taxableValue, billed }: EstimateRow): Paise =>
  ((toPaise(taxableValue) as Paise) - (toPaise(billed) as Paise)) as Paise;

/** How many hundredths of a percent of a sum are left. */
export const computeRemainingPercent = (left: Paise, sum: Paise): number =>
  Math.max(1, Math.round((left / sum) * 100_00));

/**
 * What of each chosen line is billed, in paise without tax. The percentage that all that is left comes to
 * bills just that; of any other a paisa may be lost or gained on each line by rounding.
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

/** The items that bill a part of others, as they are typed: a whole one as it is. */
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
