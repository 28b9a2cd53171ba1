import { type SQL, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import type { InvoiceQuery } from "../../domain/documents/invoiceInput.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import { toRupees } from "../../domain/money.ts";
import { joinConditions } from "../engine/conditions.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import {
  countDays,
  findRowWindow,
  isOnAnyDay,
  OFFSET_WORTH_COUNTING,
  type Window,
} from "../ledger/rollup.ts";
import { pairSql, readSum, sumOfKept } from "../ledger/sums.ts";
import { clients, documents } from "../schema/documents.ts";
import { searchSql } from "./clients.ts";
import { OPEN, toInvoiceRow } from "./rows.ts";

type Filter = Omit<InvoiceQuery, "limit" | "page">;

/** Whether the query may read every invoice. A reader thread then runs it, not the event loop. */
export function mayTakeLong({ q, status, sort }: Filter): boolean {
  return q !== undefined || status === "OVERDUE" || !isUsual(sort); // There are no sums of overdue invoices.
}

/** Returns a page of invoices, newest first, with totals of the whole filter. */
export async function listInvoices(tenant: Tenant, query: InvoiceQuery): Promise<InvoiceList> {
  const { page, limit, ...filter } = query;
  const { read } = tenant.books;
  const window = await findInvoiceWindow(tenant, filter, { offset: (page - 1) * limit, limit });
  // One batch, so that totals and rows come from the same snapshot.
  const [[sums], rows] = await read.batch([
    read.all<Sums>(selectSums(tenant, filter)),
    selectInvoicePage(tenant, filter, window, limit),
  ]);
  const { total, ...texts } = sums as Sums; // An aggregate always returns one row.
  return {
    items: rows.map(toInvoiceRow),
    total,
    page,
    totalPages: Math.ceil(total / limit),
    totals: {
      grandTotal: toRupees(readSum(texts.grandTotal)),
      received: toRupees(readSum(texts.received)),
      tds: toRupees(readSum(texts.tds)),
      balanceDue: toRupees(readSum(texts.open)),
      drafts: texts.drafts,
    },
  };
}

/** Finds the days of a page from daily sums, so that earlier rows are not read and skipped. */
async function findInvoiceWindow(
  tenant: Tenant,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<Window> {
  if (!isOfDays(filter) || !isUsual(filter.sort) || page.offset <= OFFSET_WORTH_COUNTING)
    return page;
  const where = onDays(tenant, filter);
  return findRowWindow(
    await countDays(tenant.books.read, "document_days", "documents", where),
    page,
  );
}

/** Whether daily sums cover all of the filter. */
const isOfDays = ({ q, clientId, status }: Filter) =>
  q === undefined && clientId === undefined && status !== "OVERDUE";

const onDays = ({ agencyId }: Tenant, { status, dateFrom, dateTo }: Filter) =>
  sql`agency_id = ${agencyId} AND family = 'INVOICES' AND ${narrowing({ status, dateFrom, dateTo })}`;

export function selectInvoicePage(
  tenant: Tenant,
  filter: Filter,
  { days, offset }: Window,
  limit: number,
) {
  const { sort } = filter;
  const order = orderBy(sort, sortSql(SORTED, sort), NEWEST);
  const keys = sql`SELECT id FROM documents ${chooseIndex(filter)} 
    WHERE ${matching(tenant, filter)} AND ${isOnAnyDay(days)}
    ORDER BY ${isUsual(sort) ? sql`date DESC, id DESC` : order} LIMIT ${limit} OFFSET ${offset}`;
  return tenant.books.read
    .select({ invoice: documents, client: clients })
    .from(documents)
    .innerJoin(
      clients,
      sql`${clients.agencyId} = ${documents.agencyId} AND ${clients.id} = ${documents.clientId}`,
    )
    .where(forAgency(tenant, documents, sql`${documents.id} IN (${keys})`))
    .orderBy(order);
}

const NEWEST = { date: sql`${documents.date}`, id: sql`${documents.id}` };

const SORTED = {
  number: sql`${documents.number}`,
  date: sql`${documents.date}`,
  client: sql`(SELECT c.display_name FROM clients c WHERE c.agency_id = ${documents.agencyId}
    AND c.id = ${documents.clientId}) COLLATE NOCASE`,
  dueDate: sql`${documents.dueDate}`,
  total: sql`${documents.grandTotalPaise}`,
  balance: OPEN,
};

interface Sums {
  total: number;
  grandTotal: string;
  received: string;
  tds: string;
  open: string;
  drafts: number;
}

/** Selects the count and the totals, which exclude drafts and cancelled invoices. */
function selectSums(tenant: Tenant, filter: Filter): SQL<Sums> {
  const columns = FIGURES.map((figure) => pairSql(figure, figure === "open" ? OPEN : undefined));
  const from = isOfDays(filter)
    ? sql`document_days WHERE ${onDays(tenant, filter)}`
    : sql`(SELECT status, 1 AS documents, ${sql.join(columns, sql`, `)}
        FROM documents ${chooseIndex(filter)} WHERE ${matching(tenant, filter)})`;
  const [grandTotal, received, tds, open] = FIGURES.map((figure) =>
    sumOfKept(figure, sql`status NOT IN ('DRAFT', 'CANCELLED')`),
  );
  return sql<Sums>`SELECT coalesce(sum(documents), 0) AS total,
    coalesce(sum(documents) FILTER (WHERE status = 'DRAFT'), 0) AS drafts, ${grandTotal} AS "grandTotal",
    ${received} AS received, ${tds} AS tds, ${open} AS open FROM ${from}`;
}

const FIGURES = ["grand_total", "received", "tds", "open"];

/** Builds the WHERE clause; `q` searches invoice number and client. */
function matching(tenant: Tenant, { q, clientId, ...rest }: Filter): SQL {
  const { agencyId } = tenant;
  const isNamed =
    q &&
    sql`(instr(lower(number), ${q.toLowerCase()}) > 0 OR client_id IN (
      SELECT id FROM clients WHERE agency_id = ${agencyId} AND ${searchSql(q)}))`;
  return joinConditions(
    sql`agency_id = ${agencyId} AND family = 'INVOICES'`,
    narrowing(rest),
    clientId && sql`client_id = ${clientId}`,
    isNamed,
  );
}

/** Chosen by hand, because the planner would scan all open invoices. */
const chooseIndex = ({ status }: Filter) =>
  status === "OVERDUE" || status === "UNPAID" ? sql`INDEXED BY documents_due` : sql``;

function narrowing({ status, dateFrom, dateTo }: Omit<Filter, "clientId" | "q">): SQL {
  const isOpen = status === "OVERDUE" || status === "UNPAID";
  return joinConditions(
    isOpen && sql`status IN ('SENT', 'PARTIALLY_PAID')`,
    status === "OVERDUE" && sql`due_date <> '' AND due_date < ${today()}`,
    status && !isOpen && sql`status = ${status}`,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
  );
}
