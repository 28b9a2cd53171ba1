import * as v from "valibot";
import { date, datesInOrder, strictObject } from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import type { CategoryType } from "./categories.ts";
import type { Totals } from "./transactions.ts";

/** A closed period for balances, the dashboard and reports. */
export const Period = v.pipe(strictObject({ dateFrom: date, dateTo: date }), datesInOrder());
export type Period = v.InferOutput<typeof Period>;

/** Totals of a period. Transfers count only in the closing balance of an account. */
export interface Analytics {
  totals: Totals;
  byCategory: { categoryName: string; type: CategoryType; total: RupeeSum }[];
  byAccount: { accountName: string; income: RupeeSum; expense: RupeeSum; balance: RupeeSum }[];
  /** By day up to 62 days, else by month (its first day). Periods without entries are zeros. */
  timeSeries: { date: string; income: RupeeSum; expense: RupeeSum }[];
}
