import * as v from "valibot";
import { GST_MODES } from "../../domain/gst/figures.ts";
import { TREATMENTS } from "../../domain/gst/supply.ts";
import {
  BILL_KINDS,
  BILL_STATUSES,
  type Bill,
  type BillList,
  type BillWithCredit,
  type CreditUse,
  type ListedBill,
} from "../../domain/purchases/bills.ts";
import { BLOCKED_BY, ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import { type BillCredit, CREDIT_STATES } from "../../domain/purchases/creditStates.ts";
import { IMPORTS } from "../../domain/purchases/vendors.ts";
import { ALL_TDS_RULES } from "../../domain/tds/law.ts";
import type { TdsProposal } from "../../domain/tds/proposal.ts";
import { invoice, payment, summed } from "./invoiceShapes.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  dayIfAny,
  id,
  isTrue,
  percent,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";

const row = {
  _id: id,
  kind: v.picklist(BILL_KINDS),
  number: text,
  date: day,
  dueDate: day,
  vendorId: v.object({ _id: id, displayName: text }),
  status: v.picklist(BILL_STATUSES),
  onHold: isTrue,
  ...summed,
  cess: rupees,
  grandTotal: rupees,
  paid: rupees,
  creditApplied: rupees,
  tds: v.pipe(rupees, v.description("Total TDS in rupees, paid or not")),
  balance: v.pipe(
    rupees,
    v.description("Rupees: grandTotal less settlements; for a credit note, its unused credit"),
  ),
  toPay: v.pipe(rupees, v.description("Rupees: balance less the TDS still to deduct")),
  inputCredit: v.picklist(["ALL", "NONE", "PART", "REVERSE_CHARGE"]),
  credit: v.pipe(rupees, v.description("Input tax credit included, in rupees")),
  approval: v.pipe(
    v.nullable(v.object({ _id: id, amount: rupees })),
    v.description(
      "Payments awaiting approval: the first request and the total in rupees. Null if none",
    ),
  ),
  smallEnterpriseBy: v.pipe(
    text,
    v.description('Last day to pay a small enterprise, if before the due date; otherwise ""'),
  ),
};
const creditState = v.pipe(
  v.picklist([...CREDIT_STATES, ""]),
  v.description('State of its input credit; "" for a draft or a cancelled bill'),
);
export const billRow = createShape<ListedBill>()(v.object({ ...row, creditState }));

const item = v.object({
  description: text,
  hsnSac: text,
  categoryId: v.pipe(text, v.description('"" for none')),
  taxable: rupees,
  taxPct: percent,
  treatment: v.picklist([...TREATMENTS, ""]),
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  cess: rupees,
  itc: v.picklist(ITC_TREATMENTS),
  blockedBy: v.picklist([...BLOCKED_BY, ""]),
  use: v.pipe(
    v.picklist(["", "COMMON"]),
    v.description("COMMON: the credit serves both taxed and exempt supplies"),
  ),
});

export const creditUse = createShape<CreditUse>()(
  v.object({
    _id: id,
    noteId: id,
    noteNumber: text,
    billId: id,
    billNumber: text,
    date: day,
    amount: rupees,
  }),
);

const of = invoice.entries;
export const bill = createShape<Bill>()(
  v.object({
    ...row,
    receivedDate: dayIfAny,
    placeOfSupply: v.pipe(text, v.description('As entered; "" if it is the agency’s own state')),
    supplyPlace: of.supplyPlace,
    gstMode: v.picklist(GST_MODES),
    reverseCharge: isTrue,
    import: v.picklist(IMPORTS),
    reverseChargeTax: of.reverseChargeTax,
    items: v.array(item),
    roundOff: rupees,
    tdsRule: v.picklist(["", ...ALL_TDS_RULES]),
    tdsKept: v.pipe(rupees, v.description("TDS deducted by payments, in rupees")),
    tdsByRule: v.pipe(
      isTrue,
      v.description("Whether TDS follows the rule and the vendor’s other bills"),
    ),
    tdsCertificate: text,
    rentMonths: v.pipe(
      v.array(text),
      v.description("Like 2026-04; empty for the month of its date"),
    ),
    creditChangedOn: v.pipe(
      dayIfAny,
      v.description("Day from which a return counts the last change of its credit"),
    ),
    cancelledOn: dayIfAny,
    supplierUnfiledOn: v.pipe(
      dayIfAny,
      v.description(
        "Day its credit was reversed because the supplier had not filed GSTR-3B (Rule 37A)",
      ),
    ),
    supplierFiledOn: dayIfAny,
    earlier: v.pipe(isTrue, v.description("Handled before the books were in bahi")),
    billId: v.pipe(text, v.description('For a note, the bill it corrects; "" if none')),
    notes: text,
    payments: v.array(payment),
    credits: v.array(creditUse),
    supplier: of.supplier,
    recipient: of.recipient,
    createdBy: of.createdBy,
    createdAt: of.createdAt,
    warnings: of.warnings,
  }),
);

const taxes = v.object({ igst: rupees, cgst: rupees, sgst: rupees, cess: rupees });
const inReturn = (what: string) =>
  v.pipe(text, v.description(`${what}, like 2026-10; "" for none`));
const inputTax = createShape<BillCredit>()(
  v.object({
    state: creditState,
    onBill: taxes,
    toClaim: taxes,
    twoB: v.pipe(
      v.nullable(v.object({ period: text, ...taxes.entries })),
      v.description("The matching row of GSTR-2B. Null if none"),
    ),
    publishedOn: v.pipe(
      day,
      v.description("Month of the GSTR-2B that includes it or is expected to"),
    ),
    claimedIn: inReturn("Return that claims it"),
    claimedOn: v.pipe(dayIfAny, v.description("Filing date of that return")),
    reversedIn: inReturn("Return that reverses it"),
    reclaimedIn: inReturn("Return that reclaims it"),
    payBy: v.pipe(dayIfAny, v.description("Last day to pay before Rule 37 reverses it")),
    lastReturn: v.pipe(text, v.description("Last return that can claim it, like 2027-10")),
  }),
);
export const billWithCredit = createShape<BillWithCredit>()(
  v.object({ ...bill.entries, creditState, inputTax }),
);

const due = v.object({ bills: count, amount: rupeeSum });
export const billList = createShape<BillList>()(
  createPageShape(billRow, {
    totals: v.object({
      grandTotal: rupeeSum,
      paid: rupeeSum,
      tds: v.pipe(rupeeSum, v.description("TDS deducted by payments, in rupees")),
      toPay: rupeeSum,
      drafts: count,
    }),
    due: v.object({
      toPay: v.object({ ...due.entries, vendors: count }),
      overdue: due,
      thisWeek: v.pipe(due, v.description("Due from today to six days from now")),
    }),
  }),
);

const limit = v.pipe(
  v.nullable(v.number()),
  v.description("Rupees. Null if there is no such limit"),
);
export const tdsProposal = createShape<TdsProposal>()(
  v.object({
    rule: v.picklist(["", ...ALL_TDS_RULES]),
    name: text,
    code: v.pipe(text, v.description("Payment code; before April 2026, the section")),
    source: v.pipe(text, v.description("Legal source")),
    rate: percent,
    ofOne: limit,
    ofYear: limit,
    ofMonth: limit,
    bills: count,
    yearSum: rupees,
    kept: rupees,
    tds: rupees,
    depositBy: day,
  }),
);
