import type { CalendarDate, DateRange } from "../dates.ts";
import type { Filing } from "../gst/returns/filings.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { CloseFigures, DoneBy, MonthClosing } from "./closing.ts";
import type { Uncovered } from "./coverage.ts";

// What the books say of a month that is to be closed, all of one moment. Amounts are rupees.

export interface BankFacts {
  account: { _id: string; name: string };
  /** Nothing has moved on it, and it holds nothing. */
  isIdle: boolean;
  /** The bank's lines of the month. */
  lines: number;
  /** Those of them that are nothing in the books yet. */
  openLines: number;
  /** Lines up to the month's end that are nothing in the books yet, by the statement that shows them. */
  open: { statementId: string; file: string; count: number }[];
  /** Days of the month that no statement tells of. */
  uncovered: Uncovered | undefined;
  /** Of the last statement; "" while there is none. */
  lastDay: CalendarDate | "";
  /** By the bank on the month's last day; null where no statement says it. */
  balance: RupeeSum | null;
  /** What nothing explains. */
  difference: RupeeSum;
  by: DoneBy | null;
}

/** Documents of the month that are drafts, the first of them by name. */
export interface DraftFacts {
  /** That are sent. */
  sent: number;
  drafts: number;
  first: { _id: string; number: string; party: string; total: Rupees } | undefined;
}

/** A period of returns that ends with the month; of a month within a quarter only the check. */
export interface GstFacts {
  isDue: boolean;
  /** `October 2026`, or a quarter. */
  name: string;
  dateTo: CalendarDate;
  errors: number;
  warnings: number;
  due: { gstr1: CalendarDate; gstr3b: CalendarDate };
  filings: Filing[];
  /** Of what was supplied, and what of it is to be paid in money. */
  tax: Rupees;
  cash: Rupees;
  /** Differences between returns and ledgers, and those that no reason explains. */
  proof: { differences: number; faults: number };
  /** The matching with GSTR-2B: pairs to decide, rows without a bill, bills that are not in it. */
  inward: { loaded: DoneBy | null; open: number; missing: number; unfiled: number };
}

export interface MonthFacts {
  month: string;
  range: DateRange;
  today: CalendarDate;
  /** The first day of the first month of the books; "" where nothing is entered. */
  booksBegin: CalendarDate | "";
  banks: BankFacts[];
  /** Receipts that look like payments of open invoices. */
  receipts: number;
  invoices: DraftFacts;
  notes: DraftFacts;
  bills: DraftFacts & {
    /** Entered bills without a paper. */
    unpapered: number;
    /** Vendors who billed in each of the three months before, and not in this one. */
    absent: { _id: string; name: string }[];
    by: DoneBy | null;
  };
  /** undefined without a GSTIN, and under composition. */
  gst: GstFacts | undefined;
  /** Of March: bills that are unpaid to small enterprises beyond their days, and what they come to. */
  small?: { late: number; amount: RupeeSum };
  /** Ledgers in suspense that hold something on the last day. */
  suspense: {
    ledger: { _id: string; name: string };
    balance: RupeeSum;
    /** What was entered under each of its categories so far. */
    categories: { _id: string; name: string; entries: number }[];
  }[];
  lockedTo: CalendarDate | "";
  locked: DoneBy | null;
  closing: MonthClosing | undefined;
  accountants: string[];
  figures: CloseFigures;
}
