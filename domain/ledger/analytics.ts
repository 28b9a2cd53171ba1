import * as v from "valibot";
import { date, datesInOrder, strictObject } from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import type { CategoryType } from "./categories.ts";
import type { Totals } from "./transactions.ts";

/** A period with both ends, of balances, the dashboard and reports. */
export const Period = v.pipe(strictObject({ dateFrom: date, dateTo: date }), datesInOrder());
export type Period = v.InferOutput<typeof Period>;

/** The figures of a period. Transfers are in none but an account's balance, which is its closing one. */
export interface Analytics {
  totals: Totals;
  byCategory: { categoryName: string; type: CategoryType; total: RupeeSum }[];
  byAccount: { accountName: string; income: RupeeSum; expense: RupeeSum; balance: RupeeSum }[];
  /** By day up to 62 days, else by month (its first day); periods without entries are zeros. */
  timeSeries: { date: string; income: RupeeSum; expense: RupeeSum }[];
}
