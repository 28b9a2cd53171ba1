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

/** Up to this day nothing of the account is matched, taken back, brought or removed; "" opens it. */
export const Closing = strictObject({
  closedTo: v.union([v.literal(""), date], "Enter a valid date, YYYY-MM-DD, or leave it empty"),
  reason: v.optional(v.pipe(v.string("Reason must be text"), v.trim(), v.maxLength(200)), ""),
});
export type Closing = v.InferOutput<typeof Closing>;

/** What stands in one of the two and not in the other. */
export interface ReconciliationItem {
  _id: string;
  date: string;
  party: string;
  ref: string | null;
  /** Above 0. */
  amount: Rupees;
  /** How long it has been open. */
  days: number;
  /** The day on which it met the other side, later. */
  clearedOn: string | null;
}

export interface Reconciliation {
  account: { _id: string; name: string; number: string; closedTo: string };
  at: string;
  book: RupeeSum;
  /** null where no statement reaches back to that day. */
  bank: RupeeSum | null;
  issued: ReconciliationItem[];
  deposited: ReconciliationItem[];
  bankCredits: ReconciliationItem[];
  bankDebits: ReconciliationItem[];
  /** What the books and the bank differed by where the statements begin. */
  openingDifference: RupeeSum;
  /** What none of these explains. */
  difference: RupeeSum;
  /** Of the statement that covers the day; null where none does. */
  proof: Proof | null;
  /** What is to be known before it is signed. */
  remarks: string[];
}

/** A cheque is stale after three months. */
const STALE_DAYS = 90;

export const MONTH_STATES = ["reconciled", "review", "broken", "none"] as const;

/** Where an account's books and its bank stand. */
export interface BankedAccount {
  account: { _id: string; name: string; type: string; number: string; closedTo: string };
  /** Of the last statement; null while there is none. */
  lastDay: string | null;
  book: RupeeSum | null;
  bank: RupeeSum | null;
  difference: RupeeSum | null;
  /** The difference is all of it lines to review and entries on no statement. */
  isExplained: boolean;
  open: number;
  statements: number;
  /** Twelve of a financial year. */
  months: { month: string; state: (typeof MONTH_STATES)[number] }[];
}

/** A line of the paper. */
export interface PaperRow {
  kind: "balance" | "title" | "item" | "none" | "difference";
  date: string;
  particulars: string;
  ref: string;
  amount: RupeeSum | null;
  /** At the end of a group its sum; of a balance the balance. */
  balance: RupeeSum | null;
  /** Of a cheque, that it is older than three months. */
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

/** The statement as page, paper, CSV and terminal have it. */
export function paperRows(report: Reconciliation): PaperRow[] {
  const { book, bank, openingDifference, difference } = report;
  const row = (kind: PaperRow["kind"], particulars: string, more: Partial<PaperRow> = {}) => ({
    ...{ kind, particulars, date: "", ref: "", amount: null, balance: null, isStale: false },
    ...more,
  });
  const groups = GROUPS.flatMap(([title, key]) => {
    const items = report[key];
    if (items.length === 0) return [row("title", title), row("none", "none")];
    return [
      row("title", title),
      ...items.map(({ date, party, ref, amount, clearedOn, days }, n) =>
        row("item", clearedOn ? `${party} (cleared ${formatDate(clearedOn)})` : party, {
          ...{ date, ref: ref ?? "", amount, isStale: !clearedOn && days > STALE_DAYS },
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
      : [row("item", "Difference where the statements begin", { balance: openingDifference })]),
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
