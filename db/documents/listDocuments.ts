import { type SQL, sql } from "drizzle-orm";
import type { Family } from "../../domain/documents/kinds.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { pairSql } from "../ledger/sums.ts";
import { clients, documents } from "../schema/documents.ts";
import { searchSql } from "./clients.ts";
import type { List } from "./listPage.ts";
import { type InvoiceRecord, OPEN } from "./rows.ts";
import { isHeld } from "./settlements.ts";

export type Listed = Pick<InvoiceRecord, "client" | "invoice">;

/** The filters of every family. */
export interface DocumentFilter {
  q?: string | undefined;
  kind?: string | undefined;
  status?: string | undefined;
  clientId?: string | undefined;
  vendorId?: string | undefined;
  /** The invoice that a note belongs to. */
  invoiceId?: string | undefined;
  /** True for documents that still hold money for their client. */
  held?: boolean | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  sort?: string | undefined;
}

const selectName = (table: "clients" | "vendors", id: SQL) =>
  sql`(SELECT p.display_name FROM ${sql.raw(table)} p WHERE p.agency_id = ${documents.agencyId}
    AND p.id = ${id}) COLLATE NOCASE`;

/** Returns the list of a family of documents. `q` searches number and client, unless it is replaced. */
export const documentList = <Filter extends DocumentFilter, Row = Listed>(
  family: Family,
  {
    toStatus = ({ status }) => sql`status = ${status}`,
    toKind = ({ kind }) => kind,
    search = isOfClient,
    onRows,
    ...own
  }: Partial<List<Filter, Row>> & {
    /** Returns the condition of a chosen status. */
    toStatus?(filter: Filter): SQL;
    /** Returns the kind in the table. */
    toKind?(filter: Filter): string | undefined;
    search?(tenant: Tenant, q: string): SQL;
  } = {},
): List<Filter, Row> => ({
  counted: "documents",
  table: documents,
  select: selectWithClient as never,
  sorted: {
    number: sql`${documents.number}`,
    date: sql`${documents.date}`,
    client: selectName("clients", sql`${documents.clientId}`),
    vendor: selectName("vendors", sql`${documents.vendorId}`),
    dueDate: sql`${documents.dueDate}`,
    total: sql`${documents.grandTotalPaise}`,
    balance: OPEN,
    toPay: sql`${documents.toPayPaise}`,
  },
  isOfRows: ({ q, kind, held }) => q !== undefined || kind !== undefined || held === true,
  isIndexed: ({ clientId, vendorId, invoiceId }) =>
    [clientId, vendorId, invoiceId].some((id) => id !== undefined),
  onDays: (filter) =>
    joinConditions(
      sql`family = ${family}`,
      filter.status && toStatus(filter),
      filter.dateFrom && sql`date >= ${filter.dateFrom}`,
      filter.dateTo && sql`date <= ${filter.dateTo}`,
    ),
  onRows: (filter, tenant) =>
    joinConditions(
      filter.kind && sql`kind = ${toKind(filter)}`,
      filter.clientId && sql`client_id = ${filter.clientId}`,
      filter.vendorId && sql`vendor_id = ${filter.vendorId}`,
      filter.invoiceId && sql`original_id = ${filter.invoiceId}`,
      filter.held && isHeld(),
      filter.q &&
        sql`(instr(lower(number), ${filter.q.toLowerCase()}) > 0 OR ${search(tenant, filter.q)})`,
      onRows?.(filter, tenant),
    ),
  ...own,
});

const isOfClient = ({ agencyId }: Tenant, q: string) => sql`client_id IN (
  SELECT id FROM clients WHERE agency_id = ${agencyId} AND ${searchSql(q)})`;

const selectWithClient = (read: Read, where: SQL | undefined, order: SQL) =>
  read
    .select({ invoice: documents, client: clients })
    .from(documents)
    .innerJoin(
      clients,
      sql`${clients.agencyId} = ${documents.agencyId} AND ${clients.id} = ${documents.clientId}`,
    )
    .where(where)
    .orderBy(order);

/** The columns of daily sums of documents. `open` is the outstanding amount, in paise. */
export const toFigures = (open: SQL): SQL[] => [
  sql`status`,
  ...["grand_total", "received", "tds"].map((figure) => pairSql(figure)),
  pairSql("open", open),
];

export const countDrafts = sql`coalesce(sum(documents) FILTER (WHERE status = 'DRAFT'), 0) AS drafts`;
