import { addDays, type CalendarDate, pickLater, toFinancialYear } from "../dates.ts";
import type { Hundredths } from "../hundredths.ts";
import type { Paise } from "../money.ts";
import { monthAfter, toLastOfMonth } from "../months.ts";
import type { PortalRow } from "../purchases/gstr2b.ts";
import { addTaxes, HEADS, NO_TAXES, type Taxes } from "../purchases/inward.ts";
import { CHANGED, takenAgain } from "./carry.ts";
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
// unpaid after 180 days (Rule 37 of the CGST Rules), and becomes cost when its time is over (s. 16(4)).

/** A bill whose tax the vendor charges. */
export interface CreditBill {
  id: string;
  number: string;
  date: CalendarDate;
  /** With its tax. */
  total: Paise;
  /** A vendor's credit note lowers what was billed. */
  sign: -1 | 1;
  /** Its credit was taken without GSTR-2B: it is of before the books, or of before the tax book. */
  isTaken: boolean;
  /** Its tax waits for GSTR-2B in the ledgers. */
  waits: boolean;
  place: string;
  lines: BillLine[];
  /** With the tax that was deducted. */
  paid: { date: CalendarDate; amount: Paise }[];
  /** See `rule37A`; "" for never. */
  supplierUnfiledOn: CalendarDate | "";
  supplierFiledOn: CalendarDate | "";
  /** What a return of before the books reversed of it, and the label of that return. */
  reversedBefore: (Taxes & { period: string }) | undefined;
}

/** A row of GSTR-2B; of an amendment what it adds to its original. */
export interface CreditRow
  extends Taxes,
    Pick<PortalRow, "available" | "isReverseCharge" | "kind"> {
  id: string;
  number: string;
  /** Of its file. */
  period: string;
  /** The bill that it is, if the pair counts. */
  bill: CreditBill | undefined;
}

export const sumTaxes = ({ lines }: CreditBill, itc: BillLine["itc"]): Taxes => {
  const some = lines.filter((line) => line.itc === itc);
  return some.length > 0 ? addTaxes(some) : NO_TAXES;
};

export const isNone = (taxes: Taxes) => HEADS.every((head) => taxes[head] === 0);

export const times = (sign: -1 | 1, taxes: Taxes): Taxes => addTaxes([{ ...taxes, sign }]);

/**
 * What a row of GSTR-2B puts into table 4: all of it in 4A(5), and out again by 4B what is blocked or in no
 * bill (Circular 170/02/2022). Credit that is not available is stated in 4D(2).
 */
export function taxOfRow(row: CreditRow, periodOf: PeriodOfDay): TaxEntry[] {
  const { bill, available, kind } = row;
  if (row.isReverseCharge || available === "T") return [];
  const date = toLastOfMonth(row.period);
  const against = bill && !bill.waits ? "" : "input_wait";
  const whole = times(kind === "C" ? -1 : 1, row);
  const entry = (cell: Cell, taxes: Taxes, reason: string): TaxEntry => ({
    ...statedOn({ ...row, place: bill?.place ?? "" }, date, periodOf),
    ...{ cell, ...taxes, reason, against: cell === "4D2" ? "" : against },
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

/** Up to a rupee a head that GSTR-2B has otherwise than the bill is rounding. */
const ROUNDING_PAISE = 100;

/**
 * The difference between a bill and its row: up to a rupee a head goes to round off on the day of the credit,
 * and more of it waits on.
 * @param entries all that returns have of the row
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
 * Cost of a bill whose credit was changed after its return was filed: it moves on the day of the change, and
 * the bill's own day keeps what it had.
 * @param entries all that returns have of the row
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
 * Credit of what is unpaid after 180 days is reversed in the return of the month after, and taken again in
 * that of the payment that completes it (Rule 37 of the CGST Rules).
 * @param taken the label of the return that took the credit; undefined if none did
 */
export function rule37(
  bill: CreditBill,
  taken: string | undefined,
  periodOf: PeriodOfDay,
): TaxEntry[] {
  const eligible = sumTaxes(bill, "ELIGIBLE");
  if (taken === undefined || bill.sign < 0 || bill.total <= 0) return [];
  const ends = addDays(bill.date, RULE_37_DAYS);
  const unpaid = Math.max(0, bill.total - sumPaid(bill, ends));
  const { period: before, ...taxes } = bill.reversedBefore ?? {
    ...{ period: "", ...computeTaxPart(eligible, unpaid, bill.total) },
  };
  const back = addTaxes([taxes]);
  if (isNone(back)) return [];
  const month = before || pickLater(monthAfter(ends), taken);
  const at = (label: string): TaxEntry => ({
    ...statedOn(bill, toLastOfMonth(label), periodOf),
    ...{ cell: "4B2", ...back, reason: "Rule 37: 180 days", against: "input_reversed" },
  });
  const reversed = before ? [] : [at(month)];
  const completed = completedOn(bill);
  if (completed === undefined) return reversed;
  const again = pickLater(monthAfter(month), completed.slice(0, 7));
  return [...reversed, ...takenAgain(at(again), "paid")];
}

/**
 * Credit of a bill whose supplier has not filed GSTR-3B is reversed in the return of the month in which that
 * is entered, and taken again when the supplier has filed (Rule 37A of the CGST Rules).
 * @param taken the label of the return that took the credit; undefined if none did
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
    ...{ cell: "4B2", ...times(bill.sign, back), against: "input_reversed" },
    reason: "Rule 37A: the supplier has not filed GSTR-3B",
  });
  const month = pickLater(supplierUnfiledOn.slice(0, 7), taken);
  const again = pickLater(month, supplierFiledOn.slice(0, 7));
  return [at(month), ...(supplierFiledOn ? takenAgain(at(again), "supplier filed") : [])];
}

const sumPaid = ({ paid }: CreditBill, until: CalendarDate): number =>
  paid.reduce((sum, { date, amount }) => (date <= until ? sum + amount : sum), 0);

/** The day of the payment that completes a bill. */
function completedOn({ paid, total }: CreditBill): CalendarDate | undefined {
  let sum = 0;
  for (const { date, amount } of paid.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    sum += amount;
    if (sum >= total) return date;
  }
  return undefined;
}

/** 30 November after the financial year of a bill: no credit is taken later (CGST Act, s. 16(4)). */
export const findLastCreditDay = (date: CalendarDate): CalendarDate =>
  `${toFinancialYear(date) + 1}-11-30`;

/** The first date of a bill whose credit can still be taken on a day. */
export const findOldestCreditable = (today: CalendarDate): CalendarDate =>
  `${toFinancialYear(`${monthAfter(today.slice(0, 7), -8)}-01`)}-04-01`;

/** Tax that no GSTR-2B brought in time becomes cost. */
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

/** An entry of a day, with nothing in it yet. */
export function statedOn({ id, number, place }: Stated, date: CalendarDate, periodOf: PeriodOfDay) {
  return {
    ...{ document: id, number, due: date, posted: date, period: periodOf(date) },
    ...{ section: "" as const, pos: place, rate: 0 as Hundredths, isIntra: false },
    taxable: 0 as Paise,
  };
}
