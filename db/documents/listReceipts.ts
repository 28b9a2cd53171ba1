import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { ReceiptList, ReceiptQuery } from "../../domain/documents/receipts.ts";
import { toRupees } from "../../domain/money.ts";
import { isIn, joinConditions } from "../engine/conditions.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import {
  countDays,
  findRowWindow,
  isOnAnyDay,
  OFFSET_WORTH_COUNTING,
  type Window,
} from "../ledger/rollup.ts";
import { readSum, sumOfAmounts, sumOfKept } from "../ledger/sums.ts";
import { receipts } from "../schema/receipts.ts";
import { readLikelyPayments } from "./likelyPayments.ts";
import { selectReceipts, toReceipt } from "./receipts.ts";

type Filter = Omit<ReceiptQuery, "page" | "limit"> & { ids?: string[] };

/** Whether the query may read every receipt of the period. A reader thread then runs it. */
export const mayTakeLong = (filter: Filter): boolean => isOfRows(filter) || !isUsual(filter.sort);

/** Whether the filter needs more than daily sums. */
function isOfRows({ q, accountId, min, max, looksLike }: Filter): boolean {
  return [q, accountId, min, max, looksLike].some((value) => value !== undefined);
}

/** Returns a page of receipts, newest first, with the sum of the whole filter. */
export async function listReceipts(tenant: Tenant, query: ReceiptQuery): Promise<ReceiptList> {
  const { page, limit, ...filters } = query;
  const { read } = tenant.books;
  const likely = filters.looksLike && (await readLikelyPayments(read, tenant, filters));
  const filter = { ...filters, ...(likely && { ids: [...likely.keys()] }) };
  const window = await findReceiptWindow(tenant, filter, { offset: (page - 1) * limit, limit });
  // One batch, so that sum and rows come from the same snapshot.
  const [[sums], rows] = await read.batch([
    read.all<Sums>(selectSums(tenant, filter)),
    selectReceiptPage(tenant, filter, window, limit),
  ]);
  const { total, amount } = sums as Sums; // An aggregate always returns one row.
  return {
    items: rows.map(toReceipt),
    total,
    page,
    totalPages: Math.ceil(total / limit),
    totals: { amountSum: toRupees(readSum(amount)) },
  };
}

interface Sums {
  total: number;
  amount: string;
}

function selectSums(tenant: Tenant, filter: Filter): SQL<Sums> {
  if (!isOfRows(filter)) {
    return sql<Sums>`SELECT coalesce(sum(receipts), 0) AS total,
      ${sumOfKept("amount")} AS amount FROM receipt_days WHERE ${onDays(tenant, filter)}`;
  }
  return sql<Sums>`SELECT count(*) AS total, ${sumOfAmounts(sql`amount_paise`)} AS amount
    FROM receipts WHERE ${matching(tenant, filter)}`;
}

/**
 * Finds the days of a page from daily sums, so that earlier rows are not read and skipped. For one payment
 * mode, only days with that mode count.
 */
async function findReceiptWindow(
  tenant: Tenant,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<Window> {
  const isNear = filter.mode === undefined && page.offset <= OFFSET_WORTH_COUNTING;
  if (mayTakeLong(filter) || isNear) return page;
  const where = onDays(tenant, filter);
  return findRowWindow(await countDays(tenant.books.read, "receipt_days", "receipts", where), page);
}

function onDays({ agencyId }: Tenant, { mode, dateFrom, dateTo }: Filter): SQL {
  return joinConditions(
    sql`agency_id = ${agencyId}`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    mode && sql`mode = ${mode}`,
  );
}

/** Selects full receipts with names, only for the rows of the page. */
export function selectReceiptPage(
  tenant: Tenant,
  filter: Filter,
  { days, offset }: Window,
  limit: number,
) {
  const { sort } = filter;
  const order = orderBy(sort, sortSql(SORTED, sort), NEWEST);
  const keys = sql`SELECT id FROM receipts WHERE ${matching(tenant, filter)} AND ${isOnAnyDay(days)}
    ORDER BY ${isUsual(sort) ? sql`date DESC, id DESC` : order} LIMIT ${limit} OFFSET ${offset}`;
  return selectReceipts(tenant.books.read)
    .where(forAgency(tenant, receipts, sql`${receipts.id} IN (${keys})`))
    .orderBy(order);
}

const NEWEST = { date: sql`${receipts.date}`, id: sql`${receipts.id}` };

const SORTED = {
  number: sql`${receipts.number}`,
  date: sql`${receipts.date}`,
  client: sql`${receipts.clientName} COLLATE NOCASE`,
  purpose: sql`${receipts.purpose} COLLATE NOCASE`,
  amount: sql`${receipts.amountPaise}`,
  mode: sql`${receipts.mode}`,
  account: sql`(SELECT a.name FROM accounts a WHERE a.agency_id = ${receipts.agencyId}
    AND a.id = ${receipts.accountId}) COLLATE NOCASE`,
};

function matching(tenant: Tenant, filter: Filter): SQL | undefined {
  const { q, mode, accountId, dateFrom, dateTo, min, max, ids } = filter;
  return and(
    forAgency(tenant, receipts),
    dateFrom ? gte(receipts.date, dateFrom) : undefined,
    dateTo ? lte(receipts.date, dateTo) : undefined,
    mode ? eq(receipts.mode, mode) : undefined,
    accountId ? eq(receipts.accountId, accountId) : undefined,
    min === undefined ? undefined : gte(receipts.amountPaise, min),
    max === undefined ? undefined : lte(receipts.amountPaise, max),
    ids && isIn(receipts.id, ids),
    q ? sql`instr(${receipts.searched}, ${q.toLowerCase()}) > 0` : undefined,
  );
}
