import type { RupeeSum } from "../money.ts";
import type { About, Amount } from "./reports.ts";

export interface FlowLine extends Amount {
  /** The entries behind the line. */
  entries: FlowEntry[];
}

/** Money by category. For bills, the part that bought an asset. */
export interface FlowEntry extends Amount {
  /** Id of the category. */
  _id: string;
  /** The page that lists its entries. */
  opens: "ledger" | "transactions";
}

export interface CashFlowReport extends About {
  dateFrom: string;
  dateTo: string;
  comparedFrom?: string;
  comparedTo?: string;
  opening: RupeeSum;
  /** For example `operating: received from clients`. Money received is positive. */
  sections: FlowLine[];
  net: RupeeSum;
  closing: RupeeSum;
  compared?: { opening: RupeeSum; net: RupeeSum; closing: RupeeSum };
}
