import type { CalendarDate, DateRange } from "../dates.ts";
import type { Filing } from "../gst/returns/filings.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { CloseFigures, DoneBy, MonthClosing, MonthShare } from "./closing.ts";
import type { Uncovered } from "./coverage.ts";
import type { OwnKind } from "./ownItems.ts";

// Facts about a month to close, from one snapshot of the books. Amounts are rupees.

export interface BankFacts {
  account: { _id: string; name: string };
  /** Whether the account has no movements and no balance. */
  isIdle: boolean;
  /** Number of bank lines in the month. */
  lines: number;
  /** Number of these that are unmatched. */
  openLines: number;
  /** Unmatched lines up to the month's end, by statement. */
  open: { statementId: string; file: string; count: number }[];
  /** Days of the month that no statement covers. */
  uncovered: Uncovered | undefined;
  /** Last day of the last statement, or "". */
  lastDay: CalendarDate | "";
  /** Bank balance on the month's last day; null if no statement shows it. */
  balance: RupeeSum | null;
  /** Unexplained difference. */
  difference: RupeeSum;
  by: DoneBy | null;
}

/** Draft documents of the month, and the first of them. */
export interface DraftFacts {
  /** Number of sent documents. */
  sent: number;
  drafts: number;
  first: { _id: string; number: string; party: string; total: Rupees } | undefined;
}

/** Returns for a period that ends with the month. Within a quarter, only the preflight applies. */
export interface GstFacts {
  isDue: boolean;
  /** `October 2026`, or a quarter. */
  name: string;
  dateTo: CalendarDate;
  errors: number;
  warnings: number;
  due: { gstr1: CalendarDate; gstr3b: CalendarDate };
  filings: Filing[];
  /** Tax on supplies, and the part to pay in cash. */
  tax: Rupees;
  cash: Rupees;
  /** Numbers of differences between returns and ledgers, and of those without a reason. */
  proof: { differences: number; faults: number };
  /** GSTR-2B matching: pairs to decide, rows without a bill, and bills not in GSTR-2B. */
  inward: { loaded: DoneBy | null; open: number; missing: number; unfiled: number };
}

/** An item of the agency's own, with what was done for the month. */
export interface OwnFacts {
  _id: string;
  name: string;
  kind: OwnKind;
  /** The name of the responsible member. */
  user: string;
  /** The account's balance in the books on the last day, in paise; undefined for a tick. */
  balance: bigint | undefined;
  /** The mark of the month, with the counted amount. */
  mark: { counted: Rupees | null; by: DoneBy } | undefined;
}

export interface MonthFacts {
  month: string;
  range: DateRange;
  today: CalendarDate;
  /** First day of the first month of the books; "" if nothing is entered. */
  booksBegin: CalendarDate | "";
  banks: BankFacts[];
  /** Number of receipts that look like payments of open invoices. */
  receipts: number;
  invoices: DraftFacts;
  notes: DraftFacts;
  bills: DraftFacts & {
    /** Number of entered bills without an attachment. */
    unpapered: number;
    /** Vendors who billed in each of the three previous months, but not in this one. */
    absent: { _id: string; name: string }[];
    by: DoneBy | null;
  };
  own: OwnFacts[];
  /** Reversals of journals, posted or due in the month. */
  reversals: { journalId: string; reason: string; date: CalendarDate; isPosted: boolean }[];
  /** Undefined without a GSTIN, and for a composition dealer. */
  gst: GstFacts | undefined;
  /** For March: late bills of small enterprises, and their total. */
  small?: { late: number; amount: RupeeSum };
  /** Suspense ledgers with a balance on the last day. */
  suspense: {
    ledger: { _id: string; name: string };
    balance: RupeeSum;
    /** Number of entries so far in each of its categories. */
    categories: { _id: string; name: string; entries: number }[];
  }[];
  lockedTo: CalendarDate | "";
  locked: DoneBy | null;
  closing: MonthClosing | undefined;
  /** How its documents were shared; undefined if it is not closed. */
  share: MonthShare | undefined;
  accountants: string[];
  figures: CloseFigures;
}
