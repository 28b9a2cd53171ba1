import type { DocumentKind, SETTLEMENTS } from "../documents/kinds.ts";
import type { TransactionType } from "./transactions.ts";

// What each row of the books posts: lines in paise, debit positive, that add up to 0. Stored are sums alone,
// which the database keeps by the same rules (migration ledgers) and `bahi check` holds against this.

/** A line: to a category, an account or a system ledger, by its id. */
export interface Posting {
  ledger: string;
  /** Debit positive. */
  paise: number;
}

/** Lines that say something. */
const lines = (...all: (readonly [ledger: string | null, paise: number])[]): Posting[] =>
  all.flatMap(([ledger, paise]) => (ledger && paise !== 0 ? [{ ledger, paise }] : []));

export interface PostedTransaction {
  type: TransactionType;
  accountId: string;
  toAccountId: string | null;
  categoryId: string | null;
  amountPaise: number;
}

/** Its account against why: a category, or the other account. */
export function postTransaction(row: PostedTransaction): Posting[] {
  const { type, accountId, toAccountId, categoryId, amountPaise: amount } = row;
  const other = toAccountId ?? categoryId;
  return type === "Income"
    ? lines([accountId, amount], [other, -amount])
    : lines([other, amount], [accountId, -amount]);
}

export interface Figures {
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  roundOffPaise: number;
  grandTotalPaise: number;
}

export interface PostedDocument extends Figures {
  kind: DocumentKind;
  status: string;
  reverseCharge: boolean;
  /** The tax book posts its tax under reverse charge when it falls due, and its credit with GSTR-2B. */
  isByTaxBook: boolean;
  /** Of before the books: its tax was dealt with in earlier returns. */
  isEarlier: boolean;
  /** The part of the taxable value that was bought for the client: no revenue. */
  pureAgentPaise: number;
  /** Of a bill: the TDS that is deducted from it, but for what earlier payments had. */
  keptPaise: number;
  /** Of a bill. */
  lines: PostedLine[];
}

/** A line of a bill: what it goes to, and its tax as printed. */
export interface PostedLine {
  categoryId: string | null;
  itc: string;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  cessPaise: number;
}

/** Whether it counts: what was never sent or paid, and what was cancelled, posts nothing at any date. */
const acts = ({ status }: Pick<PostedDocument, "status">): boolean =>
  ["SENT", "PARTIALLY_PAID", "PAID", "CREDIT"].includes(status);

const SOLD: Partial<Record<DocumentKind, 1 | -1>> = {
  INVOICE: 1,
  BILL_OF_SUPPLY: 1,
  DEBIT_NOTE: 1,
  CREDIT_NOTE: -1,
};
const BOUGHT: Partial<Record<DocumentKind, 1 | -1>> = {
  BILL: 1,
  VENDOR_DEBIT: 1,
  SELF_INVOICE: 1,
  VENDOR_CREDIT: -1,
};

/** What was billed or credited. A voucher posts nothing of itself: its money is a settlement. */
export function postDocument(row: PostedDocument): Posting[] {
  if (!acts(row)) return [];
  const bought = BOUGHT[row.kind];
  if (bought) return postBill(row, bought);
  const sign = SOLD[row.kind] ?? 0;
  return lines(
    ["receivables", sign * row.grandTotalPaise],
    ["sales", sign * (row.pureAgentPaise - row.taxablePaise)],
    ["bought_for_clients", -sign * row.pureAgentPaise],
    ["output_cgst", -sign * row.cgstPaise],
    ["output_sgst", -sign * row.sgstPaise],
    ["output_igst", -sign * row.igstPaise],
    ["round_off", -sign * row.roundOffPaise],
  );
}

const UNTAXED = { cgstPaise: 0, sgstPaise: 0, igstPaise: 0, cessPaise: 0 };

/**
 * Tax that gives no credit is a cost, and other tax waits for GSTR-2B. Under reverse charge the agency owes
 * it besides, in cash. Of bills of before the books what is left of the credit is an opening balance.
 */
