import { sql } from "drizzle-orm";
import type {
  TransactionFilter,
  TransactionList,
  TransactionQuery,
} from "../../domain/ledger/transactions.ts";
import { toRupees } from "../../domain/money.ts";
import { isUsual } from "../engine/sorting.ts";
import type { Tenant } from "../engine/tenant.ts";
import {
  findWindow,
  OFFSET_WORTH_COUNTING,
  readSums,
  type Sums,
  type SumsRow,
  sumsOf,
} from "./rollup.ts";
import { matching, type Row, rowsOf, toTransaction } from "./rows.ts";
import { mayScan, searchPage } from "./searchResults.ts";

/** A page of the filter's transactions, newest first, with the totals of the whole filter. */
export async function listTransactions(
  tenant: Tenant,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { page, limit, sort, ...filter } = query;
  const { sums, rows } = await pageOf(tenant, filter, sort, { offset: (page - 1) * limit, limit });
  return {
    items: rows.map(toTransaction),
    total: sums.entries,
    page,
    totalPages: Math.ceil(sums.entries / limit),
    totals: toTotals(sums),
  };
}

// The rows of so many days are read in some ten milliseconds.
const DAYS_AT_ONCE = 25;

/** Whether answering may take long: then a reader thread does it, not the event loop. */
export function mayTakeLong({ limit, sort, ...filter }: TransactionQuery): boolean {
  const { type, accountId, categoryId } = filter;
  // Of what is rare a page may lie on as many days as it has rows, each of which is read.
  return (
    mayScan(filter) ||
    !isUsual(sort) ||
    (limit > DAYS_AT_ONCE && (type ?? accountId ?? categoryId) !== undefined)
  );
}

async function pageOf(
  tenant: Tenant,
  filter: TransactionFilter,
  sort: TransactionQuery["sort"],
  page: { offset: number; limit: number },
): Promise<{ sums: Sums; rows: Row[] }> {
  const { type, accountId, categoryId } = filter;
  const { agencyId, books } = tenant;
  if (mayScan(filter) || !isUsual(sort)) return searchPage(tenant, filter, { ...page, sort });

  const isWhole = type === undefined && accountId === undefined && categoryId === undefined;
  const isFarOn = page.offset > OFFSET_WORTH_COUNTING;
  const window = isWhole && !isFarOn ? page : await findWindow(books.read, agencyId, filter, page);
  const keys = sql`${matching(agencyId, { ...filter, ...window }, sql`entry, date`)}
    ORDER BY date DESC, entry DESC LIMIT ${page.limit} OFFSET ${window.offset}`;
  // One batch is one moment: the totals are those of the rows.
  const [[sums], rows] = await books.read.batch([
    books.read.all<SumsRow>(sumsOf(agencyId, filter)),
    books.read.all<Row>(rowsOf(agencyId, keys, "newest")),
  ]);
  return { sums: readSums(sums as SumsRow), rows }; // An aggregate answers exactly one row.
}

export function toTotals({ income, expense }: Sums): TransactionList["totals"] {
  return {
    income: toRupees(income),
    expense: toRupees(expense),
    balance: toRupees(income - expense),
  };
}
