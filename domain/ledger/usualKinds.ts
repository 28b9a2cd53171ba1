import { nameKey } from "../names.ts";
import type { Kind } from "./kinds.ts";

// Default kinds of categories by name, and the categories that documents book to.

const USUAL: Record<string, Kind> = {
  interest: "other_income",
  "bank interest": "other_income",
  "other income": "other_income",
  salaries: "employee",
  freelancers: "direct_cost",
  "gst paid": "gst_payment",
  "tds paid": "tds_payment",
};
/** Categories that documents book to: see getOrCreateCategory. */
const BOOKED: Record<string, Kind> = {
  "invoice payments": "unallocated",
  "advances from clients": "customer_advance",
  "refunds to clients": "unallocated",
  "bill payments": "unallocated",
  "refunds from vendors": "unallocated",
  "partners' remuneration": "partner_pay",
  "partners' current account": "capital",
  "advances to vendors": "vendor_advance",
};

const RECORD_ADVANCE = "record an advance, which creates its voucher";

/** Alternatives to an entry in a document's category, by key of its name. */
const INSTEAD: Record<string, string> = {
  "invoice payments": "add the payment to its invoice",
  "advances from clients": RECORD_ADVANCE,
  "refunds to clients": "refund the credit note or the advance",
  receipts: "create a receipt",
  "bill payments": "pay the bill",
  "refunds from vendors": "record the refund of the vendor's credit note",
};

/**
 * Returns why a category accepts no plain entries, or undefined if it does. Documents book to these
 * control categories, so an entry without a document would make the ledger differ from the documents.
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

/** Returns the default kind of a category. */
export const defaultKind = (name: string, type: "Expense" | "Income"): Kind =>
  BOOKED[nameKey(name)] ?? USUAL[nameKey(name)] ?? kindOfType(type);

/** Returns the kind of an imported category, whose name may mean something else. */
export const guessKind = (name: string, type: "Expense" | "Income"): Kind =>
  BOOKED[nameKey(name)] ?? kindOfType(type);
