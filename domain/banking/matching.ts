import * as v from "valibot";
import { gstTdsField } from "../documents/gstTds.ts";
import {
  amount,
  amountOrNone,
  id,
  ids,
  optionalLine,
  requiredLine,
  sentence,
  strictObject,
} from "../fields.ts";
import { MODES } from "./narrations.ts";

// Matches of a bank line with the books, and the user's decisions on them.

export const MATCH_KINDS = [
  "transaction",
  "transfer",
  "invoice",
  "bill",
  "gateway",
  "reversed",
  "refund",
  "challan",
  "rule",
  "memory",
  "new",
] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** Kinds of the parts of a proposal or match. */
export const PART_KINDS = [
  "transaction",
  "invoice",
  "bill",
  "line",
  "account",
  "category",
  "note",
  "challan",
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Records created by accepting a line; undoing removes them. */
export interface Made {
  /** Each with its fingerprint, which detects later changes. */
  transactions: { id: string; fingerprint: number }[];
  payments: string[];
  /** Transactions that refunded a credit note. */
  refunds?: string[];
  /** Choice counted in the memory. */
  learned?: { direction: "in" | "out"; tokens: string[]; categoryId: string };
}

export const WORDS = ["contains", "begins", "is", "word"] as const;

/** Conditions of a rule. All given conditions must hold. */
export const RuleTest = v.pipe(
  strictObject({
    direction: v.optional(v.picklist(["in", "out"], "Direction must be in or out")),
    accountId: v.optional(id("Account is required")),
    mode: v.optional(v.picklist(MODES, "Unknown mode of payment")),
    party: v.optional(requiredLine("Party")),
    narration: v.optional(requiredLine("Narration")),
    how: v.optional(v.picklist(WORDS, "Enter contains, begins, is or word"), "contains"),
    amountFrom: v.optional(amount),
    amountTo: v.optional(amount),
  }),
  v.check(
    ({ how: _, ...test }) => Object.values(test).some((value) => value !== undefined),
    "A rule needs at least one condition",
  ),
);
export type RuleTest = v.InferOutput<typeof RuleTest>;

export const RuleEffect = v.pipe(
  strictObject({
    categoryId: v.optional(id("Category is required")),
    /** The other account of a transfer. */
    transferTo: v.optional(id("Account is required")),
    description: optionalLine("Description"),
  }),
  v.check(
    ({ categoryId, transferTo }) => (categoryId === undefined) !== (transferTo === undefined),
    "A rule proposes a category, or a transfer to an account",
  ),
);
export type RuleEffect = v.InferOutput<typeof RuleEffect>;

export const NewRule = strictObject({
  name: requiredLine("Name"),
  test: RuleTest,
  effect: RuleEffect,
  isActive: v.optional(v.boolean("Active must be true or false"), true),
  /** Only an owner can set this, or change a rule that has it. */
  post: v.optional(v.boolean("Post must be true or false"), false),
});
export type NewRule = v.InferOutput<typeof NewRule>;

/** Whether to book a payment dated before its document as an advance. */
const advance = v.optional(v.boolean("Advance must be true or false"));

const newEntry = strictObject({
  type: v.optional(v.picklist(["Income", "Expense"], "Type must be Income or Expense")),
  categoryId: v.optional(id("Category is required")),
  /** The other account of a transfer. */
  accountId: v.optional(id("Account is required")),
  /** For a payment: the amount received, and the TDS deducted. */
  invoiceId: v.optional(id("Invoice is required")),
  tdsAmount: v.optional(amount),
  gstTds: gstTdsField,
  advance,
  amount,
  description: v.optional(sentence("Description")),
});
export type NewEntry = v.InferOutput<typeof newEntry>;

const proposal = v.optional(
  v.pipe(v.string("Proposal must be text"), v.maxLength(2_000, "Proposal is too long")),
  "",
);

/** An invoice or bill that a line pays, in full or in part, with its TDS. */
const paidDocument = strictObject({
  id: id("Invoice or bill is required"),
  amount,
  tdsAmount: v.optional(amountOrNone("TDS")),
  /** For an invoice: GST that the client deducted. */
  gstTds: gstTdsField,
  advance,
});
export type PaidDocument = v.InferOutput<typeof paidDocument>;

/**
 * A decision on a line: a proposal, or existing entries, documents that it pays, and entries to create.
 */
export const Acceptance = strictObject({
  proposal,
  entries: v.optional(
    v.union(
      [v.pipe(v.array(v.string()), v.maxLength(0)), ids("transactions")],
      "Send up to 1,000 ids",
    ),
  ),
  documents: v.optional(
    v.pipe(
      v.array(paidDocument, "Send a list of invoices and bills"),
      v.maxLength(50, "Send at most 50 invoices or bills"),
    ),
  ),
  create: v.optional(
    v.pipe(v.array(newEntry, "Send a list of entries"), v.maxLength(50, "Send at most 50 entries")),
  ),
});
export type Acceptance = v.InferOutput<typeof Acceptance>;

export const LineIds = strictObject({ lines: ids("lines") });

export const Declining = strictObject({ proposal });
