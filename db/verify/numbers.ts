import { sql } from "drizzle-orm";
import type { DocumentKind } from "../../domain/documents/numbering.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";

const TABLES = { receipt: sql`receipts`, invoice: sql`invoices` };

/** The number of each document taken apart: its stem, and its sequence. */
const numbersOf = (agencyId: number, kind: DocumentKind) => sql`
  SELECT substr(number, 1, digits - 1) AS stem, CAST(substr(number, digits + 1) AS INTEGER) AS sequence
  FROM (SELECT number, length(rtrim(number, '0123456789')) AS digits FROM ${TABLES[kind]}
    WHERE agency_id = ${agencyId})`;

/** Counters that are not past the numbers that have been given. */
export function wrongCounters(agencyId: number, kind: DocumentKind) {
  return sql<Difference>`SELECT 'numbers of ' || stem AS "where", '' AS account, '' AS category,
      'next_seq' AS figure, coalesce(stored, 0) AS stored, derived
    FROM (SELECT stem, 1 + max(sequence) AS derived FROM (${numbersOf(agencyId, kind)}) GROUP BY 1)
    LEFT JOIN (
      SELECT stem AS counted, max(next_seq) AS stored FROM number_series
      WHERE agency_id = ${agencyId} AND kind = ${kind} GROUP BY 1) ON counted = stem
    WHERE coalesce(stored, 0) < derived`;
}

/** Invoices are never deleted, so a stem has as many as its last number says. */
export const gapsInInvoices = (agencyId: number) => sql<Difference>`
  SELECT 'numbers of ' || stem AS "where", '' AS account, '' AS category, 'numbers' AS figure,
    last AS stored, given AS derived
  FROM (SELECT stem, count(*) AS given, max(sequence) AS last
    FROM (${numbersOf(agencyId, "invoice")}) GROUP BY 1)
  WHERE given <> last`;
