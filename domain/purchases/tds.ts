import { type CalendarDate, financialYearOf } from "../dates.ts";
import { shareOf } from "../gst/figures.ts";
import type { Paise, Rupees } from "../money.ts";
import { monthAfter } from "../months.ts";

// Tax that the agency keeps back of what it pays vendors: Income-tax Act 2025, section 393(1), from 1 April
// 2026, and Chapter XVII-B of the Act of 1961 before. What is proposed may be typed over.

export const TDS_RULES = [
  "CONTRACTOR_PERSON",
  "CONTRACTOR",
  "PROFESSIONAL",
  "TECHNICAL",
  "DIRECTOR",
  "COMMISSION",
  "RENT_MACHINERY",
  "RENT_BUILDING",
  "GOODS",
] as const;
export type TdsRule = (typeof TDS_RULES)[number];

/** What a rule asks for from a day on. Amounts in paise, the rate in hundredths of a percent. */
export interface TdsTerms {
  from: CalendarDate;
  rate: number;
  /** A single sum above this is taxed by itself. */
  ofOne?: number;
  /** Above this, all of the year's sum is taxed. */
  ofYear?: number;
  /** Above this, all of the month's sum is taxed. */
  ofMonth?: number;
  /** Only what is above the year's limit is taxed. */
  isOfExcess?: true;
  /** The least where a vendor has given no PAN, if not `WITHOUT_PAN`. */
  withoutPan?: number;
  /** Where it is written. */
  source: string;
}

export interface TdsLaw {
  name: string;
  terms: TdsTerms[];
}

const LAKH = 1_00_000_00;
const since2026 = { from: "2026-04-01" };
/** The Finance Act, 2025 raised most of the limits. */
const since2025 = { from: "2025-04-01" };
const before = { from: "2024-10-01" };

export const TDS_LAW: Record<TdsRule, TdsLaw> = {
  CONTRACTOR_PERSON: {
    name: "Contractor: individual or HUF",
    terms: of(1_00, { ofOne: 30_000_00, ofYear: LAKH }, "194C", "Sl. 6(i)"),
  },
  CONTRACTOR: {
    name: "Contractor: company, firm or LLP",
    terms: of(2_00, { ofOne: 30_000_00, ofYear: LAKH }, "194C", "Sl. 6(i)"),
  },
  PROFESSIONAL: {
    name: "Professional fees",
    terms: [
      { ...before, rate: 10_00, ofYear: 30_000_00, source: "1961 Act, s. 194J(b)" },
      ...of(10_00, { ofYear: 50_000_00 }, "194J(b)", "Sl. 6(iii)", since2025),
    ],
  },
  TECHNICAL: {
    name: "Technical services, call centres",
    terms: [
      { ...before, rate: 2_00, ofYear: 30_000_00, source: "1961 Act, s. 194J(a)" },
      ...of(2_00, { ofYear: 50_000_00 }, "194J(a)", "Sl. 6(iii)", since2025),
    ],
  },
  DIRECTOR: { name: "Director’s fees", terms: of(10_00, {}, "194J", "Sl. 6(iii)") },
  COMMISSION: {
    name: "Commission, brokerage",
    terms: [
      { ...before, rate: 2_00, ofYear: 15_000_00, source: "1961 Act, s. 194H" },
      ...of(2_00, { ofYear: 20_000_00 }, "194H", "Sl. 1(ii)", since2025),
    ],
  },
  RENT_MACHINERY: {
    name: "Rent: machinery, equipment",
    terms: [
      { ...before, rate: 2_00, ofYear: 2.4 * LAKH, source: "1961 Act, s. 194-I(a)" },
      ...of(2_00, { ofMonth: 50_000_00 }, "194-I(a)", "Sl. 2(ii) D(a)", since2025),
    ],
  },
  RENT_BUILDING: {
    name: "Rent: land, building, furniture",
    terms: [
      { ...before, rate: 10_00, ofYear: 2.4 * LAKH, source: "1961 Act, s. 194-I(b)" },
      ...of(10_00, { ofMonth: 50_000_00 }, "194-I(b)", "Sl. 2(ii) D(b)", since2025),
    ],
  },
  GOODS: {
    name: "Goods above ₹50 lakh a year",
    terms: of(10, { ofYear: 50 * LAKH, isOfExcess: true, withoutPan: 5_00 }, "194Q", "Sl. 8(ii)"),
  },
};

