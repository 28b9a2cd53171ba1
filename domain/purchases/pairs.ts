import type { BookedBill, BookedRow } from "./bookedRows.ts";
import {
  findDifferences,
  findMatchStatus,
  findRuleIndex,
  type Match,
  matchInward,
} from "./matching.ts";

// Users' decisions about the rows of GSTR-2B, plus what the rules find for the rest.

export const PAIR_STATUSES = [
  ...(["EXACT", "SUGGESTED", "MISMATCH", "RESIDUAL", "MANUAL"] as const),
  ...(["MISSING_IN_2B", "MISSING_IN_BOOKS", "IGNORED"] as const),
] as const;
export type PairStatus = (typeof PAIR_STATUSES)[number];

export interface Pair extends Omit<Match, "bill" | "row" | "status"> {
  bill: BookedBill | undefined;
  row: BookedRow | undefined;
  status: PairStatus;
  /** Whether it is EXACT, accepted, or linked by hand. */
  counts: boolean;
}

/**
 * Returns the pairs of a period in the order of the rules, then the unmatched bills and rows, then the
 * ignored rows. A pair stored as exact counts while it remains exact.
 * @param rows those of the period's file, and earlier ones without a bill
 */
export function matchPairs(bills: BookedBill[], rows: BookedRow[]): Pair[] {
  const current = dropAmended(rows);
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const linked = current.flatMap((row) => toManualPair(row, byId.get(row.link?.bill ?? "")) ?? []);
  const used = new Set(linked.flatMap(({ bill, row }) => [bill?.id, row?.id]));
  const isFree = ({ id }: { id: string }) => !used.has(id);
  const ignored = current.filter((row) => row.isIgnored && isFree(row));
  const matches = matchInward(
    bills.filter((bill) => isFree(bill) && !bill.isLinkedElsewhere),
    current.filter((row) => isFree(row) && !row.isIgnored),
  );
  const found = matches.map(({ status, ...pair }) => ({
    ...(pair as Pick<Pair, "bill" | "differences" | "row">),
    status,
    counts: status === "EXACT",
  }));
  const pairs = [...linked, ...found.filter(isWhole)].map((pair) => ({
    pair,
    place: toSortKey(pair),
  }));
  return [
    ...pairs.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ pair }) => pair),
    ...found.filter((pair) => !isWhole(pair)),
    ...ignored.map((row) => ({
      bill: undefined,
      row,
      status: "IGNORED" as const,
      differences: [],
      counts: false,
    })),
  ];
}

const isWhole = ({ bill, row }: Pair) => bill !== undefined && row !== undefined;

function toManualPair(row: BookedRow, bill: BookedBill | undefined): Pair | undefined {
  if (!row.link || !bill) return undefined;
  const isExact = findMatchStatus(bill, row) === "EXACT";
  if (row.link.as === "EXACT" && !isExact) return undefined;
  const status = isExact ? "EXACT" : row.link.as;
  return { bill, row, status, differences: findDifferences(bill, row), counts: true };
}

/** Returns a key that sorts by rule, then by the bill's date and number. */
function toSortKey({ bill, row }: Pair): string {
  if (!bill || !row) return "";
  return `${findRuleIndex(bill, row)} ${bill.date} ${bill.number}`;
}

/** Removes rows that an amendment replaces. */
function dropAmended(rows: BookedRow[]): BookedRow[] {
  const amended = new Set(rows.flatMap((row) => keyOfAmended(row) ?? []));
  return amended.size === 0 ? rows : rows.filter((row) => !amended.has(toKey(row)));
}

const toKey = ({ table, gstin, number, date }: BookedRow) => [table, gstin, number, date].join(" ");

const keyOfAmended = ({ table, gstin, amends }: BookedRow) =>
  amends && [table.slice(0, -1), gstin, amends.number, amends.date].join(" ");
