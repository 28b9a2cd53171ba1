import { hasNumber, listTdsAmounts } from "../banking/candidates.ts";
import { splitNameWords } from "../banking/names.ts";
import { NAMED, type OwnNames } from "../banking/ownNames.ts";
import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { CLIENT_TDS_RATES } from "../tds/clientRates.ts";

// A receipt books money by itself. Where it was a client's payment of an invoice, the invoice stays open
// beside it, and the money counts twice: so each that looks like one is shown to somebody.

/** A receipt that settles no invoice, and of which nobody has said that it pays none. */
export interface OpenReceipt {
  id: string;
  date: CalendarDate;
  client: string;
  amount: Paise;
  /** Purpose, reference and notes. */
  text: string;
}

/** An invoice that was sent and is not settled. */
export interface UnpaidInvoice {
  id: string;
  number: string;
  date: CalendarDate;
  client: string;
  taxable: Paise;
  balance: Paise;
  /** The most TDS that its next payment can have. */
  tdsLimit: Paise;
}

/** What a receipt would be, if it were a payment. */
export interface LikelyPayment {
  invoice: UnpaidInvoice;
  /** Kept back beside what was received. */
  tds: Paise;
}

/**
 * Returns the invoice that a receipt looks like the payment of, or undefined. As for bank lines: the client's
 * name is alike and no other client's is as much, and the amount is all that is open, less tax at a usual
 * rate or not; or the invoice's number stands on it.
 * @param names of all clients
 */
export function likelyPayment(
  receipt: OpenReceipt,
  invoices: UnpaidInvoice[],
  names: OwnNames,
): LikelyPayment | undefined {
  const words = splitNameWords(receipt.client);
  const found = invoices.flatMap((invoice) => {
    if (invoice.date > receipt.date || receipt.amount > invoice.balance) return [];
    const client = splitNameWords(invoice.client);
    const isAlike = names.alike(words, client) >= NAMED && names.isOnly(words, client);
    const isNumbered = hasNumber(receipt.text, invoice.number);
    const tds = findKept(receipt.amount, invoice);
    if (isNumbered) return [{ invoice, tds: tds ?? (0 as Paise), points: isAlike ? 3 : 2 }];
    return isAlike && tds !== undefined ? [{ invoice, tds, points: 1 }] : [];
  });
  const [best] = found.toSorted(
    (a, b) => b.points - a.points || (a.invoice.date < b.invoice.date ? -1 : 1),
  );
  return best && { invoice: best.invoice, tds: best.tds };
}

/** Returns the TDS at a usual rate that settles the invoice together with the amount, or undefined. */
export function findKept(
  amount: Paise,
  { balance, taxable, tdsLimit }: Pick<UnpaidInvoice, "balance" | "taxable" | "tdsLimit">,
): Paise | undefined {
  if (amount === balance) return 0 as Paise;
  const rates = CLIENT_TDS_RATES.flatMap((rate) => listTdsAmounts(rate, taxable));
  return rates.find(({ tds }) => amount + tds === balance && tds <= tdsLimit)?.tds;
}
