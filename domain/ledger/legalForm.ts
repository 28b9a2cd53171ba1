import type { Constitution } from "../agencies/constitution.ts";
import { KIND_NAMES, KINDS, type Kind, listKinds, type Place } from "./kinds.ts";

// How the legal form of an agency presents income tax, capital, drawings and partners' pay: as the formats of
// the ICAI for proprietors, firms and LLPs have them, and Schedule III of the Companies Act. No figure of
// profit depends on it.

/** Words of the statements. */
interface FormWords {
  /** What the owners have in the business. */
  funds: string;
  /** The profit before what is shown below it. */
  profitBefore: string;
  /** In the terminal. */
  name: string;
}

const PARTNERS: Omit<FormWords, "name"> = {
  funds: "Partners’ funds",
  profitBefore: "Profit before partners’ remuneration and tax",
};
export const FORM_WORDS: Record<Constitution, FormWords> = {
  PROPRIETOR: { name: "Proprietor", funds: "Owners’ funds", profitBefore: PARTNERS.profitBefore },
  PARTNERSHIP: { name: "Partnership firm", ...PARTNERS },
  LLP: { name: "LLP", ...PARTNERS },
  COMPANY: { name: "Company", funds: "Shareholders’ funds", profitBefore: "Profit before tax" },
};

const TOTALS: Record<string, string> = {
  totalIncome: "Total income",
  totalExpenses: "Total expenses",
  profit: "Profit",
};

/** Returns the words for a total of the profit and loss account. */
export const totalName = (form: Constitution, total: string): string =>
  total === "profitBefore" ? FORM_WORDS[form].profitBefore : (TOTALS[total] ?? total);

/** The line of a company's profits, and of what it had when its books begin. */
export const RESERVES = "Reserves and surplus";
const SHARES = "Share capital";

/** Income tax that was paid ahead is an asset until the year's tax is known. */
const ADVANCE_TAX: Place = { ...KINDS.loan_given, flow: "operating: income tax paid" };
const OF_FIRM = { income_tax: ADVANCE_TAX };
/** Kinds that are elsewhere than a proprietor's. */
const PLACES: Record<Constitution, Partial<Record<Kind, Place>>> = {
  PROPRIETOR: {},
  PARTNERSHIP: OF_FIRM,
  LLP: OF_FIRM,
  COMPANY: {
    ...OF_FIRM,
    capital: { ...KINDS.capital, line: SHARES, flow: "financing: share capital" },
    // What owners take out of a company they owe to it.
    drawings: KINDS.loan_given,
    partner_pay: KINDS.employee,
  },
};

/** The owners' part of the balance sheet, where it has no line of its own. */
const FUNDS_LINES: Record<Constitution, string> = {
  PROPRIETOR: "Owners' funds",
  PARTNERSHIP: "Partners' funds",
  LLP: "Partners' funds",
  COMPANY: RESERVES,
};

/** Returns a place with the line that owners' funds have in the statements of a legal form. */
export function toLegalPlace(form: Constitution, place: Place): Place {
  return place.section === "equity" && place.line === KINDS.drawings.line
    ? { ...place, line: FUNDS_LINES[form] }
    : place;
}

export const findKindPlace = (form: Constitution, kind: Kind): Place =>
  toLegalPlace(form, PLACES[form][kind] ?? KINDS[kind]);

/** Returns the line that an equity ledger is shown in: a ledger of its own, but for companies. */
export const equityLine = (form: Constitution, line: string, name: string): string =>
  form === "COMPANY" ? line : name;

const ADVANCE_TAX_NAME = "Advance income tax";
const NAMES: Record<Constitution, Partial<Record<Kind, string>>> = {
  PROPRIETOR: { income_tax: "Income tax of the owner" },
  PARTNERSHIP: { income_tax: ADVANCE_TAX_NAME, capital: "Partners’ capital" },
  LLP: {
    income_tax: ADVANCE_TAX_NAME,
    capital: "Partners’ contribution",
    tax: "Income tax of the LLP",
  },
  COMPANY: {
    ...{ income_tax: ADVANCE_TAX_NAME, capital: "Share capital", tax: "Income tax of the company" },
    drawings: "Withdrawn by owners",
  },
};

export const kindName = (form: Constitution, kind: Kind): string =>
  NAMES[form][kind] ?? KIND_NAMES[kind];

/** A proprietor pays income tax as a person, and a company has no partners. */
const NOT_OFFERED: Record<Constitution, Kind[]> = {
  PROPRIETOR: ["partner_pay", "tax"],
  PARTNERSHIP: [],
  LLP: [],
  COMPANY: ["partner_pay", "drawings"],
};

/** The kinds that a category of a type may have in an agency of a legal form. */
export const listLegalKinds = (form: Constitution, type: "Expense" | "Income"): Kind[] =>
  listKinds(type).filter((kind) => !NOT_OFFERED[form].includes(kind));
