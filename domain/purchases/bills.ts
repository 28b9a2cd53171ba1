import * as v from "valibot";
import { addDays, type CalendarDate } from "../dates.ts";
import { ITEMS_MAX, roundOff, treatment } from "../documents/invoiceInput.ts";
import type { Recipient, Summed, Supplier, Warning } from "../documents/invoices.ts";
import type { Payment } from "../documents/payments.ts";
import {
  amount,
  amountOrNone,
  date,
  dateIfAny,
  datesInOrder,
  id,
  limitOf,
  money,
  notes,
  optionalLine,
  page,
  percent,
  q,
  requiredText,
  sortBy,
  strictObject,
} from "../fields.ts";
import type { GstMode } from "../gst/figures.ts";
import type { Treatment } from "../gst/supply.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { type BlockedBy, blockedBy, type Itc, itc } from "./credit.ts";
import type { TdsRule } from "./tds.ts";
import { type Import, tdsRule, type VendorKind } from "./vendors.ts";

// Bills of vendors. Their taxes are those that the vendor printed: they are checked, and never computed anew.

/** What vendors send; a self-invoice is the agency's own, for vendors without a GSTIN (CGST Act, s. 31(3)(f)). */
export const BILL_KINDS = ["BILL", "CREDIT_NOTE", "DEBIT_NOTE", "SELF_INVOICE"] as const;
export type BillKind = (typeof BILL_KINDS)[number];

export const BILL_STATUSES = ["DRAFT", "OPEN", "PARTIALLY_PAID", "PAID", "CANCELLED"] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

const tax = (what: string) => v.optional(amountOrNone(what));

const newItem = strictObject({
  description: requiredText("Description"),
  hsnSac: optionalLine("HSN/SAC"),
  categoryId: v.optional(v.nullable(id("Choose a category"))),
  taxable: v.pipe(
    money("Taxable value"),
    v.check((paise) => paise >= 0, "Taxable value must not be negative"),
  ),
  taxPct: v.optional(percent("Tax"), 0),
  treatment,
  /** As printed; where none of the three is said, they are what the rate comes to. */
  cgst: tax("CGST"),
  sgst: tax("SGST"),
  igst: tax("IGST"),
  cess: v.optional(amountOrNone("Cess"), 0),
  /** Left out, it is the vendor's, else the category's. */
  itc: v.optional(itc),
  /** Why credit is blocked. */
  blockedBy: v.optional(blockedBy),
});
export type NewBillItem = v.InferOutput<typeof newItem>;

const written = strictObject({
  kind: v.optional(v.picklist(BILL_KINDS, `Kind must be one of ${BILL_KINDS.join(", ")}`), "BILL"),
  vendorId: id("Vendor is required"),
  /** As the vendor wrote it; a self-invoice is given one of ours. */
  number: optionalLine("Bill No."),
  date,
  receivedDate: dateIfAny,
  /** Left out, it is the bill's own date. */
  dueDate: dateIfAny,
  /** Left out, it is the agency's own state. */
  placeOfSupply: optionalLine("Place of supply"),
  reverseCharge: v.optional(v.boolean("Reverse charge must be true or false"), false),
  import: v.optional(v.picklist(["", "SERVICE"], "Import must be SERVICE"), ""),
  /** The bill that a vendor's note is about, whose balance a credit note lowers at once. */
  billId: v.optional(id("Choose a bill")),
  items: v.pipe(
    v.unknown(),
    v.check((items) => Array.isArray(items) && items.length > 0, "Please add at least one item"),
    v.check(
      (items) => Array.isArray(items) && items.length <= ITEMS_MAX,
      "A bill has at most 1,000 items",
    ),
    v.array(newItem),
  ),
  roundOff,
  /** Left out, the vendor's. */
  tdsRule: v.optional(tdsRule),
  /** What is to be kept back in all; left out, what the rule comes to. */
  tdsAmount: v.optional(amountOrNone("TDS")),
  onHold: v.optional(v.boolean("On hold must be true or false"), false),
  notes,
  status: v.optional(v.picklist(["OPEN", "DRAFT"], "Status must be OPEN or DRAFT"), "OPEN"),
});

