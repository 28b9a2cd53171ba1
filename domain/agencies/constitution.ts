// Legal forms of an agency, which decide how income tax, capital, drawings and partners' pay are shown.

export const CONSTITUTIONS = ["PROPRIETOR", "PARTNERSHIP", "LLP", "COMPANY"] as const;
export type Constitution = (typeof CONSTITUTIONS)[number];

const BY_LETTER: Record<string, Constitution> = {
  P: "PROPRIETOR",
  H: "PROPRIETOR",
  // A firm or an LLP; the PAN does not distinguish them.
  F: "PARTNERSHIP",
  C: "COMPANY",
};

/** Returns the configured form, or the one implied by the fourth letter of the PAN in the GSTIN. */
export const resolveConstitution = (agency: {
  constitution: Constitution | "";
  gstNumber: string;
}): Constitution =>
  agency.constitution || (BY_LETTER[agency.gstNumber.charAt(5).toUpperCase()] ?? "PROPRIETOR");

export const hasPartners = (form: Constitution): boolean =>
  form === "PARTNERSHIP" || form === "LLP";
