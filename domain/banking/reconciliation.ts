import * as v from "valibot";
import { formatDate } from "../dates.ts";
import { date, strictObject } from "../fields.ts";
import { type RupeeSum, type Rupees, sumInPaise, toRupees } from "../money.ts";
import type { Proof } from "./statement.ts";

export const ReconciliationQuery = strictObject({ at: v.optional(date) });

export const BankingQuery = strictObject({
  year: v.optional(
    v.pipe(v.string(), v.regex(/^(19|20)\d\d$/, "Year must be like 2026"), v.transform(Number)),
  ),
});

/**
 * Up to this day, the account's lines cannot be matched, undone, imported or removed. "" reopens the
 * account.
 */
export const Closing = strictObject({
  closedTo: v.union([v.literal(""), date], "Enter a valid date, YYYY-MM-DD, or leave it empty"),
  reason: v.optional(v.pipe(v.string("Reason must be text"), v.trim(), v.maxLength(200)), ""),
});
export type Closing = v.InferOutput<typeof Closing>;

/** An item that is only in the books or only at the bank. */
export interface ReconciliationItem {
  _id: string;
  date: string;
  party: string;
  ref: string | null;
  /** Positive. */
  amount: Rupees;
  /** Days that it has been open. */
  days: number;
  /** The later day on which it was matched. */
  clearedOn: string | null;
}

export interface Reconciliation {
  account: { _id: string; name: string; number: string; closedTo: string };
  at: string;
  book: RupeeSum;
  /** Null if no statement covers that day. */
  bank: RupeeSum | null;
  issued: ReconciliationItem[];
  deposited: ReconciliationItem[];
  bankCredits: ReconciliationItem[];
  bankDebits: ReconciliationItem[];
  /** Difference between books and bank at the start of the statements. */
  openingDifference: RupeeSum;
  /** Unexplained difference. */
  difference: RupeeSum;
  /** Result for the statement that covers the day, or null. */
  proof: Proof | null;
  /** Remarks to read before signing. */
  remarks: string[];
}

/** Cheques are stale after three months. */
const STALE_DAYS = 90;

export const MONTH_STATES = ["reconciled", "review", "broken", "none"] as const;

export interface BankedAccount {
  account: { _id: string; name: string; type: string; number: string; closedTo: string };
  /** Last day of the last statement; null if there is none. */
  lastDay: string | null;
  book: RupeeSum | null;
  bank: RupeeSum | null;
  difference: RupeeSum | null;
  /** Whether open lines and entries explain the whole difference. */
  isExplained: boolean;
  open: number;
  statements: number;
  /** The twelve months of a financial year. */
  months: { month: string; state: (typeof MONTH_STATES)[number] }[];
}

/** A row of the printed statement. */
export interface ReconciliationRow {
  kind: "balance" | "title" | "item" | "none" | "difference";
  date: string;
  particulars: string;
  ref: string;
  amount: RupeeSum | null;
  /** Balance, or the sum at the end of a group. */
  balance: RupeeSum | null;
  /** Whether a cheque is older than three months. */
  isStale: boolean;
}

const GROUPS = [
  ["Add: issued, not yet presented", "issued", 1],
  ["Add: credited by the bank, not in the books", "bankCredits", 1],
  ["Less: deposited, not yet credited", "deposited", -1],
  ["Less: debited by the bank, not in the books", "bankDebits", -1],
] as const;

const sumItems = (items: ReconciliationItem[]): RupeeSum =>
  toRupees(items.reduce((sum, { amount }) => sum + sumInPaise(amount), 0n));
const side = (balance: RupeeSum, [above, below]: [string, string]) => (balance < 0 ? below : above);

/** Returns the rows of the reconciliation statement for screen, PDF, CSV and terminal. */
export function toReconciliationRows(report: Reconciliation): ReconciliationRow[] {
  const { book, bank, openingDifference, difference } = report;
  const row = (
    kind: ReconciliationRow["kind"],
    particulars: string,
    more: Partial<ReconciliationRow> = {},
  ) => ({
    kind,
    particulars,
    date: "",
    ref: "",
    amount: null,
    balance: null,
    isStale: false,
    ...more,
  });
  const groups = GROUPS.flatMap(([title, key]) => {
    const items = report[key];
    if (items.length === 0) return [row("title", title), row("none", "none")];
    return [
      row("title", title),
      ...items.map(({ date, party, ref, amount, clearedOn, days }, n) =>
        row("item", clearedOn ? `${party} (cleared ${formatDate(clearedOn)})` : party, {
          date,
          ref: ref ?? "",
          amount,
          isStale: !clearedOn && days > STALE_DAYS,
          balance: n === items.length - 1 ? sumItems(items) : null,
        }),
      ),
    ];
  });
  return [
    row("balance", `Balance as per books (${side(book, ["Dr", "Cr"])})`, { balance: book }),
    ...groups,
    ...(Number(openingDifference) === 0
      ? []
      : [row("item", "Difference at the start of the statements", { balance: openingDifference })]),
    ...(bank === null
      ? [row("balance", "Balance as per bank statement: none covers the day")]
      : [
          row("balance", `Balance as per bank statement (${side(bank, ["Cr", "Dr"])})`, {
            balance: bank,
          }),
          row("difference", "Difference", { balance: difference }),
        ]),
  ];
}
