import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { Refusal } from "../../domain/refusal.ts";
import { quoteSeries } from "../../domain/series/series.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { clients } from "../schema/documents.ts";
import { series } from "../schema/series.ts";

const COLUMNS = {
  Client: series.clientId,
  Account: series.accountId,
  Category: series.categoryId,
};

/**
 * Checks that a record can be deleted: series refer to it, even ended ones.
 * @throws Refusal "conflict" that names the series
 */
export async function assertNotInSeries(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  entity: keyof typeof COLUMNS,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  const { state, title } = series;
  const rows = await tx
    .select({ state, title, clientId: series.clientId })
    .from(series)
    .where(forAgency(tenant, series, eq(COLUMNS[entity], id)))
    .limit(100);
  const named = rows.find((row) => isDeleted || row.state !== "ended");
  if (!named) return;
  const [client] = named.clientId
    ? await tx
        .select({ name: clients.displayName })
        .from(clients)
        .where(forAgency(tenant, clients, eq(clients.id, named.clientId)))
    : [];
  const name = quoteSeries({ title: named.title, client: client?.name });
  const instead = named.state === "ended" ? "delete that series first" : "end that series first";
  throw new Refusal("conflict", `The series ${name} uses it; ${instead}`);
}

/**
 * Adds to transactions the series that created them. Reads everything that series of entries have created.
 */
export async function withSeries(
  { books, agencyId }: Pick<Tenant, "agencyId" | "books">,
  transactions: Transaction[],
): Promise<Transaction[]> {
  const ids = JSON.stringify(transactions.map(({ _id }) => _id));
  const rows = await books.read.all<{ id: string; seriesId: string }>(sql`
    SELECT o.made_id AS id, o.series_id AS seriesId
    FROM series s INDEXED BY series_by_account
    JOIN occurrences o ON o.agency_id = s.agency_id AND o.series_id = s.id
    WHERE s.agency_id = ${agencyId} AND s.account_id > ''
      AND o.made_id IN (SELECT value FROM json_each(${ids}))`);
  if (rows.length === 0) return transactions;
  const made = new Map(rows.map(({ id, seriesId }) => [id, seriesId]));
  return transactions.map((one) => {
    const seriesId = made.get(one._id);
    return seriesId ? { ...one, seriesId } : one;
  });
}
