import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { TransactionFilter, TransactionQuery } from "../../domain/ledger/transactions.ts";
import type { Books } from "../engine/books.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import type { Tenant } from "../engine/tenant.ts";
import { isLocal } from "../remote/primary.ts";
import { readSums, type Sums, type SumsRow, selectSums } from "./rollup.ts";
import { matching, type Narrowed, type Row, SORTED, selectRows, usesSearchIndex } from "./rows.ts";
import { sumOfAmounts } from "./sums.ts";

// Filters that rollups do not support need a full search, because totals are shown too. The result is cached
// until the next write, so further pages are as fast as in other lists. Thousands of keys are read as one
// JSON, in plain SQL like `matching`.

interface SearchResult {
  /** See STAMP. */
  stamp: number;
  sums: Sums;
  /** Last of the list first; unsorted, that is oldest first. */
  entries: number[];
}

interface Page {
  offset: number;
  limit: number;
  sort?: TransactionQuery["sort"];
}

interface Found {
  sums: Sums;
  /** In list order; by default newest first. */
  rows: Row[];
}

/** Returns a page of a search, with totals of all results. */
export async function searchPage(
  { agencyId, books }: Tenant,
  filter: TransactionFilter,
  page: Page,
): Promise<Found> {
  const { read } = books;
  // A database server may use another connection for each query, and returns at most ten megabytes.
  if (!isLocal(books.place.url)) {
    return searchOnce(read, agencyId, await narrowSearch(read, agencyId, filter), page);
  }
  const finds = getCache(read);
  const isFirst = !isUsual(page.sort) && page.offset + page.limit <= FIRST;
  const key = JSON.stringify([agencyId, filter, page.sort, isFirst]);
  const cached = finds.get(key);
  const keptRows = cached && (await rowsOfFind(read, agencyId, cached, page));
  if (keptRows) return { sums: cached.sums, rows: keptRows };

  const way = await narrowSearch(read, agencyId, filter);
  const found = await (isFirst ? searchFirst : searchAll)(read, agencyId, way, page.sort);
  finds.set(key, found);
  const rows = await rowsOfFind(read, agencyId, found, page);
  return rows ? { sums: found.sums, rows } : searchOnce(read, agencyId, way, page);
}

type Read = Books["read"];

// In entries: 16 MB a thread. An empty result counts as a few dozen.
const KEPT = 2_000_000;
const AS_MUCH_AS_NOTHING = 64;

/** By connection, because a stamp is only valid on its connection. */
const keptFinds = new WeakMap<Read, LRUCache<string, SearchResult>>();

function getCache(read: Read): LRUCache<string, SearchResult> {
  const known = keptFinds.get(read);
  if (known) return known;
  const finds = new LRUCache<string, SearchResult>({
    maxSize: KEPT,
    sizeCalculation: ({ entries }) => entries.length + AS_MUCH_AS_NOTHING,
  });
  keptFinds.set(read, finds);
  return finds;
}

/** Changes with each write to a local file, seen from the same connection. */
const STAMP = sql`SELECT data_version AS stamp FROM pragma_data_version`;

/** Returns a page of a result; undefined if data was written since. */
async function rowsOfFind(
  read: Read,
  agencyId: number,
  find: SearchResult,
  { offset, limit }: Page,
) {
  const end = Math.max(0, find.entries.length - offset);
  const page = JSON.stringify(find.entries.slice(Math.max(0, end - limit), end).reverse());
  const keys = sql`SELECT value AS entry, key AS place FROM json_each(${page})`;
  const [[now], rows] = await read.batch([
    read.all<{ stamp: number }>(STAMP),
    read.all<Row>(selectRows(agencyId, keys, "placed")),
  ]);
  return now?.stamp === find.stamp ? rows : undefined;
}

// Comparing a row takes 0.25 µs. The index takes up to 6 ms to start and 1 µs per hit.
const ROWS_WORTH_AN_INDEX = 15_000;

async function narrowSearch(
  read: Read,
  agencyId: number,
  filter: TransactionFilter,
): Promise<Narrowed> {
  const [window] = await read.all<SumsRow>(selectSums(agencyId, filter));
  return { ...filter, areFew: (window as SumsRow).entries < ROWS_WORTH_AN_INDEX };
}

