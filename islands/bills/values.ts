import { today } from "../../domain/dates.ts";
import type { GstMode } from "../../domain/gst/figures.ts";
import { STATES } from "../../domain/gst/states.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { type Paise, type Rupees, toPaise, toRupees } from "../../domain/money.ts";
import { computeLineTaxes } from "../../domain/purchases/billFigures.ts";
import type { NewBillItem } from "../../domain/purchases/billInput.ts";
import type { Bill, BillItem, BillKind } from "../../domain/purchases/bills.ts";
import type { BlockedBy, Itc } from "../../domain/purchases/credit.ts";
import type { MatchedRow } from "../../domain/purchases/matchingInput.ts";
import { formatRentMonths, readRentMonths } from "../../domain/tds/rentMonths.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";

// The values of the bill form: text in every field.

/** As printed. Blank: computed from the rate. */
export const HEADS = ["cgst", "sgst", "igst", "cess"] as const;
export type Head = (typeof HEADS)[number];

export interface Row extends Record<Head, string> {
  /** Stays the same if other lines are added or removed. */
  key: string;
  description: string;
  hsnSac: string;
  categoryId: string;
  taxable: string;
  taxPct: string;
  treatment: BillItem["treatment"];
  /** "" for the default of vendor and category. */
  itc: Itc | "";
  blockedBy: BlockedBy | "";
  use: BillItem["use"];
}

export interface Values {
  kind: BillKind;
  vendorId: string;
  number: string;
  date: string;
  dueDate: string;
  placeOfSupply: string;
  /** Who pays the tax. "" for the vendor. */
  taxBy: "" | "IMPORT" | "REVERSE_CHARGE";
  billId: string;
  items: Row[];
  roundOff: string;
  tdsRule: string;
  /** "" for the proposed amount. */
  tdsAmount: string;
  tdsCertificate: string;
  /** `2026-07 to 2026-09`, or "" for the month of its date. */
  rentMonths: string;
  /** Only compared with the computed total. */
  paperTotal: string;
  /** The account, or "" if it is not paid yet. */
  paidFrom: string;
  notes: string;
  onHold: boolean;
}

export const newRow = (given: Partial<Row> = {}): Row => ({
  key: crypto.randomUUID(),
  description: "",
  hsnSac: "",
  categoryId: "",
  taxable: "",
  taxPct: "18",
  treatment: "",
  cgst: "",
  sgst: "",
  igst: "",
  cess: "",
  itc: "",
  blockedBy: "",
  use: "",
  ...given,
});

export const createBlank = (given: Partial<Values> = {}): Values => ({
  kind: "BILL",
  vendorId: "",
  number: "",
  date: today(),
  dueDate: "",
  placeOfSupply: "",
  taxBy: "",
  billId: "",
  roundOff: "",
  tdsRule: "",
  tdsAmount: "",
  paperTotal: "",
  tdsCertificate: "",
  rentMonths: "",
  paidFrom: "",
  notes: "",
  onHold: false,
  items: [newRow()],
  ...given,
});

const rupeesText = (rupees: Rupees) => amountText((toPaise(rupees) ?? 0) as Paise);
const unlessNone = (rupees: Rupees) => (rupees === 0 ? "" : rupeesText(rupees));

export const toValues = (bill: Bill): Values =>
  createBlank({
    kind: bill.kind,
    vendorId: bill.vendorId._id,
    number: bill.number,
    date: bill.date,
    dueDate: bill.dueDate,
    placeOfSupply: bill.placeOfSupply,
    billId: bill.billId,
    taxBy: bill.import ? "IMPORT" : bill.reverseCharge ? "REVERSE_CHARGE" : "",
    items: bill.items.map((item) => toRow(item, bill.gstMode)),
    roundOff: unlessNone(bill.roundOff),
    tdsRule: bill.tdsRule,
    tdsAmount: !bill.tdsByRule && (bill.tdsRule || bill.tds > 0) ? rupeesText(bill.tds) : "",
    tdsCertificate: bill.tdsCertificate,
    rentMonths: formatRentMonths(bill.rentMonths),
    notes: bill.notes,
    onHold: bill.onHold,
  });

