import { sql } from "drizzle-orm";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import type { Tenant } from "../engine/tenant.ts";

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
