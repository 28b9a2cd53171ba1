import { addDays, type CalendarDate, pickLater, toFinancialYear } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import type { Paise } from "../money.ts";
import { monthAfter, toLastOfMonth } from "../months.ts";
import type { PortalRow } from "../purchases/gstr2b.ts";
import { addTaxes, HEADS, NO_TAXES, type Taxes } from "../purchases/inward.ts";
import { CHANGED, toReclaims } from "./carry.ts";
import {
  type Cell,
  computeTaxPart,
  type PeriodOfDay,
  type TaxEntry,
  type TaxPosting,
  toTaxLedger,
} from "./entries.ts";
import type { BillLine } from "./reverseCharge.ts";

// Input tax credit of bills. It arises with GSTR-2B (CGST Act, s. 16(2)(aa)), is reversed if the bill is
// unpaid after 180 days (Rule 37 of the CGST Rules), and becomes a cost after the time limit (s. 16(4)).

/** A bill on which the vendor charges tax. */
export interface CreditBill {
  id: string;
  number: string;
  date: CalendarDate;
  /** Including tax. */
  totalPaise: Paise;
  /** -1 for a vendor's credit note. */
  sign: -1 | 1;
  /** Whether its credit was taken without GSTR-2B, before the books or the tax book began. */
  isTaken: boolean;
  /** Whether its tax waits for GSTR-2B in the ledgers. */
  waits: boolean;
  place: string;
  lines: BillLine[];
  /** Including deducted tax. */
  paid: { date: CalendarDate; amountPaise: Paise }[];
  /** See `rule37A`; "" for never. */
  supplierUnfiledOn: CalendarDate | "";
  supplierFiledOn: CalendarDate | "";
  /** The part that a return before the books reversed, and that return's label. */
  reversedBefore: (Taxes & { period: string }) | undefined;
}

/** A row of GSTR-2B. For an amendment, the difference to its original. */
export interface CreditRow
  extends Taxes,
    Pick<PortalRow, "available" | "isReverseCharge" | "kind"> {
  id: string;
  number: string;
  /** Period of its file. */
  period: string;
  /** The matched bill, if the match counts. */
  bill: CreditBill | undefined;
}

export const sumTaxes = ({ lines }: CreditBill, itc: BillLine["itc"]): Taxes => {
  const some = lines.filter((line) => line.itc === itc);
  return some.length > 0 ? addTaxes(some) : NO_TAXES;
};

export const isNone = (taxes: Taxes) => HEADS.every((head) => taxes[head] === 0);

export const times = (sign: -1 | 1, taxes: Taxes): Taxes => addTaxes([{ ...taxes, sign }]);

/**
 * Returns the entries of a row of GSTR-2B in table 4: all of it in 4A(5), and reversed in 4B if it is
 * blocked or has no bill (Circular 170/02/2022). Unavailable credit goes to 4D(2).
 */
export function taxOfRow(row: CreditRow, periodOf: PeriodOfDay): TaxEntry[] {
  const { bill, available, kind } = row;
  if (row.isReverseCharge || available === "T") return [];
  const date = toLastOfMonth(row.period);
  const against = bill && !bill.waits ? "" : "input_wait";
  const whole = times(kind === "C" ? -1 : 1, row);
  const entry = (cell: Cell, taxes: Taxes, reason: string): TaxEntry => ({
    ...statedOn({ ...row, place: bill?.place ?? "" }, date, periodOf),
    cell,
    ...taxes,
    reason,
    against: cell === "4D2" ? "" : against,
  });
  if (available === "N") return [entry("4D2", whole, "not available by GSTR-2B")];
  const taken = entry("4A5", whole, "GSTR-2B");
  if (!bill) {
    return kind === "C" ? [taken] : [taken, entry("4B2", whole, "in GSTR-2B, not in the books")];
  }
  const blocked = sumTaxes(bill, "BLOCKED");
  const mayNot = isNone(sumTaxes(bill, "ELIGIBLE")) ? whole : times(bill.sign, blocked);
  return [taken, ...(isNone(mayNot) ? [] : [entry("4B1", mayNot, "s. 17(5)")])];
}

