import type { CalendarDate } from "../dates.ts";
import type { HeadsView } from "../gst/returns/filings.ts";
import type { RupeeSum, Rupees } from "../money.ts";

// The settlement of a month's GSTR-3B for its checklist: table 6.1, the journal, and the bank line that pays.

/** A debit or credit of the set-off. */
export interface SetOffLine {
  date: CalendarDate;
  ledger: string;
  /** Why, such as `set-off`. */
  reason: string;
  /** Either the debit or the credit is 0. */
  debit: RupeeSum;
  credit: RupeeSum;
}

/** A bank line that equals the amount to pay. */
export interface ChallanLine {
  /** Id of the line. */
  _id: string;
  statementId: string;
  account: string;
  date: CalendarDate;
  narration: string;
  amount: Rupees;
  /** Id of the proposal to accept for it. */
  proposal: string;
}

export interface GstPayment {
  /** Rows of table 6.1. */
  rows: { words: string; heads: HeadsView; isSum: boolean }[];
  /** Day of filing; "" before it. Filing posts the set-off. */
  filedOn: CalendarDate | "";
  /** The postings of the filing; empty before it, and before the tax book starts. */
  journal: SetOffLine[];
  /** To pay in cash in total, and what no entry has paid yet. */
  toPay: Rupees;
  unpaid: Rupees;
  challan: ChallanLine | null;
}
