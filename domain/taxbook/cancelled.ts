import type { CalendarDate } from "../dates.ts";
import { HEADS, type Head } from "../purchases/inward.ts";
import { type CreditBill, isNone, statedOn, sumTaxes, times } from "./credit.ts";
import { type PeriodOfDay, type TaxEntry, type TaxPosting, toTaxLedger } from "./entries.ts";

// Bills cancelled after they were in a filed return.

export const CANCELLED = "cancelled";
export const CANCELLED_LATER = "cancelled later";

/**
 * Returns the postings of a bill that was cancelled after a return with it was filed: the original
 * postings on its own date, and their opposite on the day of cancelling. The return that reverses the
 * credit moves it to the ledgers of waiting credit, whichever ledgers it was in.
 */
export function postCancelledBill(bill: CancelledBill): TaxPosting[] {
  const {
    id: document,
    date,
    cancelledOn,
    vendorId: party,
    sign,
    totalPaise,
    isReverseCharge,
  } = bill;
  const on = (day: CalendarDate, times: 1 | -1, reason: string): TaxPosting[] => {
    const posted = listPostedLines(
      bill,
      times === 1 || isReverseCharge ? bill.postedBy : "tax book",
    );
    const sum = posted.reduce((all, [, paise]) => all + paise, 0);
    const rows = [...posted, ["round_off", totalPaise - sum], ["payables", -totalPaise]] as const;
    return rows
      .filter(([, paise]) => paise !== 0)
      .map(([ledger, paise]) => ({
        document,
        date: day,
        ledger,
        paise: times * sign * paise,
        reason,
        ...(ledger === "payables" && { party }),
      }));
  };
  return [...on(date, 1, CANCELLED_LATER), ...on(cancelledOn, -1, CANCELLED)];
}

/**
 * Returns the cost and tax of a bill's lines by ledger. Tax under reverse charge is posted by the
 * entries instead.
 */
function listPostedLines(
  { lines, isReverseCharge }: CancelledBill,
  by: PostedBy,
): [ledger: string, paise: number][] {
  const isWithoutTax = isReverseCharge && by === "tax book";
  const ledger = (name: "gst_payable" | "input", head: Head) => {
    if (by === "opening") return "opening";
    if (name === "input") return toTaxLedger(by === "date" ? "input" : "input_wait", head);
    return head === "cess" ? name : `${name}_${head}`;
  };
  return lines.flatMap((line) => {
    const taxes = HEADS.map((head) => [head, isWithoutTax ? 0 : line[head]] as const);
    const isCredit = line.itc === "ELIGIBLE";
    const cost = isCredit ? 0 : taxes.reduce((sum, [, paise]) => sum + paise, 0);
    return [
      [line.ledger, line.taxable + cost] as [string, number],
      ...taxes.flatMap(([head, paise]): [string, number][] => [
        [ledger("input", head), isCredit ? paise : 0],
        [ledger("gst_payable", head), isReverseCharge ? -paise : 0],
      ]),
    ];
  });
}

/**
 * How the bill was posted: on its own date before the tax book, as an opening balance, or by the tax
 * book.
 */
type PostedBy = "date" | "opening" | "tax book";

export interface CancelledBill extends CreditBill {
  isReverseCharge: boolean;
  vendorId: string;
  cancelledOn: CalendarDate;
  postedBy: PostedBy;
}

/**
 * Reverses the credit that a cancelled bill took without GSTR-2B. Credit from a row of GSTR-2B is
 * reversed by that row.
 */
export function reverseCancelledCredit(
  bill: CreditBill,
  cancelledOn: CalendarDate,
  periodOf: PeriodOfDay,
): TaxEntry[] {
  const back = times(bill.sign, sumTaxes(bill, "ELIGIBLE"));
  if (!bill.isTaken || isNone(back)) return [];
  const entry = statedOn(bill, cancelledOn, periodOf);
  return [
    { ...entry, cell: "4B2", ...back, reason: "its bill is cancelled", against: "input_wait" },
  ];
}
