import * as v from "valibot";
import type { Constitution } from "../agencies/constitution.ts";
import { date, datesInOrder, id, page, requiredLine, strictObject } from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import { AGE_BUCKETS, DUE_BUCKETS } from "./ageing.ts";
import type { Section } from "./kinds.ts";

// Queries and responses of the reports. Amounts are rupees; periods include both end days.

const period = { dateFrom: date, dateTo: date };
const COMPARISONS = ["none", "year", "period"] as const;
const compare = v.optional(v.picklist(COMPARISONS, "Compare must be none, year or period"), "none");
export type Comparison = (typeof COMPARISONS)[number];

export const VIEWS = ["year", "raw"] as const;
export const TrialBalanceQuery = strictObject({
  at: v.optional(date),
  view: v.optional(v.picklist(VIEWS, "View must be year or raw"), "year"),
});
export type TrialBalanceQuery = v.InferOutput<typeof TrialBalanceQuery>;

export const CASH_OR_ACCRUAL = ["accrual", "cash"] as const;
export const ProfitAndLossQuery = v.pipe(
  strictObject({
    ...period,
    basis: v.optional(v.picklist(CASH_OR_ACCRUAL, "Basis must be accrual or cash"), "accrual"),
    compare,
    by: v.optional(v.picklist(["month", "quarter"], "By must be month or quarter")),
  }),
  datesInOrder(),
);
export type ProfitAndLossQuery = v.InferOutput<typeof ProfitAndLossQuery>;

export const BalanceSheetQuery = strictObject({ at: v.optional(date), compare });
export type BalanceSheetQuery = v.InferOutput<typeof BalanceSheetQuery>;

export const PeriodQuery = v.pipe(strictObject(period), datesInOrder());
export type PeriodQuery = v.InferOutput<typeof PeriodQuery>;

export const CashFlowQuery = v.pipe(strictObject({ ...period, compare }), datesInOrder());
export type CashFlowQuery = v.InferOutput<typeof CashFlowQuery>;

export const LedgerQuery = v.pipe(
  strictObject({ ledger: requiredLine("Ledger"), ...period, page }),
  datesInOrder(),
);
export type LedgerQuery = v.InferOutput<typeof LedgerQuery>;

export const AgeingQuery = strictObject({
  at: v.optional(date),
  by: v.optional(v.picklist(["due", "invoice"], "By must be due or invoice"), "due"),
  of: v.optional(v.picklist(["receivables", "payables"]), "receivables"),
});
export type AgeingQuery = v.InferOutput<typeof AgeingQuery>;

/** `2026` and `2026-27` mean April 2026 to March 2027. */
export const YearQuery = strictObject({
  year: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}(-\d{2})?$/, "Year must be a financial year: 2026 or 2026-27"),
      v.transform((text) => Number(text.slice(0, 4))),
    ),
  ),
});
export type YearQuery = v.InferOutput<typeof YearQuery>;

export const StatementOfAccountQuery = v.pipe(
  strictObject({ clientId: id("Client is required"), ...period }),
  datesInOrder(),
);
export type StatementOfAccountQuery = v.InferOutput<typeof StatementOfAccountQuery>;

/** Fields of every report. */
export interface About {
  /** First day of the month of the first entry; "" if there are no entries. */
  booksBegin: string;
}

export interface TrialBalance extends About {
  /** Legal form, which decides the names of owners' funds and tax. */
  constitution: Constitution;
  at: string;
  view: (typeof VIEWS)[number];
  /** First day of the turnover. */
  dateFrom: string;
  rows: TrialBalanceRow[];
  /** Ledgers that moved and ended at zero. */
  nil: TrialBalanceRow[];
  totalDebit: RupeeSum;
  totalCredit: RupeeSum;
}

export interface TrialBalanceRow {
  /** Id of its ledger; "" for the profit of earlier years. */
  _id: string;
  name: string;
  kind: string;
  section: Section;
  line: string;
  /** Debit is positive. */
  opening: RupeeSum;
  turnoverDebit: RupeeSum;
  turnoverCredit: RupeeSum;
  /** The balance, on one of the two sides. */
  debit: RupeeSum;
  credit: RupeeSum;
}

/**
 * An amount in a statement. `compared` is the other period's; `parts` are those of its months or
 * quarters.
 */
export interface Amount {
  name: string;
  amount: RupeeSum;
  compared?: RupeeSum;
  parts?: RupeeSum[];
}

export interface LedgerAmount extends Amount {
  _id: string;
}

export interface StatementLine extends Amount {
  section: Section;
  ledgers: LedgerAmount[];
}

