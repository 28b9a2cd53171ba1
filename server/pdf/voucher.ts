import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { listShownTaxes } from "../../domain/documents/paper.ts";
import { computeReceived, type Voucher } from "../../domain/documents/vouchers.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { groupDigits, inr } from "./amounts.ts";
import { remark, type Sum, sums } from "./closing.ts";
import { FACTS, layOutRecipient } from "./invoice.ts";
import { layOutColumns, space, WIDTH } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { frame, layOutFacts, layOutHead, layOutSignature } from "./note.ts";
import { type Column, table } from "./table.ts";

/** Lays out a receipt voucher (Rule 50 of the CGST Rules), or a refund voucher (Rule 51). */
export function layOutVoucher(voucher: Voucher, logo?: Uint8Array): Definition {
  const { date, original, supplier, amount, mode, reference, kind } = voucher;
  const isRefund = kind === "REFUND_VOUCHER";
  return {
    ...frame(voucher, logo),
    content: [
      ...layOutHead(voucher, logo),
      layOutColumns(
        [
          [
            WIDTH - FACTS - 30,
            layOutRecipient(voucher, isRefund ? "Refunded to" : "Received from"),
          ],
          [
            FACTS,
            layOutFacts(voucher, [
              ["Date", formatDate(date)],
              ["Against voucher", original?.number ?? ""],
              ["Dated", original ? formatDate(original.date) : ""],
              ["Paid by", [mode, reference].filter(Boolean).join(", ")],
            ]),
          ],
        ],
        30,
      ),
      space(10),
      layOutLine(voucher),
      sums(listSums(voucher), remark("Amount in words", amountInWords(toPaise(amount) as Paise))),
      layOutSignature(supplier.agencyName),
    ],
  };
}

const formatAmount = (rupees: number): string => groupDigits(toDecimal(toPaise(rupees) as Paise));

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
  const row = (label: string, rupees: number, isTotal = false) => ({
    label,
    amount: inr(rupees),
    isTotal,
  });
  return [
    ...(taxes.length > 0 ? [row("Taxable value", taxableValue)] : []),
    ...taxes.map(({ name, part }) => row(name, tax[part])),
    row(kind === "REFUND_VOUCHER" ? "Refunded" : "Advance", amount, true),
    ...(tdsAmount > 0 ? [row("TDS deducted", -tdsAmount)] : []),
    ...(gst > 0 ? [row("GST-TDS deducted", -gst)] : []),
    ...(tdsAmount + gst > 0 ? [row("Received", received)] : []),
  ];
}
