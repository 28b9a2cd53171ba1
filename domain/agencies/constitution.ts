// The legal form of an agency: it decides how income tax, capital, drawings and partners' pay are shown.

export const CONSTITUTIONS = ["PROPRIETOR", "PARTNERSHIP", "LLP", "COMPANY"] as const;
export type Constitution = (typeof CONSTITUTIONS)[number];

const BY_LETTER: Record<string, Constitution> = {
  P: "PROPRIETOR",
  H: "PROPRIETOR",
  // A firm or an LLP: the PAN does not say which.
  F: "PARTNERSHIP",
  C: "COMPANY",
};

/** Returns the form that was set, or the one that the fourth letter of the PAN in the GSTIN implies. */
export const resolveConstitution = (agency: {
  constitution: Constitution | "";
  gstNumber: string;
}): Constitution =>
  agency.constitution || (BY_LETTER[agency.gstNumber.charAt(5).toUpperCase()] ?? "PROPRIETOR");

/** Whether partners own it. */
export const hasPartners = (form: Constitution): boolean =>
  form === "PARTNERSHIP" || form === "LLP";
