import { sql } from "drizzle-orm";
import type { ReceiptList, ReceiptQuery } from "../../domain/documents/receipts.ts";
import { toRupees } from "../../domain/money.ts";
import { isIn, joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { pairSql, readSum, sumOfKept } from "../ledger/sums.ts";
import { receipts } from "../schema/receipts.ts";
import { readLikelyPayments } from "./likelyPayments.ts";
import { type List, readPage } from "./listPage.ts";
import { type ReceiptRow, selectReceipts, toReceipt } from "./receipts.ts";

type Filter = Omit<ReceiptQuery, "page" | "limit"> & { ids?: string[] };

export const RECEIPT_LIST: List<Filter, ReceiptRow> = {
  counted: "receipts",
  table: receipts,
  select: (read, where, order) => selectReceipts(read).where(where).orderBy(order),
  sorted: {
    number: sql`${receipts.number}`,
    date: sql`${receipts.date}`,
    client: sql`${receipts.clientName} COLLATE NOCASE`,
    purpose: sql`${receipts.purpose} COLLATE NOCASE`,
    amount: sql`${receipts.amountPaise}`,
    mode: sql`${receipts.mode}`,
    account: sql`(SELECT a.name FROM accounts a WHERE a.agency_id = ${receipts.agencyId}
      AND a.id = ${receipts.accountId}) COLLATE NOCASE`,
  },
  isOfRows: ({ q, accountId, min, max, looksLike }) =>
    [q, accountId, min, max, looksLike].some((value) => value !== undefined),
  isRare: ({ mode }) => mode !== undefined,
  onDays: ({ mode, dateFrom, dateTo }) =>
    joinConditions(
      dateFrom && sql`date >= ${dateFrom}`,
      dateTo && sql`date <= ${dateTo}`,
      mode && sql`mode = ${mode}`,
    ),
  onRows: ({ q, accountId, min, max, ids }) =>
    joinConditions(
      accountId && sql`account_id = ${accountId}`,
      min !== undefined && sql`amount_paise >= ${min}`,
      max !== undefined && sql`amount_paise <= ${max}`,
      ids && isIn(sql`id`, ids),
      q && sql`instr(searched, ${q.toLowerCase()}) > 0`,
    ),
  figures: [pairSql("amount")],
  sums: [sql`${sumOfKept("amount")} AS amount`],
};

/** Returns a page of receipts, newest first, with the sum of the whole filter. */
export async function listReceipts(tenant: Tenant, query: ReceiptQuery): Promise<ReceiptList> {
  const { looksLike } = query;
  const likely = looksLike && (await readLikelyPayments(tenant.books.read, tenant, query));
  const filter = { ...query, ...(likely && { ids: [...likely.keys()] }) };
  const { rows, sums, paging } = await readPage<Filter, ReceiptRow, { amount: string }>(
    tenant,
    RECEIPT_LIST,
    filter,
  );
  return {
    items: rows.map(toReceipt),
    ...paging,
    totals: { amountSum: toRupees(readSum(sums.amount)) },
  };
}
