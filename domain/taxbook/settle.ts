import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import {
  type ByHead,
  mapHeads,
  offsetCredit,
  TAX_HEADS,
  type TaxHead,
} from "../purchases/offset.ts";
import { type TaxLedger, type TaxPosting, toTaxLedger } from "./entries.ts";

// Settles a return: tax owed by head, the parts paid with credit and in cash, and amounts carried to the
// next return.

/** Amounts carried forward from the previous return. */
export interface Brought {
  /** Credit, unrounded. */
  credit: ByHead;
  /** Negative tax of earlier returns, which lowers the tax owed, head by head. */
  negative: ByHead;
  /** Interest and fee for filing the previous return late. */
  interest: ByHead;
  lateFee: ByHead;
}

export const NO_HEADS: ByHead = { igst: 0 as Paise, cgst: 0 as Paise, sgst: 0 as Paise };
export const NOTHING_BROUGHT: Brought = {
  credit: NO_HEADS,
  negative: NO_HEADS,
  interest: NO_HEADS,
  lateFee: NO_HEADS,
};

export interface ReturnSums {
  /** Table 3.1(a) and (b). */
  output: ByHead;
  /** Table 3.1(d). */
  ownTax: ByHead;
  /** Table 4C: credit less reversals. */
  credit: ByHead;
  /** Interest on documents of earlier months declared in this return (CGST Rules, 88B(2)). */
  interest: ByHead;
}

export interface Settled {
  /** Reversals above the available credit, rounded up to rupees, which are owed. */
  beyond: ByHead;
  /** To the nearest rupee (CGST Act, s. 170), less amounts carried forward. */
  payable: ByHead;
  /** Tax of a head paid with credit of a head. */
  used: { from: TaxHead; to: TaxHead; amountPaise: Paise }[];
  /** The part of `payable` left to pay in cash. */
  cash: ByHead;
  /** Tax under reverse charge, payable only in cash. */
  ownTax: ByHead;
  interest: ByHead;
  lateFee: ByHead;
  toPay: ByHead;
  creditLeft: ByHead;
  negativeLeft: ByHead;
}

const nearestRupee = (paise: number): number =>
  Math.sign(paise) * Math.round(Math.abs(paise) / 100) * 100;

/** Settles a return (CGST Act, ss. 49, 49A, 49B and 170). */
export function settle(sums: ReturnSums, brought: Brought): Settled {
  const credit = mapHeads((head) => brought.credit[head] + sums.credit[head]);
  const beyond = mapHeads((head) => Math.max(0, Math.ceil(-credit[head] / 100) * 100));
  const owed = mapHeads((head) => nearestRupee(sums.output[head]) + beyond[head]);
  const payable = mapHeads((head) => Math.max(0, owed[head] - brought.negative[head]));
  const whole = mapHeads((head) => Math.floor(Math.max(0, credit[head]) / 100) * 100);
  const { paid, cash } = offsetCredit(payable, whole);
  const spent = (head: TaxHead) =>
    paid.reduce((sum, { from, amountPaise }) => (from === head ? sum + amountPaise : sum), 0);
  const ownTax = mapHeads((head) => nearestRupee(sums.ownTax[head]));
  const interest = mapHeads((head) => brought.interest[head] + sums.interest[head]);
  const { lateFee } = brought;
  return {
    beyond,
    payable,
    used: paid,
    cash,
    ownTax,
    interest,
    lateFee,
    toPay: mapHeads((head) => cash[head] + ownTax[head] + interest[head] + lateFee[head]),
    creditLeft: mapHeads((head) => credit[head] + beyond[head] - spent(head)),
    negativeLeft: mapHeads((head) => Math.max(0, brought.negative[head] - owed[head])),
  };
}

/** A filed return, as its postings need it. */
export interface FiledSettlement {
  /** Document id of the postings. */
  document: string;
  lastDay: CalendarDate;
  filedOn: CalendarDate;
  sums: ReturnSums;
  brought: Brought;
  /** The part of the cash paid from the cash ledger's balance on the filing day. */
  fromCash: ByHead;
  /** Cost of filing late, due with the next return. */
  late: { interest: ByHead; lateFee: ByHead };
}

/**
 * Returns the postings of a filing: rounding and set-off on the period's last day, cash and late costs
 * on the filing day.
 */
export function toSettlementPostings(filed: FiledSettlement): TaxPosting[] {
  const { document, lastDay, filedOn, sums, brought, fromCash, late } = filed;
  const settled = settle(sums, brought);
  const move = (
    date: CalendarDate,
    reason: string,
    debit: string,
    credit: string,
    paise: number,
  ): TaxPosting[] =>
    paise === 0
      ? []
      : [
          { document, date, reason, ledger: debit, paise },
          { document, date, reason, ledger: credit, paise: -paise },
        ];
  const own = (ledger: TaxLedger, head: TaxHead) => toTaxLedger(ledger, head);
  const payable = (head: TaxHead) => `gst_payable_${head}`;
  const onLastDay = TAX_HEADS.flatMap((head) => {
    const rounding = sums.output[head] - nearestRupee(sums.output[head]);
    const ownRounding = settled.ownTax[head] - sums.ownTax[head];
    return [
      ...move(lastDay, "rounded to rupees", own("output", head), "gst_round_off", rounding),
      ...move(
        ...([
          lastDay,
          "reversed beyond the credit",
          own("input", head),
          own("output", head),
        ] as const),
        settled.beyond[head],
      ),
      ...move(lastDay, "to pay in cash", own("output", head), payable(head), settled.cash[head]),
      ...move(lastDay, "reverse charge", own("rcm", head), payable(head), sums.ownTax[head]),
      ...move(lastDay, "rounded to rupees", "gst_round_off", payable(head), ownRounding),
    ];
  });
  const offset = settled.used.flatMap(({ from, to, amountPaise }) =>
    move(lastDay, "set-off", own("output", to), own("input", from), amountPaise),
  );
  const onFiling = TAX_HEADS.flatMap((head) => [
    ...move(filedOn, "interest", "gst_interest", payable(head), sums.interest[head]),
    ...move(
      filedOn,
      "paid from the cash ledger",
      payable(head),
      `cash_ledger_${head}`,
      fromCash[head],
    ),
    ...move(
      filedOn,
      "interest for filing late",
      "gst_interest",
      payable(head),
      late.interest[head],
    ),
    ...move(filedOn, "late fee", "gst_late_fee", payable(head), late.lateFee[head]),
  ]);
  return [...onLastDay, ...offset, ...onFiling];
}

/** Returns the amounts carried to the next return. */
export function computeBroughtForward({ sums, brought, late }: FiledSettlement): Brought {
  const { creditLeft, negativeLeft } = settle(sums, brought);
  return { credit: creditLeft, negative: negativeLeft, ...late };
}
