import * as v from "valibot";
import { flag, name, optionalLine, strictObject } from "../fields.ts";
import { type BlockedBy, blockedBy, type Itc, itc } from "../purchases/credit.ts";
import { CATEGORY_KINDS, type Kind } from "./kinds.ts";
import { explainControl } from "./usualKinds.ts";

export const CATEGORY_TYPES = ["Income", "Expense"] as const;
export type CategoryType = (typeof CATEGORY_TYPES)[number];

export interface Category {
  _id: string;
  name: string;
  type: CategoryType;
  /** Its kind in the statements: see kinds.ts. */
  kind: Kind;
  /** The shared ledger that it posts to, or "" for its own. */
  ledger: string;
  isActive: boolean;
  /** Input tax credit on its purchases if not ELIGIBLE, and why it is blocked. */
  itc?: Exclude<Itc, "ELIGIBLE">;
  blockedBy?: BlockedBy | "";
}

/** Categories suggested to an agency without any. */
export const USUAL_CATEGORIES: Record<Category["type"], string[]> = {
  Income: ["Client Work", "Retainers", "Interest", "Other Income"],
  Expense: [
    "Salaries",
    "Freelancers",
    "Rent",
    "Software",
    "Internet & Phone",
    "Office Supplies",
    "Travel",
    "Marketing",
    "Professional Fees",
    "Bank Charges",
    "GST Paid",
    "TDS Paid",
  ],
};

/** Specification, section 5. The default kind depends on name and type. */
export const NewCategory = strictObject({
  name: name("Category name"),
  type: v.optional(v.picklist(CATEGORY_TYPES, "Type must be Income or Expense"), "Expense"),
  kind: v.optional(v.picklist(CATEGORY_KINDS, `Kind must be one of ${CATEGORY_KINDS.join(", ")}`)),
  ledger: optionalLine("Ledger"),
  isActive: flag,
  itc: v.optional(itc),
  blockedBy: v.optional(blockedBy),
});
export type NewCategory = v.InferOutput<typeof NewCategory>;

/**
 * Returns the active categories of a type that accept plain entries. `current` is the entry's current
 * category and always included.
 */
export const listBookable = (
  categories: readonly Category[],
  type: string,
  current = "",
): Category[] =>
  categories.filter(
    (one) =>
      one.type === type &&
      (one._id === current || (one.isActive && explainControl(one) === undefined)),
  );
