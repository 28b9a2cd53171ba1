import { toFinancialYear } from "../dates.ts";
import {
  isOneSlip,
  isRewritten,
  isSameNumber,
  type NumberKeys,
  toNumberKeys,
} from "./billNumbers.ts";
import { HEADS, type Inward } from "./inward.ts";

// Matches bills with rows of GSTR-2B. Only a match in every field, apart from the punctuation of the number,
// counts without a user's decision, because equal amounts recur monthly, and a near match proves nothing.

export type MatchStatus =
  | "EXACT"
  | "MISMATCH"
  | "MISSING_IN_2B"
  | "MISSING_IN_BOOKS"
  | "RESIDUAL"
  | "SUGGESTED";

export const DIFFERENCES = [
  ...(["GSTIN", "NUMBER", "DATE", "POS", "REVERSE_CHARGE"] as const),
  ...(["TAXABLE", "IGST", "CGST", "SGST", "CESS"] as const),
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Match {
  bill: Inward | undefined;
  row: Inward | undefined;
  status: MatchStatus;
  /** In the order of `DIFFERENCES`. */
  differences: Difference[];
}

const CLOSE_PAISE = 100;
const NEAR_DAYS = 10;
const DAY_MS = 86_400_000;

/** A bill or row with its comparison keys, computed once. */
interface Keyed {
  one: Inward;
  number: NumberKeys;
  day: number;
}

const addKeys = (one: Inward): Keyed => ({
  one,
  number: toNumberKeys(one.number),
  day: Date.parse(one.date) / DAY_MS,
});

type Pair = (bill: Keyed, row: Keyed) => boolean;

const daysApart = (a: Keyed, b: Keyed) => Math.abs(a.day - b.day);

const isSame: Pair = (bill, row) => isSameNumber(bill.number, row.number);
/** Whether only the punctuation of the numbers differs, on the same day. */
const isRepunctuated: Pair = (bill, row) =>
  bill.one.date === row.one.date &&
  bill.number.unpunctuated !== "" &&
  bill.number.unpunctuated === row.number.unpunctuated;
const isRewrite: Pair = (bill, row) => isRewritten(bill.number, row.number);
const isSlip: Pair = (bill, row) => isOneSlip(bill.number, row.number);
const isNear: Pair = (bill, row) => daysApart(bill, row) <= NEAR_DAYS;
const areWithin =
  (paise: number): Pair =>
  ({ one: bill }, { one: row }) =>
    AMOUNTS.every((part) => Math.abs(bill[part] - row[part]) <= paise);
const AMOUNTS = ["taxable", ...HEADS] as const;
const isExact = areWithin(0);
const isClose = areWithin(CLOSE_PAISE);
const isTaxClose: Pair = ({ one: bill }, { one: row }) =>
  Math.abs(HEADS.reduce((sum, head) => sum + bill[head] - row[head], 0)) <= CLOSE_PAISE;
const isAlikeElse: Pair = ({ one: bill }, { one: row }) =>
  bill.place === row.place && bill.isReverseCharge === row.isReverseCharge;

const toGstin = ({ gstin }: Inward) => gstin;
/** PAN: characters 3 to 12 of a GSTIN. */
const toPan = ({ gstin }: Inward) => gstin.slice(2, 12);
const elsewhere: Pair = (bill, row) => bill.one.gstin !== row.one.gstin;

/**
 * Only bills and rows with the same key are compared, because comparing thousands of pairs for each rule
 * would be slow.
 */
interface Place {
  of(one: Keyed): number | string;
  /** Keys under which matches of a bill may be. */
  around(bill: Keyed): (number | string)[];
}

const at = (of: Place["of"]): Place => ({ of, around: (bill) => [of(bill)] });
const byNumber = at(({ number }) => number.written);
const byDigits = at(({ number }) => number.digits);
const byAmounts = at(({ one }) => AMOUNTS.map((part) => one[part]).join());
/** Amounts that differ by at most a rupee have the same or adjacent keys. */
const byRupees = (paiseOf: (one: Inward) => number): Place => {
  const of = ({ one }: Keyed) => Math.floor(paiseOf(one) / CLOSE_PAISE);
  return { of, around: (bill) => [of(bill) - 1, of(bill), of(bill) + 1] };
};
const byTaxable = byRupees(({ taxable }) => taxable);
const byTax = byRupees((one) => HEADS.reduce((sum, head) => sum + one[head], 0));

interface Rule {
  /** Returns the GSTIN or PAN that both must share. */
  by(one: Inward): string;
  place: Place;
  status: MatchStatus;
  fits: Pair;
}

/** In order of precedence. Each rule takes all pairs that it can. */
const RULES: Rule[] = [
  {
    by: toGstin,
    place: byNumber,
    status: "EXACT",
    fits: (b, r) => isSame(b, r) && isExact(b, r) && isAlikeElse(b, r),
  },
  {
    by: toGstin,
    place: byAmounts,
    status: "EXACT",
    fits: (b, r) => isRepunctuated(b, r) && isExact(b, r) && isAlikeElse(b, r),
  },
  {
    by: toGstin,
    place: byAmounts,
    status: "SUGGESTED",
    fits: (b, r) => isExact(b, r) && isNear(b, r) && (isRewrite(b, r) || isSlip(b, r)),
  },
  {
    by: toGstin,
    place: byNumber,
    status: "SUGGESTED",
    fits: (b, r) => isSame(b, r) && isClose(b, r),
  },
  {
    by: toGstin,
    place: byDigits,
    status: "SUGGESTED",
    fits: (b, r) => isRewrite(b, r) && isClose(b, r) && isNear(b, r),
  },
  { by: toGstin, place: byNumber, status: "MISMATCH", fits: isSame },
  {
    by: toGstin,
    place: byDigits,
    status: "MISMATCH",
    fits: (b, r) => isRewrite(b, r) && isNear(b, r),
  },
  {
    by: toGstin,
    place: byTaxable,
    status: "RESIDUAL",
    fits: (b, r) => isClose(b, r) && isNear(b, r),
  },
  {
    by: toPan,
    place: byDigits,
    status: "MISMATCH",
    fits: (b, r) => elsewhere(b, r) && (isSame(b, r) || isRewrite(b, r)) && isTaxClose(b, r),
  },
  {
    by: toPan,
    place: byTax,
    status: "RESIDUAL",
    fits: (b, r) => elsewhere(b, r) && isTaxClose(b, r) && isNear(b, r),
  },
];

/**
 * Pairs bills with rows of GSTR-2B in the order of the rules, each used once; then lists the bills and
 * rows that are left. A pair must have the same kind and financial year.
 */
export function matchInward(bills: Inward[], rows: Inward[]): Match[] {
  const left = {
    bills: new Set(bills.toSorted(byDate).map(addKeys)),
    rows: new Set(rows.map(addKeys)),
  };
  const found: Match[] = [];
  for (const { by, place, status, fits } of RULES) {
    const toMatchKey = ({ one }: Keyed) => `${by(one)} ${one.kind} ${toFinancialYear(one.date)}`;
    const places = Map.groupBy(left.rows, (row) => `${toMatchKey(row)} ${place.of(row)}`);
    for (const bill of left.bills) {
      const near = place
        .around(bill)
        .flatMap((at) => places.get(`${toMatchKey(bill)} ${at}`) ?? []);
      const row = nearest(
        bill,
        near.filter((row) => left.rows.has(row) && fits(bill, row)),
      );
      if (!row) continue;
      left.bills.delete(bill);
      left.rows.delete(row);
      const pair = { bill: bill.one, row: row.one };
      found.push({ ...pair, status, differences: findDifferences(pair.bill, pair.row) });
    }
  }
  const alone = (status: MatchStatus) => ({ status, differences: [] });
  return [
    ...found,
    ...[...left.bills].map(({ one }) => ({ bill: one, row: undefined, ...alone("MISSING_IN_2B") })),
    ...[...left.rows].map(({ one }) => ({
      bill: undefined,
      row: one,
      ...alone("MISSING_IN_BOOKS"),
    })),
  ];
}

/** Returns the row with the nearest date, then with the lower number. */
const nearest = (bill: Keyed, rows: Keyed[]): Keyed | undefined =>
  rows.toSorted(
    (a, b) => daysApart(a, bill) - daysApart(b, bill) || (a.one.number < b.one.number ? -1 : 1),
  )[0];

const byDate = (a: Inward, b: Inward) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.number < b.number ? -1 : 1;

/** Returns the index of the first rule that a pair fits, or the number of rules if it fits none. */
export function findRuleIndex(bill: Inward, row: Inward): number {
  const [ofBill, ofRow] = [addKeys(bill), addKeys(row)];
  const isOfOneYear = toFinancialYear(bill.date) === toFinancialYear(row.date);
  const canMeet = isOfOneYear && bill.kind === row.kind;
  const found = RULES.findIndex(
    ({ by, fits }) => canMeet && by(bill) === by(row) && fits(ofBill, ofRow),
  );
  return found < 0 ? RULES.length : found;
}

/** Returns the status by the first matching rule, or undefined. */
export const findMatchStatus = (bill: Inward, row: Inward): MatchStatus | undefined =>
  RULES[findRuleIndex(bill, row)]?.status;

/** Returns the fields in which a bill and its row differ, in the order of `DIFFERENCES`. */
export function findDifferences(bill: Inward, row: Inward): Difference[] {
  const differ: Record<Difference, boolean> = {
    GSTIN: bill.gstin !== row.gstin,
    NUMBER: !isSameNumber(toNumberKeys(bill.number), toNumberKeys(row.number)),
    DATE: bill.date !== row.date,
    POS: bill.place !== row.place,
    REVERSE_CHARGE: bill.isReverseCharge !== row.isReverseCharge,
    TAXABLE: bill.taxable !== row.taxable,
    IGST: bill.igst !== row.igst,
    CGST: bill.cgst !== row.cgst,
    SGST: bill.sgst !== row.sgst,
    CESS: bill.cess !== row.cess,
  };
  return DIFFERENCES.filter((name) => differ[name]);
}
