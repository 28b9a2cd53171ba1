import { type CalendarDate, toFinancialYear, yearLabel } from "../dates.ts";

// Rules, rates, limits and payment codes of TDS, each with its first day: Income-tax Act 2025, section
// 393, from 1 April 2026, and Chapter XVII-B of the Act of 1961 before. Codes are from Annexure 2 of the
// file format for Form 140 (version 1.1).

/** Rules for vendors' bills and advances. */
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
  "BENEFIT",
  "BENEFIT_IN_KIND",
  "NON_RESIDENT",
] as const;
/** Rules for vendors, and the rule for partners. */
export const ALL_TDS_RULES = [...TDS_RULES, "PARTNER"] as const;
export type TdsRule = (typeof ALL_TDS_RULES)[number];

/** Terms of a rule from a day on. Amounts in paise, the rate in hundredths of a percent. */
export interface TdsTerms {
  from: CalendarDate;
  rate: number;
  /** A single sum above this is taxed on its own. */
  ofOne?: number;
  /** Above this, all sums of the year are taxed. */
  ofYear?: number;
  /** Above this, all sums of the month are taxed. */
  ofMonth?: number;
  /** Whether only the part above the year's limit is taxed. */
  isOfExcess?: true;
  /** Minimum rate without a PAN, if not `WITHOUT_PAN`. */
  withoutPan?: number;
  /** Payment code. Before April 2026, the section. */
  code: string;
  /** Section of the Act of 2025, or of 1961 before April 2026. */
  section: string;
}

export interface TdsLaw {
  name: string;
  /** The statement that lists it. */
  form: "140" | "144";
  terms: TdsTerms[];
}

type Limits = Omit<TdsTerms, "code" | "from" | "rate" | "section">;

const LAKH = 1_00_000_00;
const SINCE_2024 = "2024-10-01";
/** The Finance Act, 2025 raised most of the limits. */
const SINCE_2025 = "2025-04-01";
const SINCE_2026 = "2026-04-01";

const before = (from: CalendarDate, rate: number, limits: Limits, code: string): TdsTerms => ({
  from,
  rate,
  ...limits,
  code,
  section: code,
});

/** Creates terms that the Act of 2025 took over, with the sections of both Acts. */
const both = (
  rate: number,
  limits: Limits,
  section1961: string,
  [code, section]: [code: string, section: string],
  from: CalendarDate = SINCE_2024,
): TdsTerms[] => [
  before(from, rate, limits, section1961),
  { from: SINCE_2026, rate, ...limits, code, section },
];

const WORK = { ofOne: 30_000_00, ofYear: LAKH };
const YEAR_50K = { ofYear: 50_000_00 };
const EXCESS_OF_50_LAKH = { ofYear: 50 * LAKH, isOfExcess: true, withoutPan: 5_00 } as const;
const MONTH_50K = { ofMonth: 50_000_00 };

