import * as v from "valibot";
import {
  amountOrNone,
  date,
  datesInOrder,
  id,
  limitSchema,
  money,
  page,
  q,
  requiredLine,
  sentence,
  sortBy,
  strictObject,
} from "../fields.ts";
import { formatPaise, type Paise, type RupeeSum, type Rupees } from "../money.ts";

/** Whether a journal counts on both bases, or only where income and costs count when they are earned. */
export const BASES = ["both", "accrual"] as const;
export type Basis = (typeof BASES)[number];

const line = v.pipe(
  strictObject({
    categoryId: v.optional(id("Choose a ledger")),
    ledger: v.optional(requiredLine("Ledger")),
    debit: v.optional(amountOrNone("Debit"), 0),
    credit: v.optional(amountOrNone("Credit"), 0),
  }),
  v.forward(
    v.partialCheck(
      [["categoryId"], ["ledger"]],
      ({ categoryId, ledger }) => (categoryId === undefined) !== (ledger === undefined),
      "Choose a ledger",
    ),
    ["ledger"],
  ),
  v.forward(
    v.partialCheck(
      [["debit"], ["credit"]],
      ({ debit, credit }) => debit > 0 !== credit > 0,
      "Enter a debit or a credit",
    ),
    ["debit"],
  ),
);

const LINES_MAX = 200;

type Sides = Record<"credit" | "debit", Paise>;

/** By how much its debits exceed its credits, in paise. */
export const computeExcess = (lines: readonly Sides[]): bigint =>
  lines.reduce((sum, { debit, credit }) => sum + BigInt(debit) - BigInt(credit), 0n);

function unequal(lines: readonly Sides[]): string {
  const [debits, credits] = (["debit", "credit"] as const).map((side) => {
    const sum = lines.reduce((all, line) => all + BigInt(line[side]), 0n);
    return formatPaise(sum);
  });
  return `Debits are ${debits} and credits ${credits}; they must be equal`;
}

/** An entry that moves no money: debits and credits in rupees in, paise out. */
export const NewJournal = strictObject({
  date,
  reason: sentence("Reason"),
  basis: v.optional(v.picklist(BASES, "Basis must be both or accrual"), "both"),
  lines: v.pipe(
    v.array(line, "Send the lines of the journal"),
    v.minLength(2, "A journal has at least two lines"),
    v.maxLength(LINES_MAX, `A journal has at most ${LINES_MAX} lines`),
    v.check(
      (lines) => computeExcess(lines) === 0n,
      ({ input }) => unequal(input),
    ),
  ),
});
export type NewJournal = v.InferOutput<typeof NewJournal>;

export interface Journal {
  _id: string;
  date: string;
  reason: string;
  basis: Basis;
  lines: JournalLine[];
  /** Of its debits, which is that of its credits. */
  total: RupeeSum;
}

export interface JournalList {
  items: Journal[];
  total: number;
  page: number;
  totalPages: number;
}

export interface JournalLine {
  ledger: { _id: string; name: string };
  debit: Rupees;
  credit: Rupees;
}

/** What the list can be sorted by. */
const JOURNAL_SORTS = ["date", "reason", "total"] as const;

/** `q` is looked for in reasons and in the names of ledgers. */
export const JournalQuery = v.pipe(
  strictObject({
    q,
    dateFrom: v.optional(date),
    dateTo: v.optional(date),
    sort: sortBy(JOURNAL_SORTS),
    page,
    limit: limitSchema(50),
  }),
  datesInOrder(),
);
export type JournalQuery = v.InferOutput<typeof JournalQuery>;

/** A ledger as the list has it. */
export interface LedgerBalance {
  _id: string;
  name: string;
  /** Of categories, their kind; else account or system. */
  kind: string;
  section: string;
  line: string;
  group: string;
  /** The categories that post to it. */
  categoryIds: string[];
  /** On the day the books begin; debit positive, as all of these. */
  openingBalance: RupeeSum;
  balance: RupeeSum;
}

/** Debit positive. */
export const LedgerChange = strictObject({ openingBalance: money("Opening balance") });
