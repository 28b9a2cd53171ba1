import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { date, id, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";

// Whether suppliers have filed GSTR-3B for a month. The credit of its bills depends on it (Rule 37A of
// the CGST Rules).

/** Whether a supplier has filed GSTR-3B for a month, and the day that decides which return counts it. */
export const SupplierReturn = strictObject({
  period: v.pipe(
    v.string("Period is required"),
    v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Period must be a month, written YYYY-MM"),
  ),
  date: v.optional(date),
});
export type SupplierReturn = v.InferOutput<typeof SupplierReturn>;

export const SupplierReturnQuery = strictObject({ vendorId: v.optional(id("Choose a vendor")) });
export type SupplierReturnQuery = v.InferOutput<typeof SupplierReturnQuery>;

/** A vendor's month without GSTR-3B. */
export interface SupplierReturnRow {
  vendorId: { _id: string; displayName: string };
  /** Month of the bills, such as `2026-04`. */
  period: string;
  bills: number;
  /** Input tax credit in these bills. */
  credit: Rupees;
  unfiledOn: CalendarDate;
  /** "" until it is filed. */
  filedOn: CalendarDate | "";
}
