import * as v from "valibot";
import {
  amountOrNone,
  date,
  dateIfAny,
  datesInOrder,
  field,
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
import type { Page } from "../page.ts";

/** Whether a journal counts on both bases, or on the accrual basis only. */
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

/** Returns debits minus credits, in paise. */
export const computeExcess = (lines: readonly Sides[]): bigint =>
  lines.reduce((sum, { debit, credit }) => sum + BigInt(debit) - BigInt(credit), 0n);

function explainUnequal(lines: readonly Sides[]): string {
  const [debits, credits] = (["debit", "credit"] as const).map((side) => {
    const sum = lines.reduce((all, line) => all + BigInt(line[side]), 0n);
    return formatPaise(sum);
  });
  return `Debits are ${debits} and credits ${credits}; they must be equal`;
}

const journalFields = strictObject({
  date,
  reason: sentence("Reason"),
  /** The day on which a journal with opposite sides is posted, or "". */
  reversesOn: field(dateIfAny, { label: "Reverses on" }),
  basis: v.optional(v.picklist(BASES, "Basis must be both or accrual"), "both"),
  lines: v.pipe(
    v.array(line, "Send the lines of the journal"),
    v.minLength(2, "A journal has at least two lines"),
    v.maxLength(LINES_MAX, `A journal has at most ${LINES_MAX} lines`),
    v.check(
      (lines) => computeExcess(lines) === 0n,
      ({ input }) => explainUnequal(input),
    ),
  ),
});

/** A journal entry, which moves no money. Parses rupees to paise. */
export const NewJournal = v.pipe(
  journalFields,
  v.forward(
    v.partialCheck(
      [["date"], ["reversesOn"]],
      ({ date, reversesOn }) => reversesOn === "" || reversesOn > date,
      "The reversal is after the journal",
    ),
    ["reversesOn"],
  ),
);
export type NewJournal = v.InferOutput<typeof NewJournal>;

export interface Journal {
  _id: string;
  date: string;
  reason: string;
  basis: Basis;
  /** The day on which it reverses, or "". */
  reversesOn: string;
  /** Its reversal; null until that day, or if it does not reverse. */
  reversal: { _id: string; date: string } | null;
  /** The journal that it reverses, or null. */
  reverses: { _id: string; date: string; reason: string } | null;
  lines: JournalLine[];
  /** Sum of its debits, which equals that of its credits. */
  total: RupeeSum;
}

export type JournalList = Page<Journal>;

export interface JournalLine {
  ledger: { _id: string; name: string };
  debit: Rupees;
  credit: Rupees;
}

const JOURNAL_SORTS = ["date", "reason", "total"] as const;

/** `q` searches reasons and ledger names. */
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

/** A ledger in the list. */
export interface LedgerBalance {
  _id: string;
  name: string;
  /** Kind of its categories, or account or system. */
  kind: string;
  section: string;
  line: string;
  group: string;
  /** Categories that post to it. */
  categoryIds: string[];
  /** On the day the books begin. Debit is positive in all balances here. */
  openingBalance: RupeeSum;
  balance: RupeeSum;
}

/** Debit is positive. */
export const LedgerChange = strictObject({ openingBalance: money("Opening balance") });
