import { sql } from "drizzle-orm";
import type {
  TransactionFilter,
  TransactionList,
  TransactionQuery,
} from "../../domain/ledger/transactions.ts";
import { toRupees } from "../../domain/money.ts";
import { isUsual } from "../engine/sorting.ts";
import type { Tenant } from "../engine/tenant.ts";
import { withSeries } from "../series/madeBy.ts";
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

/** A page of the filter's transactions, newest first, with the totals of the whole filter. */
export async function listTransactions(
  tenant: Tenant,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { page, limit, sort, ...filter } = query;
  const found = await readPage(tenant, filter, sort, { offset: (page - 1) * limit, limit });
  const { sums, rows, balance } = found;
  return {
    items: await withSeries(tenant, rows.map(toTransaction)),
    total: sums.entries,
    page,
    totalPages: Math.ceil(sums.entries / limit),
    totals: toTotals(sums),
    ...(balance !== undefined && { runningBalance: toRupees(balance) }),
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

interface Page {
  sums: Sums;
  rows: Row[];
  /** In paise: what the account held after the first of the rows, where it is one account's whole list. */
  balance?: bigint | undefined;
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
  // One batch is one moment: the totals are those of the rows, and so is the balance.
  const [[sums], rows, [held]] = await books.read.batch([
    books.read.all<SumsRow>(selectSums(agencyId, filter)),
    books.read.all<Row>(selectRows(agencyId, keys, "newest")),
    books.read.all<BalanceRow>(
      account && first ? balanceAfter(agencyId, account, first) : sql`SELECT NULL WHERE FALSE`,
    ),
  ]);
  // Somebody has written since the first row was looked for.
  if (first && rows[0]?.entry !== first.entry) return readPage(tenant, filter, sort, page);
  const balance = held && readBalance(held);
  return { sums: readSums(sums as SumsRow), rows, balance }; // An aggregate answers exactly one row.
}

/** As matching() selects it. */
type Key = { entry: number; date: string };

export function toTotals({ income, expense }: Sums): TransactionList["totals"] {
  return {
    income: toRupees(income),
    expense: toRupees(expense),
    balance: toRupees(income - expense),
  };
}
