import * as v from "valibot";
import type { DocumentKind } from "../documents/kinds.ts";
import { date, datesInOrder, page, strictObject } from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import type { About, Source } from "./reports.ts";

// Queries and responses of the registers, the day book, and income and expenses by party. Amounts are
// rupees; periods include both end days.

const period = { dateFrom: date, dateTo: date };

export const RegisterPageQuery = v.pipe(strictObject({ ...period, page }), datesInOrder());
export type RegisterPageQuery = v.InferOutput<typeof RegisterPageQuery>;

/** Issued or entered documents with their tax, oldest first. Credit notes are negative. */
export interface Register extends About {
  dateFrom: string;
  dateTo: string;
  rows: RegisterRow[];
  /** Sums of all pages, without cancelled documents. */
  total: RegisterFigures;
  /** Documents of all pages. */
  documents: number;
  page: number;
  totalPages: number;
}

export interface RegisterFigures {
  taxable: RupeeSum;
  cgst: RupeeSum;
  sgst: RupeeSum;
  igst: RupeeSum;
  /** Tax in excess of GST, and rounding. */
  other: RupeeSum;
  total: RupeeSum;
}

/** A document. The figures of a cancelled one are 0. */
export interface RegisterRow extends RegisterFigures {
  _id: string;
  kind: DocumentKind;
  number: string;
  date: string;
  party: string;
  gstin: string;
  isCancelled: boolean;
}

/** Income by client, or expenses by vendor. */
export interface ByParty extends About {
  dateFrom: string;
  dateTo: string;
  /** Largest first. */
  rows: PartyAmount[];
  /** Amounts that belong to no client or vendor, by ledger. */
  others: LedgerShare[];
  total: RupeeSum;
  /** Total income or expenses in the profit and loss of the period: the same amount. */
  profitAndLoss: RupeeSum;
}

export interface PartyAmount {
  _id: string;
  name: string;
  documents: number;
  amount: RupeeSum;
}

export interface LedgerShare {
  _id: string;
  name: string;
  amount: RupeeSum;
}

/** `after` is the `next` of the page before. */
export const DayBookQuery = v.pipe(
  strictObject({
    ...period,
    after: v.optional(
      v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2}\.\d{1,9})?$/, "Use the next of a page")),
      "",
    ),
  }),
  datesInOrder(),
);
export type DayBookQuery = v.InferOutput<typeof DayBookQuery>;

export interface DayBook {
  dateFrom: string;
  dateTo: string;
  rows: DayBookRow[];
  /** For `after` of the next page; "" on the last one. */
  next: string;
}

export interface DayBookRow {
  date: string;
  /** Voucher type: Sales, Receipt. */
  type: string;
  number: string;
  particulars: string;
  party: string;
  source: Source;
  /** Debits equal credits. */
  lines: { ledger: string; debit: RupeeSum; credit: RupeeSum }[];
}