function postBill(row: PostedDocument, sign: 1 | -1): Posting[] {
  const each = row.lines.map((line) => {
    const { taxablePaise } = line;
    const isOwn = row.isByTaxBook && row.reverseCharge;
    const { cgstPaise, sgstPaise, igstPaise, cessPaise } = isOwn ? UNTAXED : line;
    const input = row.isByTaxBook ? "input_wait" : "input";
    const at = (ledger: string) => (row.isEarlier ? "opening" : ledger);
    const isCredit = line.itc === "ELIGIBLE";
    const cost = taxablePaise + (isCredit ? 0 : cgstPaise + sgstPaise + igstPaise + cessPaise);
    const heads = { cgst: cgstPaise, sgst: sgstPaise, igst: igstPaise };
    const taxes = Object.entries(heads).flatMap(([head, paise]) => [
      [at(`${input}_${head}`), isCredit ? sign * paise : 0] as const,
      [at(`gst_payable_${head}`), row.reverseCharge ? -sign * paise : 0] as const,
    ]);
    return lines(
      [line.categoryId ?? "purchases", sign * cost],
      ...taxes,
      [at(`${input}_cess`), isCredit ? sign * cessPaise : 0],
      [at("gst_payable"), row.reverseCharge ? -sign * cessPaise : 0],
    );
  });
  return [
    ...each.flat(),
    ...lines(
      ["round_off", sign * row.roundOffPaise],
      ["tds_payable", -sign * row.keptPaise],
      ["payables", sign * (row.keptPaise - row.grandTotalPaise)],
    ),
  ];
}

export interface PostedSettlement {
  kind: (typeof SETTLEMENTS)[number];
  /** Of what it settles. */
  of: DocumentKind;
  /** The status of what it settles: what was paid of a cancelled bill is an advance to its vendor. */
  status: string;
  amountPaise: number;
  /** All tax that was deducted. */
  tdsPaise: number;
  /** The GST in it, by head (CGST Act, s. 51). */
  gstTdsIgstPaise: number;
  gstTdsCgstPaise: number;
  gstTdsSgstPaise: number;
  /** Of a bill: it was paid before the bill, and its TDS deducted then. */
  isTdsEarly: boolean;
  /** Of the transaction that it booked, which posted the money there: from here it goes where it belongs. */
  categoryId: string | null;
}

/** Whether a kind of document is a vendor's, or issued for what the agency buys. */
export const isOfVendor = (kind: DocumentKind): boolean =>
  kind in BOUGHT || kind === "PAYMENT_VOUCHER";

/** The GST that a client deducted, by the ledger of its head. */
const listGstTds = (row: PostedSettlement): [ledger: string, paise: number][] => [
  ["gst_tds_igst", row.gstTdsIgstPaise],
  ["gst_tds_cgst", row.gstTdsCgstPaise],
  ["gst_tds_sgst", row.gstTdsSgstPaise],
];

/**
 * What settles a document: money, and tax that was deducted. A bill posts its tax itself, unless it is
 * cancelled: then the tax stays payable, and is in the advance.
 */
export function postSettlement(row: PostedSettlement): Posting[] {
  const { kind, of, amountPaise: amount, categoryId } = row;
  const isBought = isOfVendor(of);
  const sign = isBought ? -1 : 1;
  const isAdvance = of in BOUGHT && row.status === "CANCELLED";
  const tds = isBought && !isAdvance && !row.isTdsEarly ? 0 : row.tdsPaise;
  const gst = isBought ? [] : listGstTds(row);
  const owed = isAdvance ? "vendor_advances" : isBought ? "payables" : "receivables";
  const due = of === "RECEIPT_VOUCHER" ? "advances" : owed;
  const booked = categoryId ?? "unallocated";
  if (kind === "PAYMENT") {
    const ofGst = gst.reduce((sum, [, paise]) => sum + paise, 0);
    return lines(
      [booked, sign * amount],
      [isBought ? "tds_payable" : "tds_receivable", sign * (tds - ofGst)],
      ...gst,
      [due, -sign * (amount + tds)],
    );
  }
  if (kind === "REFUND") return lines([due, sign * amount], [booked, -sign * amount]);
  const from = isBought ? "vendor_advances" : "advances";
  if (kind === "ADVANCE") return lines([from, sign * amount], [owed, -sign * amount]);
  if (kind === "WRITE_OFF") return lines(["bad_debts", sign * amount], [owed, -sign * amount]);
  return [];
}

/** Balances of ledgers and accounts on the day the books begin, debit positive, against equity. */
export function postOpenings(openings: Posting[]): Posting[] {
  const sum = openings.reduce((all, { paise }) => all + paise, 0);
  return lines(...openings.map(({ ledger, paise }) => [ledger, paise] as const), ["opening", -sum]);
}
