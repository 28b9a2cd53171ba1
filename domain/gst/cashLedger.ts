import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { amount, date, id, oneOf, optionalLine, strictObject } from "../fields.ts";
import { SYSTEM, type SystemLedger } from "../ledger/kinds.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { TaxHead } from "../purchases/offset.ts";

// The electronic cash ledger of the GST portal: challans (Form PMT-06) and accepted GST-TDS add to it, and
// returns are paid out of it.

export const CASH_HEADS = ["igst", "cgst", "sgst", "cess"] as const;
export type CashHead = (typeof CASH_HEADS)[number];
/** Minor heads. Money under one head cannot pay another. */
export const CASH_KINDS = ["tax", "interest", "fee"] as const;
export type CashKind = (typeof CASH_KINDS)[number];

export const HEAD_WORDS: Record<CashHead, string> = {
  igst: "IGST",
  cgst: "CGST",
  sgst: "SGST",
  cess: "cess",
};

export const cashLedger = (head: CashHead): SystemLedger => `cash_ledger_${head}`;

/** Returns the category of a challan. It posts to the cash ledger of its tax head. */
export function challanCategory(head: CashHead, kind: CashKind) {
  const name = `GST challan: ${HEAD_WORDS[head]}${kind === "tax" ? "" : `, ${kind}`}`;
  return { name, ledger: SYSTEM[cashLedger(head)].name };
}

/** Returns the category that pays the tax of a filed return. It posts to the GST payable of its head. */
export function gstPaidCategory(head: TaxHead) {
  const ledger = SYSTEM[`gst_payable_${head}`].name;
  return { name: `GST paid: ${HEAD_WORDS[head]}`, ledger };
}

const SOURCES = ["CHALLAN", "GST_TDS"] as const;

/** A challan, or GST-TDS by clients that was accepted on the portal. */
export const NewCashEntry = v.pipe(
  strictObject({
    source: v.optional(oneOf("Source", SOURCES), "CHALLAN"),
    date,
    head: oneOf("Head", CASH_HEADS),
    kind: v.optional(oneOf("Kind", CASH_KINDS), "tax"),
    amount,
    /** The account that paid a challan. */
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
  /** Id of the transaction or journal behind the entry. To delete the entry, delete that. */
  _id: string;
  type: "Journal" | "TaxBook" | "Transaction";
  date: CalendarDate;
  head: CashHead;
  /** "" if the entry is not a challan and refers to none. */
  kind: CashKind | "";
  /** Negative if it pays a return. */
  amount: Rupees;
  cin: string;
  words: string;
}

type ByHead = Record<CashHead, RupeeSum>;

export interface CashLedger {
  at: CalendarDate;
  /** Balances on the day the books begin. */
  openings: ByHead;
  balances: ByHead;
  entries: CashEntry[];
}
