import type { Column } from "./table.ts";

// What the codes of the API are called where people read them, as on the screens. In CSV they stay codes.

export const STATUS_WORDS: Record<string, string> = {
  DRAFT: "Draft",
  SENT: "Sent",
  PARTIALLY_PAID: "Partially paid",
  PAID: "Paid",
  CANCELLED: "Cancelled",
  ACCEPTED: "Accepted",
  DECLINED: "Declined",
};

export const BILL_STATUS_WORDS: Record<string, string> = {
  ...STATUS_WORDS,
  OPEN: "To pay",
  PARTIALLY_PAID: "Partly paid",
  "ON HOLD": "On hold",
};

export const BILL_KIND_WORDS: Record<string, string> = {
  BILL: "Bill",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  SELF_INVOICE: "Self-invoice",
};

export const CREDIT_WORDS: Record<string, string> = {
  ALL: "all",
  NONE: "none",
  PART: "part blocked",
  REVERSE_CHARGE: "reverse charge",
};

/** A column of codes by their names; of one without a name, the code. */
export const coded = <Row>(
  title: string,
  code: (row: Row) => string,
  names: Record<string, string>,
  spare?: number,
): Column<Row> => ({
  title,
  text: (row) => names[code(row)] ?? code(row),
  plain: code,
  ...(spare && { spare }),
});
