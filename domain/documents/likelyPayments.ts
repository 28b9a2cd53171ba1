import { hasNumber, listTdsAmounts } from "../banking/candidates.ts";
import { splitNameWords } from "../banking/names.ts";
import { NAMED, type OwnNames } from "../banking/ownNames.ts";
import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { CLIENT_TDS_RATES } from "../tds/clientRates.ts";

// A receipt books income without an invoice. If it was in fact a client's payment, the invoice stays
// open and the income counts twice. So receipts that look like payments are listed for a user to decide.

/** A receipt that settles no invoice, and that no user has marked as unrelated to one. */
export interface OpenReceipt {
  id: string;
  date: CalendarDate;
  client: string;
  amountPaise: Paise;
  /** Purpose, reference and notes. */
  text: string;
}

/** A sent invoice that is not settled. */
export interface UnpaidInvoice {
  id: string;
  number: string;
  date: CalendarDate;
  client: string;
  taxablePaise: Paise;
  balancePaise: Paise;
  /** The most TDS that its next payment can have. */
  tdsLimitPaise: Paise;
}

/** An invoice that a receipt may have paid. */
export interface LikelyPayment {
  invoice: UnpaidInvoice;
  tdsPaise: Paise;
}

/**
 * Returns the invoice that a receipt seems to pay, or undefined. As for bank lines, either the client's
 * name matches better than any other, and the amount equals the balance, possibly less TDS at a usual
 * rate; or the receipt mentions the invoice's number.
 * @param names of all clients
 */
export function likelyPayment(
  receipt: OpenReceipt,
  invoices: UnpaidInvoice[],
  names: OwnNames,
): LikelyPayment | undefined {
  const words = splitNameWords(receipt.client);
  const found = invoices.flatMap((invoice) => {
    if (invoice.date > receipt.date || receipt.amountPaise > invoice.balancePaise) return [];
    const client = splitNameWords(invoice.client);
    const isAlike = names.alike(words, client) >= NAMED && names.isOnly(words, client);
    const isNumbered = hasNumber(receipt.text, invoice.number);
    const tds = findKept(receipt.amountPaise, invoice);
    if (isNumbered) return [{ invoice, tds: tds ?? (0 as Paise), points: isAlike ? 3 : 2 }];
    return isAlike && tds !== undefined ? [{ invoice, tds, points: 1 }] : [];
  });
  const [best] = found.toSorted(
    (a, b) => b.points - a.points || (a.invoice.date < b.invoice.date ? -1 : 1),
  );
  return best && { invoice: best.invoice, tdsPaise: best.tds };
}

/** Returns the TDS at a usual rate that settles the invoice together with the amount, or undefined. */
export function findKept(
  amount: Paise,
  {
    balancePaise,
    taxablePaise,
    tdsLimitPaise,
  }: Pick<UnpaidInvoice, "balancePaise" | "taxablePaise" | "tdsLimitPaise">,
): Paise | undefined {
  if (amount === balancePaise) return 0 as Paise;
  const rates = CLIENT_TDS_RATES.flatMap((rate) => listTdsAmounts(rate, taxablePaise));
  return rates.find(
    ({ tdsPaise }) => amount + tdsPaise === balancePaise && tdsPaise <= tdsLimitPaise,
  )?.tdsPaise;
}
