import * as v from "valibot";
import { id, limitSchema, optionalLine, page, q, strictObject, yes } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { Page } from "../page.ts";
import { type Columns, isTable, ROLES } from "./captions.ts";
import type { MatchKind, PartKind, RuleEffect, RuleTest } from "./matching.ts";
import type { Mode } from "./narrations.ts";
import type { Proof } from "./statement.ts";

const COLUMNS = "Columns must be like date:0,narration:1,debit:2,credit:3,balance:4";

/** Column indexes, from 0, and their roles: `date:0,narration:1,…`. */
const columns = v.optional(
  v.pipe(
    v.string(COLUMNS),
    v.maxLength(300, COLUMNS),
    v.transform((text): Columns => {
      const pairs = text.split(",").map((pair) => pair.trim().split(":"));
      return Object.fromEntries(pairs.map(([role = "", at = ""]) => [role, Number(at || "x")]));
    }),
    v.check(
      (given) =>
        Object.keys(given).every((role) => (ROLES as readonly string[]).includes(role)) &&
        Object.values(given).every((at) => Number.isInteger(at) && at >= 0 && at < 200) &&
        isTable(given),
      COLUMNS,
    ),
  ),
);

export const StatementOptions = strictObject({
  accountId: v.optional(id("Account is required")),
  dryRun: yes,
  acceptGaps: yes,
  columns,
  file: optionalLine("File name"),
});
export type StatementOptions = v.InferOutput<typeof StatementOptions>;

export const StatementsQuery = strictObject({
  accountId: v.optional(id("Account is required")),
  page,
  limit: limitSchema(20),
});
export type StatementsQuery = v.InferOutput<typeof StatementsQuery>;

const LINE_STATES = ["open", "matched"] as const;

export const LinesQuery = strictObject({
  accountId: v.optional(id("Account is required")),
  statementId: v.optional(id("Statement is required")),
  state: v.optional(v.picklist(LINE_STATES, "State must be open or matched")),
  q,
  page,
  limit: limitSchema(50),
});
export type LinesQuery = v.InferOutput<typeof LinesQuery>;

/** `batch` undoes everything accepted in the same step. */
export const UndoQuery = strictObject({ batch: yes });

/** A gap between two lines, numbered from 1. */
export interface MissingLines {
  afterLine: number;
  beforeLine: number;
  missing: Rupees;
}

export interface Statement {
  _id: string | null;
  accountId: string;
  file: string;
  format: string;
  bank: string | null;
  /** The account's number as printed in the file. */
  account: string | null;
  periodFrom: string;
  periodTo: string;
  opening: Rupees | null;
  closing: Rupees | null;
  debits: RupeeSum;
  credits: RupeeSum;
  lineCount: number;
  new: number;
  known: number;
  proof: Proof;
  gaps: MissingLines[];
  remarks: string[];
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** Lines accepted at upload. Undoing the match with its batch undoes all of them. */
export interface PostedLines {
  accepted: number;
  batchId: string;
  /** The first match of the batch. */
  match: string;
  in: Rupees;
  out: Rupees;
}

/** `open` counts its unmatched lines. */
export interface StatementRow extends Statement {
  _id: string;
  open: number;
}

export interface ReadLine {
  date: string;
  valueDate: string | null;
  narration: string;
  ref: string | null;
  amount: Rupees;
  balance: Rupees | null;
}

/** A part of a proposal or match: an entry, an invoice or a line, and its amount. */
export interface Part {
  kind: PartKind;
  _id: string;
  name: string;
  date: string;
  amount: Rupees;
  tdsAmount: Rupees;
  /** Category of an entry. */
  category?: string;
}

export interface Proposal {
  /** Encodes everything that accepting does. */
  _id: string;
  kind: MatchKind;
  points: number;
  likely: boolean;
  why: string;
  parts: Part[];
}

export interface Match {
  _id: string;
  kind: MatchKind;
  why: string;
  at: string;
  by: { _id: string; name: string };
  parts: Part[];
}

export interface BankLine extends ReadLine {
  _id: string;
  accountId: string;
  mode: Mode;
  party: string | null;
  match?: Match;
  proposals: Proposal[];
}

export interface BankLines extends Page<BankLine> {
  /** Open lines of the account or statement whose proposal one key accepts. */
  likely: number;
}

/** A bank rule, with amounts in rupees. */
export interface BankRule {
  _id: string;
  name: string;
  test: Omit<RuleTest, "amountFrom" | "amountTo"> & { amountFrom?: Rupees; amountTo?: Rupees };
  effect: RuleEffect;
  isActive: boolean;
  /** Whether its matches are accepted at upload. */
  post: boolean;
}

/** The effect that a rule would have had on recent lines. */
export interface RuleTrial {
  lines: number;
  taken: number;
  /** Number of these lines that users booked the same way. */
  same: number;
  examples: { _id: string; date: string; narration: string; amount: Rupees }[];
}
