import { type Paise, readAmount } from "../../../domain/money.ts";
import { readGstr2b } from "../../../domain/purchases/gstr2b.ts";
import {
  addTaxes,
  type Credit,
  type Inward,
  NO_TAXES,
  type Taxes,
} from "../../../domain/purchases/inward.ts";
import type { PeriodBill } from "../../../domain/purchases/table4.ts";
import gstr2b from "../../data/gst-returns/2026-10/gstr2b.json";
import matching from "../../data/gst-returns/2026-10/matching.json";
import purchases from "../../data/gst-returns/2026-10/purchases.json";

type Bill = (typeof purchases.bills)[number] & { earlier?: boolean; import?: string };

export const OCTOBER = {
  rows: readGstr2b(gstr2b).rows,
  file: readGstr2b(gstr2b),
  expected: matching,
  purchases,
};

export const paise = (text: string | undefined) => readAmount(text ?? "0") as Paise;

const of = (bill: Bill) => {
  const vendor = purchases.vendors.find(({ id }) => id === bill.vendor);
  if (!vendor) throw new Error(`No vendor ${bill.vendor}`);
  return vendor;
};

function toInward(bill: Bill): Inward {
  const sum = (part: "cgst" | "igst" | "sgst" | "taxable") =>
    bill.lines.reduce(
      (all, line) => all + paise((line as Record<string, string>)[part]),
      0,
    ) as Paise;
  return {
    id: bill.number,
    number: bill.number,
    gstin: of(bill).gstin,
    date: bill.date,
    kind: bill.kind === "CREDIT_NOTE" ? "C" : "INVOICE",
    place: bill.placeOfSupplyCode,
    isReverseCharge: bill.reverseCharge,
    taxable: sum("taxable"),
    igst: sum("igst"),
    cgst: sum("cgst"),
    sgst: sum("sgst"),
    cess: 0 as Paise,
  };
}

const all = () => purchases.bills as Bill[];

export const listMatchableBills = (isWanted: (bill: Bill) => boolean): Inward[] =>
  all()
    .filter((bill) => isWanted(bill) && of(bill).kind === "REGULAR" && !bill.import)
    .map(toInward)
    .filter(({ igst, cgst, sgst }) => igst + cgst + sgst > 0);

export const toCredit = (taxes: Taxes, itc: string | undefined): Credit => ({
  eligible: itc === "ELIGIBLE" ? addTaxes([taxes]) : NO_TAXES,
  blocked: itc === "BLOCKED" ? addTaxes([taxes]) : NO_TAXES,
});

export function periodBills(month: string): PeriodBill[] {
  const home = OCTOBER.file.gstin.slice(0, 2);
  return all()
    .filter(({ date, earlier }) => date.startsWith(month) && !earlier)
    .map((bill) => {
      const untaxed = { NIL: 0 as Paise, EXEMPT: 0 as Paise, NON_GST: 0 as Paise };
      for (const line of bill.lines as { treatment?: keyof typeof untaxed; taxable: string }[]) {
        if (line.treatment) {
          untaxed[line.treatment] = (untaxed[line.treatment] + paise(line.taxable)) as Paise;
        }
      }
      return {
        ...toInward(bill),
        ...toCredit(toInward(bill), bill.itc),
        vendorKind: of(bill).kind as PeriodBill["vendorKind"],
        isImport: bill.import !== undefined,
        isPaired: false,
        vendorState: of(bill).gstin.slice(0, 2) || home,
        untaxedPaise: untaxed,
      };
    });
}
