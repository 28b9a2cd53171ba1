import { sql } from "drizzle-orm";
import { addDays, type DateRange, splitIntoBuckets } from "../../domain/dates.ts";
import type { Transaction, TransactionFilter } from "../../domain/ledger/transactions.ts";
import type { Books, Read } from "../engine/books.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { toTotals } from "./listTransactions.ts";
import {
  isWide,
  pickLatest,
  type RollupFilter,
  readSums,
  type Sums,
  type SumsRow,
  selectSums,
} from "./rollup.ts";
import { matching, readRows, toTransaction, usesSearchIndex } from "./rows.ts";

/** Streams the filter's transactions from one snapshot, oldest first, so that an import keeps their order. */
export async function exportTransactions(
  tenant: Tenant,
  filter: TransactionFilter,
): Promise<AsyncGenerator<Transaction[]>> {
  return (await openMoment(tenant, filter, async () => {})).slices;
}

/** Streams them with their number and totals, from the same snapshot. */
export async function reportTransactions(tenant: Tenant, filter: RollupFilter & DateRange) {
  const look = (read: Read) => sumUp(read, tenant, filter);
  const { looked: sums, slices } = await openMoment(tenant, filter, look);
  return { count: sums.entries, totals: toTotals(sums), slices };
}

/** Opens a snapshot and also returns what `look` reads from it. */
async function openMoment<T>(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  filter: TransactionFilter,
  look: (read: Books["read"]) => Promise<T>,
) {
  const moment = streamSnapshot<T | Transaction[]>(books, async function* (read) {
    yield await look(read);
    yield* readTransactionSlices(read, agencyId, filter);
  });
  const { value: looked } = (await moment.next()) as { value: T };
  return { looked, slices: moment as AsyncGenerator<Transaction[]> };
}

/**
 * Sums the filter's rollups. A wide filter is summed by month, or by day, yielding to the event loop in
 * between.
 */
async function sumUp(read: Read, tenant: Tenant, filter: RollupFilter & DateRange): Promise<Sums> {
  const isMany = await isWide(tenant, filter);
  const sums: Sums = { entries: 0, incomePaise: 0n, expensePaise: 0n };
  for (const part of isMany ? partsOfPeriod(filter) : [filter]) {
    const [row] = await read.all<SumsRow>(selectSums(tenant.agencyId, { ...filter, ...part }));
    // An aggregate always returns one row.
    const { entries, incomePaise, expensePaise } = readSums(row as SumsRow);
    sums.entries += entries;
    sums.incomePaise += incomePaise;
    sums.expensePaise += expensePaise;
    if (isMany) await Bun.sleep(0);
  }
  return sums;
}

function partsOfPeriod(period: DateRange): DateRange[] {
  const { starts } = splitIntoBuckets(period);
  return starts.map((start, n) => ({
    dateFrom: pickLatest(start, period.dateFrom),
    dateTo: n + 1 < starts.length ? addDays(starts[n + 1] as string, -1) : period.dateTo,
  }));
}

// Plain SQL: the query builder supports neither comparing two columns nor a thousand rows as one JSON.

// About ten milliseconds, after which other requests get a turn.
const ROWS_PER_STRETCH = 5_000;
const ROWS_PER_SLICE = 1_000;

/** Streams rows of the filter with names, oldest first, a thousand at a time. */
export async function* readTransactionSlices(
  read: Read,
  agencyId: number,
  filter: TransactionFilter,
) {
  for await (const stretch of selectStretches(read, agencyId, filter)) {
    const [found] = await read.all<{ entries: string }>(sql`
      SELECT json_group_array(entry) AS entries FROM (${stretch} ORDER BY date, entry)`);
    const entries: number[] = JSON.parse(found?.entries ?? "[]");
    await Bun.sleep(0);
    for (let from = 0; from < entries.length; from += ROWS_PER_SLICE) {
      const slice = JSON.stringify(entries.slice(from, from + ROWS_PER_SLICE));
      const keys = sql`SELECT value AS entry FROM json_each(${slice})`;
      yield (await readRows(read, agencyId, keys)).map(toTransaction);
      await Bun.sleep(0);
    }
  }
}

/**
 * Reads the filter's rows from one stretch of thousands of rows after another. However rare the matches are,
 * no statement reads more than a stretch.
 */
async function* selectStretches(
  read: Read,
  agencyId: number,
  { dateFrom = "", dateTo = "~", ...rest }: TransactionFilter,
) {
  // For mixed-case text beyond ASCII.
  const isIndexed = usesSearchIndex({ ...rest, areFew: true });
  let after = { date: dateFrom, entry: 0 };
  for (;;) {
    const beyond = sql`(date, entry) > (${after.date}, ${after.entry})`;
    const [last] = await read.all<typeof after>(sql`
      SELECT * FROM (${matching(agencyId, { dateTo }, sql`date, entry`)}) WHERE ${beyond}
      ORDER BY date, entry LIMIT 1 OFFSET ${ROWS_PER_STRETCH - 1}`);
    const narrowed = {
      ...rest,
      // With two lower bounds SQLite might choose the wrong one for an index by date. The search index needs
      // it.
      ...(isIndexed ? { dateFrom: after.date } : {}),
      dateTo: last?.date ?? dateTo,
      areFew: true,
    };
    const until = last ? sql`AND (date, entry) <= (${last.date}, ${last.entry})` : sql``;
    yield sql`SELECT * FROM (${matching(agencyId, narrowed, sql`entry, date`)}) WHERE ${beyond} ${until}`;
    if (!last) return;
    after = last;
  }
}
