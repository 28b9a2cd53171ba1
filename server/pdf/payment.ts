import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { supplierLines } from "../../domain/documents/paper.ts";
import type { PaymentReceipt } from "../../domain/documents/paymentReceipts.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { inr } from "./amounts.ts";
import { remark, remarks, type Sum, sums } from "./closing.ts";
import { FACTS, layOutRecipient } from "./invoice.ts";
import { facts, layOutColumns, letterhead, pages, space, titles, WIDTH } from "./kit.ts";
import type { Definition } from "./maker.ts";
import { layOutSignature } from "./note.ts";

/** Lays out a client's payment of an invoice or a debit note. */
export function layOutPayment(receipt: PaymentReceipt, logo?: Uint8Array): Definition {
  const { title, number, supplier, payment, of } = receipt;
  const { date, amount, mode, reference, notes, createdAt } = payment;
  const name = `${title} ${number}`;
  return {
    title: `${name} from ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(createdAt),
    logo,
    ...pages(supplier.agencyName, name, name),
    content: [
      ...letterhead(
        {
          name: supplier.agencyName,
          facts: supplierLines(supplier),
          gstin: supplier.gstin,
          hasLogo: logo !== undefined,
        },
        titles(title.toUpperCase(), `${of.title} ${number}`, []),
      ),
      layOutColumns(
        [
          [WIDTH - FACTS - 30, layOutRecipient(receipt, "Received from")],
          [
            FACTS,
            facts(
              [
                ["Date", formatDate(date)],
                [`Against ${of.title.toLowerCase()}`, number],
                ["Dated", formatDate(of.date)],
                ["Paid by", [mode, reference].filter(Boolean).join(", ")],
              ],
              74,
              FACTS,
            ),
          ],
        ],
        30,
      ),
      space(10),
      sums(
        listSums(receipt),
        amount > 0 ? remark("Amount in words", amountInWords(toPaise(amount) as Paise)) : [],
      ),
      layOutSignature(supplier.agencyName),
      ...remarks([["Notes", notes]]),
    ],
  };
}

function listSums({ payment: { amount, tdsAmount, gstTds }, of }: PaymentReceipt): Sum[] {
  const row = (label: string, rupees: number, isTotal = false) => ({
    label,
    amount: inr(rupees),
    isTotal,
  });
  const withheld = toRupees(sumPaise([tdsAmount, ...Object.values(gstTds)]));
  const ofGst = toRupees(sumPaise(Object.values(gstTds)));
  const settled = sumPaise([amount, withheld]);
  return [
    row(`${of.title} total`, of.grandTotal),
    ...(withheld > 0 ? [row("Settled", toRupees(settled))] : []),
    ...(tdsAmount > 0 ? [row("TDS deducted", -tdsAmount)] : []),
    ...(ofGst > 0 ? [row("GST-TDS deducted", -ofGst)] : []),
    row("Received", amount, true),
    row("Balance due now", of.balance),
  ];
}

const sumPaise = (rupees: number[]): Paise =>
  rupees.reduce((sum, one) => sum + (toPaise(one) as Paise), 0) as Paise;