/** Printed taxes that differ from the rate's are kept; others follow the rate. */
function toRow(item: BillItem, mode: GstMode): Row {
  const { description, hsnSac, categoryId, treatment, itc, blockedBy, use } = item;
  const hasTax = HEADS.some((head) => item[head] !== 0);
  const row = newRow({
    description,
    hsnSac,
    categoryId,
    treatment,
    blockedBy,
    use,
    cess: unlessNone(item.cess),
    taxable: rupeesText(item.taxable),
    taxPct: String(item.taxPct),
    itc: hasTax || itc !== "NONE" ? itc : "",
  });
  const { due } = toBillLine(row, mode, false);
  const isAsDue = HEADS.every((head) => toRupees(due[head]) === item[head]);
  return isAsDue ? row : { ...row, ...taxTexts(item) };
}

const taxTexts = (taxes: Record<Head, Rupees>) =>
  Object.fromEntries(HEADS.map((head) => [head, unlessNone(taxes[head])])) as Record<Head, string>;

export const fromExpense = ({ date, description, categoryId, amount }: Transaction): Values =>
  createBlank({
    date,
    items: [
      newRow({
        description,
        categoryId: categoryId?._id ?? "",
        taxable: rupeesText(amount),
        taxPct: "0",
      }),
    ],
  });

/** Returns the form's values, overwritten with those of a GSTR-2B row. */
export function fromMatchedRow(row: MatchedRow, before: Values, vendorId: string): Values {
  const { number, date, pos, reverseCharge, taxable } = row;
  const tax = row.igst + row.cgst + row.sgst;
  const [first] = before.items;
  const rate = taxable > 0 ? Math.round((tax * 1_000) / taxable) / 10 : 0;
  const item = {
    taxable: rupeesText(taxable),
    taxPct: String(rate),
    ...taxTexts(row),
    description: first?.description || `Bill ${number}`,
  };
  return {
    ...before,
    number,
    date,
    vendorId,
    dueDate: before.dueDate < date ? "" : before.dueDate,
    placeOfSupply: STATES.find(({ code }) => code === pos)?.name ?? before.placeOfSupply,
    taxBy: reverseCharge ? "REVERSE_CHARGE" : "",
    // With several lines, no one knows which line the difference belongs to.
    items: before.items.length > 1 ? before.items : [{ ...newRow(), ...first, ...item }],
  };
}

const parsePaise = (text: string) => (readTypedAmount(text) ?? 0) as Paise;

/** Returns a line's taxes in paise: as typed, or computed from the rate if blank. */
export function toBillLine(row: Row, mode: GstMode, mayChargeNone: boolean) {
  const item = {
    taxable: parsePaise(row.taxable),
    taxPct: Math.max(0, parsePaise(row.taxPct)),
    cess: parsePaise(row.cess),
  } as NewBillItem;
  const due = computeLineTaxes(item, mode, mayChargeNone);
  const typed = HEADS.filter((head) => row[head].trim() !== "");
  return {
    due,
    line: { ...due, ...Object.fromEntries(typed.map((h) => [h, parsePaise(row[h])])) },
  };
}

/** Converts the values to the API's input. `itcOf`: the tax treatment of each line. */
export function toBody(values: Values, lines: ReturnType<typeof toBillLine>[], itcOf: Itc[]) {
  const { items, taxBy, paperTotal, paidFrom, billId, kind, ...head } = values;
  const isTyped = ({ cgst, sgst, igst }: Row) => [cgst, sgst, igst].some((text) => text.trim());
  const isNote = kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE";
  return {
    ...head,
    kind,
    ...(isNote && billId && { billId }),
    reverseCharge: taxBy === "REVERSE_CHARGE",
    import: taxBy === "IMPORT" ? "SERVICE" : "",
    roundOff: readRupees(values.roundOff) ?? 0,
    tdsAmount: readRupees(values.tdsAmount),
    rentMonths: readRentMonths(values.rentMonths) ?? values.rentMonths,
    items: items.map((row, n) => ({
      description: row.description,
      hsnSac: row.hsnSac,
      categoryId: row.categoryId || undefined,
      treatment: row.treatment || undefined,
      taxable: readRupees(row.taxable),
      taxPct: readRupees(row.taxPct.replace(/%\s*$/, "")) ?? 0,
      ...(isTyped(row) &&
        Object.fromEntries(
          (["cgst", "sgst", "igst"] as const).map((tax) => [
            tax,
            readRupees(row[tax]) ?? toRupees(lines[n]?.due[tax] ?? (0 as Paise)),
          ]),
        )),
      cess: readRupees(row.cess) ?? 0,
      itc: itcOf[n],
      ...(itcOf[n] === "BLOCKED" && { blockedBy: row.blockedBy }),
      ...(itcOf[n] === "ELIGIBLE" && { use: row.use }),
    })),
  };
}
