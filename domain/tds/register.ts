import { type CalendarDate, toQuarter } from "../dates.ts";
import type { Paise } from "../money.ts";
import { computeDeductionInterest, depositInterest } from "./deposits.ts";
import { TDS_LAW, type TdsRule } from "./law.ts";
import type { TdsSum } from "./sums.ts";

// The register of a quarter for Forms 140 and 144, and the amounts a month owes by code.

export interface PartySum extends TdsSum {
  party: string;
  pan: string;
}

export interface RegisterRow
  extends Pick<PartySum, "amountPaise" | "certificate" | "code" | "number" | "party" | "pan"> {
  form: "140" | "144";
  rule: TdsRule | "";
  section: string;
  /** The document that the row opens; "" for several documents. */
  document: string;
  paidOn: CalendarDate;
  /** "" if the sum is below the limit. */
  deductedOn: CalendarDate | "";
  lateSince: CalendarDate | "";
  rate: number;
  taxPaise: Paise;
  remark: PartySum["remark"];
}

interface Range {
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
}

const findTdsForm = (rule: TdsRule | "") => (rule ? TDS_LAW[rule].form : "140");

/**
 * Returns a quarter's rows, one per sum. Sums of earlier quarters are merged into a row on the day of
 * deduction, because a statement accepts no date outside its quarter. Sums below the limit have no tax.
 */
export function toRegister(sums: PartySum[], { dateFrom, dateTo }: Range): RegisterRow[] {
  const isIn = (date: string) => date >= dateFrom && date <= dateTo;
  const deducted = sums.filter(({ deductedOn }) => isIn(deductedOn));
  const events = Map.groupBy(deducted, ({ party, event }) => `${party} ${event}`);
  const below = sums.filter(
    ({ dueOn, deductedOn }) => isIn(dueOn) && (deductedOn === "" || deductedOn > dateTo),
  );
  return [
    ...[...events.values()].flatMap((of) => {
      const earlier = of.filter(({ dueOn }) => toQuarter(dueOn).dateFrom < dateFrom);
      const own = of.filter((sum) => !earlier.includes(sum));
      return [...joinEarlier(earlier), ...own.map((sum) => toRow(sum))];
    }),
    ...below.map((sum) =>
      toRow({ ...sum, deductedOn: "", taxPaise: 0 as Paise, remark: sum.lateSince ? "" : "Y" }),
    ),
  ].toSorted(byDeduction);
}

/** Sorts by form and day of deduction; rows of the same deduction keep their order. */
const byDeduction = (a: RegisterRow, b: RegisterRow): number => {
  const key = ({ form, deductedOn, paidOn, party }: RegisterRow) =>
    `${form} ${deductedOn || `9 ${paidOn}`} ${party}`;
  return Number(key(a) > key(b)) - Number(key(a) < key(b));
};

function toRow(sum: PartySum): RegisterRow {
  const { event: _, dueOn: paidOn, ...row } = sum;
  return { ...row, paidOn, form: findTdsForm(sum.rule) };
}

function joinEarlier(sums: PartySum[]): RegisterRow[] {
  const [first] = sums;
  if (!first) return [];
  const { deductedOn } = first;
  const add = (of: (sum: PartySum) => number) =>
    sums.reduce((all, sum) => all + of(sum), 0) as Paise;
  const numbers = [...new Set(sums.map(({ number }) => number))];
  return [
    {
      ...toRow(first),
      paidOn: deductedOn,
      amountPaise: add(({ amountPaise }) => amountPaise),
      taxPaise: add(({ taxPaise }) => taxPaise),
      document: numbers.length === 1 ? first.document : "",
      number: `earlier quarters: ${numbers.join(", ")}`,
    },
  ];
}

/** A deposit of a month and code, in paise. */
export interface Deposited {
  month: string;
  code: string;
  date: CalendarDate;
  amountPaise: Paise;
  interestPaise: Paise;
  roundOffPaise: Paise;
}

/** Computes the interest that a month and code still owe if the rest is deposited today. */
export function computeOwedInterest(
  month: string,
  {
    rows,
    deposits,
    payablePaise,
    today,
  }: {
    rows: Pick<RegisterRow, "deductedOn" | "lateSince" | "taxPaise">[];
    deposits: Deposited[];
    payablePaise: Paise;
    today: CalendarDate;
  },
): Paise {
  const late = rows.reduce(
    (sum, { taxPaise, lateSince, deductedOn }) =>
      sum +
      (lateSince && deductedOn ? computeDeductionInterest(taxPaise, lateSince, deductedOn) : 0),
    0,
  );
  const due = deposits.reduce(
    (sum, { amountPaise, date }) => sum + depositInterest(month, amountPaise, date),
    payablePaise > 0 ? depositInterest(month, payablePaise, today) : 0,
  );
  const paid = deposits.reduce((sum, { interestPaise }) => sum + interestPaise, 0);
  return Math.max(0, late + due - paid) as Paise;
}
