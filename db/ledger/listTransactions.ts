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
  selectSums,
} from "./rollup.ts";
import { matching, type Row, selectRows, toTransaction } from "./rows.ts";
import { type BalanceRow, balanceAfter, findListedAccount, readBalance } from "./runningBalance.ts";
import { mayScan, searchPage } from "./searchResults.ts";
import { withSeries } from "./seriesLinks.ts";

/** Returns a page of transactions, by default newest first, with totals of the whole filter. */
export async function listTransactions(
  tenant: Tenant,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { page, limit, sort, ...filter } = query;
  const found = await readPage(tenant, filter, sort, { offset: (page - 1) * limit, limit });
  const { sums, rows, balancePaise } = found;
  return {
    items: await withSeries(tenant, rows.map(toTransaction)),
    total: sums.entries,
    page,
    totalPages: Math.ceil(sums.entries / limit),
    totals: toTotals(sums),
    ...(balancePaise !== undefined && { runningBalance: toRupees(balancePaise) }),
  };
}

// Reading the rows of this many days takes about ten milliseconds.
const DAYS_AT_ONCE = 25;

/** Whether the query may be slow. A reader thread then runs it, not the event loop. */
export function mayTakeLong({ limit, sort, ...filter }: TransactionQuery): boolean {
  const { type, accountId, categoryId } = filter;
  // Rare rows of a page may be on as many days, and each day is read in full.
  return (
    mayScan(filter) ||
    !isUsual(sort) ||
    (limit > DAYS_AT_ONCE && (type ?? accountId ?? categoryId) !== undefined)
  );
}

interface Page {
  sums: Sums;
  rows: Row[];
  /** In paise: the account's balance after the first row, in an unfiltered list of one account. */
  balancePaise?: bigint | undefined;
}

async function readPage(
  tenant: Tenant,
  filter: TransactionFilter,
  sort: TransactionQuery["sort"],
  page: { offset: number; limit: number },
): Promise<Page> {
  const { type, accountId, categoryId } = filter;
  const { agencyId, books } = tenant;
  if (mayScan(filter) || !isUsual(sort)) return searchPage(tenant, filter, { ...page, sort });

  const isWhole = type === undefined && accountId === undefined && categoryId === undefined;
  const isFarOn = page.offset > OFFSET_WORTH_COUNTING;
  const window = isWhole && !isFarOn ? page : await findWindow(books.read, agencyId, filter, page);
  const keys = sql`${matching(agencyId, { ...filter, ...window }, sql`entry, date`)}
    ORDER BY date DESC, entry DESC LIMIT ${page.limit} OFFSET ${window.offset}`;
  const account = findListedAccount(filter);
  const [first] = account ? await books.read.all<Key>(sql`${keys}`) : [];
  // One batch, so that totals, rows and balance come from the same snapshot.
  const [[sums], rows, [held]] = await books.read.batch([
    books.read.all<SumsRow>(selectSums(agencyId, filter)),
    books.read.all<Row>(selectRows(agencyId, keys, "newest")),
    books.read.all<BalanceRow>(
      account && first ? balanceAfter(agencyId, account, first) : sql`SELECT NULL WHERE FALSE`,
    ),
  ]);
  // The data changed after the search began.
  if (first && rows[0]?.entry !== first.entry) return readPage(tenant, filter, sort, page);
  const balance = held && readBalance(held);
  return { sums: readSums(sums as SumsRow), rows, balancePaise: balance }; // An aggregate returns one row.
}

/** A row selected by matching(). */
type Key = { entry: number; date: string };

export function toTotals({ incomePaise, expensePaise }: Sums): TransactionList["totals"] {
  return {
    income: toRupees(incomePaise),
    expense: toRupees(expensePaise),
    balance: toRupees(incomePaise - expensePaise),
  };
}
