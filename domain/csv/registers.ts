import Papa from "papaparse";
import * as v from "valibot";
import { date, datesInOrder, strictObject } from "../fields.ts";
import { type Paise, toDecimal } from "../money.ts";
import { guard } from "./transactions.ts";

// Document registers for accountants, with amounts in rupees.

/** Days of a register; all by default. */
export const RegisterQuery = v.pipe(
  strictObject({ dateFrom: v.optional(date), dateTo: v.optional(date) }),
  datesInOrder(),
);

/** A cell: text, or paise to format as rupees. */
export type Cell = string | { paise: Paise | bigint };

export const INVOICE_REGISTER = [
  ..."Number,Document,Date,Client,GSTIN,Place of supply,Supply,Reverse charge,Against".split(","),
  ..."HSN/SAC,Rate %,Taxable value,CGST,SGST,IGST,Round off,Total,Status".split(","),
];
export const BILL_REGISTER = [
  ..."Number,Document,Date,Due,Vendor,GSTIN,PAN,Place of supply,Reverse charge,Import".split(","),
  ..."Description,Category,HSN/SAC,Rate %,Taxable value,CGST,SGST,IGST,Cess".split(","),
  ..."Input credit,Round off,Total,TDS rule,TDS,Paid,To pay,Status".split(","),
];
export const TDS_REGISTER = [
  ..."Form,Vendor,PAN,Rule,Code,Section,Document,Paid or credited,Deducted,Amount".split(","),
  ..."Rate %,TDS,Remark,Certificate,Due by,Challan".split(","),
];
export const PAYMENT_REGISTER = "Date,Client,GSTIN,Invoice,Amount,TDS,Mode,Reference,Account".split(
  ",",
);
export const RECEIPT_REGISTER = "Number,Date,Client,Purpose,Amount,Mode,Reference,Account".split(
  ",",
);

/** Formats CSV lines, each with a line feed. Escapes spreadsheet formulas. */
export function registerCsv(rows: Cell[][]): string {
  if (rows.length === 0) return "";
  const texts = rows.map((cells) =>
    cells.map((cell) => (typeof cell === "string" ? guard(cell) : toDecimal(cell.paise))),
  );
  return `${Papa.unparse(texts, { newline: "\n" })}\n`;
}
