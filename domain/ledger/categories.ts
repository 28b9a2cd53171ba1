import * as v from "valibot";
import { field, name, oneOf, optionalLine, strictObject } from "../fields.ts";
import {
  BLOCKED_NAMES,
  type BlockedBy,
  blockedBy,
  ITC_NAMES,
  type Itc,
  itc,
} from "../purchases/credit.ts";
import { isActive } from "./accounts.ts";
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

export const categoryFields = {
  name: field(name("Category name"), { label: "Name", isPrinted: true }),
  type: field(v.optional(v.picklist(CATEGORY_TYPES, "Type must be Income or Expense"), "Expense"), {
    label: "Type",
  }),
  kind: v.optional(oneOf("Kind", CATEGORY_KINDS)),
  ledger: field(optionalLine("Ledger"), {
    help: "Categories with the same name share one balance, such as a loan and its repayment",
  }),
  isActive,
  itc: field(v.optional(itc), {
    help: "Input tax credit on bills in this category",
    names: ITC_NAMES,
  }),
  blockedBy: field(v.optional(blockedBy), {
    label: "Why it is blocked",
    names: { "": "Choose why", ...BLOCKED_NAMES },
  }),
};

/** Specification, section 5. The default kind depends on name and type. */
export const NewCategory = strictObject(categoryFields);
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
