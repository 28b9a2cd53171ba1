import type * as v from "valibot";
import { limitSchema, optionalLine, page, strictObject, yes } from "../fields.ts";
import type { RupeeSum } from "../money.ts";

export const ImportOptions = strictObject({
  dryRun: yes,
  createMissing: yes,
  keepDuplicates: yes,
  file: optionalLine("File name"),
});
export type ImportOptions = v.InferOutput<typeof ImportOptions>;

export const ImportsQuery = strictObject({ page, limit: limitSchema(10) });
export type ImportsQuery = v.InferOutput<typeof ImportsQuery>;

/** Result of an import, or of its dry run. */
export interface ImportReport {
  /** Null for a dry run, and if nothing was added. */
  _id: string | null;
  file: string;
  dryRun: boolean;
  rows: number;
  added: number;
  /** Rows that already exist. */
  skipped: number;
  /** Totals of the added rows. */
  totals: { income: RupeeSum; expense: RupeeSum; transfers: RupeeSum };
  /** Number of added rows that are transfers. */
  transfers: number;
  /** First and last day in the file. */
  dateFrom: string;
  dateTo: string;
  /** Names of created accounts and categories. */
  created: { accounts: string[]; categories: string[] };
}

export const BooksOptions = strictObject({ dryRun: yes, file: optionalLine("File name") });
export type BooksOptions = v.InferOutput<typeof BooksOptions>;

/** Numbers of records added by an import of books. */
export interface BooksCounts {
  clients: number;
  /** Invoices, bills of supply, notes and estimates. */
  documents: number;
  vouchers: number;
  vendors: number;
  bills: number;
  payments: number;
  openings: number;
}

/** Returns the number of records that an import of books added. */
export const booksSize = (books: BooksCounts): number =>
  books.clients +
  books.documents +
  books.vouchers +
  books.vendors +
  books.bills +
  books.payments +
  books.openings;

/** Result of an import of books, or of its dry run. */
export interface BooksReport extends BooksCounts {
  /** Null for a dry run, and if nothing was added. */
  _id: string | null;
  file: string;
  dryRun: boolean;
  /** Records that already exist. */
  skipped: number;
  /** First and last day of the added records; "" if they have none. */
  dateFrom: string;
  dateTo: string;
  /** Totals of the booked money. */
  totals: { income: RupeeSum; expense: RupeeSum };
  /** Names of created accounts and categories. */
  created: { accounts: string[]; categories: string[] };
  /** Sentences about the parts of the file that were left out. */
  warnings: string[];
}

/** A batch in the list of imports. */
export interface ImportBatch extends ImportReport {
  /** For an import of books: numbers of records. `rows` is then their total. */
  books: BooksCounts | null;
  _id: string;
  at: string;
  userId: { _id: string; name: string; email: string };
  /** Until it is `done`, rows are still being added or removed. */
  state: "posting" | "done" | "undoing";
}
