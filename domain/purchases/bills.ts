import { addDays, type CalendarDate } from "../dates.ts";
import type { Recipient, Summed, Supplier, Warning } from "../documents/invoices.ts";
import type { Payment } from "../documents/payments.ts";
import type { GstMode } from "../gst/figures.ts";
import type { Treatment } from "../gst/supply.ts";
import { type Paise, type RupeeSum, type Rupees, toPaise, toRupees } from "../money.ts";
import type { Page } from "../page.ts";
import type { TdsRule } from "../tds/law.ts";
import type { BlockedBy, Itc } from "./credit.ts";
import type { BillCredit, CreditState } from "./creditStates.ts";
import type { Import } from "./vendors.ts";

// Vendors' bills. Their taxes are checked as printed, and never recomputed.

/** Documents from vendors, and the agency's self-invoice (CGST Act, s. 31(3)(f)). */
export const BILL_KINDS = ["BILL", "CREDIT_NOTE", "DEBIT_NOTE", "SELF_INVOICE"] as const;
export type BillKind = (typeof BILL_KINDS)[number];

export const BILL_KIND_NAMES: Record<BillKind, string> = {
  BILL: "Bill",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  SELF_INVOICE: "Self-invoice",
};

export const BILL_STATUSES = ["DRAFT", "OPEN", "PARTIALLY_PAID", "PAID", "CANCELLED"] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

export const BILL_STATUS_NAMES: Record<BillStatus, string> = {
  DRAFT: "Draft",
  OPEN: "To pay",
  PARTIALLY_PAID: "Partly paid",
  PAID: "Paid",
  CANCELLED: "Cancelled",
};

/** Returns the last due date of "this week". */
export const toWeekEnd = (today: CalendarDate): CalendarDate => addDays(today, 6);

/**
 * The part of a bill's tax that gives credit. Under REVERSE_CHARGE, it must be paid to the government
 * first.
 */
export type InputCredit = "ALL" | "NONE" | "PART" | "REVERSE_CHARGE";

/** Returns the rupees of a bill that can be paid now: `toPay` less payments awaiting approval. */
export const computeRestToPay = ({
  toPay,
  approval,
}: Pick<BillRow, "approval" | "toPay">): Rupees =>
  toRupees(Math.max(0, (toPaise(toPay) ?? 0) - (toPaise(approval?.amount ?? 0) ?? 0)) as Paise);

export interface BillRow extends Summed {
  _id: string;
  kind: BillKind;
  number: string;
  date: CalendarDate;
  dueDate: CalendarDate;
  vendorId: { _id: string; displayName: string };
  status: BillStatus;
  onHold: boolean;
  cess: Rupees;
  grandTotal: Rupees;
  paid: Rupees;
  creditApplied: Rupees;
  /** All TDS, whether already deducted or not. */
  tds: Rupees;
  /** grandTotal less everything that settled it. For a credit note, its unused amount. */
  balance: Rupees;
  /** The balance less the TDS still to be deducted; 0 for a credit note. */
  toPay: Rupees;
  inputCredit: InputCredit;
  /** Rupees of input tax credit in it. */
  credit: Rupees;
  /** Payments awaiting approval: id of the first request, and the total in rupees. */
  approval: { _id: string; amount: Rupees } | null;
  /** The legal due date for a small enterprise if it is before the due date, else "". */
  smallEnterpriseBy: string;
}

/** A bill in a list with the state of its credit: "" for a draft or a cancelled bill. */
export type ListedBill = BillRow & { creditState: CreditState | "" };

export interface BillItem {
  description: string;
  hsnSac: string;
  categoryId: string;
  taxable: Rupees;
  taxPct: number;
  treatment: Treatment | "";
  cgst: Rupees;
  sgst: Rupees;
  igst: Rupees;
  cess: Rupees;
  itc: Itc;
  blockedBy: BlockedBy | "";
  /** COMMON if its credit serves taxed and exempt supplies. */
  use: "" | "COMMON";
}

/** A credit note's amount applied to a bill. */
export interface CreditUse {
  _id: string;
  noteId: string;
  noteNumber: string;
  billId: string;
  billNumber: string;
  date: CalendarDate;
  amount: Rupees;
}

