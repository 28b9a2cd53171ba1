import { sql } from "drizzle-orm";
import { describeAboveLimit } from "../../domain/agencies/approvals.ts";
import { closedSentence } from "../../domain/agencies/locks.ts";
import { addBadRow, type BadRows } from "../../domain/csv/transactions.ts";
import { Refusal } from "../../domain/refusal.ts";
import { findLimit } from "../engine/approvals.ts";
import { findHelperName, findLockDate } from "../engine/locks.ts";
import type { Tenant } from "../engine/tenant.ts";
import { fingerprint } from "../ledger/fingerprint.ts";
import { createOccurrenceCounter } from "./occurrences.ts";
import type { StagedRow } from "./stage.ts";

// Locks and the approval limit refuse only rows that change the books. Rows that already exist are skipped
// before either check.

/** Rows of a file that a lock or the limit refuses, unless they already exist. */
export interface BarredRows {
  /** Collects a refused row. Returns false for other rows, which can be staged. */
  take(line: number, row: StagedRow): boolean;
  /** Whether enough rows are collected to compare them with the books. */
  isFull(): boolean;
  /** Compares the collected rows with the books. New rows are reported as bad. */
  compare(): Promise<void>;
  /** @throws Refusal "conflict" or "forbidden" if the file has no other problem */
  assertNone(): void;
}

interface Waiting {
  line: number;
  date: string;
  print: number;
  isLocked: boolean;
}

/** Comparing reads all entries of the rows' days, so it is done in bulk. */
const COMPARED_AT_ONCE = 20_000;

export async function openBarredRows(
  tenant: Tenant,
  keepsDuplicates: boolean,
  bad: BadRows,
): Promise<BarredRows> {
  const { read } = tenant.books;
  const shut = await findLockDate(read, tenant);
  const limit = await findLimit(read, tenant);
  const above =
    limit === undefined
      ? ""
      : describeAboveLimit(limit, await findHelperName(read, tenant.agencyId));
  const countOccurrence = createOccurrenceCounter();
  let waiting: Waiting[] = [];
  let [locked, barred] = [0, 0];

  return {
    take(line, row) {
      const isLocked = row.date <= shut.to;
      const isAbove = limit !== undefined && row.type !== "Income" && row.amountPaise > limit;
      if (!isLocked && !isAbove) return false;
      const print = fingerprint({ ...row, amountPaise: row.amountPaise });
      waiting.push({ line, date: row.date, print, isLocked });
      return true;
    },
    isFull: () => waiting.length >= COMPARED_AT_ONCE,
    async compare() {
      const times = keepsDuplicates ? new Map() : await countExisting(tenant, waiting);
      for (const { line, print, isLocked } of waiting) {
        if (countOccurrence(print) <= (times.get(print) ?? 0)) continue;
        if (isLocked) locked += 1;
        else barred += 1;
        const message = isLocked ? closedSentence(shut) : above;
        addBadRow(bad, line, isLocked ? "Date" : "Amount", message);
      }
      waiting = [];
    },
    assertNone() {
      if (locked > 0 && bad.count === locked) {
        throw new Refusal("conflict", closedSentence(shut), bad.first);
      }
      if (barred > 0 && bad.count === barred) throw new Refusal("forbidden", above, bad.first);
    },
  };
}

/** Counts how often each of these rows exists in the books. */
async function countExisting(
  { books, agencyId }: Tenant,
  rows: Waiting[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const days = JSON.stringify([...new Set(rows.map(({ date }) => date))]);
  const prints = JSON.stringify([...new Set(rows.map(({ print }) => print))]);
  const found = await books.read.all<{ print: number; times: number }>(sql`
    SELECT fingerprint AS print, count(*) AS times FROM transactions INDEXED BY transactions_by_date
    WHERE agency_id = ${agencyId} AND date IN (SELECT value FROM json_each(${days}))
      AND fingerprint IN (SELECT value FROM json_each(${prints}))
    GROUP BY fingerprint`);
  return new Map(found.map(({ print, times }) => [print, times]));
}
