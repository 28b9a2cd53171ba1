import type { Constitution } from "../agencies/constitution.ts";
import { KIND_NAMES, KINDS, type Kind, listKinds, type Place } from "./kinds.ts";

// How an agency's legal form presents income tax, capital, drawings and partners' pay: the ICAI formats
// for proprietors, firms and LLPs, and Schedule III of the Companies Act. It does not change any profit.

/** Terms in the statements. */
interface FormWords {
  funds: string;
  /** Profit before appropriations. */
  profitBefore: string;
  /** Name in the terminal. */
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

/** Returns the name of a total in the profit and loss account. */
export const totalName = (form: Constitution, total: string): string =>
  total === "profitBefore" ? FORM_WORDS[form].profitBefore : (TOTALS[total] ?? total);

/** A company's line for retained profits, including those from before the books begin. */
export const RESERVES = "Reserves and surplus";
const SHARES = "Share capital";

/** Advance income tax is an asset until the year's tax is known. */
const ADVANCE_TAX: Place = { ...KINDS.loan_given, flow: "operating: income tax paid" };
const OF_FIRM = { income_tax: ADVANCE_TAX };
/** Kinds whose place differs from a proprietor's. */
const PLACES: Record<Constitution, Partial<Record<Kind, Place>>> = {
  PROPRIETOR: {},
  PARTNERSHIP: OF_FIRM,
  LLP: OF_FIRM,
  COMPANY: {
    ...OF_FIRM,
    capital: { ...KINDS.capital, line: SHARES, flow: "financing: share capital" },
    // Owners owe a company what they draw from it.
    drawings: KINDS.loan_given,
    partner_pay: KINDS.employee,
  },
};

/** Line of the owners' funds in the balance sheet. */
const FUNDS_LINES: Record<Constitution, string> = {
  PROPRIETOR: "Owners' funds",
  PARTNERSHIP: "Partners' funds",
  LLP: "Partners' funds",
  COMPANY: RESERVES,
};

/** Returns a place with the legal form's line for owners' funds. */
export function toLegalPlace(form: Constitution, place: Place): Place {
  return place.section === "equity" && place.line === KINDS.drawings.line
    ? { ...place, line: FUNDS_LINES[form] }
    : place;
}

export const findKindPlace = (form: Constitution, kind: Kind): Place =>
  toLegalPlace(form, PLACES[form][kind] ?? KINDS[kind]);

/** Returns the line of an equity ledger: its own name, except for companies. */
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
    income_tax: ADVANCE_TAX_NAME,
    capital: "Share capital",
    tax: "Income tax of the company",
    drawings: "Withdrawn by owners",
  },
};

export const kindName = (form: Constitution, kind: Kind): string =>
  NAMES[form][kind] ?? KIND_NAMES[kind];

/** A proprietor pays income tax as an individual, and a company has no partners. */
const NOT_OFFERED: Record<Constitution, Kind[]> = {
  PROPRIETOR: ["partner_pay", "tax"],
  PARTNERSHIP: [],
  LLP: [],
  COMPANY: ["partner_pay", "drawings"],
};

/** Returns the kinds that a category of a type can have under a legal form. */
export const listLegalKinds = (form: Constitution, type: "Expense" | "Income"): Kind[] =>
  listKinds(type).filter((kind) => !NOT_OFFERED[form].includes(kind));
