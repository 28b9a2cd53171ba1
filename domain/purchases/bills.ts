import { addDays, type CalendarDate } from "../dates.ts";
import type { Recipient, Summed, Supplier, Warning } from "../documents/invoices.ts";
import type { Payment } from "../documents/payments.ts";
import type { GstMode } from "../gst/figures.ts";
import type { Treatment } from "../gst/supply.ts";
import { type Paise, type RupeeSum, type Rupees, toPaise, toRupees } from "../money.ts";
import type { TdsRule } from "../tds/law.ts";
import type { BlockedBy, Itc } from "./credit.ts";
import type { BillCredit, CreditState } from "./creditStates.ts";
import type { Import } from "./vendors.ts";

// Bills of vendors. Their taxes are those that the vendor printed: they are checked, and never computed anew.

/** What vendors send; a self-invoice is the agency's own (CGST Act, s. 31(3)(f)). */
export const BILL_KINDS = ["BILL", "CREDIT_NOTE", "DEBIT_NOTE", "SELF_INVOICE"] as const;
export type BillKind = (typeof BILL_KINDS)[number];

/** As people read it. */
export const BILL_KIND_NAMES: Record<BillKind, string> = {
  BILL: "Bill",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  SELF_INVOICE: "Self-invoice",
};

export const BILL_STATUSES = ["DRAFT", "OPEN", "PARTIALLY_PAID", "PAID", "CANCELLED"] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

/** As people read it. */
export const BILL_STATUS_NAMES: Record<BillStatus, string> = {
  DRAFT: "Draft",
  OPEN: "To pay",
  PARTIALLY_PAID: "Partly paid",
  PAID: "Paid",
  CANCELLED: "Cancelled",
};

/** The last day of what is to be paid this week. */
export const toWeekEnd = (today: CalendarDate): CalendarDate => addDays(today, 6);

/** What is credit of a bill's tax: REVERSE_CHARGE is paid to the Government first. */
export type InputCredit = "ALL" | "NONE" | "PART" | "REVERSE_CHARGE";

/** Rupees of a bill that can be paid now: `toPay` less the payments that await approval. */
export const computeRestToPay = ({
  toPay,
  approval,
}: Pick<BillRow, "approval" | "toPay">): Rupees =>
  toRupees(Math.max(0, (toPaise(toPay) ?? 0) - (toPaise(approval?.amount ?? 0) ?? 0)) as Paise);

/** A bill as lists show it. */
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
  /** Kept back, and to be kept back: all of it. */
  tds: Rupees;
  /** grandTotal less all that settled it; of a credit note what it still holds. */
  balance: Rupees;
  /** The balance less the tax that is still to be kept back; 0 of a credit note. */
  toPay: Rupees;
  inputCredit: InputCredit;
  /** Rupees of input tax credit in it. */
  credit: Rupees;
  /** Payments that await approval: the first request, and rupees of all of them. */
  approval: { _id: string; amount: Rupees } | null;
  /** The day by which the law wants a small enterprise paid, where that is before the due date; else "". */
  smallEnterpriseBy: string;
}

/** A bill of a list, with the state of its credit: "" for a draft or a cancelled bill. */
export type ListedBill = BillRow & { creditState: CreditState | "" };

export interface BillItem {
  description: string;
  hsnSac: string;
  /** "" for none. */
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
  /** COMMON: its credit serves taxed and exempt supplies. */
  use: "" | "COMMON";
}

/** What a credit note settled, or what settled a bill with one. */
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
  /** As typed; "" where it is the agency's own state. */
  placeOfSupply: string;
  supplyPlace: { text: string; stateCode: string };
  gstMode: GstMode;
  reverseCharge: boolean;
  import: Import;
  /** What the agency pays the Government itself, under reverse charge. */
  reverseChargeTax: { cgst: Rupees; sgst: Rupees; igst: Rupees };
  items: BillItem[];
  roundOff: Rupees;
  tdsRule: TdsRule | "";
  /** Of `tds`, what has been kept back. */
  tdsKept: Rupees;
  /** The TDS follows its rule and the vendor's other bills, because nobody typed it. */
  tdsByRule: boolean;
  tdsCertificate: string;
  /** Months of rent, `2026-04`; empty for the month of its date. */
  rentMonths: string[];
  /** Dealt with before bahi, and no candidate of matching. */
  /** The days of its tax: "" for none. */
  creditChangedOn: string;
  /** When its credit was reversed as the supplier had not filed GSTR-3B, and when they had; "" for never. */
  supplierUnfiledOn: string;
  supplierFiledOn: string;
  cancelledOn: string;
  earlier: boolean;
  /** What a note is about; "" for none. */
  billId: string;
  notes: string;
  payments: Payment[];
  credits: CreditUse[];
  /** The agency, and the vendor as the recipient: as they were when it was entered. */
  supplier: Supplier;
  recipient: Recipient;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
  /** What is odd about it, and is not refused. */
  warnings: Warning[];
}

/** A bill with what became of its credit. */
export type BillWithCredit = Bill & { creditState: CreditState | ""; inputTax: BillCredit };

interface Due {
  bills: number;
  amount: RupeeSum;
}

export interface BillList {
  items: ListedBill[];
  total: number;
  page: number;
  totalPages: number;
  /** Of the whole filter but its drafts, which are counted, and its cancelled ones; less credit notes. */
  totals: Record<"grandTotal" | "paid" | "tds" | "toPay", RupeeSum> & { drafts: number };
  /** Of all bills that are not on hold, whatever the filter. */
  due: { toPay: Due & { vendors: number }; overdue: Due; thisWeek: Due };
}

const KINDS = {
  BILL: "BILL",
  CREDIT_NOTE: "VENDOR_CREDIT",
  DEBIT_NOTE: "VENDOR_DEBIT",
  SELF_INVOICE: "SELF_INVOICE",
} as const;

/** As the books keep it: they hold the agency's own notes, too. */
export const toStoredKind = (kind: BillKind) => KINDS[kind];
export type BookedKind = ReturnType<typeof toStoredKind>;

export const toApiKind = (kind: BookedKind): BillKind =>
  BILL_KINDS.find((one) => KINDS[one] === kind) as BillKind;

const WITHOUT_AGREEMENT_DAYS = 15;
const LONGEST_AGREEMENT_DAYS = 45;

/** Returns in how many days a micro or small enterprise is paid (MSMED Act, s. 15). */
export const smallEnterpriseDays = (agreedDays: number | null): number =>
  Math.min(agreedDays ?? WITHOUT_AGREEMENT_DAYS, LONGEST_AGREEMENT_DAYS);

/**
 * Returns the last day on which a small enterprise is paid, or "" if the due date is no later.
 * @param bill with the day of its receipt, "" if unknown
 */
export function computeSmallEnterpriseDue(
  bill: { date: CalendarDate; receivedDate: string; dueDate: CalendarDate },
  agreedDays: number | null,
): string {
  const by = addDays(bill.receivedDate || bill.date, smallEnterpriseDays(agreedDays));
  return by < bill.dueDate ? by : "";
}

/** The condition of a credit note is what it holds. */
export function toApiStatus(row: { status: string; held: number }): BillStatus {
  if (row.status === "SENT") return "OPEN";
  if (row.status !== "CREDIT") return row.status as BillStatus;
  return row.held > 0 ? "OPEN" : "PAID";
}
