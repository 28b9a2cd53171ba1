import { INVOICE_STATUS_NAMES } from "../domain/documents/invoices.ts";
import { BILL_STATUS_NAMES } from "../domain/purchases/bills.ts";
import type { Column } from "./table.ts";

// The names of API codes, as on the screens. CSV keeps the codes.

export const STATUS_WORDS: Record<string, string> = {
  ...INVOICE_STATUS_NAMES,
  ACCEPTED: "Accepted",
  DECLINED: "Declined",
};

export const BILL_STATUS_WORDS: Record<string, string> = {
  ...BILL_STATUS_NAMES,
  "ON HOLD": "On hold",
};

export const CREDIT_WORDS: Record<string, string> = {
  ALL: "all",
  NONE: "none",
  PART: "part blocked",
  REVERSE_CHARGE: "reverse charge",
};

/** A column of codes shown by name, or as the code if it has none. */
export const enumColumn = <Row>(
  title: string,
  code: (row: Row) => string,
  names: Record<string, string>,
  spare?: number,
): Column<Row> => ({
  title,
  text: (row) => names[code(row)] ?? code(row),
  plain: code,
  ...(spare && { dropOrder: spare }),
});
