import * as v from "valibot";
import type { Constitution } from "../agencies/constitution.ts";
import { date, datesInOrder, id, page, requiredLine, strictObject } from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import { AGE_BUCKETS, DUE_BUCKETS } from "./ageing.ts";
import type { Section } from "./kinds.ts";

// What the reports are asked, and what they answer: rupees, and days at both ends of a period count.

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

/** `2026` and `2026-27` are April 2026 to March 2027. */
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

/** What every report says of itself. */
export interface About {
  /** The first day of the month of the first entry; "" for books without any. */
  booksBegin: string;
}

export interface TrialBalance extends About {
  /** The legal form, which decides how owners' funds and tax are named. */
  constitution: Constitution;
  at: string;
  view: (typeof VIEWS)[number];
  /** From which day on the turnover counts. */
  dateFrom: string;
  rows: TrialBalanceRow[];
  /** Those that moved and have come to nothing. */
  nil: TrialBalanceRow[];
  totalDebit: RupeeSum;
  totalCredit: RupeeSum;
}

export interface TrialBalanceRow {
  /** Of its ledger; "" for the profit of earlier years. */
  _id: string;
  name: string;
  kind: string;
  section: Section;
  line: string;
  /** Debit positive. */
  opening: RupeeSum;
  turnoverDebit: RupeeSum;
  turnoverCredit: RupeeSum;
  /** The balance: one of the two is 0. */
  debit: RupeeSum;
  credit: RupeeSum;
}

/** A figure of a statement; `compared` of the other period, `parts` of its months or quarters. */
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
  /** The legal form, which decides how owners' funds and tax are named. */
  constitution: Constitution;
  dateFrom: string;
  dateTo: string;
  basis: (typeof CASH_OR_ACCRUAL)[number];
  /** What it is compared with. */
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
  /** Advances received and not yet set against an invoice, at the end of the period. */
  advances: RupeeSum;
}

export interface BalanceSheetReport extends About {
  /** The legal form, which decides how owners' funds and tax are named. */
  constitution: Constitution;
  at: string;
  comparedAt?: string;
  equity: StatementLine[];
  liabilities: StatementLine[];
  assets: StatementLine[];
  totalEquity: RupeeSum;
  totalLiabilities: RupeeSum;
  totalAssets: RupeeSum;
  /** Of what it is compared with. */
  compared?: { totalEquity: RupeeSum; totalLiabilities: RupeeSum; totalAssets: RupeeSum };
  /** Sentences below it. */
  notes: string[];
}

export interface LedgerReport extends About {
  ledger: { _id: string; name: string; kind: string; section: Section; line: string };
  dateFrom: string;
  dateTo: string;
  /** Debit positive, as all balances here. */
  opening: RupeeSum;
  debit: RupeeSum;
  credit: RupeeSum;
  closing: RupeeSum;
  rows: LedgerRow[];
  /** Of the whole period. */
  entries: number;
  page: number;
  totalPages: number;
}

/** What a row opens. */
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
  /** After it. */
  balance: RupeeSum;
  source: Source;
}

export interface Ageing extends About {
  at: string;
  by: "due" | "invoice";
  of: "receivables" | "payables";
  rows: AgeingRow[];
  /** Sums by bucket, in their order; all of them. */
  buckets: Amount[];
  total: RupeeSum;
  /** What the ledger says on that day: the same. */
  ledger: RupeeSum;
  clients: { _id: string; name: string; buckets: RupeeSum[]; total: RupeeSum }[];
}

export const BUCKETS = { due: DUE_BUCKETS, invoice: AGE_BUCKETS };

export interface AgeingRow {
  /** Its number; `documentId` opens it. */
  invoice: string;
  documentId: string;
  kind: string;
  clientId: string;
  client: string;
  date: string;
  dueDate: string;
  /** Below 0 for a credit that is not applied yet. */
  balance: RupeeSum;
  daysOverdue: number;
  ageInDays: number;
  bucket: string;
}

export interface TdsRegister extends About {
  /** In which the financial year begins. */
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
  /** Characters 3 to 12 of the GSTIN; "" where that is not known. */
  pan: string;
  invoice: string;
  documentId: string;
  /** Of the document. */
  kind: string;
  /** With the tax that was kept back. */
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
  /** Of what was billed, less notes. */
  output: GstHeads;
  /** Of bills, less vendors' credits. */
  input: GstHeads;
  /** By journals: output cleared, credit used, and payable in cash. */
  setOff: GstHeads;
  paid: RupeeSum;
}
