import { formatDate } from "../../domain/dates.ts";
import type { PaymentReceipt } from "../../domain/documents/paymentReceipts.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { remarks, type Sum, sums } from "./closing.ts";
import { inWords, layOutDocument, layOutSignature, toSum } from "./document.ts";
import { space } from "./kit.ts";
import type { Definition } from "./maker.ts";

/** Lays out a client's payment of an invoice or a debit note. */
export function layOutPayment(receipt: PaymentReceipt, logo?: Uint8Array): Definition {
  const { number, supplier, payment, of } = receipt;
  const { date, amount, mode, reference, notes, createdAt } = payment;
  return layOutDocument(receipt, logo, {
    madeOn: createdAt,
    head: `${of.title} ${number}`,
    to: "Received from",
    facts: [
      ["Date", formatDate(date)],
      [`Against ${of.title.toLowerCase()}`, number],
      ["Dated", formatDate(of.date)],
      ["Paid by", [mode, reference].filter(Boolean).join(", ")],
    ],
    content: [
      space(10),
      sums(listSums(receipt), amount > 0 ? inWords(amount) : []),
      layOutSignature(supplier.agencyName),
      ...remarks([["Notes", notes]]),
    ],
  });
}

function listSums({ payment: { amount, tdsAmount, gstTds }, of }: PaymentReceipt): Sum[] {
  const withheld = toRupees(sumPaise([tdsAmount, ...Object.values(gstTds)]));
  const ofGst = toRupees(sumPaise(Object.values(gstTds)));
  const settled = sumPaise([amount, withheld]);
  return [
    toSum(`${of.title} total`, of.grandTotal),
    ...(withheld > 0 ? [toSum("Settled", toRupees(settled))] : []),
    ...(tdsAmount > 0 ? [toSum("TDS deducted", -tdsAmount)] : []),
    ...(ofGst > 0 ? [toSum("GST-TDS deducted", -ofGst)] : []),
    toSum("Received", amount, true),
    toSum("Balance due now", of.balance),
  ];
}

const sumPaise = (rupees: number[]): Paise =>
  rupees.reduce((sum, one) => sum + (toPaise(one) as Paise), 0) as Paise;
