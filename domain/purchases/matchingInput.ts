import * as v from "valibot";
import { amountOrNone, id, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import type { Difference } from "./matching.ts";
import type { PairStatus } from "./pairs.ts";

// Requests and responses of the matching endpoints. Amounts are rupees.

const MOST = 5_000;
const list = <Schema extends v.GenericSchema>(one: Schema) =>
  v.optional(
    v.pipe(v.array(one, "Pairs must be a list"), v.maxLength(MOST, "At most 5,000 pairs at once")),
    [],
  );

const row = id("Row is required");
const pair = strictObject({ bill: id("Bill is required"), row });
/** `bill` is optional for a row that is linked or ignored. */
const ofRow = strictObject({ bill: v.optional(v.nullable(id("Bill is required"))), row });

/** Pairs of bill and row ids. */
export const MatchingChange = strictObject({
  accept: list(pair),
  link: list(pair),
  unlink: list(ofRow),
  ignore: list(ofRow),
});
export type MatchingChange = v.InferOutput<typeof MatchingChange>;

/** Opening credit of a period in the portal's ledger. Parses rupees to paise. */
export const CreditOpening = strictObject({
  igst: amountOrNone("IGST"),
  cgst: amountOrNone("CGST"),
  sgst: amountOrNone("SGST"),
});

export interface TaxesOfOne {
  taxable: Rupees;
  igst: Rupees;
  cgst: Rupees;
  sgst: Rupees;
  cess: Rupees;
}

export interface MatchedBill extends TaxesOfOne {
  _id: string;
  number: string;
  date: string;
  vendor: { _id: string; name: string };
  pos: string;
  reverseCharge: boolean;
  /** Tax blocked by section 17(5). */
  blocked: Rupees;
}

export interface MatchedRow extends TaxesOfOne {
  _id: string;
  number: string;
  date: string;
  supplier: string;
  kind: "C" | "D" | "INVOICE";
  /** Period of its file. */
  period: string;
  pos: string;
  reverseCharge: boolean;
  available: "N" | "T" | "Y";
  reason: string;
}

export interface PairView {
  bill: MatchedBill | null;
  row: MatchedRow | null;
  ctin: string;
  status: PairStatus;
  /** Whether its credit is claimed. */
  counts: boolean;
  differences: Difference[];
}

/** Counts of pairs. `missing` counts unmatched bills and rows, `rows` those of the period's file. */
export interface MatchingCounts {
  rows: number;
  matched: number;
  suggested: number;
  mismatch: number;
  missing: number;
}

export interface Matching extends MatchingCounts {
  period: string;
  /** Empty until a file is loaded. */
  loadedAt: string;
  pairs: PairView[];
}
