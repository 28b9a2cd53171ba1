import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { amount, amountOrNone, date, id, optionalLine, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import { tdsRule } from "../purchases/vendors.ts";
import type { TdsRule } from "./law.ts";

/** Money that a vendor is paid before any bill. TDS left out follows the rule. */
export const NewAdvance = strictObject({
  vendorId: id("Vendor is required"),
  date,
  amount,
  /** Left out, the vendor's. */
  tdsRule: v.optional(tdsRule),
  tdsAmount: v.optional(amountOrNone("TDS")),
  accountId: id("Account is required"),
  reference: optionalLine("Reference"),
});
export type NewAdvance = v.InferOutput<typeof NewAdvance>;

export const AdvanceQuery = strictObject({ vendorId: v.optional(id("Vendor is required")) });

/** The bill of the same vendor that is settled with all of the advance. */
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
  /** The bill that is settled with it; "" for none. */
  billId: string;
  createdAt: string;
}
