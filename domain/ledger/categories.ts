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
  /** Where it stands in the statements: see kinds.ts. */
  kind: Kind;
  /** The ledger that it posts to with others; "" for one of its own name. */
  ledger: string;
  isActive: boolean;
  /** What becomes of the tax of what is bought for it, where that is not ELIGIBLE, and why it is blocked. */
  itc?: Exclude<Itc, "ELIGIBLE">;
  blockedBy?: BlockedBy | "";
}

/** What an agency without categories is offered to begin with. */
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

/** Specification, section 5. Left out, the kind follows from name and type. */
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

/** Returns the active categories of a type that take plain entries. `kept` stays, as an entry has it. */
export const listBookable = (
  categories: readonly Category[],
  type: string,
  kept = "",
): Category[] =>
  categories.filter(
    (one) =>
      one.type === type &&
      (one._id === kept || (one.isActive && explainControl(one) === undefined)),
  );