/** A difference of up to a rupee per head between GSTR-2B and the bill counts as rounding. */
const ROUNDING_PAISE = 100;

/**
 * Posts the difference between a bill and its row: up to a rupee per head goes to round-off on the day
 * of the credit; a larger difference keeps waiting.
 * @param entries all entries of the row in returns
 */
export function computeRounding(row: CreditRow, entries: TaxEntry[]): TaxPosting[] {
  const { bill, id: document } = row;
  const credit = entries.filter(({ cell, against }) => cell !== "4D1" && against === "input_wait");
  const date = credit.reduce((last, { posted }) => pickLater(last, posted), "");
  if (!bill?.waits || row.available !== "Y" || date === "") return [];
  const waited = times(bill.sign, sumTaxes(bill, "ELIGIBLE"));
  if (isNone(waited)) return [];
  const taken = addTaxes(
    credit.map((entry) => ({ ...entry, sign: entry.cell.startsWith("4B") ? -1 : 1 })),
  );
  const reason = "GSTR-2B differs by up to a rupee";
  return HEADS.flatMap((head) => {
    const paise = waited[head] - taken[head];
    if (paise === 0 || Math.abs(paise) > ROUNDING_PAISE) return [];
    return [
      { document, date, reason, ledger: "round_off", paise },
      { document, date, reason, ledger: toTaxLedger("input_wait", head), paise: -paise },
    ];
  });
}

/**
 * Posts the cost of a bill whose credit was changed after its return was filed. It moves on the day of
 * the change; the bill's own date stays as it was.
 * @param entries all entries of the row in returns
 */
export function computeChangedCost(
  { id: document, bill }: CreditRow,
  entries: TaxEntry[],
): TaxPosting[] {
  if (!bill?.waits) return [];
  const changes = entries.filter(({ cell, reason }) => cell === "4B1" && reason === CHANGED);
  return changes.flatMap((entry) =>
    HEADS.flatMap((head) => {
      const paise = entry[head];
      const itc = paise > 0 ? "BLOCKED" : "ELIGIBLE";
      const line = bill.lines.find((one) => one.itc === itc && one[head] !== 0);
      if (paise === 0 || !line) return [];
      const move = (date: CalendarDate, cost: number): TaxPosting[] => [
        { document, date, reason: CHANGED, ledger: line.ledger, paise: cost },
        { document, date, reason: CHANGED, ledger: toTaxLedger("input_wait", head), paise: -cost },
      ];
      return [...move(bill.date, -paise), ...move(entry.posted, paise)];
    }),
  );
}

export const RULE_37_DAYS = 180;

/**
 * Reverses the credit of a bill that is unpaid after 180 days in the next month's return, and reclaims
 * it in the return of the completing payment (Rule 37 of the CGST Rules).
 * @param taken label of the return that took the credit, or undefined
 */
export function rule37(
  bill: CreditBill,
  taken: string | undefined,
  periodOf: PeriodOfDay,
): TaxEntry[] {
  const eligible = sumTaxes(bill, "ELIGIBLE");
  if (taken === undefined || bill.sign < 0 || bill.totalPaise <= 0) return [];
  const ends = addDays(bill.date, RULE_37_DAYS);
  const unpaid = Math.max(0, bill.totalPaise - sumPaid(bill, ends));
  const { period: before, ...taxes } = bill.reversedBefore ?? {
    period: "",
    ...computeTaxPart(eligible, unpaid, bill.totalPaise),
  };
  const back = addTaxes([taxes]);
  if (isNone(back)) return [];
  const month = before || pickLater(monthAfter(ends), taken);
  const at = (label: string): TaxEntry => ({
    ...statedOn(bill, toLastOfMonth(label), periodOf),
    cell: "4B2",
    ...back,
    reason: "Rule 37: 180 days",
    against: "input_reversed",
  });
  const reversed = before ? [] : [at(month)];
  const completed = completedOn(bill);
  if (completed === undefined) return reversed;
  const again = pickLater(monthAfter(month), completed.slice(0, 7));
  return [...reversed, ...toReclaims(at(again), "paid")];
}