/** Rupees and percent in, paise and hundredths out. */
export const NewBill = v.pipe(
  written,
  v.forward(
    v.partialCheck(
      [["date"], ["dueDate"]],
      ({ date, dueDate }) => dueDate === "" || dueDate >= date,
      "Due date must not be before the date of the bill",
    ),
    ["dueDate"],
  ),
  v.forward(
    v.partialCheck(
      [["kind"], ["billId"]],
      ({ kind, billId }) => billId === undefined || kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE",
      "Only a credit or debit note is about another bill",
    ),
    ["billId"],
  ),
);
export type NewBill = v.InferOutput<typeof NewBill>;

/** How much of what a credit note holds goes to a bill of the same vendor. */
export const NewCreditUse = strictObject({ billId: id("Choose a bill"), amount });
export type NewCreditUse = v.InferOutput<typeof NewCreditUse>;

const filters = {
  q,
  vendorId: v.optional(id("Vendor is required")),
  kind: v.optional(v.picklist(BILL_KINDS, `Kind must be one of ${BILL_KINDS.join(", ")}`)),
  /**
   * Three are no status of one bill: UNPAID is what is entered and not settled, OVERDUE what of that was due
   * before today, THIS_WEEK what is due from today until six days on. Neither has what is on hold.
   */
  status: v.optional(
    v.picklist(
      [...BILL_STATUSES, "UNPAID", "OVERDUE", "THIS_WEEK"],
      `Status must be one of ${BILL_STATUSES.join(", ")}, UNPAID, OVERDUE, THIS_WEEK`,
    ),
  ),
  dateFrom: v.optional(date),
  dateTo: v.optional(date),
};

/** What the list can be sorted by. */
export const BILL_SORTS = ["number", "date", "vendor", "dueDate", "total", "toPay"] as const;

export const BillQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(BILL_SORTS), page, limit: limitOf(10) }),
  datesInOrder(),
);
export type BillQuery = v.InferOutput<typeof BillQuery>;

/** The last day of what is to be paid this week. */
export const weekFrom = (today: CalendarDate): CalendarDate => addDays(today, 6);

/** What is credit of a bill's tax: REVERSE_CHARGE is paid to the Government first. */
export type InputCredit = "ALL" | "NONE" | "PART" | "REVERSE_CHARGE";

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
  /** The day by which the law wants a small enterprise paid, where that is before the due date; else "". */
  smallEnterpriseBy: string;
}

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
  /** Dealt with before bahi, and no candidate of matching. */
  earlier: boolean;
  /** What a note is about; "" for none. */
  billId: string;
  notes: string;
  payments: Payment[];
  credits: CreditUse[];
  /** The agency, and the vendor as the recipient: as they were when it was entered, in a draft as they are. */
  supplier: Supplier;
  recipient: Recipient;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
  /** What is odd about it, and is not refused. */
  warnings: Warning[];
}

interface Due {
  bills: number;
  amount: RupeeSum;
}

export interface BillList {
  items: BillRow[];
  total: number;
  page: number;
  totalPages: number;
  /** Of the whole filter but its drafts, which are counted, and its cancelled ones; credit notes lower them. */
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
export const kindInBooks = (kind: BillKind) => KINDS[kind];
export type BookedKind = ReturnType<typeof kindInBooks>;

export const kindOnWire = (kind: BookedKind): BillKind =>
  BILL_KINDS.find((one) => KINDS[one] === kind) as BillKind;

/** Micro and small enterprises are paid within 45 days (MSMED Act, s. 15). */
const SMALL_ENTERPRISE_DAYS = 45;

/** @param bill with the day that it came, "" where nobody has said */
export function smallEnterpriseBy(bill: {
  date: CalendarDate;
  receivedDate: string;
  dueDate: CalendarDate;
}): string {
  const by = addDays(bill.receivedDate || bill.date, SMALL_ENTERPRISE_DAYS);
  return by < bill.dueDate ? by : "";
}

/** The condition of a credit note is what it holds. */
export function statusOnWire(row: { status: string; held: number }): BillStatus {
  if (row.status === "SENT") return "OPEN";
  if (row.status !== "CREDIT") return row.status as BillStatus;
  return row.held > 0 ? "OPEN" : "PAID";
}

/** A vendor without a GSTIN in India whose tax the agency pays: the agency writes the invoice itself. */
export const wantsSelfInvoice = (
  bill: Pick<NewBill, "import" | "kind" | "number" | "reverseCharge">,
  vendor: { kind: VendorKind },
): boolean =>
  bill.kind === "SELF_INVOICE" ||
  (bill.kind === "BILL" &&
    bill.reverseCharge &&
    bill.import === "" &&
    bill.number === "" &&
    vendor.kind === "UNREGISTERED");
