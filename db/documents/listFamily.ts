import { type SQL, sql } from "drizzle-orm";
import type { Family } from "../../domain/documents/kinds.ts";
import { joinConditions } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import {
  countDays,
  findRowWindow,
  isOnAnyDay,
  OFFSET_WORTH_COUNTING,
  type Window,
} from "../ledger/rollup.ts";
import { clients, documents } from "../schema/documents.ts";
import { searchSql } from "./clients.ts";
import { isHeld } from "./settlements.ts";

/** A document with its current client. */
export interface Listed {
  document: typeof documents.$inferSelect;
  client: typeof clients.$inferSelect;
}

interface Query {
  q?: string | undefined;
  kind?: string | undefined;
  status?: string | undefined;
  clientId?: string | undefined;
  /** The invoice that a note belongs to. */
  invoiceId?: string | undefined;
  /** True for documents that still hold money for their client. */
  held?: boolean | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  page: number;
  limit: number;
}

/** Whether the query may read every document of the group. A reader thread then runs it. */
export const mayTakeLong = ({ q, kind, held }: Partial<Query>): boolean =>
  q !== undefined || kind !== undefined || held === true;

/** Returns a page of a document type group, newest first. `q` searches number and client. */
export async function listFamily<Row>(
  tenant: Tenant,
  family: Family,
  { page, limit, ...filter }: Query,
  toRow: (listed: Listed) => Row,
) {
  const where = matching(tenant, family, filter);
  const { read } = tenant.books;
  const onDays = isOfDays(filter) ? where : undefined;
  const { days, offset } = await findWindow(tenant, onDays, { offset: (page - 1) * limit, limit });
  const [[counted], rows] = await read.batch([
    read.all<{ total: number }>(
      onDays
        ? sql`SELECT coalesce(sum(documents), 0) AS total FROM document_days WHERE ${onDays}`
        : sql`SELECT count(*) AS total FROM documents WHERE ${where}`,
    ),
    read
      .select({ document: documents, client: clients })
      .from(documents)
      .innerJoin(
        clients,
        sql`${clients.agencyId} = ${documents.agencyId} AND ${clients.id} = ${documents.clientId}`,
      )
      .where(
        forAgency(
          tenant,
          documents,
          sql`${documents.id} IN (SELECT id FROM documents WHERE ${where} AND ${isOnAnyDay(days)}
            ORDER BY date DESC, id DESC LIMIT ${limit} OFFSET ${offset})`,
        ),
      )
      .orderBy(sql`${documents.date} DESC, ${documents.id} DESC`),
  ]);
  const total = counted?.total ?? 0;
  return { items: rows.map(toRow), total, page, totalPages: Math.ceil(total / limit) };
}

/** Whether daily sums cover all of the filter. */
const isOfDays = ({ q, kind, clientId, invoiceId, held }: Partial<Query>) =>
  [q, kind, clientId, invoiceId].every((value) => value === undefined) && !held;

/** Finds the days of a page from daily sums, so that earlier rows are not read and skipped. */
async function findWindow(
  { books }: Tenant,
  onDays: SQL | undefined,
  page: { offset: number; limit: number },
): Promise<Window> {
  if (!onDays || page.offset <= OFFSET_WORTH_COUNTING) return page;
  return findRowWindow(await countDays(books.read, "document_days", "documents", onDays), page);
}

function matching(
  { agencyId }: Tenant,
  family: Family,
  filter: Omit<Query, "limit" | "page">,
): SQL {
  const { q, kind, status, clientId, invoiceId, held, dateFrom, dateTo } = filter;
  return joinConditions(
    sql`agency_id = ${agencyId} AND family = ${family}`,
    kind && sql`kind = ${kind}`,
    status && sql`status = ${status}`,
    clientId && sql`client_id = ${clientId}`,
    invoiceId && sql`original_id = ${invoiceId}`,
    held && isHeld(),
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    q &&
      sql`(instr(lower(number), ${q.toLowerCase()}) > 0 OR client_id IN (
        SELECT id FROM clients WHERE agency_id = ${agencyId} AND ${searchSql(q)}))`,
  );
}
