import type * as v from "valibot";
import { limitSchema, optionalLine, page, strictObject, yes } from "../fields.ts";
import type { RupeeSum } from "../money.ts";

/** The query of an import. */
export const ImportOptions = strictObject({
  dryRun: yes,
  createMissing: yes,
  keepDuplicates: yes,
  file: optionalLine("File name"),
});
export type ImportOptions = v.InferOutput<typeof ImportOptions>;

export const ImportsQuery = strictObject({ page, limit: limitSchema(10) });
export type ImportsQuery = v.InferOutput<typeof ImportsQuery>;

/** What an import did, or in a dry run would do. */
export interface ImportReport {
  /** null for a dry run and where nothing was added. */
  _id: string | null;
  file: string;
  dryRun: boolean;
  rows: number;
  added: number;
  /** Rows that were in the books already. */
  skipped: number;
  /** Of the rows that were added, in rupees. */
  totals: { income: RupeeSum; expense: RupeeSum; transfers: RupeeSum };
  /** How many of the added rows are transfers. */
  transfers: number;
  /** First and last day in the file. */
  dateFrom: string;
  dateTo: string;
  /** Names that were made. */
  created: { accounts: string[]; categories: string[] };
}

/** The query of an import of books. */
export const BooksOptions = strictObject({ dryRun: yes, file: optionalLine("File name") });
export type BooksOptions = v.InferOutput<typeof BooksOptions>;

/** How many of each an import of books has added. */
export interface BooksCounts {
  clients: number;
  /** Invoices, bills of supply, notes and estimates. */
  documents: number;
  vouchers: number;
  vendors: number;
  bills: number;
  payments: number;
  /** Of accounts. */
  openings: number;
}

/** How many things an import of books has added, of all kinds. */
export const booksSize = (books: BooksCounts): number =>
  books.clients +
  books.documents +
  books.vouchers +
  books.vendors +
  books.bills +
  books.payments +
  books.openings;

/** What an import of books did, or in a dry run would do. */
export interface BooksReport extends BooksCounts {
  /** null for a dry run and where nothing was added. */
  _id: string | null;
  file: string;
  dryRun: boolean;
  /** What the books hold already. */
  skipped: number;
  /** First and last day of what was added; "" where that has none. */
  dateFrom: string;
  dateTo: string;
  /** Of the money that was booked, in rupees. */
  totals: { income: RupeeSum; expense: RupeeSum };
  /** Names that were made. */
  created: { accounts: string[]; categories: string[] };
  /** What of the file was left out, as sentences. */
  warnings: string[];
}

/** A batch in the list of imports. */
export interface ImportBatch extends ImportReport {
  /** Of an import of books: how many of each; rows are all of them then. */
  books: BooksCounts | null;
  _id: string;
  at: string;
  userId: { _id: string; name: string; email: string };
  /** Rows arrive, or leave, while it is not done. */
  state: "posting" | "done" | "undoing";
}
