import { count, sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import { receipts } from "../schema/receipts.ts";
import { wrongCounters } from "./numbers.ts";

/** Checks that each receipt has its income entry, and that each counter is past its numbers. */
export async function verifyReceipts(
  read: Read,
  agencyId: number,
): Promise<{ count: number; differences: Difference[] }> {
  const [counted] = await read
    .select({ count: count() })
    .from(receipts)
    .where(forAgency({ agencyId }, receipts));
  // An entry with another day, account or source is not the receipt's.
  const incomes =
    await read.all<Difference>(sql`SELECT 'receipt ' || r.number AS "where", a.name AS account,
        'Receipts' AS category, 'income_paise' AS figure, r.amount_paise AS stored,
        coalesce(t.amount_paise, 0) AS derived
      FROM receipts r
      JOIN accounts a ON a.agency_id = r.agency_id AND a.id = r.account_id
      LEFT JOIN transactions t ON t.agency_id = r.agency_id AND t.id = r.transaction_id
        AND t.type = 'Income' AND t.date = r.date AND t.account_id = r.account_id
        AND t.source = 'Receipt' AND t.source_id = r.id
      WHERE r.agency_id = ${agencyId} AND r.amount_paise <> coalesce(t.amount_paise, 0)`);
  const counters = await read.all<Difference>(wrongCounters(agencyId, "RECEIPT"));
  return { count: counted?.count ?? 0, differences: [...incomes, ...counters] };
}
