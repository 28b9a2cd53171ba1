import { formatMore, pluralize } from "../counts.ts";
import type { PaymentMode } from "../documents/payments.ts";
import { formatPaise, type Paise, toDecimal } from "../money.ts";
import { type Cells, parsePaise, toIsoDate } from "./booksLines.ts";

// Settlements of invoices in other programs' files. Only money counts as a payment, with its TDS.
// Write-offs and credits become warnings.

export interface FilePayment {
  document: string;
  date: string;
  amount: string;
  tdsAmount?: string;
  mode: PaymentMode;
}

export interface Settled {
  /** Returns the payment of a sent invoice if its row has one. */
  add(header: Cells, invoice: { number: string; date: string }): FilePayment | undefined;
  /** Sentences about what is left to enter by hand. */
  warnings(): string[];
}

const NAMED = 5;

export function createSettled(): Settled {
  const unpaid: string[] = [];
  const writtenOff: string[] = [];
  let derived = 0;
  return {
    add(header, { number, date }) {
      const [total, balance, paid] = paise(header, "total", "balance", "paid");
      const [tds = 0, lost = 0] = paise(header, "tds", "writtenOff");
      if (lost > 0) writtenOff.push(`${number} (${formatPaise(lost as Paise)})`);
      const hasBalance = total !== undefined && balance !== undefined;
      let amount = paid ?? (hasBalance ? total - balance - tds - lost : 0);
      const on = toIsoDate(header("paidOn"));
      if (paid === undefined && amount > 0) {
        // Without a date it was not a payment: a credit note or a write-off closed the invoice.
        if (on) derived += 1;
        else {
          unpaid.push(`${number} (${formatPaise(amount as Paise)})`);
          amount = 0;
        }
      }
      if (amount + tds <= 0) return undefined;
      return {
        document: number,
        date: on || date,
        amount: toDecimal(amount as Paise),
        ...(tds > 0 && { tdsAmount: toDecimal(tds as Paise) }),
        mode: parsePaymentMode(header("mode")),
      };
    },
    warnings() {
      const sentences: string[] = [];
      const addWarning = (list: string[], sentence: string) => {
        if (list.length === 0) return;
        const names = `${list.slice(0, NAMED).join(", ")}${formatMore(list.length - NAMED)}`;
        sentences.push(`${sentence}: ${names}`);
      };
      addWarning(writtenOff, "Written off; it stays open in bahi until you write it off here");
      addWarning(
        unpaid,
        "Settled without a payment date, so no money is recorded; add the credit notes",
      );
      if (derived > 0) {
        const many = pluralize(derived, "payment is", "payments are");
        sentences.push(
          `${many} computed as the total less the balance: correct those partly settled by a credit note`,
        );
      }
      return sentences;
    },
  };
}

const paise = (header: Cells, ...fields: Parameters<Cells>[0][]) =>
  fields.map((field) => parsePaise(header(field)));

function parsePaymentMode(mode: string): PaymentMode {
  if (/upi|gpay|phonepe|paytm/i.test(mode)) return "UPI";
  if (/cash/i.test(mode)) return "Cash";
  if (/cheque|check/i.test(mode)) return "Cheque";
  if (/card/i.test(mode)) return "Card";
  return /bank|neft|imps|rtgs|transfer/i.test(mode) ? "Bank Transfer" : "Other";
}
