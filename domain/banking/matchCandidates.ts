import * as v from "valibot";
import { limitSchema, oneOf, page, q, strictObject } from "../fields.ts";
import type { GstMode } from "../gst/figures.ts";
import type { Rupees } from "../money.ts";
import type { Page } from "../page.ts";

// Records that a user can match with a bank line: entries, invoices, bills and other bank lines.

export const CANDIDATE_KINDS = ["transaction", "invoice", "bill", "line"] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

export const CandidatesQuery = strictObject({
  q,
  kind: v.optional(oneOf("Kind", CANDIDATE_KINDS)),
  page,
  limit: limitSchema(20),
});
export type CandidatesQuery = v.InferOutput<typeof CandidatesQuery>;

export interface MatchCandidate {
  kind: CandidateKind;
  id: string;
  date: string;
  /** For an entry or line, its date. */
  dueDate: string;
  /** "" for an entry; for a line, its account. */
  number: string;
  /** Description of an entry, or narration of a line. */
  party: string;
  amount: Rupees;
  /** Balance of an invoice or bill; amount of an entry or line. */
  open: Rupees;
  /** Base of TDS; 0 for an entry. */
  taxable: Rupees;
  /** The most TDS that the next payment can have; 0 for an entry. */
  tdsLimit: Rupees;
  /** Tax heads of GST that a client may deduct; "" except for invoices. */
  gstMode: GstMode | "";
  /** How close `open` is to the line's amount, from 0 to 100. */
  score: number;
  /** The `proposal` that accepts a line; "" for other kinds. */
  proposal: string;
}

/** Maximum days between a line and the other side of a transfer or return. */
export const OTHER_LINE_DAYS = 31;

export interface Candidates extends Page<MatchCandidate> {
  counts: Record<CandidateKind, number>;
}