/** Reads all keys in one pass. */
export async function searchAll(
  read: Read,
  agencyId: number,
  filter: Narrowed,
  sort?: Page["sort"],
): Promise<SearchResult> {
  const hits = matching(agencyId, filter, hitsBy(sort));
  // An index by date returns rows sorted. For others, sorting here takes a third of SQL's time.
  const isSorted = !isUsual(sort);
  const days = usesSearchIndex(filter) && !isSorted ? sql`json_group_array(date)` : sql`NULL`;
  const order = isSorted ? sql`ORDER BY ${orderBy(sort, sql`sorted`, NEWEST)}` : sql``;
  const [row] = await read.all<SumsRow & { stamp: number; keys: string; days: string | null }>(
    sql`SELECT (${STAMP}) AS stamp, ${SUMS}, json_group_array(entry ${order}) AS keys,
      ${days} AS days FROM (${hits})`,
  );
  const { stamp, keys, days: ofDays, ...sums } = row as NonNullable<typeof row>; // Aggregate: always one row.
  const entries: number[] = JSON.parse(keys);
  if (isSorted) entries.reverse();
  const found = { stamp, sums: readSums(sums) };
  return { ...found, entries: ofDays ? sortByDay(entries, JSON.parse(ofDays)) : entries };
}

/** Only this many rows are sorted in other orders: users see ten of a million. */
const FIRST = 1_000;

/** Returns the totals and the first keys of a sorted list. */
async function searchFirst(
  read: Read,
  agencyId: number,
  filter: Narrowed,
  sort?: Page["sort"],
): Promise<SearchResult> {
  const all = sql`SELECT ${SUMS} FROM (${matching(agencyId, filter, sql`type, amount_paise`)})`;
  const sums = mayScan(filter) ? all : selectSums(agencyId, filter);
  const hits = matching(agencyId, filter, hitsBy(sort));
  const keys = numberHits(hits, { offset: 0, limit: FIRST, sort });
  const [row] = await read.all<SumsRow & { stamp: number; keys: string }>(sql`
    SELECT (${STAMP}) AS stamp, sums.*,
      (SELECT json_group_array(entry ORDER BY place DESC) FROM (${keys})) AS keys
    FROM (${sums}) sums`);
  const { stamp, keys: found, ...rest } = row as NonNullable<typeof row>; // Aggregate: always one row.
  return { stamp, sums: readSums(rest), entries: JSON.parse(found) };
}

/** Whether the filter needs more than rollups. */
export const mayScan = ({ q, minAmount, maxAmount }: TransactionFilter): boolean =>
  q !== undefined || minAmount !== undefined || maxAmount !== undefined;

/** Sorts entries, each with its day, by day. */
function sortByDay(entries: number[], days: string[]): number[] {
  const ofDay = Map.groupBy(entries, (_, at) => days[at] as string);
  return [...ofDay.keys()].sort().flatMap((day) => ofDay.get(day) ?? []);
}

/** Reads totals and page in one statement, so they are consistent. Caches nothing. */
export async function searchOnce(
  read: Read,
  agencyId: number,
  filter: Narrowed,
  { offset, limit, sort }: Page,
): Promise<Found> {
  const hits = matching(agencyId, filter, hitsBy(sort));
  const page = numberHits(sql`SELECT * FROM hits`, { offset, limit, sort });
  const rows = selectRows(agencyId, sql`SELECT * FROM page`, "placed");
  const found = await read.all<SumsRow & Row>(sql`
    WITH hits AS MATERIALIZED (${hits}), page AS MATERIALIZED (${page})
    SELECT * FROM (SELECT ${SUMS} FROM hits) LEFT JOIN page ON true LEFT JOIN (${rows}) USING (entry)
    ORDER BY place`);
  // There is a row even without results.
  return { sums: readSums(found[0] as SumsRow), rows: found.filter(({ entry }) => entry !== null) };
}

function numberHits(hits: SQL, { offset, limit, sort }: Page): SQL {
  const order = orderBy(sort, sql`sorted`, NEWEST);
  return sql`SELECT entry, row_number() OVER (ORDER BY ${order}) AS place
    FROM (SELECT * FROM (${hits}) ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})`;
}

/** The columns that a search reads; `sorted` is the value to sort by. */
const hitsBy = (sort: Page["sort"]): SQL =>
  sql`entry, date, type, amount_paise, ${sortSql(SORTED, sort)} AS sorted`;

const NEWEST = { date: sql`date`, id: sql`entry` };

/** Totals of rows with type and amount_paise. */
const SUMS = sql`count(*) AS entries,
  ${sumOfAmounts(sql`amount_paise`, sql`type = 'Income'`)} AS income,
  ${sumOfAmounts(sql`amount_paise`, sql`type = 'Expense'`)} AS expense`;
