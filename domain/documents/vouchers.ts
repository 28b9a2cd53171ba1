import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import {
  amount,
  amountOrNone,
  date,
  datesInOrder,
  field,
  id,
  limitSchema,
  oneOf,
  optionalLine,
  page,
  percent,
  q,
  requiredText,
  strictObject,
  yes,
} from "../fields.ts";
import { SUPPLIES } from "../gst/supply.ts";
import { type Paise, type Rupees, roundToPaise, toRupees } from "../money.ts";
import type { Page } from "../page.ts";
import { type GstTdsView, gstTdsField } from "./gstTds.ts";
import type { Invoice, Summed } from "./invoices.ts";
import type { Original } from "./kinds.ts";
import type { Application, Refund } from "./notes.ts";
import { PAYMENT_MODES, type PaymentMode } from "./payments.ts";

// Advances: money received before its invoice. For services, tax is due on receipt (CGST Act, s. 13(2)),
// so a registered agency issues a receipt voucher (s. 31(3)(d), Rule 50). The amount includes the tax.

export const VOUCHER_KINDS = ["RECEIPT_VOUCHER", "REFUND_VOUCHER"] as const;
export type VoucherKind = (typeof VOUCHER_KINDS)[number];

export const NewVoucher = strictObject({
  clientId: id("Client is required"),
  date,
  amount: field(amount, { help: "Money received, including tax" }),
  tdsAmount: field(v.optional(amountOrNone("TDS"), 0), {
    help: "TDS deducted by the client; the advance is the amount plus TDS",
  }),
  gstTds: field(gstTdsField, {
    help: "GST that the client deducted (CGST Act, s. 51), which is part of the advance too",
  }),
  /** Rule 50 prescribes 18% if the rate is not known yet. It is 0 for an agency without GSTIN. */
  taxPct: field(v.optional(percent("Tax")), { help: "GST in the amount; defaults to 18%" }),
  placeOfSupply: optionalLine("Place of supply"),
  supply: v.optional(oneOf("Supply", SUPPLIES)),
  description: requiredText("Description"),
  mode: oneOf("Mode", PAYMENT_MODES),
  accountId: id("Account is required"),
  reference: optionalLine("Reference"),
});
export type NewVoucher = v.InferOutput<typeof NewVoucher>;

export const VoucherQuery = v.pipe(
  strictObject({
    q,
    kind: v.optional(v.picklist(VOUCHER_KINDS, "Kind must be RECEIPT_VOUCHER or REFUND_VOUCHER")),
    clientId: v.optional(id("Client is required")),
    held: field(yes, {
      help: "Only receipt vouchers with an advance that is neither used nor refunded",
    }),
    dateFrom: v.optional(date),
    dateTo: v.optional(date),
    page,
    limit: limitSchema(10),
  }),
  datesInOrder(),
);
export type VoucherQuery = v.InferOutput<typeof VoucherQuery>;

export interface VoucherRow extends Summed {
  _id: string;
  kind: VoucherKind;
  number: string;
  date: CalendarDate;
  clientId: { _id: string; displayName: string; email: string };
  status: "CANCELLED" | "SENT";
  /** Money plus TDS; for a refund, the amount refunded. */
  amount: Rupees;
  tdsAmount: Rupees;
  gstTds: GstTdsView;
  used: Rupees;
  refunded: Rupees;
  /** The amount neither used nor refunded. */
  held: Rupees;
}

export interface Voucher
  extends VoucherRow,
    Pick<
      Invoice,
      | ("createdAt" | "createdBy" | "gstMode" | "recipient" | "supplier" | "supply")
      | ("supplyPlace" | "title")
    > {
  taxPct: number;
  description: string;
  mode: PaymentMode;
  reference: string;
  /** The voucher that a refund repays: its id ("" if unknown) and details. */
  voucherId: string;
  original: Original | null;
  /** Invoices that the advance was applied to; `noteId` is the voucher's id. */
  applications: Application[];
  refunds: Refund[];
}

export type VoucherList = Page<VoucherRow>;

/**
 * Returns the GST that the client deducted from an advance, all heads together, and the money received.
 */
export function computeReceived({ amount, tdsAmount, gstTds }: VoucherRow) {
  const heads = Object.values(gstTds).map(roundToPaise);
  const gst = heads.reduce((sum, paise) => sum + paise, 0);
  const received = roundToPaise(amount) - roundToPaise(tdsAmount) - gst;
  return { gst: toRupees(gst as Paise), received: toRupees(received as Paise) };
}
