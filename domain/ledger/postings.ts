import type { DocumentKind, SETTLEMENTS } from "../documents/kinds.ts";
import { type RupeeSum, toRupees } from "../money.ts";
import type { TransactionType } from "./transactions.ts";

// Postings of each row of the books: lines in paise, debit positive, that add up to 0. The database
// stores only sums, by the same rules (migration ledgers); `bahi check` compares them with these.

/** A line posted to a category, an account or a system ledger, by id. */
export interface Posting {
  ledger: string;
  /** Debit is positive. */
  paise: number;
}

/** Returns an amount, debit positive, as rupees on its side; the other side is 0. */
export function toSides(paise: bigint | number): { debit: RupeeSum; credit: RupeeSum } {
  const amount = BigInt(paise);
  return {
    debit: toRupees(amount > 0n ? amount : 0n),
    credit: toRupees(amount < 0n ? -amount : 0n),
  };
}

/** Drops lines without a ledger or an amount. */
const lines = (...all: (readonly [ledger: string | null, paise: number])[]): Posting[] =>
  all.flatMap(([ledger, paise]) => (ledger && paise !== 0 ? [{ ledger, paise }] : []));

export interface PostedTransaction {
  type: TransactionType;
  accountId: string;
  toAccountId: string | null;
  categoryId: string | null;
  amountPaise: number;
}

/** Posts the account against the category or the other account. */
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
  /** Whether the tax book posts the reverse charge when it is due, and the credit with GSTR-2B. */
  isByTaxBook: boolean;
  /** Whether it is from before the books; its tax was in earlier returns. */
  isEarlier: boolean;
  /** The part of the taxable value bought for the client, which is not revenue. */
  pureAgentPaise: number;
  /** For a bill: TDS to deduct, without the TDS of earlier payments. */
  keptPaise: number;
  lines: PostedLine[];
}

/** A line of a bill: its category, and its tax as printed. */
export interface PostedLine {
  categoryId: string | null;
  itc: string;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  cessPaise: number;
}

/** Whether a document posts anything. Drafts and cancelled documents never do. */
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

/**
 * Posts a sale, a purchase or a credit. A voucher posts nothing itself, because its money is a
 * settlement.
 */
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
 * Posts a bill. Tax without credit is a cost; other tax waits for GSTR-2B. Under reverse charge the
 * agency also owes the tax in cash. The credit left on bills from before the books is an opening
 * balance.
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
  /** Kind of the settled document. */
  of: DocumentKind;
  /** Status of the settled document. A payment of a cancelled bill is an advance to the vendor. */
  status: string;
  amountPaise: number;
  /** All tax deducted. */
  tdsPaise: number;
  /** The GST in it, by head (CGST Act, s. 51). */
  gstTdsIgstPaise: number;
  gstTdsCgstPaise: number;
  gstTdsSgstPaise: number;
  /** For a bill: whether it was paid, and TDS deducted, before the bill. */
  isTdsEarly: boolean;
  /**
   * Category of its transaction, which posted the money there. The settlement moves it to the right
   * ledger.
   */
  categoryId: string | null;
}

/** Whether a document is a vendor's, or issued for a purchase. */
export const isOfVendor = (kind: DocumentKind): boolean =>
  kind in BOUGHT || kind === "PAYMENT_VOUCHER";

/** Returns the GST deducted by a client, by ledger. */
const listGstTds = (row: PostedSettlement): [ledger: string, paise: number][] => [
  ["gst_tds_igst", row.gstTdsIgstPaise],
  ["gst_tds_cgst", row.gstTdsCgstPaise],
  ["gst_tds_sgst", row.gstTdsSgstPaise],
];

/**
 * Posts a settlement: money and deducted tax. A bill posts its TDS itself unless it is cancelled; then
 * the TDS stays payable and is part of the advance.
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

/** Posts the opening balances of ledgers and accounts, debit positive, against equity. */
export function postOpenings(openings: Posting[]): Posting[] {
  const sum = openings.reduce((all, { paise }) => all + paise, 0);
  return lines(...openings.map(({ ledger, paise }) => [ledger, paise] as const), ["opening", -sum]);
}
