import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { taxesOf } from "../../domain/documents/paper.ts";
import { receivedOf, type Voucher } from "../../domain/documents/vouchers.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { grouped, inr } from "./amounts.ts";
import { remark, type Sum, sums } from "./closing.ts";
import { FACTS, recipientOf } from "./invoice.ts";
import { beside, space, WIDTH } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { factsOf, frame, headOf, signed } from "./note.ts";
import { type Column, table } from "./table.ts";

/** A receipt voucher (Rule 50 of the CGST Rules), or a refund voucher (Rule 51). */
export function voucherPaper(voucher: Voucher, logo?: Uint8Array): Definition {
  const { date, original, supplier, amount, mode, reference, kind } = voucher;
  const isRefund = kind === "REFUND_VOUCHER";
  return {
    ...frame(voucher, logo),
    content: [
      ...headOf(voucher, logo),
      beside(
        [
          [WIDTH - FACTS - 30, recipientOf(voucher, isRefund ? "Refunded to" : "Received from")],
          [
            FACTS,
            factsOf(voucher, [
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
      lineOf(voucher),
      sums(sumsOf(voucher), remark("Amount in words", amountInWords(toPaise(amount) as Paise))),
      signed(supplier.agencyName),
    ],
  };
}

const written = (rupees: number): string => grouped(toDecimal(toPaise(rupees) as Paise));

/** What the money is for, and the tax that lies inside it. */
function lineOf(voucher: Voucher): Content {
  const { taxPct, taxableValue, tax, gstMode, amount } = voucher;
  const taxes = taxesOf({ ...voucher, reverseCharge: false });
  const share = gstMode === "IGST" ? 1 : 2;
  const wide: Column<Voucher> = {
    head: "Description",
    text: ({ description }) => description,
    isLeft: true,
  };
  const columns: Column<Voucher>[] = [
    wide,
    ...(taxes.length > 0 ? [{ head: "Taxable value", text: () => written(taxableValue) }] : []),
    ...taxes.map(({ name, part }) => ({
      head: `${name} ${Number((taxPct / share).toFixed(3))}%`,
      text: () => written(tax[part]),
    })),
    { head: "Amount", text: () => written(amount) },
  ];
  return table(columns, [voucher], { wide, room: 118 });
}

function sumsOf(voucher: Voucher): Sum[] {
  const { kind, amount, tdsAmount, taxableValue, tax } = voucher;
  const { gst, received } = receivedOf(voucher);
  const taxes = taxesOf({ ...voucher, reverseCharge: false });
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
