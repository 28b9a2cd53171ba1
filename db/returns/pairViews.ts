import { type Paise, toRupees } from "../../domain/money.ts";
import { HEADS, type Inward } from "../../domain/purchases/inward.ts";
import type { PairView } from "../../domain/purchases/matchingInput.ts";
import type { Pair } from "../../domain/purchases/pairs.ts";

const showTaxes = ({ taxable, igst, cgst, sgst, cess }: Inward) => ({
  taxable: toRupees(taxable),
  igst: toRupees(igst),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
  cess: toRupees(cess),
});

/** Returns a pair as screens show it. */
export function toPairView({ bill, row, status, differences, counts }: Pair): PairView {
  return {
    bill: bill
      ? {
          _id: bill.id,
          number: bill.number,
          date: bill.date,
          pos: bill.place,
          vendor: { _id: bill.vendor.id, name: bill.vendor.name },
          reverseCharge: bill.isReverseCharge,
          ...showTaxes(bill),
          blocked: toRupees(
            HEADS.reduce<number>((sum, head) => sum + bill.blocked[head], 0) as Paise,
          ),
        }
      : null,
    row: row
      ? {
          _id: row.id,
          number: row.number,
          date: row.date,
          supplier: row.supplier,
          kind: row.kind,
          period: row.period,
          pos: row.place,
          available: row.available,
          reason: row.reason,
          reverseCharge: row.isReverseCharge,
          ...showTaxes(row),
        }
      : null,
    ctin: row?.gstin ?? bill?.gstin ?? "",
    status,
    counts,
    differences,
  };
}
