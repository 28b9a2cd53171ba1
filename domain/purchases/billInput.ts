import * as v from "valibot";
import { isCalendarDate, today } from "../dates.ts";
import { ITEMS_MAX, roundOff, treatment } from "../documents/invoiceInput.ts";
import {
  amount,
  amountOrNone,
  date,
  dateIfAny,
  datesInOrder,
  field,
  id,
  limitSchema,
  money,
  moneyInQuery,
  notes,
  oneOf,
  optionalLine,
  page,
  percent,
  q,
  requiredText,
  sortBy,
  strictObject,
} from "../fields.ts";
import { BILL_KINDS, BILL_STATUSES } from "./bills.ts";
import { blockedBy, itc, use } from "./credit.ts";
import { CREDIT_STATES } from "./creditStates.ts";
import { tdsRule, type VendorKind } from "./vendors.ts";

// Input of bills, and the query of their list.

const tax = (what: string) => v.optional(amountOrNone(what));

const RENT_MONTH = "Enter the months of rent as 2026-04";

const rentMonths = v.optional(
  v.pipe(
    v.array(
      v.pipe(
        v.string(RENT_MONTH),
        v.check((month) => isCalendarDate(`${month}-01`), RENT_MONTH),
      ),
      RENT_MONTH,
    ),
    v.maxLength(12, "A rent bill can cover at most 12 months"),
    v.transform((months) => [...new Set(months)].toSorted()),
  ),
  [],
);

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
  /** As printed. If all three are left out, they are computed from the rate. */
  cgst: tax("CGST"),
  sgst: tax("SGST"),
  igst: tax("IGST"),
  cess: v.optional(amountOrNone("Cess"), 0),
  /** Defaults to the vendor's, else the category's. */
  itc: v.optional(itc),
  blockedBy: v.optional(blockedBy),
  /** COMMON if it serves taxed and exempt supplies. Rule 42 of the CGST Rules then splits the credit. */
  use: v.optional(use, ""),
});
export type NewBillItem = v.InferOutput<typeof newItem>;

const billObject = strictObject({
  kind: v.optional(oneOf("Kind", BILL_KINDS), "BILL"),
  vendorId: id("Vendor is required"),
  number: field(optionalLine("Bill No."), {
    help: "The vendor's number; a self-invoice gets one from the agency",
  }),
  date,
  receivedDate: dateIfAny,
  dueDate: field(dateIfAny, { help: "Defaults to the bill's date" }),
  placeOfSupply: field(optionalLine("Place of supply"), {
    help: "A state's code or name; defaults to the agency's state",
  }),
  reverseCharge: field(v.optional(v.boolean("Reverse charge must be true or false"), false), {
    label: "Reverse charge",
    help: "The agency pays the tax",
  }),
  import: v.optional(v.picklist(["", "SERVICE"], "Import must be SERVICE"), ""),
  /** The bill that a vendor's note corrects. A credit note lowers its balance at once. */
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
  tdsRule: field(v.optional(tdsRule), { help: "Defaults to the vendor's rule" }),
  tdsAmount: field(v.optional(amountOrNone("TDS")), {
    help: "Total TDS to deduct; defaults to the rule's amount",
  }),
  tdsCertificate: field(optionalLine("TDS certificate"), {
    help: "Number of the vendor's certificate for a lower rate",
  }),
  rentMonths: field(rentMonths, {
    help: "The months that a rent bill covers; defaults to the month of its date",
  }),
  onHold: v.optional(v.boolean("On hold must be true or false"), false),
  notes,
  status: v.optional(v.picklist(["OPEN", "DRAFT"], "Status must be OPEN or DRAFT"), "OPEN"),
});

/** Parses rupees and percent to paise and hundredths. */
export const NewBill = v.pipe(
  billObject,
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
      "Only a credit or debit note can refer to another bill",
    ),
    ["billId"],
  ),
);
export type NewBill = v.InferOutput<typeof NewBill>;

/** The part of a credit note to apply to a bill of the same vendor. */
export const NewCreditUse = strictObject({ billId: id("Choose a bill"), amount });
export type NewCreditUse = v.InferOutput<typeof NewCreditUse>;

const filters = {
  q,
  vendorId: v.optional(id("Vendor is required")),
  kind: v.optional(oneOf("Kind", BILL_KINDS)),
  /**
   * UNPAID, OVERDUE and THIS_WEEK are filters, not statuses: entered and not settled; of these, due
   * before today; of these, due in the seven days from today. They exclude bills on hold.
   */
  status: v.optional(
    v.picklist(
      [...BILL_STATUSES, "UNPAID", "OVERDUE", "THIS_WEEK"],
      `Status must be one of ${BILL_STATUSES.join(", ")}, UNPAID, OVERDUE, THIS_WEEK`,
    ),
  ),
  creditState: v.optional(oneOf("Credit state", CREDIT_STATES)),
  dateFrom: v.optional(date),
  dateTo: v.optional(date),
};

const BILL_SORTS = ["number", "date", "vendor", "dueDate", "total", "toPay"] as const;

export const BillQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(BILL_SORTS), page, limit: limitSchema(10) }),
  datesInOrder(),
);
export type BillQuery = v.InferOutput<typeof BillQuery>;

/**
 * Whether the agency must issue a self-invoice: it pays the tax for a vendor in India without a GSTIN.
 */
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

/** Query of the TDS to deduct from a bill. */
export const TdsQuery = strictObject({
  /** Defaults to the vendor's rule. */
  rule: v.optional(tdsRule),
  date: v.optional(date, () => today()),
  taxable: v.optional(moneyInQuery("Taxable value"), "0"),
  billId: v.optional(id("Choose a bill")),
  /** Months of rent, such as `2026-04,2026-05`. */
  months: v.optional(
    v.pipe(
      v.string(RENT_MONTH),
      v.transform((text) => text.split(",").map((month) => month.trim())),
      v.check((months) => months.every((month) => isCalendarDate(`${month}-01`)), RENT_MONTH),
    ),
  ),
});
export type TdsQuery = v.InferOutput<typeof TdsQuery>;

export const CancelBill = strictObject({
  date: field(v.optional(date), { help: "Date its tax is reversed; defaults to today" }),
});
export type CancelBill = v.InferOutput<typeof CancelBill>;

const LINE = "Lines are numbered from 1";
/** Changes the credit treatment of a bill's lines (all by default) from a day on. */
export const CreditChange = strictObject({
  itc,
  blockedBy: v.optional(blockedBy),
  lines: v.optional(v.array(v.pipe(v.number(LINE), v.integer(LINE), v.minValue(1, LINE)))),
  date: v.optional(date),
});
export type CreditChange = v.InferOutput<typeof CreditChange>;
