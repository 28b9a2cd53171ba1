import {
  type CountedDocument,
  filterReported,
  type OutwardKind,
  type PeriodBooks,
} from "./books.ts";
import { isPortalNumber, parseNumber } from "./numbers.ts";

// Table 13: the ranges of document numbers in the period. A missing number ends a range.

export interface IssuedRange {
  from: string;
  to: string;
  /** Number of the agency's documents in the range. */
  total: number;
  /** Cancelled documents, and drafts that have a number. */
  cancelled: number;
}

export interface IssuedKind {
  /** 1 to 12, as on the form. */
  number: number;
  name: string;
  ranges: IssuedRange[];
}

const KINDS: { number: number; name: string; of: (OutwardKind | CountedDocument["kind"])[] }[] = [
  { number: 1, name: "Invoices for outward supply", of: ["INVOICE", "BILL_OF_SUPPLY"] },
  {
    number: 2,
    name: "Invoices for inward supply from unregistered person",
    of: ["SELF_INVOICE"],
  },
  { number: 4, name: "Debit Note", of: ["DEBIT_NOTE"] },
  { number: 5, name: "Credit Note", of: ["CREDIT_NOTE"] },
  { number: 6, name: "Receipt Voucher", of: ["RECEIPT_VOUCHER"] },
  { number: 7, name: "Payment Voucher", of: ["PAYMENT_VOUCHER"] },
  { number: 8, name: "Refund Voucher", of: ["REFUND_VOUCHER"] },
];

interface Given {
  kind: OutwardKind | CountedDocument["kind"];
  number: string;
  isCancelled: boolean;
}

/** Returns every number used in the period, and whether its document is cancelled. */
const givenNumbers = (books: Numbering): Given[] => [
  ...filterReported(books.documents, books).map(({ kind, number, state }) => ({
    kind,
    number,
    isCancelled: state !== "ISSUED",
  })),
  ...filterReported(books.counted, books),
];

type Numbering = Pick<PeriodBooks, "counted" | "documents" | "elsewhere">;

/** Builds table 13 without numbers that the portal refuses; the preflight reports those. */
export function documentsIssued(books: Numbering): IssuedKind[] {
  const given = givenNumbers(books).filter(({ number }) => isPortalNumber(number));
  return KINDS.map(({ of, ...kind }) => ({
    ...kind,
    ranges: findRanges(given.filter(({ kind }) => of.includes(kind))),
  })).filter(({ ranges }) => ranges.length > 0);
}

function findRanges(given: Given[]): IssuedRange[] {
  const bySeries = Map.groupBy(given, ({ number }) => parseNumber(number)?.series ?? number);
  const ranges: IssuedRange[] = [];
  for (const some of bySeries.values()) {
    const inOrder = some
      .map((one) => ({ ...one, sequence: parseNumber(one.number)?.sequence ?? 0 }))
      .toSorted((a, b) => a.sequence - b.sequence);
    let last = Number.NaN;
    for (const { number, sequence, isCancelled } of inOrder) {
      if (sequence !== last && sequence !== last + 1) {
        ranges.push({ from: number, to: number, total: 0, cancelled: 0 });
      }
      const range = ranges.at(-1) as IssuedRange;
      range.to = number;
      range.total += 1;
      range.cancelled += isCancelled ? 1 : 0;
      last = sequence;
    }
  }
  return ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