export interface Bill extends BillRow {
  receivedDate: string;
  /** As entered. "" means the agency's state. */
  placeOfSupply: string;
  supplyPlace: { text: string; stateCode: string };
  gstMode: GstMode;
  reverseCharge: boolean;
  import: Import;
  /** Tax that the agency pays under reverse charge. */
  reverseChargeTax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
  items: BillItem[];
  roundOff: Rupees;
  tdsRule: TdsRule | "";
  /** The part of `tds` already deducted. */
  tdsKept: Rupees;
  /** Whether TDS follows its rule and the vendor's other bills, because no user entered it. */
  tdsByRule: boolean;
  tdsCertificate: string;
  /** Months of rent, `2026-04`; empty for the month of its date. */
  rentMonths: string[];
  /** The day of the last change of its credit, or "". */
  creditChangedOn: string;
  /**
   * Days on which its credit was reversed because the supplier had not filed GSTR-3B, and on which the
   * supplier filed; "" for never.
   */
  supplierUnfiledOn: string;
  supplierFiledOn: string;
  cancelledOn: string;
  /** Whether its credit was settled before bahi, so that it is never matched with GSTR-2B. */
  earlier: boolean;
  /** The bill that a note corrects, or "". */
  billId: string;
  notes: string;
  payments: Payment[];
  credits: CreditUse[];
  /** The agency, and the vendor as the recipient, on the day the bill was entered. */
  supplier: Supplier;
  recipient: Recipient;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
  /** Oddities that do not prevent saving. */
  warnings: Warning[];
}

/** A bill with its input tax credit. */
export type BillWithCredit = Bill & { creditState: CreditState | ""; inputTax: BillCredit };

interface Due {
  bills: number;
  amount: RupeeSum;
}

export interface BillList extends Page<ListedBill> {
  /**
   * Totals of all filtered bills less credit notes, without cancelled ones and drafts; drafts are only
   * counted.
   */
  totals: Record<"grandTotal" | "paid" | "tds" | "toPay", RupeeSum> & { drafts: number };
  /** For all bills not on hold, ignoring the filter. */
  due: { toPay: Due & { vendors: number }; overdue: Due; thisWeek: Due };
}

const KINDS = {
  BILL: "BILL",
  CREDIT_NOTE: "VENDOR_CREDIT",
  DEBIT_NOTE: "VENDOR_DEBIT",
  SELF_INVOICE: "SELF_INVOICE",
} as const;

/**
 * Returns the stored kind. The books also contain the agency's own notes, so vendors' notes need another
 * name.
 */
export const toStoredKind = (kind: BillKind) => KINDS[kind];
export type BookedKind = ReturnType<typeof toStoredKind>;

export const toApiKind = (kind: BookedKind): BillKind =>
  BILL_KINDS.find((one) => KINDS[one] === kind) as BillKind;

const WITHOUT_AGREEMENT_DAYS = 15;
const LONGEST_AGREEMENT_DAYS = 45;

/** Returns the days to pay a micro or small enterprise (MSMED Act, s. 15). */
export const smallEnterpriseDays = (agreedDays: number | null): number =>
  Math.min(agreedDays ?? WITHOUT_AGREEMENT_DAYS, LONGEST_AGREEMENT_DAYS);

/**
 * Returns the last day to pay a small enterprise, or "" if the due date is not later.
 * @param bill with its date of receipt, "" if unknown
 */
export function computeSmallEnterpriseDue(
  bill: { date: CalendarDate; receivedDate: string; dueDate: CalendarDate },
  agreedDays: number | null,
): string {
  const by = addDays(bill.receivedDate || bill.date, smallEnterpriseDays(agreedDays));
  return by < bill.dueDate ? by : "";
}

/** The status of a credit note depends on its unused amount. */
export function toApiStatus(row: { status: string; held: number }): BillStatus {
  if (row.status === "SENT") return "OPEN";
  if (row.status !== "CREDIT") return row.status as BillStatus;
  return row.held > 0 ? "OPEN" : "PAID";
}
