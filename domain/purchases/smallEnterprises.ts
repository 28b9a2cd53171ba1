import * as v from "valibot";
import { addDays, type CalendarDate } from "../dates.ts";
import { date, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { smallEnterpriseDays } from "./bills.ts";

// Amounts owed to micro and small enterprises. If an amount is unpaid on 31 March beyond the days of the
// MSMED Act, s. 15, it is deductible only in the year of payment (Income-tax Act, 2025, s. 37(2)(g)).

export const SmallEnterpriseQuery = strictObject({ at: v.optional(date) });
export type SmallEnterpriseQuery = v.InferOutput<typeof SmallEnterpriseQuery>;

export interface OwedToSmall {
  billId: string;
  number: string;
  vendor: { _id: string; displayName: string };
  date: CalendarDate;
  payBy: CalendarDate;
  isLate: boolean;
  /** Less the TDS to deduct. */
  unpaid: Rupees;
}

export interface SmallEnterprises {
  at: CalendarDate;
  rows: OwedToSmall[];
  unpaid: RupeeSum;
  late: RupeeSum;
}

/** Returns the last day to pay a small enterprise's bill, ignoring its due date. */
export const computePayBy = (
  { date, receivedDate }: { date: CalendarDate; receivedDate: string },
  agreedDays: number | null,
): CalendarDate => addDays(receivedDate || date, smallEnterpriseDays(agreedDays));
