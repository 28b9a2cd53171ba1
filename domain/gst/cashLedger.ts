import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { amount, date, id, optionalLine, strictObject } from "../fields.ts";
import { SYSTEM, type SystemLedger } from "../ledger/kinds.ts";
import type { RupeeSum, Rupees } from "../money.ts";

// The electronic cash ledger of the GST portal: challans (Form PMT-06) and accepted GST-TDS add to it, and
// returns are paid out of it.

export const CASH_HEADS = ["igst", "cgst", "sgst", "cess"] as const;
export type CashHead = (typeof CASH_HEADS)[number];
/** Minor heads: money of one pays nothing of another. */
export const CASH_KINDS = ["tax", "interest", "fee"] as const;
export type CashKind = (typeof CASH_KINDS)[number];

export const HEAD_WORDS: Record<CashHead, string> = {
  ...{ igst: "IGST", cgst: "CGST", sgst: "SGST" },
  cess: "cess",
};

export const cashLedger = (head: CashHead): SystemLedger => `cash_ledger_${head}`;

/** The category that a challan books its money to; it posts to the cash ledger of its head. */
export function challanCategory(head: CashHead, kind: CashKind) {
  const name = `GST challan: ${HEAD_WORDS[head]}${kind === "tax" ? "" : `, ${kind}`}`;
  return { name, ledger: SYSTEM[cashLedger(head)].name };
}

const SOURCES = ["CHALLAN", "GST_TDS"] as const;

/** A challan, or GST-TDS of clients that was accepted on the portal. */
export const NewCashEntry = v.pipe(
  strictObject({
    source: v.optional(
      v.picklist(SOURCES, `Source must be one of ${SOURCES.join(", ")}`),
      "CHALLAN",
    ),
    date,
    head: v.picklist(CASH_HEADS, `Head must be one of ${CASH_HEADS.join(", ")}`),
    kind: v.optional(v.picklist(CASH_KINDS, `Kind must be one of ${CASH_KINDS.join(", ")}`), "tax"),
    amount,
    /** From which a challan was paid. */
    accountId: v.optional(id("Account is required")),
    cin: optionalLine("CIN"),
  }),
  v.forward(
    v.partialCheck(
      [["source"], ["accountId"]],
      ({ source, accountId }) => source === "GST_TDS" || accountId !== undefined,
      "Account is required",
    ),
    ["accountId"],
  ),
  v.forward(
    v.partialCheck(
      [["source"], ["head"]],
      ({ source, head }) => source === "CHALLAN" || head !== "cess",
      "No cess is deducted as GST-TDS",
    ),
    ["head"],
  ),
);
export type NewCashEntry = v.InferOutput<typeof NewCashEntry>;

export const CashLedgerQuery = strictObject({ at: v.optional(date) });
export type CashLedgerQuery = v.InferOutput<typeof CashLedgerQuery>;

export interface CashEntry {
  /** Of the transaction or journal that booked it: each is deleted there. */
  _id: string;
  type: "Journal" | "TaxBook" | "Transaction";
  date: CalendarDate;
  head: CashHead;
  /** "" of what is neither a challan nor names one. */
  kind: CashKind | "";
  /** Below 0 where it pays a return. */
  amount: Rupees;
  cin: string;
  words: string;
}

type ByHead = Record<CashHead, RupeeSum>;

export interface CashLedger {
  at: CalendarDate;
  /** On the day the books begin. */
  openings: ByHead;
  balances: ByHead;
  entries: CashEntry[];
}
