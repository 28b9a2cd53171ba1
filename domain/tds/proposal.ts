import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";
import type { TdsRule } from "./law.ts";

/** TDS of a bill as its form shows it: rupees and percent, null if there is no such limit. */
export interface TdsProposal {
  rule: TdsRule | "";
  name: string;
  /** Payment code; before April 2026 the section. */
  code: string;
  source: string;
  rate: number;
  ofOne: Rupees | null;
  ofYear: Rupees | null;
  ofMonth: Rupees | null;
  /** The vendor's other bills and advances of the year under the rule. */
  bills: number;
  /** Their sum, less credit notes. */
  yearSum: Rupees;
  /** TDS that was deducted from them. */
  kept: Rupees;
  tds: Rupees;
  depositBy: CalendarDate;
}
