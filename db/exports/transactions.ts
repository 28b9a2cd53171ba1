import { sql } from "drizzle-orm";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { assertAllowed } from "../../domain/refusal.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readTransactionSlices } from "../ledger/export.ts";

/**
 * Streams the transactions that `exportBooks` leaves out, because they are not the money of a document in
 * that file. Together the two files have every transaction once.
 * @throws Refusal "forbidden" unless the user may export the agency
 */
export function exportOtherTransactions(tenant: Tenant): AsyncGenerator<Transaction[]> {
  assertAllowed(tenant, "export the agency");
  const { agencyId, books } = tenant;
  return streamSnapshot(books, async function* (read) {
    for await (const slice of readTransactionSlices(read, agencyId, {})) {
      const ids = JSON.stringify(slice.map(({ _id }) => _id));
      const inBooks = await read.all<{
        id: string;
      }>(sql`SELECT s.transaction_id AS id FROM settlements s
        JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
        WHERE s.agency_id = ${agencyId} AND s.transaction_id IN (SELECT value FROM json_each(${ids}))
          AND (s.kind = 'PAYMENT' OR (s.kind = 'REFUND' AND d.kind = 'RECEIPT_VOUCHER'))`);
      const known = new Set(inBooks.map(({ id }) => id));
      yield slice.filter(({ _id }) => !known.has(_id));
    }
  });
}
