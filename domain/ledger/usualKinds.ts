import { nameKey } from "../names.ts";
import type { Kind } from "./kinds.ts";

// The kind that a category has by its name, and the names that documents book to.

const USUAL: Record<string, Kind> = {
  interest: "other_income",
  "bank interest": "other_income",
  "other income": "other_income",
  salaries: "employee",
  freelancers: "direct_cost",
  "gst paid": "gst_payment",
  "tds paid": "tds_payment",
};
/** What documents book their money to: see getOrCreateCategory. */
const BOOKED: Record<string, Kind> = {
  "invoice payments": "unallocated",
  "advances from clients": "customer_advance",
  "refunds to clients": "unallocated",
  "bill payments": "unallocated",
  "refunds from vendors": "unallocated",
  ...{ "partners' remuneration": "partner_pay", "partners' current account": "capital" },
  "advances to vendors": "vendor_advance",
};

const RECORD_ADVANCE = "record an advance, which creates its voucher";

/** What to do instead of an entry in a category that documents keep, by the key of its name. */
const INSTEAD: Record<string, string> = {
  "invoice payments": "add the payment to its invoice",
  "advances from clients": RECORD_ADVANCE,
  "refunds to clients": "refund the credit note or the advance",
  receipts: "create a receipt",
  "bill payments": "pay the bill",
  "refunds from vendors": "record the refund of the vendor's credit note",
};

/**
 * Returns why a category takes no plain entries, or undefined if it does. Documents book their money to
 * these control categories, so an entry without a document would make the ledger differ from its documents.
 */
export function explainControl({
  name,
  kind,
}: {
  name: string;
  kind?: Kind | "";
}): string | undefined {
  const advice = INSTEAD[nameKey(name)] ?? (kind === "customer_advance" && RECORD_ADVANCE);
  return advice ? `Documents are booked to “${name}”; ${advice}` : undefined;
}

const kindOfType = (type: "Expense" | "Income"): Kind =>
  type === "Income" ? "revenue" : "expense";

/** The kind of a category that nobody has named one for. */
export const defaultKind = (name: string, type: "Expense" | "Income"): Kind =>
  BOOKED[nameKey(name)] ?? USUAL[nameKey(name)] ?? kindOfType(type);

/** Of one that an import brings: what it means by its name is not known. */
export const guessKind = (name: string, type: "Expense" | "Income"): Kind =>
  BOOKED[nameKey(name)] ?? kindOfType(type);
