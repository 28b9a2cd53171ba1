import { type Paise, toRupees } from "../../domain/money.ts";
import { HEADS, type Inward } from "../../domain/purchases/inward.ts";
import type { ShownPair } from "../../domain/purchases/matchingInput.ts";
import type { Pair } from "../../domain/purchases/pairs.ts";

const taxesOf = ({ taxable, igst, cgst, sgst, cess }: Inward) => ({
  ...{ taxable: toRupees(taxable), igst: toRupees(igst), cgst: toRupees(cgst) },
  ...{ sgst: toRupees(sgst), cess: toRupees(cess) },
});

/** Returns a pair as screens show it. */
export function toShown({ bill, row, status, differences, counts }: Pair): ShownPair {
  return {
    bill: bill
      ? {
          ...{ _id: bill.id, number: bill.number, date: bill.date, pos: bill.place },
          vendor: { _id: bill.vendor.id, name: bill.vendor.name },
          ...{ reverseCharge: bill.isReverseCharge, ...taxesOf(bill) },
          blocked: toRupees(
            HEADS.reduce<number>((sum, head) => sum + bill.blocked[head], 0) as Paise,
          ),
        }
      : null,
    row: row
      ? {
          ...{ _id: row.id, number: row.number, date: row.date, supplier: row.supplier },
          ...{ kind: row.kind, period: row.period, pos: row.place, available: row.available },
          ...{ reason: row.reason, reverseCharge: row.isReverseCharge, ...taxesOf(row) },
        }
      : null,
    ctin: row?.gstin ?? bill?.gstin ?? "",
    ...{ status, counts, differences },
  };
}
