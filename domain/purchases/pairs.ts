import type { BookedBill, BookedRow } from "./bookedRows.ts";
import {
  findDifferences,
  findMatchStatus,
  findRuleIndex,
  type Match,
  matchInward,
} from "./matching.ts";

// What a person decided about the rows of GSTR-2B, with what the rules find of the rest.

export const PAIR_STATUSES = [
  ...(["EXACT", "SUGGESTED", "MISMATCH", "RESIDUAL", "MANUAL"] as const),
  ...(["MISSING_IN_2B", "MISSING_IN_BOOKS", "IGNORED"] as const),
] as const;
export type PairStatus = (typeof PAIR_STATUSES)[number];

export interface Pair extends Omit<Match, "bill" | "row" | "status"> {
  bill: BookedBill | undefined;
  row: BookedRow | undefined;
  status: PairStatus;
  /** EXACT, accepted, or linked by hand. */
  counts: boolean;
}

/**
 * The pairs of a period, in the order in which the rules find them; then what is left on either side, and the
 * rows that somebody ignores. A pair that was exact when it was kept counts as long as it is.
 * @param rows those of the period's file, and earlier ones that are of no bill
 */
export function matchPairs(bills: BookedBill[], rows: BookedRow[]): Pair[] {
  const current = dropAmended(rows);
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const kept = current.flatMap((row) => toManualPair(row, byId.get(row.link?.bill ?? "")) ?? []);
  const used = new Set(kept.flatMap(({ bill, row }) => [bill?.id, row?.id]));
  const isFree = ({ id }: { id: string }) => !used.has(id);
  const ignored = current.filter((row) => row.isIgnored && isFree(row));
  const matches = matchInward(
    bills.filter((bill) => isFree(bill) && !bill.isLinkedElsewhere),
    current.filter((row) => isFree(row) && !row.isIgnored),
  );
  const found = matches.map(({ status, ...pair }) => ({
    ...(pair as Pick<Pair, "bill" | "differences" | "row">),
    ...{ status, counts: status === "EXACT" },
  }));
  const pairs = [...kept, ...found.filter(isWhole)].map((pair) => ({
    pair,
    place: toSortKey(pair),
  }));
  return [
    ...pairs.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ pair }) => pair),
    ...found.filter((pair) => !isWhole(pair)),
    ...ignored.map((row) => ({
      ...{ bill: undefined, row, status: "IGNORED" as const, differences: [], counts: false },
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

/** Sorts as the rules find them: each by the bill's date, then by its number. */
function toSortKey({ bill, row }: Pair): string {
  if (!bill || !row) return "";
  return `${findRuleIndex(bill, row)} ${bill.date} ${bill.number}`;
}

/** An amendment takes the place of what it amends, where that is known. */
function dropAmended(rows: BookedRow[]): BookedRow[] {
  const amended = new Set(rows.flatMap((row) => keyOfAmended(row) ?? []));
  return amended.size === 0 ? rows : rows.filter((row) => !amended.has(toKey(row)));
}

const toKey = ({ table, gstin, number, date }: BookedRow) => [table, gstin, number, date].join(" ");

const keyOfAmended = ({ table, gstin, amends }: BookedRow) =>
  amends && [table.slice(0, -1), gstin, amends.number, amends.date].join(" ");