export interface ProfitAndLossReport extends About {
  /** Legal form, which decides the names of owners' funds and tax. */
  constitution: Constitution;
  dateFrom: string;
  dateTo: string;
  basis: (typeof CASH_OR_ACCRUAL)[number];
  comparedFrom?: string;
  comparedTo?: string;
  /** First days of the months or quarters. */
  parts?: string[];
  lines: StatementLine[];
  ledgers: LedgerAmount[];
  totalIncome: RupeeSum;
  totalExpenses: RupeeSum;
  profitBefore: RupeeSum;
  profit: RupeeSum;
  totals: Amount[];
  /** Advances received and not yet applied, at the end of the period. */
  advances: RupeeSum;
}

export interface BalanceSheetReport extends About {
  /** Legal form, which decides the names of owners' funds and tax. */
  constitution: Constitution;
  at: string;
  comparedAt?: string;
  equity: StatementLine[];
  liabilities: StatementLine[];
  assets: StatementLine[];
  totalEquity: RupeeSum;
  totalLiabilities: RupeeSum;
  totalAssets: RupeeSum;
  /** Totals on the comparison date. */
  compared?: { totalEquity: RupeeSum; totalLiabilities: RupeeSum; totalAssets: RupeeSum };
  notes: string[];
}

export interface LedgerReport extends About {
  ledger: { _id: string; name: string; kind: string; section: Section; line: string };
  dateFrom: string;
  dateTo: string;
  /** Debit is positive in all balances here. */
  opening: RupeeSum;
  debit: RupeeSum;
  credit: RupeeSum;
  closing: RupeeSum;
  rows: LedgerRow[];
  /** In the whole period. */
  entries: number;
  page: number;
  totalPages: number;
}

/** The record that a row opens. */
export interface Source {
  type: "Transaction" | "Invoice" | "Note" | "Voucher" | "Receipt" | "Bill" | "Journal" | "Filing";
  _id: string;
}

export interface LedgerRow {
  date: string;
  particulars: string;
  /** The client, or the ledger on the other side. */
  contra: string;
  debit: RupeeSum;
  credit: RupeeSum;
  balance: RupeeSum;
  source: Source;
}

export interface Ageing extends About {
  at: string;
  by: "due" | "invoice";
  of: "receivables" | "payables";
  rows: AgeingRow[];
  /** Total of every bucket, in order. */
  buckets: Amount[];
  total: RupeeSum;
  /** The ledger's balance on that day, which must equal `total`. */
  ledger: RupeeSum;
  clients: { _id: string; name: string; buckets: RupeeSum[]; total: RupeeSum }[];
}

export const BUCKETS = { due: DUE_BUCKETS, invoice: AGE_BUCKETS };

export interface AgeingRow {
  /** Number of the document; `documentId` opens it. */
  invoice: string;
  documentId: string;
  kind: string;
  clientId: string;
  client: string;
  date: string;
  dueDate: string;
  /** Negative for an unapplied credit. */
  balance: RupeeSum;
  daysOverdue: number;
  ageInDays: number;
  bucket: string;
}

export interface TdsRegister extends About {
  /** First calendar year of the financial year. */
  year: number;
  rows: TdsRow[];
  quarters: { quarter: string; tds: RupeeSum; gross: RupeeSum }[];
  total: RupeeSum;
}

export interface TdsRow {
  _id: string;
  date: string;
  quarter: string;
  clientId: string;
  client: string;
  /** Characters 3 to 12 of the GSTIN; "" if unknown. */
  pan: string;
  invoice: string;
  documentId: string;
  /** Kind of the document. */
  kind: string;
  /** Including the TDS. */
  gross: RupeeSum;
  tds: RupeeSum;
}

export interface StatementOfAccount extends About {
  client: { _id: string; name: string };
  dateFrom: string;
  dateTo: string;
  opening: RupeeSum;
  debit: RupeeSum;
  credit: RupeeSum;
  closing: RupeeSum;
  rows: Omit<LedgerRow, "contra">[];
}

export interface GstSummary extends About {
  dateFrom: string;
  dateTo: string;
  months: GstMonth[];
  total: Omit<GstMonth, "month">;
}

export interface GstHeads {
  cgst: RupeeSum;
  sgst: RupeeSum;
  igst: RupeeSum;
}

export interface GstMonth {
  month: string;
  /** On sales, less notes. */
  output: GstHeads;
  /** On bills, less vendors' credits. */
  input: GstHeads;
  /** By journals: output tax cleared, credit used, and tax payable in cash. */
  setOff: GstHeads;
  paid: RupeeSum;
}