/**
 * Reverses credit if the supplier has not filed GSTR-3B, in the return of the month in which this is
 * recorded, and reclaims it once the supplier has filed (Rule 37A of the CGST Rules).
 * @param taken label of the return that took the credit, or undefined
 */
export function rule37A(
  bill: CreditBill,
  taken: string | undefined,
  periodOf: PeriodOfDay,
): TaxEntry[] {
  const { supplierUnfiledOn, supplierFiledOn } = bill;
  const back = sumTaxes(bill, "ELIGIBLE");
  if (taken === undefined || supplierUnfiledOn === "" || isNone(back)) return [];
  const at = (label: string): TaxEntry => ({
    ...statedOn(bill, toLastOfMonth(label), periodOf),
    cell: "4B2",
    ...times(bill.sign, back),
    against: "input_reversed",
    reason: "Rule 37A: the supplier has not filed GSTR-3B",
  });
  const month = pickLater(supplierUnfiledOn.slice(0, 7), taken);
  const again = pickLater(month, supplierFiledOn.slice(0, 7));
  return [at(month), ...(supplierFiledOn ? toReclaims(at(again), "supplier filed") : [])];
}

const sumPaid = ({ paid }: CreditBill, until: CalendarDate): number =>
  paid.reduce((sum, { date, amountPaise }) => (date <= until ? sum + amountPaise : sum), 0);

/** Returns the day of the payment that completes a bill. */
function completedOn({ paid, totalPaise }: CreditBill): CalendarDate | undefined {
  let sum = 0;
  for (const { date, amountPaise } of paid.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    sum += amountPaise;
    if (sum >= totalPaise) return date;
  }
  return undefined;
}

/**
 * Returns the last day to take a bill's credit: 30 November after its financial year (CGST Act, s.
 * 16(4)).
 */
export const findLastCreditDay = (date: CalendarDate): CalendarDate =>
  `${toFinancialYear(date) + 1}-11-30`;

/** Returns the earliest bill date whose credit can still be taken on a day. */
export const findOldestCreditable = (today: CalendarDate): CalendarDate =>
  `${toFinancialYear(`${monthAfter(today.slice(0, 7), -8)}-01`)}-04-01`;

/** Posts tax that is in no GSTR-2B within the time limit as a cost. */
export function timeOver(bill: CreditBill): TaxPosting[] {
  if (!bill.waits) return [];
  const date = findLastCreditDay(bill.date);
  const of = { document: bill.id, date, reason: "time to take credit is over: s. 16(4)" };
  const sums = new Map<string, number>();
  const add = (ledger: string, paise: number) =>
    sums.set(ledger, (sums.get(ledger) ?? 0) + bill.sign * paise);
  for (const line of bill.lines.filter(({ itc }) => itc === "ELIGIBLE")) {
    for (const head of HEADS) {
      add(line.ledger, line[head]);
      add(toTaxLedger("input_wait", head), -line[head]);
    }
  }
  return [...sums]
    .filter(([, paise]) => paise !== 0)
    .map(([ledger, paise]) => ({ ...of, ledger, paise }));
}

type Stated = Pick<CreditBill, "id" | "number" | "place">;

/** Creates an entry for a day, with zero amounts. */
export function statedOn({ id, number, place }: Stated, date: CalendarDate, periodOf: PeriodOfDay) {
  return {
    document: id,
    number,
    due: date,
    posted: date,
    period: periodOf(date),
    section: "" as const,
    pos: place,
    rate: 0 as Hundredths,
    isIntra: false,
    taxable: 0 as Paise,
  };
}
