import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { amount, amountOrNone, date, id, optionalLine, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import { tdsRule } from "../purchases/vendors.ts";
import type { TdsRule } from "./law.ts";

/** A payment to a vendor before any bill. TDS defaults to the rule's amount. */
export const NewAdvance = strictObject({
  vendorId: id("Vendor is required"),
  date,
  amount,
  /** Defaults to the vendor's rule. */
  tdsRule: v.optional(tdsRule),
  tdsAmount: v.optional(amountOrNone("TDS")),
  accountId: id("Account is required"),
  reference: optionalLine("Reference"),
});
export type NewAdvance = v.InferOutput<typeof NewAdvance>;

export const AdvanceQuery = strictObject({ vendorId: v.optional(id("Vendor is required")) });

/** The bill of the same vendor to settle with the whole advance. */
export const NewAdvanceUse = strictObject({ billId: id("Choose a bill") });

export interface VendorAdvance {
  _id: string;
  vendorId: string;
  date: CalendarDate;
  amount: Rupees;
  tdsRule: TdsRule | "";
  tdsAmount: Rupees;
  reference: string;
  accountId: string;
  transactionId: string;
  /** The bill that it settles, or "". */
  billId: string;
  createdAt: string;
}
