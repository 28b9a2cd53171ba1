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

// The first day of an existing agency's tax book. On that day the tax ledgers take over the portal's
// balances; from then on they follow the tax entries.

/** Document id of the opening's postings, which belong to no document. */
export const START_DOCUMENT = "tax-book";
export const START = "the tax book begins";
/** The day of agencies that have not begun it. */
export const NOT_BEGUN: CalendarDate = "9999-12-31";

/** Opening balances of a tax book, in paise. */
export interface TaxBookOpening {
  /** Balances of the portal as the day began. */
  credit: ByHead;
  /** Tax below zero that earlier returns had. */
  negative: ByHead;
  cash: ByHead;
  /** Amounts that brought the ledgers to these balances: debit positive. */
  moved: Record<"output" | "input" | "cash_ledger", ByHead>;
  /** Earlier bills that no return has had: their credit waits for GSTR-2B. */
  waiting: string[];
  /** When it was begun. Earlier bills that are entered after this moment wait too. */
  begunAt: string;
  /** Earlier payments count as advances of their invoices. */
  takesEarlier: boolean;
}

/** The ledgers come to what the portal holds; the difference is owed, or was paid, in GST payable. */
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
 * Returns the postings of the first day for earlier entries: tax on advances, and reversed credit. Reverse
 * charge that no earlier return had moves to its own ledger.
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
        ...{ from: "rcm", to: "gst_payable", taxes },
      }),
    );
}

/** Returns the postings by which an earlier bill's credit waits from the first day on. */
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

/** Begins the tax book: rupees in, paise out. */
export const TaxBookStart = strictObject({
  startsOn: date,
  credit: heads("Credit"),
  negative: heads("Tax below zero"),
  cash: heads("Cash"),
  takesEarlier: v.optional(v.boolean("Earlier payments must be true or false"), false),
  dryRun: v.optional(v.boolean("Dry run must be true or false"), false),
});
export type TaxBookStart = v.InferOutput<typeof TaxBookStart>;

/** An agency's tax book: whether it has begun, and the days on which it can begin. */
export interface TaxBookState {
  hasBegun: boolean;
  /** "" if the ledgers follow it from the first day of the books. */
  startsOn: CalendarDate | "";
  /** The days that an owner may choose, and why none before them. Null if it cannot begin or change. */
  choice: { days: CalendarDate[]; reason: string } | null;
}

/** A ledger that moves as the tax book begins, in rupees: debit positive, as of today. */
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
  /** Periods whose bills count as claimed, though neither their return nor their GSTR-2B is here. */
  assumedClaimed: string[];
}