/** The same before and after the Act of 2025, but for where it is written. */
function of(
  rate: number,
  limits: Omit<TdsTerms, "from" | "rate" | "source">,
  act1961: string,
  act2025: string,
  since = before,
): TdsTerms[] {
  return [
    { ...since, rate, ...limits, source: `1961 Act, s. ${act1961}` },
    { ...since2026, rate, ...limits, source: `2025 Act, s. 393(1), ${act2025}` },
  ];
}

/** Where a vendor has given no PAN: 20 %, of goods 5 % (2025 Act, s. 397(2); 1961 Act, s. 206AA(1)). */
const WITHOUT_PAN = 20_00;

/** A bill of a vendor, or what else was booked for one: paise without GST where that is shown apart. */
export interface Paid {
  date: CalendarDate;
  taxable: Paise;
  /** What was kept back of it. */
  tds: Paise;
}

/** What the rule asks for on a day. */
export const termsOn = (rule: TdsRule, date: CalendarDate): TdsTerms | undefined =>
  TDS_LAW[rule].terms.findLast(({ from }) => from <= date);

/** In hundredths of a percent. */
export function rateOf(rule: TdsRule, date: CalendarDate, hasPan: boolean): number {
  const { rate = 0, withoutPan = WITHOUT_PAN } = termsOn(rule, date) ?? {};
  return hasPan ? rate : Math.max(rate, withoutPan);
}

/**
 * What is to be kept back of a bill, in paise, with what earlier bills of the year should have had once
 * their sum passes the limit.
 * @param earlier the vendor's other bills under the rule
 */
export function tdsOn(
  rule: TdsRule,
  bill: Pick<Paid, "date" | "taxable">,
  earlier: Paid[],
  hasPan = true,
): Paise {
  const terms = termsOn(rule, bill.date);
  if (!terms) return 0 as Paise;
  const { ofOne, ofYear, ofMonth, isOfExcess } = terms;
  const rate = rateOf(rule, bill.date, hasPan);
  const year = financialYearOf(bill.date);
  const ofThisYear = earlier.filter(({ date }) => financialYearOf(date) === year);
  const sum = (paid: Pick<Paid, "taxable">[]) =>
    paid.reduce((all, { taxable }) => all + taxable, bill.taxable as number);
  const owed = (base: number, paid: Paid[]) => {
    const kept = paid.reduce((all, { tds }) => all + tds, 0);
    return Math.max(0, shareOf(base as Paise, rate) - kept) as Paise;
  };
  const whole = sum(ofThisYear);
  if (ofMonth !== undefined) {
    const month = ofThisYear.filter(({ date }) => date.slice(0, 7) === bill.date.slice(0, 7));
    return sum(month) > ofMonth ? owed(sum(month), month) : (0 as Paise);
  }
  if (ofYear === undefined) return shareOf(bill.taxable, rate);
  if (whole > ofYear) return owed(isOfExcess ? whole - ofYear : whole, ofThisYear);
  return ofOne !== undefined && bill.taxable > ofOne ? shareOf(bill.taxable, rate) : (0 as Paise);
}

/** The day by which what was kept back in a month is paid to the Government; of March, 30 April. */
export function depositBy(month: string): CalendarDate {
  const next = monthAfter(month);
  return next.endsWith("-04") ? `${next}-30` : `${next}-07`;
}

/** What a form shows beside the tax that is to be kept back: rupees and percent, null for no such limit. */
export interface TdsProposal {
  rule: TdsRule | "";
  name: string;
  source: string;
  rate: number;
  ofOne: Rupees | null;
  ofYear: Rupees | null;
  ofMonth: Rupees | null;
  /** Of the vendor's other bills of the year under the rule: how many, their sum and what was kept back. */
  bills: number;
  yearSum: Rupees;
  kept: Rupees;
  tds: Rupees;
  depositBy: CalendarDate;
}
