import { monthAfter, toLastOfMonth } from "../../domain/months.ts";

export const FIRST_MONTH = "2026-01";
export const MONTHS = Array.from({ length: 6 }, (_, n) => monthAfter(FIRST_MONTH, n));
/** Months that are compared: Rule 37 and the 61st day come after the half year. */
export const SHOWN_MONTHS = Array.from({ length: 8 }, (_, n) => monthAfter(FIRST_MONTH, n));
export const BEGIN = "2025-12-01";
export const END = toLastOfMonth(MONTHS.at(-1) as string);

export interface VendorKind {
  gstin: string;
  place: string;
  isOwnTax?: boolean;
  isImport?: boolean;
  taxPct: number;
  tdsRule: string;
}
export const VENDORS = {
  press: { gstin: "29AAECC8120H1ZP", place: "29", taxPct: 18, tdsRule: "CONTRACTOR" },
  software: { gstin: "27AAICS9034F1Z6", place: "29", taxPct: 18, tdsRule: "" },
  hotel: { gstin: "30AADCP5518N1ZD", place: "30", taxPct: 18, tdsRule: "" },
  advocate: {
    gstin: "29AAFFH2204R1Z3",
    place: "29",
    taxPct: 18,
    tdsRule: "PROFESSIONAL",
    isOwnTax: true,
  },
  landlord: { gstin: "", place: "29", taxPct: 18, tdsRule: "RENT_BUILDING", isOwnTax: true },
  freelancer: { gstin: "", place: "29", taxPct: 0, tdsRule: "CONTRACTOR_PERSON" },
  abroad: { gstin: "", place: "29", taxPct: 18, tdsRule: "", isOwnTax: true, isImport: true },
} as const satisfies Record<string, VendorKind>;
export type VendorName = keyof typeof VENDORS;
