import * as v from "valibot";
import { addDays, type CalendarDate } from "../dates.ts";
import { date, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { smallEnterpriseDays } from "./bills.ts";

// What is owed to micro and small enterprises. What is unpaid beyond the days of the MSMED Act, s. 15, on
// 31 March is deducted only in the year in which it is paid (Income-tax Act, 2025, s. 37(2)(g)).

export const SmallEnterpriseQuery = strictObject({ at: v.optional(date) });
export type SmallEnterpriseQuery = v.InferOutput<typeof SmallEnterpriseQuery>;

export interface OwedToSmall {
  billId: string;
  number: string;
  vendor: { _id: string; displayName: string };
  date: CalendarDate;
  /** The last day on which it was to be paid. */
  payBy: CalendarDate;
  isLate: boolean;
  /** Less the tax that is to be deducted. */
  unpaid: Rupees;
}

export interface SmallEnterprises {
  at: CalendarDate;
  rows: OwedToSmall[];
  unpaid: RupeeSum;
  late: RupeeSum;
}

/** Returns the last day on which a bill of a small enterprise is paid, whatever its due date says. */
export const computePayBy = (
  { date, receivedDate }: { date: CalendarDate; receivedDate: string },
  agreedDays: number | null,
): CalendarDate => addDays(receivedDate || date, smallEnterpriseDays(agreedDays));
