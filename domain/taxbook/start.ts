import * as v from "valibot";
import { type CalendarDate, pickLater } from "../dates.ts";
import { amountOrNone, date, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { addTaxes, HEADS } from "../purchases/inward.ts";
import { type ByHead, TAX_HEADS } from "../purchases/offset.ts";
import {
  type PeriodOfDay,
  type TaxEntry,
  type TaxPosting,
  toTaxLedger,
  toTaxPostings,
} from "./entries.ts";
import type { BillLine } from "./reverseCharge.ts";

// The first day of an existing agency's tax book. On that day the tax ledgers are set to the portal's
// balances. From then on they follow the tax entries.

/** Document id for the postings of the opening, which belong to no document. */
export const START_DOCUMENT = "tax-book";
export const START = "the tax book begins";
/** First day of agencies that have not begun it. */
export const NOT_BEGUN: CalendarDate = "9999-12-31";

/** Opening balances of a tax book, in paise. */
export interface TaxBookOpening {
  /** Balances on the portal at the start of the day. */
  credit: ByHead;
  /** Negative tax of earlier returns. */
  negative: ByHead;
  cash: ByHead;
  /** Amounts that moved the ledgers to these balances. Debit is positive. */
  moved: Record<"output" | "input" | "cash_ledger", ByHead>;
  /** Ids of earlier bills in no return yet, whose credit waits for GSTR-2B. */
  waiting: string[];
  /** Time of the start. Earlier bills entered after it wait too. */
  begunAt: string;
  /** Whether earlier payments count as advances for their invoices. */
  takesEarlier: boolean;
}

/** Returns postings that set the ledgers to the portal's balances. The difference goes to GST payable. */
export const toOpeningPostings = (
  startsOn: CalendarDate,
  { moved }: TaxBookOpening,
): TaxPosting[] =>
  TAX_HEADS.flatMap((head) => {
    const { output, input, cash_ledger: cash } = moved;
    const sum = output[head] + input[head] + cash[head];
    return [
      { ledger: toTaxLedger("output", head), paise: output[head] as number },
      { ledger: toTaxLedger("input", head), paise: input[head] as number },
      { ledger: `cash_ledger_${head}`, paise: cash[head] as number },
      { ledger: `gst_payable_${head}`, paise: -sum },
    ]
      .filter(({ paise }) => paise !== 0)
      .map((one) => ({ document: START_DOCUMENT, date: startsOn, reason: START, ...one }));
  });

export type Brought = "gst_on_advances" | "input_reversed" | "rcm";

/**
 * Returns the first day's postings for earlier entries: tax on advances, and reversed credit. Reverse
 * charge in no earlier return moves to its own ledger.
 */
export function bringForward(
  entries: TaxEntry[],
  to: Brought,
  { startsOn, periodOf }: { startsOn: CalendarDate; periodOf: PeriodOfDay },
): TaxPosting[] {
  if (to !== "rcm") {
    const moved = entries.filter(({ posted, cell }) => posted < startsOn && cell !== "4D1");
    const on = { against: to, posted: startsOn, reason: START };
    return toTaxPostings(moved.map((entry) => ({ ...entry, ...on })));
  }
  const first = periodOf(startsOn);
  return entries
    .filter(({ cell, period }) => cell === "3.1d" && period >= first)
    .flatMap((taxes) =>
      moveTaxes(pickLater(startsOn, taxes.posted), taxes.document, {
        from: "rcm",
        to: "gst_payable",
        taxes,
      }),
    );
}

/** Returns the postings that make an earlier bill's credit wait from the first day on. */
export function postWaitingCredit(
  startsOn: CalendarDate,
  { id, lines, sign }: { id: string; lines: BillLine[]; sign: -1 | 1 },
): TaxPosting[] {
  const some = lines.filter(({ itc }) => itc === "ELIGIBLE").map((line) => ({ ...line, sign }));
  return some.length === 0
    ? []
    : moveTaxes(startsOn, id, { from: "input", to: "input_wait", taxes: addTaxes(some) });
}

function moveTaxes(
  date: CalendarDate,
  document: string,
  { from, to, taxes }: { from: string; to: string; taxes: Record<(typeof HEADS)[number], number> },
): TaxPosting[] {
  const ledger = (name: string, head: string) =>
    name === "gst_payable" && head === "cess" ? name : `${name}_${head}`;
  return HEADS.flatMap((head) =>
    taxes[head] === 0
      ? []
      : [
          { document, date, reason: START, ledger: ledger(to, head), paise: taxes[head] },
          { document, date, reason: START, ledger: ledger(from, head), paise: -taxes[head] },
        ],
  );
}

const heads = (name: string) => {
  const head = (label: string) => v.optional(amountOrNone(`${name}, ${label}`), 0);
  return v.optional(
    strictObject({ igst: head("IGST"), cgst: head("CGST"), sgst: head("SGST") }),
    {},
  );
};

/** Starts the tax book. Parses rupees to paise. */
export const TaxBookStart = strictObject({
  startsOn: date,
  credit: heads("Credit"),
  negative: heads("Tax below zero"),
  cash: heads("Cash"),
  takesEarlier: v.optional(v.boolean("Earlier payments must be true or false"), false),
  dryRun: v.optional(v.boolean("Dry run must be true or false"), false),
});
export type TaxBookStart = v.InferOutput<typeof TaxBookStart>;

/** Whether an agency's tax book has begun, and the days on which it can begin. */
export interface TaxBookState {
  hasBegun: boolean;
  /** "" if the ledgers follow it from the first day of the books. */
  startsOn: CalendarDate | "";
  /** The days to choose from, and why no earlier day is possible. Null if it cannot begin or change. */
  choice: { days: CalendarDate[]; reason: string } | null;
}

/** A ledger's balance before and after the start, in rupees as of today. Debit is positive. */
export interface LedgerMoved {
  ledger: string;
  name: string;
  before: RupeeSum;
  after: RupeeSum;
  difference: RupeeSum;
}

/** An earlier payment of a document dated on or after the first day. */
export interface EarlierPayment {
  document: string;
  number: string;
  date: CalendarDate;
  paidOn: CalendarDate;
  amount: Rupees;
  /** The return that it belonged to, and whether that is filed. */
  period: string;
  isFiled: boolean;
}

export interface TaxBookBegun {
  startsOn: CalendarDate;
  isDryRun: boolean;
  /** The whole trial balance before and after, as of today. */
  ledgers: LedgerMoved[];
  earlierPayments: EarlierPayment[];
  /** Periods whose bills are assumed to be claimed, though neither return nor GSTR-2B is here. */
  assumedClaimed: string[];
}
