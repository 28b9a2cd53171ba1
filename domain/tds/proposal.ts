import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";
import type { TdsRule } from "./law.ts";

/** TDS of a bill for its form: rupees and percent, null if there is no such limit. */
export interface TdsProposal {
  rule: TdsRule | "";
  name: string;
  /** Payment code. Before April 2026, the section. */
  code: string;
  source: string;
  rate: number;
  ofOne: Rupees | null;
  ofYear: Rupees | null;
  ofMonth: Rupees | null;
  /** Number of the vendor's other bills and advances in the year under the rule. */
  bills: number;
  /** Their sum, less credit notes. */
  yearSum: Rupees;
  /** TDS deducted from them. */
  kept: Rupees;
  tds: Rupees;
  depositBy: CalendarDate;
}
