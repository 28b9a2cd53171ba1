import type { RupeeSum } from "../money.ts";
import type { About, Amount } from "./reports.ts";

export interface FlowLine extends Amount {
  /** What it is made of. */
  entries: FlowEntry[];
}

/** Money by category; or of bills, the part that was for an asset. */
export interface FlowEntry extends Amount {
  /** Of the category. */
  _id: string;
  /** Where its entries are. */
  opens: "ledger" | "transactions";
}

export interface CashFlowReport extends About {
  dateFrom: string;
  dateTo: string;
  comparedFrom?: string;
  comparedTo?: string;
  opening: RupeeSum;
  /** `operating: received from clients`; what came is positive. */
  sections: FlowLine[];
  net: RupeeSum;
  closing: RupeeSum;
  compared?: { opening: RupeeSum; net: RupeeSum; closing: RupeeSum };
}
