import { type SQL, sql } from "drizzle-orm";
import { toRupees } from "../../domain/money.ts";
import type {
  Transaction,
  TransactionFilter,
  TransactionList,
  TransactionQuery,
} from "../../domain/transactions.ts";
import { type Sums, sumsOf, windowOf } from "../daily.ts";
import { inSnapshot } from "../snapshot.ts";
import type { Tenant } from "../tenant.ts";
import { matching, type Row, rowsOf, toTransaction } from "./rows.ts";

/** A page of the filter's transactions, newest first, with the totals of the whole filter. */
export async function listTransactions(
  tenant: Tenant,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { page, limit, ...filter } = query;
  const { sums, rows } = await findPage(tenant, filter, { offset: (page - 1) * limit, limit });
  return {
    items: rows.map(toTransaction),
    total: sums.entries,
    page,
    totalPages: Math.ceil(sums.entries / limit),
    totals: toTotals(sums),
  };
}

/** Whether answering may read every row: then a reader thread does it, not the event loop. */
export function mayScan({ q, minAmount, maxAmount }: TransactionFilter): boolean {
  return q !== undefined || minAmount !== undefined || maxAmount !== undefined;
}

// Up to here it is quicker to pass over keys than to count days.
const OFFSET_WORTH_COUNTING = 500;

async function findPage(
  tenant: Tenant,
  filter: TransactionFilter,
  page: { offset: number; limit: number },
): Promise<{ sums: Sums; rows: Row[] }> {
  const { type, accountId, categoryId } = filter;
  const { agencyId, books } = tenant;
  if (mayScan(filter)) return scanForPage(tenant, filter, page);

  const isWhole = type === undefined && accountId === undefined && categoryId === undefined;
  const isFarOn = page.offset > OFFSET_WORTH_COUNTING;
  const window = isWhole && !isFarOn ? page : await windowOf(books.read, agencyId, filter, page);
  const keys = sql`${matching(agencyId, { ...filter, ...window }, sql`entry, date`)}
    ORDER BY date DESC, entry DESC LIMIT ${page.limit} OFFSET ${window.offset}`;
  // One batch is one moment: the totals are those of the rows.
  const [[sums], rows] = await books.read.batch([
    books.read.all<Sums>(sumsOf(agencyId, filter)),
    books.read.all<Row>(rowsOf(agencyId, keys, "newest")),
  ]);
  return { sums: sums as Sums, rows }; // An aggregate answers exactly one row.
}

// A row is read and compared in 0.25 µs; the index takes up to 6 ms to begin, and 1 µs a hit.
const ROWS_WORTH_AN_INDEX = 15_000;

/** What no rollup knows is looked for once, and both totals and page are taken from what was found. */
async function scanForPage(
  { agencyId, books }: Tenant,
  filter: TransactionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ sums: Sums; rows: Row[] }> {
  const [window] = await books.read.all<Sums>(sumsOf(agencyId, filter));
  const areFew = (window as Sums).entries < ROWS_WORTH_AN_INDEX;
  const hits = matching(agencyId, { ...filter, areFew }, sql`entry, date, type, amount_paise`);
  const keys = sql`SELECT entry FROM hits ORDER BY date DESC, entry DESC LIMIT ${limit} OFFSET ${offset}`;
  const found = await books.read.all<Sums & Row>(sql`
    WITH hits AS MATERIALIZED (${hits})
    SELECT * FROM (${sumsOfHits(sql`hits`)}) LEFT JOIN (${rowsOf(agencyId, keys, "newest")}) ON true
    ORDER BY date DESC, entry DESC`);
  const [sums] = found;
  return { sums: sums as Sums, rows: found.filter(({ entry }) => entry !== null) };
}

const sumsOfHits = (hits: SQL) => sql<Sums>`SELECT count(*) AS entries,
    coalesce(sum(amount_paise) FILTER (WHERE type = 'Income'), 0) AS income,
    coalesce(sum(amount_paise) FILTER (WHERE type = 'Expense'), 0) AS expense
  FROM ${hits}`;

export interface Export {
  count: number;
  totals: TransactionList["totals"];
  /** Oldest first, so that an import of them keeps their order. */
  slices: AsyncGenerator<Transaction[]>;
}

const ROWS_PER_SLICE = 1_000;

/** Every transaction of the filter as the books are now, in slices; totals and count are of these rows. */
export async function exportTransactions(
  tenant: Tenant,
  filter: TransactionFilter,
): Promise<Export> {
  const { agencyId, books } = tenant;
  const moment = inSnapshot<Sums | Transaction[]>(books, async function* (read) {
    const [sums] = await read.all<Sums>(sumsOfRows(agencyId, filter));
    yield sums as Sums;

    const { q, ...walkable } = filter;
    const found = q
      ? await read.all<Row>(sql`${matching(agencyId, filter, sql`entry, date`)}
      ORDER BY date, entry`)
      : undefined;
    let last = { date: "", entry: 0 };
    for (let from = 0; ; from += ROWS_PER_SLICE) {
      const entries = found?.slice(from, from + ROWS_PER_SLICE).map(({ entry }) => entry);
      const keys = entries
        ? sql`SELECT value AS entry FROM json_each(${JSON.stringify(entries)})`
        : sql`SELECT * FROM (${matching(agencyId, walkable, sql`entry, date`)})
            WHERE (date, entry) > (${last.date}, ${last.entry}) ORDER BY date, entry LIMIT ${ROWS_PER_SLICE}`;
      const rows = await read.all<Row>(rowsOf(agencyId, keys, "oldest"));
      if (rows.length === 0) return;
      last = rows.at(-1) as Row;
      yield rows.map(toTransaction);
      await Bun.sleep(0);
    }
  });
  const { value: sums } = (await moment.next()) as { value: Sums };
  return {
    count: sums.entries,
    totals: toTotals(sums),
    slices: moment as AsyncGenerator<Transaction[]>,
  };
}

/** The rollup knows days, accounts and categories, but no single row. */
function sumsOfRows(agencyId: number, filter: TransactionFilter) {
  if (!mayScan(filter)) return sumsOf(agencyId, filter);
  return sumsOfHits(sql`(${matching(agencyId, filter, sql`type, amount_paise`)})`);
}

function toTotals({ income, expense }: Sums): TransactionList["totals"] {
  return {
    income: toRupees(income),
    expense: toRupees(expense),
    balance: toRupees((income - expense) as Sums["income"]),
  };
}