export const TDS_LAW: Record<TdsRule, TdsLaw> = {
  CONTRACTOR_PERSON: {
    name: "Contractor: individual or HUF",
    form: "140",
    terms: both(1_00, WORK, "194C", ["1023", "393(1) Sl. 6(i).D(a)"]),
  },
  CONTRACTOR: {
    name: "Contractor: company, firm or LLP",
    form: "140",
    terms: both(2_00, WORK, "194C", ["1024", "393(1) Sl. 6(i).D(b)"]),
  },
  PROFESSIONAL: {
    name: "Professional fees",
    form: "140",
    terms: [
      before(SINCE_2024, 10_00, { ofYear: 30_000_00 }, "194J(b)"),
      ...both(10_00, YEAR_50K, "194J(b)", ["1027", "393(1) Sl. 6(iii).D(b)"], SINCE_2025),
    ],
  },
  TECHNICAL: {
    name: "Technical services, call centres",
    form: "140",
    terms: [
      before(SINCE_2024, 2_00, { ofYear: 30_000_00 }, "194J(a)"),
      ...both(2_00, YEAR_50K, "194J(a)", ["1026", "393(1) Sl. 6(iii).D(a)"], SINCE_2025),
    ],
  },
  DIRECTOR: {
    name: "Director’s fees",
    form: "140",
    terms: both(10_00, {}, "194J(ba)", ["1028", "393(1) Sl. 6(iii).D(b)"]),
  },
  COMMISSION: {
    name: "Commission, brokerage",
    form: "140",
    terms: [
      before(SINCE_2024, 2_00, { ofYear: 15_000_00 }, "194H"),
      ...both(2_00, { ofYear: 20_000_00 }, "194H", ["1006", "393(1) Sl. 1(ii)"], SINCE_2025),
    ],
  },
  RENT_MACHINERY: {
    name: "Rent: machinery, equipment",
    form: "140",
    terms: [
      before(SINCE_2024, 2_00, { ofYear: 2.4 * LAKH }, "194-I(a)"),
      ...both(2_00, MONTH_50K, "194-I(a)", ["1008", "393(1) Sl. 2(ii).D(a)"], SINCE_2025),
    ],
  },
  RENT_BUILDING: {
    name: "Rent: land, building, furniture",
    form: "140",
    terms: [
      before(SINCE_2024, 10_00, { ofYear: 2.4 * LAKH }, "194-I(b)"),
      ...both(10_00, MONTH_50K, "194-I(b)", ["1009", "393(1) Sl. 2(ii).D(b)"], SINCE_2025),
    ],
  },
  GOODS: {
    name: "Goods above ₹50 lakh a year",
    form: "140",
    terms: both(10, EXCESS_OF_50_LAKH, "194Q", ["1031", "393(1) Sl. 8(ii)"]),
  },
  BENEFIT: {
    name: "Benefit or perquisite of business",
    form: "140",
    terms: both(10_00, { ofYear: 20_000_00 }, "194R", ["1033", "393(1) Sl. 8(iv)"]),
  },
  BENEFIT_IN_KIND: {
    name: "Benefit or perquisite in kind",
    form: "140",
    terms: both(10_00, { ofYear: 20_000_00 }, "194R", ["1034", "393(1) Sl. 8(iv)"]),
  },
  NON_RESIDENT: {
    name: "Non-resident: rate in force or treaty rate",
    form: "144",
    terms: both(0, { withoutPan: 0 }, "195", ["1057", "393(2) Sl. 17"]),
  },
  PARTNER: {
    name: "Partner’s salary, remuneration, commission, bonus or interest",
    form: "140",
    terms: both(10_00, { ofYear: 20_000_00 }, "194T", ["1067", "393(3) Sl. 7"], SINCE_2025),
  },
};

/** The names of the rules for vendors. */
export const TDS_NAMES: Record<string, string> = Object.fromEntries(
  TDS_RULES.map((rule) => [rule, TDS_LAW[rule].name]),
);

/** Minimum rate without a PAN (2025 Act, s. 397(2); 1961 Act, s. 206AA(1)). */
const WITHOUT_PAN = 20_00;

/** Returns the terms of a rule on a day. */
export const termsOn = (rule: TdsRule, date: CalendarDate): TdsTerms | undefined =>
  TDS_LAW[rule].terms.findLast(({ from }) => from <= date);

/** Returns the rate in hundredths of a percent, or 0 for a non-resident, whose rate the user enters. */
export function findTdsRate(rule: TdsRule, date: CalendarDate, hasPan: boolean): number {
  const { rate = 0, withoutPan = WITHOUT_PAN } = termsOn(rule, date) ?? {};
  return hasPan ? rate : Math.max(rate, withoutPan);
}

/** Fourth letter of a PAN for an individual and an HUF. */
const PERSONS = "PH";

/** Corrects a contractor's rule by the PAN. Without a PAN, the chosen rule applies. */
export function ruleByPan<Rule extends TdsRule | "">(rule: Rule, pan: string): Rule | TdsRule {
  if ((rule !== "CONTRACTOR" && rule !== "CONTRACTOR_PERSON") || pan === "") return rule;
  return PERSONS.includes(pan.charAt(3)) ? "CONTRACTOR_PERSON" : "CONTRACTOR";
}

/** Returns the code for challan and statement, or "" without a rule. */
export const findTdsCode = (rule: TdsRule | "", date: CalendarDate): string =>
  (rule && termsOn(rule, date)?.code) || "";

/** Last year's turnover, in rupees, above which a buyer deducts TDS from goods. */
const GOODS_TURNOVER = 10_00_00_000;

/**
 * Whether a buyer deducts TDS from goods: only above ₹10 crore of turnover in the previous year (2025
 * Act, s. 393(1) Sl. 8(ii); 1961 Act, s. 194Q).
 * @param turnovers in rupees by financial year, `2025-26`
 */
export const deductsFromGoods = (
  date: CalendarDate,
  turnovers: Partial<Record<string, number>>,
): boolean => (turnovers[yearLabel(toFinancialYear(date) - 1)] ?? 0) > GOODS_TURNOVER;

/** Returns the source of the terms: `2025 Act, s. 393(1) Sl. 1(ii)`. */
export const formatSource = ({ from, section }: TdsTerms): string =>
  `${from < SINCE_2026 ? "1961" : "2025"} Act, s. ${section}`;
