import type * as v from "valibot";
import { limitOf, optionalLine, page, strictObject, yes } from "../fields.ts";
import type { RupeeSum } from "../money.ts";

/** The query of an import. */
export const ImportOptions = strictObject({
  dryRun: yes,
  createMissing: yes,
  keepDuplicates: yes,
  file: optionalLine("File name"),
});
export type ImportOptions = v.InferOutput<typeof ImportOptions>;

export const ImportsQuery = strictObject({ page, limit: limitOf(10) });
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

/** A batch in the list of imports. */
export interface ImportBatch extends ImportReport {
  _id: string;
  at: string;
  userId: { _id: string; name: string; email: string };
  /** Rows arrive, or leave, while it is not done. */
  state: "posting" | "done" | "undoing";
}
