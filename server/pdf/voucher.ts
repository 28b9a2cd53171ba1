import { formatDate } from "../../domain/dates.ts";
import { listShownTaxes } from "../../domain/documents/paper.ts";
import { computeReceived, type Voucher } from "../../domain/documents/vouchers.ts";
import { type Sum, sums } from "./closing.ts";
import {
  formatAmount,
  inWords,
  layOutDocument,
  layOutSignature,
  listSupplyFacts,
  toSum,
} from "./document.ts";
import { space } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { type Column, table } from "./table.ts";

/** Lays out a receipt voucher (Rule 50 of the CGST Rules), or a refund voucher (Rule 51). */
export function layOutVoucher(voucher: Voucher, logo?: Uint8Array): Definition {
  const { status, date, original, supplier, mode, reference } = voucher;
  return layOutDocument(voucher, logo, {
    madeOn: voucher.createdAt,
    status,
    isOriginal: true,
    to: voucher.kind === "REFUND_VOUCHER" ? "Refunded to" : "Received from",
    facts: [
      ["Date", formatDate(date)],
      ["Against voucher", original?.number ?? ""],
      ["Dated", original ? formatDate(original.date) : ""],
      ["Paid by", [mode, reference].filter(Boolean).join(", ")],
      ...listSupplyFacts({ ...voucher, reverseCharge: false }),
    ],
    content: [
      space(10),
      layOutLine(voucher),
      sums(listSums(voucher), inWords(voucher.amount)),
      layOutSignature(supplier.agencyName),
    ],
  });
}

/** Lays out the purpose of the money, and the tax it includes. */
function layOutLine(voucher: Voucher): Content {
  const { taxPct, taxableValue, tax, gstMode, amount } = voucher;
  const taxes = listShownTaxes({ ...voucher, reverseCharge: false });
  const share = gstMode === "IGST" ? 1 : 2;
  const wide: Column<Voucher> = {
    head: "Description",
    text: ({ description }) => description,
    isLeft: true,
  };
  const columns: Column<Voucher>[] = [
    wide,
    ...(taxes.length > 0
      ? [{ head: "Taxable value", text: () => formatAmount(taxableValue) }]
      : []),
    ...taxes.map(({ name, part }) => ({
      head: `${name} ${Number((taxPct / share).toFixed(3))}%`,
      text: () => formatAmount(tax[part]),
    })),
    { head: "Amount", text: () => formatAmount(amount) },
  ];
  return table(columns, [voucher], { wide, room: 118 });
}

function listSums(voucher: Voucher): Sum[] {
  const { kind, amount, tdsAmount, taxableValue, tax } = voucher;
  const { gst, received } = computeReceived(voucher);
  const taxes = listShownTaxes({ ...voucher, reverseCharge: false });
  return [
    ...(taxes.length > 0 ? [toSum("Taxable value", taxableValue)] : []),
    ...taxes.map(({ name, part }) => toSum(name, tax[part])),
    toSum(kind === "REFUND_VOUCHER" ? "Refunded" : "Advance", amount, true),
    ...(tdsAmount > 0 ? [toSum("TDS deducted", -tdsAmount)] : []),
    ...(gst > 0 ? [toSum("GST-TDS deducted", -gst)] : []),
    ...(tdsAmount + gst > 0 ? [toSum("Received", received)] : []),
  ];
}
