import { sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";
import { readSum, sumOfKept, toFigure } from "../ledger/sums.ts";
import { type Posted, postedRows } from "../reports/posted.ts";

/** Expected sums by day, ledger and origin (or party): paise and a count. */
type Due = Map<string, { debitPaise: bigint; creditPaise: bigint; entries: number }>;

/**
 * Checks the ledgers' stored sums against the postings of every document, settlement and journal, which one
 * function derives from the rows.
 */
export async function verifyLedgers(read: Read, agencyId: number): Promise<Difference[]> {
  const due: Due = new Map();
  const parties: Due = new Map();
  for await (const rows of postedRows(read, agencyId)) {
    for (const row of rows) add(due, parties, row);
  }
  const months: Due = new Map();
  for (const [place, { debitPaise, creditPaise, entries }] of due) {
    const [date = "", ledger, origin] = place.split(" ");
    const cell = getCell(months, [date.slice(0, 7), ledger, origin].join(" "));
    cell.debitPaise += debitPaise;
    cell.creditPaise += creditPaise;
    cell.entries += entries;
  }
  return [
    ...(await compare(read, agencyId, "day", due)),
    ...(await compare(read, agencyId, "month", months)),
    ...(await compare(read, agencyId, "party", parties)),
  ];
}

function getCell(due: Due, place: string) {
  const known = due.get(place) ?? { debitPaise: 0n, creditPaise: 0n, entries: 0 };
  due.set(place, known);
  return known;
}

function add(due: Due, parties: Due, { date, party, postings, origins }: Posted): void {
  let sum = 0;
  for (const [at, { ledger, paise }] of postings.entries()) {
    const origin = origins[at];
    // The money of a settlement offsets its transaction's other side.
    const lessens = origin === "M" || origin === "V";
    const isDebit = lessens !== paise > 0;
    const isOwed = ledger === "receivables" || ledger === "payables";
    for (const cell of [
      getCell(due, [date, ledger, origin].join(" ")),
      ...(isOwed ? [getCell(parties, [date.slice(0, 7), ledger, party].join(" "))] : []),
    ]) {
      cell[isDebit ? "debitPaise" : "creditPaise"] += BigInt(isDebit ? paise : -paise);
      cell.entries += lessens ? -1 : 1;
    }
    sum += paise;
  }
  // Not a stored sum: reports postings that do not balance.
  if (sum !== 0) getCell(due, [date, "unbalanced", "D"].join(" ")).debitPaise += BigInt(sum);
}

const KEPT_BY = {
  day: ["ledger_days", "date", "origin"],
  month: ["ledger_months", "month", "origin"],
  party: ["party_months", "month", "party"],
} as const;

/** Compares stored with expected sums. It empties `due`. */
async function compare(
  read: Read,
  agencyId: number,
  unit: keyof typeof KEPT_BY,
  due: Due,
): Promise<Difference[]> {
  const [table, period, last] = KEPT_BY[unit];
  const storedSums = await read.all<{
    place: string;
    debit: string;
    credit: string;
    entries: number;
  }>(sql`
    SELECT ${sql.raw(period)} || ' ' || ledger || ' ' || ${sql.raw(last)} AS place,
      ${sumOfKept("debit")} AS debit, ${sumOfKept("credit")} AS credit, sum(entries) AS entries
    FROM ${sql.raw(table)} WHERE agency_id = ${agencyId} GROUP BY 1`);
  const differences: Difference[] = [];
  const note = (
    place: string,
    figure: string,
    stored: bigint | number,
    derived: bigint | number,
  ) => {
    if (stored === derived) return;
    const [when, ledger, of] = place.split(" ");
    const where = `ledger ${ledger} (${of}), ${period} ${when}`;
    const shown = (value: bigint | number) => (typeof value === "bigint" ? toFigure(value) : value);
    const at = { where, account: "", category: "", figure };
    differences.push({ ...at, stored: shown(stored), derived: shown(derived) });
  };
  for (const { place, ...row } of storedSums) {
    const wanted = due.get(place) ?? { debitPaise: 0n, creditPaise: 0n, entries: 0 };
    note(place, "debit_paise", readSum(row.debit), wanted.debitPaise);
    note(place, "credit_paise", readSum(row.credit), wanted.creditPaise);
    note(place, "entries", row.entries, wanted.entries);
    due.delete(place);
  }
  for (const [place, { debitPaise, creditPaise, entries }] of due) {
    note(place, "debit_paise", 0n, debitPaise);
    note(place, "credit_paise", 0n, creditPaise);
    note(place, "entries", 0, entries);
  }
  return differences;
}
