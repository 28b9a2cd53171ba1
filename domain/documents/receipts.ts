import * as v from "valibot";
import {
  amount,
  amountOrNone,
  date,
  datesInOrder,
  emailIfAny,
  id,
  ids,
  limitSchema,
  longText,
  many,
  moneyInQuery,
  name,
  notes,
  optionalLine,
  page,
  q,
  requiredLine,
  sentence,
  sortBy,
  strictObject,
} from "../fields.ts";
import type { AccountName } from "../ledger/transactions.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { Page } from "../page.ts";
import { endForFile } from "../text.ts";
import { type Numbering, RESET_POLICIES } from "./numbering.ts";

export const RECEIPT_MODES = ["Cash", "Bank Transfer", "UPI", "Card", "Cheque", "Other"] as const;
export type ReceiptMode = (typeof RECEIPT_MODES)[number];

const MODE = `Mode must be one of ${RECEIPT_MODES.join(", ")}`;

const client = strictObject({
  name: name("Client name"),
  email: emailIfAny,
  phone: optionalLine("Phone"),
  address: longText("Address"),
});

const fields = {
  date,
  // A missing client is a client without a name.
  client: v.optional(client, {}),
  purpose: sentence("Purpose"),
  amount,
  mode: v.picklist(RECEIPT_MODES, MODE),
  reference: optionalLine("Reference"),
  accountId: id("Account is required"),
  notes,
};

/** Specification, section 5. Parses rupees to paise. */
export const NewReceipt = strictObject(fields);
export type NewReceipt = v.InferOutput<typeof NewReceipt>;

/** A receipt of a batch. Without a date it is dated today. */
const ReceiptInBatch = strictObject({ ...fields, date: v.optional(date) });
export type ReceiptInBatch = v.InferOutput<typeof ReceiptInBatch>;

/** All receipts or none. An error in the fourth has the path `receipts.3.amount`. */
export const NewReceipts = strictObject({
  receipts: many(ReceiptInBatch, "receipts"),
  /** Leaves out rows that are receipts already. */
  skipExisting: v.optional(v.boolean("Skip existing must be true or false"), false),
  dryRun: v.optional(v.boolean("Dry run must be true or false"), false),
});
export type NewReceipts = v.InferOutput<typeof NewReceipts>;

/** A row of a batch, from 0, that is a receipt already. */
export interface ExistingReceipt {
  row: number;
  receiptNumber: string;
}

/** The receipts that a batch issued, and the rows that it left out. */
export interface IssuedReceipts {
  receipts: Receipt[];
  existing: ExistingReceipt[];
}

/**
 * The invoice that a receipt pays, with the TDS deducted. "" marks a receipt as unrelated to an invoice.
 */
export const ReceiptPayment = strictObject({
  invoiceId: v.union([v.literal(""), id("Choose an invoice")], "Choose an invoice"),
  tdsAmount: v.optional(amountOrNone("TDS")),
});
export type ReceiptPayment = v.InferOutput<typeof ReceiptPayment>;

/** The invoice that a receipt pays, or the invoice that it seems to pay. */
export interface ReceiptPaid {
  paid: { _id: string; number: string } | null;
  likely: {
    _id: string;
    number: string;
    client: string;
    balance: Rupees;
    /** TDS that this payment would have. */
    tdsAmount: Rupees;
  } | null;
}

/** Receipts for a bulk action. */
export const ReceiptIds = strictObject({ ids: ids("receipts") });

const filters = {
  q,
  mode: v.optional(v.picklist(RECEIPT_MODES, MODE)),
  accountId: v.optional(id("Account is required")),
  dateFrom: v.optional(date),
  dateTo: v.optional(date),
  min: v.optional(moneyInQuery("Minimum amount")),
  max: v.optional(moneyInQuery("Maximum amount")),
  /** Receipts that look like payments of open invoices: see likelyPayments.ts. */
  looksLike: v.optional(v.picklist(["payment"], "Use looksLike=payment or leave it out")),
};

const RECEIPT_SORTS = ["number", "date", "client", "purpose", "amount", "mode", "account"] as const;

export const ReceiptQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(RECEIPT_SORTS), page, limit: limitSchema(10) }),
  datesInOrder(),
);
export type ReceiptQuery = v.InferOutput<typeof ReceiptQuery>;

/** The agency on the day the receipt was issued. */
export interface AgencySnapshot {
  agencyName: string;
  gstin: string;
  location: string;
  contactNumber: string;
  /** Logo of that day, or "". */
  logoUrl: string;
}

export interface Receipt {
  _id: string;
  receiptNumber: string;
  date: string;
  client: { name: string; email: string; phone: string; address: string };
  purpose: string;
  amount: Rupees;
  mode: ReceiptMode;
  reference: string;
  accountId: AccountName;
  notes: string;
  transactionId: string;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
  metadataSnapshot: AgencySnapshot;
}

export interface ReceiptList extends Page<Receipt> {
  /** Totals of all filtered receipts, not only of the page. */
  totals: { amountSum: RupeeSum };
}

export const ReceiptSettingsChange = strictObject({
  prefix: requiredLine("Prefix"),
  series: requiredLine("Series"),
  resetPolicy: v.picklist(RESET_POLICIES, "Reset policy must be YEARLY or NEVER"),
});

export interface ReceiptSettings extends Numbering {
  nextSeq: number;
}

export function receiptFileName(receiptNumber: string): string {
  return `Receipt-${endForFile(receiptNumber.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-"))}.pdf`;
}
